/** Checks that several machines explore: the same verdicts as by one, whatever happens on the way. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { drista, expectRefusal, folder } from '../support/command';
import { compiledBench, Machines, pause, redisServer, verdictOf } from './machines';

if (redisServer === undefined) console.warn('redis-server is missing: tests of --on are skipped');
const describeOnRedis = redisServer === undefined ? describe.skip : describe;

const byRf = ['--equivalence', 'rf', '--tune', 'chance=0'];
const verified = (n: number): string =>
  `verified: no error in any execution under rc11, equivalence rf (${n} executions)`;

describeOnRedis('a check on several machines', () => {
  const machines = new Machines();
  let seven: string, eight: string;

  beforeAll(async () => {
    seven = compiledBench(machines.folder, 'ainc', ['N=7', 'TOLD']);
    eight = compiledBench(machines.folder, 'ainc', ['N=8', 'TOLD']);
    await machines.startRedis();
    await Promise.all([machines.startWorker(), machines.startWorker(), machines.startWorker()]);
  });
  afterAll(() => machines.end());

  test('counts what one machine counts, and leaves nothing behind', async () => {
    const ended = await machines.lead([...byRf, '-v', seven]).ended;
    expect(verdictOf(ended)).toBe(verified(5040));
    expect(ended.stdout).toMatch(/3 workers explored \d+ parts: \d+ messages and \d+ bytes for 1000 executions/);
    expect(await machines.left()).toEqual([]);
  });

  test('counts executions with the same values once', async () => {
    const program = compiledBench(machines.folder, 'casrot', ['N=4']);
    const alone = drista(['--jobs', '1', '--tune', 'chance=0', program]);
    const ended = await machines.lead(['--tune', 'chance=0', program]).ended;
    expect(verdictOf(ended)).toBe(verdictOf({ ...alone, stderr: '' }));
  });

  test('two leads at once', async () => {
    const leads = [machines.lead([...byRf, seven]), machines.lead([...byRf, seven])];
    const ended = await Promise.all(leads.map((lead) => lead.ended));
    expect(ended.map(verdictOf)).toEqual([verified(5040), verified(5040)]);
    expect(await machines.left()).toEqual([]);
  });

  test('a worker is killed, another one is stopped for longer than its lock', async () => {
    const lead = machines.lead([...byRf, eight]);
    await machines.shared(lead);
    machines.workers[0].signal('SIGKILL');
    machines.workers[1].signal('SIGSTOP');
    await pause(2500);
    machines.workers[1].signal('SIGCONT');
    expect(verdictOf(await lead.ended)).toBe(verified(40320));
    expect(await machines.left()).toEqual([]);
    await machines.startWorker();
  });

  test('five workers are killed, one each second, and others started', async () => {
    const lead = machines.lead([...byRf, eight]);
    await machines.shared(lead);
    for (let kills = 0; kills < 5; kills++) {
      await pause(1000);
      machines.workers.shift()!.signal('SIGKILL');
      await machines.startWorker();
    }
    expect(verdictOf(await lead.ended)).toBe(verified(40320));
    expect(await machines.left()).toEqual([]);
  });

  test('the lead is killed, and another one goes on', async () => {
    const first = machines.lead([...byRf, eight], { DRISTA_REDIS_TIMEOUT: '3000' });
    const check = await machines.shared(first);
    const refused = await machines.lead(['--attach', check]).ended;
    expect(refused.stderr).toMatch(/another drista leads the check/);
    expect(refused.status).toBe(2);
    first.signal('SIGKILL');
    await first.ended;
    // It leads for some seconds more, until its lock ends.
    let ended;
    do {
      await pause(300);
      ended = await machines.lead(['--attach', check]).ended;
    } while (ended.stderr.includes('another drista leads the check'));
    expect(verdictOf(ended)).toBe(verified(40320));
    expect(await machines.left()).toEqual([]);
  });

  test('Redis is restarted', async () => {
    const lead = machines.lead([...byRf, eight]);
    await machines.shared(lead);
    await machines.stopRedis();
    await pause(300);
    await machines.startRedis();
    expect(verdictOf(await lead.ended)).toBe(verified(40320));
    expect(await machines.left()).toEqual([]);
  });

  test('a job of another format is refused, and one of another build', async () => {
    const [build] = (await machines.workers[2].says(/build (\S+)/)).slice(1);
    const connection = { host: '127.0.0.1', port: machines.port };
    const queue = new Queue(`drista-${build}`, { connection, skipVersionCheck: true });
    await queue.add('part', { format: 99 }, { jobId: 'stranger-1' });
    await queue.add('part', { format: 2, build: 'x64-0' }, { jobId: 'stranger-2' });
    for (const id of ['stranger-1', 'stranger-2']) {
      while (!(await (await queue.getJob(id))!.isFailed())) await pause(50);
      const { failedReason } = (await queue.getJob(id))!;
      expect(failedReason).toMatch(/^a job of (format 99|another build of drista \(x64-0\)) was refused/);
      await queue.remove(id);
    }
    await queue.close();
  });

  test('a limit ends it: one machine can go on', async () => {
    const ended = await machines.lead([...byRf, '--time-limit', '2', eight]).ended;
    expect(ended.status).toBe(3);
    expect(await machines.left()).toEqual([]);
    const [, file] = /go on with: drista --resume (\S+)/.exec(ended.stdout)!;
    const resumed = drista(['--resume', file], {}, machines.folder);
    expect(verdictOf({ ...resumed, stderr: '' })).toBe(verified(40320));
  });

  test('a worker ends when it is asked to', async () => {
    const worker = await machines.startWorker();
    worker.signal('SIGTERM');
    expect((await worker.ended).status).toBe(0);
  });

  // The last one: nothing goes on after it.
  test('Redis is gone', async () => {
    const lead = machines.lead([...byRf, eight], { DRISTA_REDIS_TIMEOUT: '1500' });
    await machines.shared(lead);
    await machines.stopRedis('SIGKILL');
    const ended = await lead.ended;
    expect(ended.status).toBe(3);
    expect(ended.stdout).toMatch(/Redis at redis:\/\/127.0.0.1:\d+ cannot be reached/);
    const [, file] = /go on with: drista --resume (\S+)/.exec(ended.stdout)!;
    expect(existsSync(join(machines.folder, file))).toBe(true);
    const resumed = drista(['--resume', file], {}, machines.folder);
    expect(verdictOf({ ...resumed, stderr: '' })).toBe(verified(40320));
  });
});

describe('wrong use', () => {
  test('nothing answers at the URL; its password is not shown', () => {
    const program = compiledBench(folder, 'ainc', ['N=2', 'TOLD']);
    const on = drista(['--on', 'redis://me:secret@127.0.0.1:1', program]);
    expectRefusal(on, /^drista: Redis at redis:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\): check the URL/);
    expectRefusal(drista(['worker', '--redis', 'redis://:secret@127.0.0.1:1']), /cannot be reached \(ECONNREFUSED\)/);
  });

  test('no URL, other options', () => {
    const program = compiledBench(folder, 'ainc', ['N=2', 'TOLD']);
    const url = 'redis://127.0.0.1:1';
    expectRefusal(drista(['--on', 'http://a', program]), /http: is not Redis: it has the form redis:/);
    expectRefusal(drista(['--on', 'here', program]), /this is not a URL/);
    expectRefusal(drista(['--attach', '0123456789ab']), /--attach has no effect without --on/);
    expectRefusal(drista(['--on', url, '--attach', '0123456789ab', program]), /leave out/);
    expectRefusal(drista(['--on', url, '--jobs', '2', program]), /--on is not supported with --jobs/);
    expectRefusal(drista(['--on', url, '--strategy', 'random', program]), /--on is not supported with --strategy/);
    expectRefusal(drista(['--on', url, '--equivalence', 'state', program]), /--on hands executions/);
    expectRefusal(drista(['--on', url, '--check', 'progress', program]), /--on hands executions/);
    expectRefusal(drista(['worker']), /needs the server where checks are led/);
  });
});
