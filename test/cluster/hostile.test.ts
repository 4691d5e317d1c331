/** Strangers who can write to Redis: what makes no sense is refused in one line, and the verdict stays the same. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { encode } from '../../src/cluster/codec';
import { keysOf } from '../../src/cluster/redis';
import { readReport } from '../../src/cluster/untrusted';
import { top } from '../support/paths';
import { compiledBench, Machine, Machines, pause, redisServer, verdictOf, type Ended } from './machines';

const describeOnRedis = redisServer === undefined ? describe.skip : describe;

const byRf = ['--equivalence', 'rf', '--tune', 'chance=0'];
const verified = 'verified: no error in any execution under rc11, equivalence rf (5040 executions)';

/** A report that has the form of one. */
const sound = {
  format: 2,
  common: { nodes: 1, locations: 0, sites: 0 },
  histories: { names: [], sites: [], locations: [], initials: [], nodes: [], labels: [] },
  found: [],
  speculations: [],
  statistics: { runs: 1, events: 1 },
  notes: [],
  atoms: [],
  remaining: [],
  names: new Uint8Array(),
  cut: false,
  milliseconds: 1,
};

describe('a result', () => {
  test('is taken in its form', () => {
    expect(readReport(encode({ ...sound, job: 'a' }), 'a')).toEqual({ ...sound, job: 'a' });
  });

  test.each([
    [{ found: [{}] }],
    [{ found: [{ performed: true, counts: {}, errors: [], notes: [], limitsHit: [] }] }],
    [{ remaining: [{ path: [], base: 1 }] }],
    [{ names: new Uint8Array(3) }],
    [{ statistics: { runs: -1, events: 0 } }],
    [{ milliseconds: 0.5 }],
    [{ speculations: [['locs', -1, 0]] }],
    [{ histories: null }],
    [{ histories: { ...sound.histories, names: [7] } }],
    [{ atoms: ['x'] }],
    [{ cut: undefined }],
  ])('is refused where it lacks something: %j', (fields) => {
    expect(() => readReport(encode({ ...sound, job: 'a', ...fields }), 'a')).toThrow('it lacks what results have');
  });
});

