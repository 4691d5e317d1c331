/** `drista spec --on`: workers check clients; the result is that of one machine. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal } from '../support/command';
import { top } from '../support/paths';
import { Machines, pause, redisServer, type Ended } from './machines';

const describeOnRedis = redisServer === undefined ? describe.skip : describe;

/** What is to be the same: all but the time, and which client was checked where. */
function essence(ended: { readonly stdout: string; readonly status: number | null }): unknown {
  return { status: ended.status, ...(JSON.parse(ended.stdout) as object), seconds: 0 };
}

describeOnRedis('clients on several machines', () => {
  const machines = new Machines();
  const wrong = join(top, 'examples', 'stack-specification.cc');
  const stack = join(machines.folder, 'stack.cc');
  const spec = ['spec', '--report', 'json=-', '--calls', '3'];
  const on = (args: readonly string[]): Promise<Ended> =>
    machines.command([...spec, '--on', machines.url, ...args]).ended;

  beforeAll(async () => {
    // Its pop takes the first node only if the stack has not changed in between.
    const body = /Node \*node = top\.load[^]*?top\.store\(.*\n/;
    const text = readFileSync(wrong, 'utf8');
    const right = text.replace(
      body,
      `Node *node = top.load(std::memory_order_acquire);
      while (node != nullptr && !top.compare_exchange_weak(node, node->next, std::memory_order_acq_rel)) {
      }
      if (node == nullptr)
        return false;
`,
    );
    expect(right).not.toBe(text);
    writeFileSync(stack, right);
    await machines.startRedis();
    await Promise.all([machines.startWorker(), machines.startWorker()]);
  });
  afterAll(() => machines.end());

  test('all are verified: by workers, with the same counts', async () => {
    const alone = drista([...spec, stack], {}, machines.folder);
    const together = await on([stack]);
    expect(essence(together)).toEqual(essence(alone));
    expect(alone.status).toBe(0);
    expect(await machines.completed()).toBeGreaterThan(5);
    expect(await machines.left()).toEqual([]);
  });

  test('the smallest client that goes wrong is found', async () => {
    const alone = drista([...spec, wrong], {}, machines.folder);
    const together = await on([wrong]);
    expect(alone.status).toBe(1);
    expect(essence(together)).toEqual(essence(alone));
    expect(await machines.left()).toEqual([]);
  });

  test('limits of clients', async () => {
    const alone = drista([...spec, '--max-executions', '2', stack], {}, machines.folder);
    expect(alone.status).toBe(3);
    expect(essence(await on(['--max-executions', '2', stack]))).toEqual(essence(alone));
  });

  test('a worker is killed, another one is asked to end', async () => {
    const lead = machines.command([...spec, '--on', machines.url, stack]);
    const before = await machines.completed();
    while ((await machines.completed()) < before + 5) await pause(20);
    expect(await machines.replaceWorkers()).toBe(0);
    const alone = drista([...spec, stack], {}, machines.folder);
    expect(essence(await lead.ended)).toEqual(essence(alone));
    expect(await machines.left()).toEqual([]);
  });
});

test('wrong use', () => {
  const test = join(top, 'examples', 'stack-specification.cc');
  expectRefusal(drista(['spec', '--on', 'redis://127.0.0.1:1', test]), /cannot be reached \(ECONNREFUSED\)/);
  expectRefusal(
    drista(['spec', '--on', 'redis://127.0.0.1:1', '--jobs', '2', test]),
    /--on is not supported with --jobs/,
  );
});
