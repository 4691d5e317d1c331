/** `--symbolic --on`: workers explore inputs; the result is that of one machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { encode } from '../../src/cluster/codec';
import { keysOf } from '../../src/cluster/redis';
import { drista } from '../support/command';
import { buildText, hasPass } from '../support/compiled';
import { Machines, pause, redisServer, type Ended } from './machines';

const describeOnRedis = redisServer === undefined || !hasPass ? describe.skip : describe;

/** Some 20 inputs; FAILS: one of them has an error; LATE: with some, there is one more thread, and memory is shared. */
const text = `
#include <assert.h>
#include <drista.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a;
static int plain;
static unsigned char x[2];
static void *run(void *unused) {
  for (int i = 0; i < 2; i++)
    if (x[i] > 100) atomic_fetch_add(&a, 1);
  return unused;
}
static void *late(void *unused) {
  plain = 1;
  return unused;
}
int main(void) {
  pthread_t t, u;
  drista_symbolic(x, sizeof x, "x");
  pthread_create(&t, 0, run, 0);
  for (int i = 0; i < 2; i++)
    if (x[i] & 1) atomic_store(&a, i + 5);
#ifdef LATE
  if (x[1] % 5 == 3) {
    pthread_create(&u, 0, late, 0);
    if (x[0] == 200) plain = 2;
    pthread_join(u, 0);
  }
#endif
  pthread_join(t, 0);
#ifdef FAILS
  assert(x[0] != 33 || x[1] != 201 || a != 7);
#endif
  return a == 77;
}
`;

/** What is to be the same: all but the time, the memory, and where things are. */
function essence({ stdout, status }: Pick<Ended, 'stdout' | 'status'>, verdictOnly = false): unknown {
  const report = JSON.parse(stdout) as { errors: { file: string; schedule: string }[] };
  const errors = report.errors.map((error) => ({ ...error, file: '', schedule: '' }));
  return { status, ...report, errors, seconds: 0, peakMemory: 0, ...(verdictOnly ? { notes: [] } : {}) };
}

describeOnRedis('inputs on several machines', () => {
  const machines = new Machines();
  const report = ['--report', 'json=-', '--save', `${machines.folder}/`];
  const [right, wrong, late] = [[], ['-DFAILS'], ['-DLATE']].map((flags) => buildText(text, ['--symbolic', ...flags]));
  const alone = (...args: string[]): ReturnType<typeof drista> => drista([...report, ...args], {}, machines.folder);
  const on = (...args: string[]): Promise<Ended> => machines.lead(['--report', 'json=-', ...args]).ended;

  beforeAll(async () => {
    await machines.startRedis();
    await Promise.all([machines.startWorker(), machines.startWorker()]);
  });
  afterAll(() => machines.end());

  test('all are verified: by workers, with the same counts and the same test cases', async () => {
    const [mine, theirs] = ['alone', 'together'].map((name) => join(machines.folder, name));
    const one = alone('--write-tests', mine, right);
    const together = await on('--write-tests', theirs, right);
    expect(one.status).toBe(0);
    expect(essence(together)).toEqual(essence(one));
    expect(readdirSync(theirs)).toEqual(readdirSync(mine));
    const tests = (folder: string): string[] =>
      readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(folder, ''));
    expect(tests(theirs)).toEqual(tests(mine));
    expect(await machines.completed()).toBeGreaterThan(5);
    expect(await machines.left()).toEqual([]);
  });

  test.each([[[]], [['--keep-going']]])('an input has an error: %j', async (options) => {
    const one = alone(...options, wrong);
    expect(one.status).toBe(1);
    expect(one.stdout).toContain('unsigned char x[] = { 0x21, 0xc9 }');
    expect(essence(await on(...options, wrong))).toEqual(essence(one));
    expect(await machines.left()).toEqual([]);
  });

  test('some inputs show what others do not: threads, and data that is shared', async () => {
    const one = alone('--keep-going', late);
    expect(one.stdout).toContain('data-race');
    expect(essence(await on('--keep-going', late))).toEqual(essence(one));
  });

  test('a limit', async () => {
    const one = alone('--tune', 'max-inputs=6', right);
    expect(one.status).toBe(3);
    expect(essence(await on('--tune', 'max-inputs=6', right))).toEqual(essence(one));
  });

  test('a worker is killed, another one is asked to end', async () => {
    const before = await machines.completed();
    const lead = machines.lead(['--report', 'json=-', late]);
    while ((await machines.completed()) < before + 3) await pause(10);
    expect(await machines.replaceWorkers()).toBe(0);
    expect(essence(await lead.ended)).toEqual(essence(alone(late)));
    expect(await machines.left()).toEqual([]);
  });

  test('a result that makes no sense is refused, and its input explored again', async () => {
    const [worker] = machines.workers.splice(0);
    const [, build] = await worker.says(/build (\S+)/);
    worker.signal('SIGSTOP'); // it is there, but takes no job
    const redis = machines.client();
    const stranger: Worker = new Worker(
      `drista-${build}`,
      async (job) => {
        const { check, round } = job.data as { check: string; round: string };
        const half = encode({ format: 2, job: job.id, found: 'verified', shown: {} });
        await redis.hset(keysOf(check).results(round), 'stranger', half);
        void stranger.close().then(() => {
          worker.signal('SIGCONT');
        });
        return 'stranger';
      },
      { connection: { host: '127.0.0.1', port: machines.port }, skipVersionCheck: true },
    );
    const together = await machines.lead(['--report', 'json=-', right]).ended;
    expect(essence(together, true)).toEqual(essence(alone(right), true));
    const why = 'left in Redis was refused: it lacks what results have; its input was checked again';
    expect(together.stdout).toContain(why);
    worker.signal('SIGTERM');
    await worker.ended;
    redis.disconnect();
    expect(await machines.left()).toEqual([]);
  });
});