describeOnRedis('strangers in Redis', () => {
  const machines = new Machines();
  let seven: string, build: string;

  beforeAll(async () => {
    seven = compiledBench(machines.folder, 'ainc', ['N=7', 'TOLD']);
    await machines.startRedis();
    const worker = await machines.startWorker();
    [, build] = await worker.says(/build (\S+)/);
    worker.signal('SIGTERM');
    await worker.ended;
    machines.workers.length = 0;
  });
  afterAll(() => machines.end());

  /** Leads a check of which a stranger takes the first job and leaves `result` for it; a true worker does the rest. */
  async function checkWith(result: (job: string) => Buffer): Promise<Ended> {
    const redis = machines.client();
    const connection = { host: '127.0.0.1', port: machines.port };
    const idle = setInterval(() => {
      void redis.eval(`redis.call('ZADD', KEYS[1], redis.call('TIME')[1], 'stranger/0')`, 1, `drista:idle:${build}`);
    }, 200);
    const taken = new Promise<void>((resolve) => {
      const stranger: Worker = new Worker(
        `drista-${build}`,
        async (job) => {
          const { check, round } = job.data as { check: string; round: string };
          await redis.hset(keysOf(check).results(round), 'stranger', result(job.id!));
          void stranger.close().then(resolve);
          return 'stranger';
        },
        { connection, skipVersionCheck: true },
      );
    });
    const lead = machines.lead([...byRf, seven]);
    await taken;
    clearInterval(idle);
    await redis.del(`drista:idle:${build}`);
    const worker = await machines.startWorker();
    const ended = await lead.ended;
    worker.signal('SIGTERM');
    await worker.ended;
    machines.workers.length = 0;
    redis.disconnect();
    return ended;
  }

  test.each([
    ['garbage', () => Buffer.from('garbage'), 'it cannot be read'],
    ['a huge one', () => Buffer.alloc(2 ** 26 + 1), 'it is too large'],
    [
      'another format',
      (job: string) => encode({ ...sound, job, format: '1\n2' }),
      'it is of format 1 2, and this drista takes format 2',
    ],
    ['another job', () => encode({ ...sound, job: 'other' }), 'it is that of another job'],
    ['half a report', (job: string) => encode({ format: 2, job, found: [] }), 'it lacks what results have'],
  ])('%s is refused, and the part explored again', async (_what, result, why) => {
    const ended = await checkWith(result);
    expect(ended.stdout).toContain(`a result that workers have left in Redis was refused: ${why}; its part was`);
    expect(verdictOf(ended)).toBe(verified);
    expect(await machines.left()).toEqual([]);
  });

  test.each([
    ['numbers of nothing', { speculations: [['locs', 999, 0]] }],
    ['labels that are none', { histories: { ...sound.histories, nodes: [[1, null]], labels: [5] } }],
    ['no reason for its end', {}],
  ])('a report with %s ends the check in one line', async (_what, fields) => {
    const ended = await checkWith((job) => encode({ ...sound, job, ...fields }));
    expect(ended.status).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr.trimEnd().split('\n').slice(1)).toEqual([
      expect.stringMatching(/^drista: the result of a worker cannot be used, or there is a bug in drista \(/),
    ]);
    expect(await machines.left()).toEqual([]);
  });

  test('after a report with a record of accesses that is none the check begins again', async () => {
    const ended = await checkWith((job) => encode({ ...sound, job, runtime: new Uint8Array(9) }));
    expect(verdictOf(ended)).toBe(verified);
    expect(await machines.left()).toEqual([]);
  });

  test('jobs that nobody can read leave nothing, and lost workers are still replaced', async () => {
    const queue = `bull:drista-${build}`;
    const redis = machines.client();
    const worker = await machines.startWorker();
    await redis.hset(`${queue}:data-1`, { name: 'part', data: 'no json', opts: '{}' });
    await redis.hset(`${queue}:opts-1`, { name: 'part', data: '{}', opts: 'no json' });
    await redis.set(`${queue}:text-1`, 'no job');
    await redis.lpush(`${queue}:wait`, 'text-1', 'opts-1', 'data-1', 'nothing-1');
    await redis.zadd(`${queue}:marker`, 0, '0');
    while ((await redis.llen(`${queue}:wait`)) + (await redis.llen(`${queue}:active`)) > 0) await pause(100);
    expect(worker.stderr).toMatch(/a job of format undefined was refused/);
    const lead = machines.lead([...byRf, seven]);
    await machines.shared(lead);
    machines.workers.splice(0, 1)[0].signal('SIGKILL');
    await machines.startWorker();
    expect(verdictOf(await lead.ended)).toBe(verified);
    const strangers = await redis.zrange(`${queue}:failed`, 0, -1);
    for (const id of strangers) await redis.del(`${queue}:${id}`);
    await redis.del(`${queue}:failed`);
    expect(strangers.every((id) => /-1$/.test(id))).toBe(true);
    expect(await machines.left()).toEqual([]);
    redis.disconnect();
  });

  test('workers that say nonsense of themselves are not there; events of nobody change nothing', async () => {
    const redis = machines.client();
    const entries = ['null', '7', '{}', 'x', JSON.stringify({ build: 'a\nb', at: 1e9 })];
    for (const [i, entry] of entries.entries()) await redis.hset('drista:workers', `stranger${i}`, entry);
    const events = `bull:drista-${build}:events`;
    const lead = machines.lead([...byRf, '-v', seven]);
    await machines.shared(lead);
    await redis.xadd(events, '*', 'event', 'completed', 'jobId', 'x', 'returnvalue', 'no json');
    await redis.xadd(events, '*', 'event', 'failed', 'jobId', 'x', 'failedReason', 'a\nb');
    const ended = await lead.ended;
    expect(verdictOf(ended)).toBe(verified);
    expect(ended.stdout).toMatch(/[12] workers? explored/);
    for (const i of entries.keys()) await redis.hdel('drista:workers', `stranger${i}`);
    redis.disconnect();
  });

  test('a worker of another build gets no job, and the lead names it', async () => {
    for (const worker of machines.workers.splice(0)) {
      worker.signal('SIGTERM');
      await worker.ended;
    }
    const other = join(machines.folder, 'other');
    mkdirSync(join(other, 'build'), { recursive: true });
    for (const name of readdirSync(top))
      if (name !== 'build' && name !== 'drista') symlinkSync(join(top, name), join(other, name));
    copyFileSync(join(top, 'drista'), join(other, 'drista'));
    for (const name of readdirSync(join(top, 'build')))
      if (name !== 'command') symlinkSync(join(top, 'build', name), join(other, 'build', name));
    cpSync(join(top, 'build', 'command'), join(other, 'build', 'command'), { recursive: true });
    writeFileSync(join(other, 'build', 'command', 'extra.js'), '// another build\n');
    const stranger = new Machine(['worker', '--redis', machines.url], {}, machines.folder, join(other, 'drista'));
    const [, its] = await stranger.says(/build (\S+)/);
    expect(its).not.toBe(build);
    const { stdout } = await machines.lead([...byRf, seven], { DRISTA_PART_ALONE: '5000' }).ended;
    expect(stdout).toContain(`build ${its}`);
    expect(stdout).toMatch(/5040 executions/);
    stranger.signal('SIGTERM');
    expect((await stranger.ended).status).toBe(0);
  });
});
