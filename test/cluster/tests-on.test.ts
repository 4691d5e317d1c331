/** `drista test --on`: the results of all tests are those without --on. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectRefusal } from '../support/command';
import { top } from '../support/paths';
import { Machines, redisServer } from './machines';

const describeOnRedis = redisServer === undefined ? describe.skip : describe;

const threads = (header: string, shared: string, f: string, g: string, end = ''): string => `${header}
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
${shared}
static void *f(void *arg) { ${f} return arg; }
static void *g(void *arg) { ${g} return arg; }
int main(void)
{
  pthread_t t[2];
  pthread_create(&t[0], 0, f, 0), pthread_create(&t[1], 0, g, 0);
  pthread_join(t[0], 0), pthread_join(t[1], 0);
  ${end}
}
`;
const twoErrors = (header: string): string =>
  threads(
    header,
    'pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER; atomic_int x, y, r, q;',
    `pthread_mutex_lock(&a), pthread_mutex_lock(&b), pthread_mutex_unlock(&b), pthread_mutex_unlock(&a);
     atomic_store_explicit(&x, 1, memory_order_relaxed), r = atomic_load_explicit(&y, memory_order_relaxed);`,
    `pthread_mutex_lock(&b), pthread_mutex_lock(&a), pthread_mutex_unlock(&a), pthread_mutex_unlock(&b);
     atomic_store_explicit(&y, 1, memory_order_relaxed), q = atomic_load_explicit(&x, memory_order_relaxed);`,
    'assert(r || q);',
  );

/** Tests that machines can explore, and such that they cannot: states, outcomes, inputs, samples, losses of power. */
const files: Readonly<Record<string, string>> = {
  'both.drista.c': twoErrors('// drista: error deadlock\n// drista: error assertion'),
  'deadlock.drista.c': twoErrors('// drista: error deadlock --model sc'),
  'assertion.drista.c': twoErrors('// drista: error assertion'),
  'wrong.drista.c': twoErrors('// drista: verified'),
  // Its threads go on for ever: it has finitely many states.
  'endless.drista.c': threads(
    '// drista: verified --model sc\n// drista: time-limit 90',
    'atomic_int x;',
    'for (;;) { int e = 0; atomic_compare_exchange_strong(&x, &e, 1); }',
    'for (;;) { int e = 1; atomic_compare_exchange_strong(&x, &e, 0); }',
  ),
  'outcomes.drista.c': threads(
    '// drista: outcomes x=0 x=1',
    '#include <drista.h>\natomic_int x;',
    'x = 1;',
    'drista_observe("x", x);',
  ),
  'states.drista.c': threads('// drista: verified --equivalence state', 'atomic_int x;', 'x++;', 'x++;'),
  'random.drista.c': threads(
    '// drista: inconclusive --strategy random --max-executions 9',
    'atomic_int x;',
    'x++;',
    'x++;',
  ),
};

/** What was printed, without times and how the work was shared. */
const printed = ({ stdout }: { stdout: string }): string[] =>
  stdout
    .replace(/, \d+\.\d+ s/g, '')
    .replace(/ in \d+\.\d+ s/g, '')
    .split('\n')
    .filter((line) => /^ [✓✗!?]|^FAILED|^NOT CHECKED|^UNDECIDED/.test(line) || line.includes('passed'));

describeOnRedis('tests on several machines', () => {
  const machines = new Machines();
  let root: string;

  beforeAll(async () => {
    root = join(machines.folder, 'project');
    mkdirSync(root);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    for (const name of ['ainc.c', 'common.h']) copyFileSync(join(top, 'bench', 'programs', name), join(root, name));
    writeFileSync(
      join(root, 'large.drista.c'),
      '// drista: verified --equivalence rf\n// drista: build -DN=7 -DTOLD -Wno-comment\n#include "ainc.c"\n',
    );
    await machines.startRedis();
    await Promise.all([machines.startWorker(), machines.startWorker()]);
  });
  afterAll(() => machines.end());

  test('the same results; machines have explored, and nothing is left', async () => {
    const alone = drista(['test', '--no-cache'], {}, root);
    const together = await machines.command(['test', '--no-cache', '--on', machines.url], root).ended;
    expect(printed(together)).toEqual(printed(alone));
    expect(together.status).toBe(alone.status);
    expect(printed(alone).filter((line) => line.startsWith(' ✗'))).toHaveLength(1);
    expect(printed(alone)).toHaveLength(2 + Object.keys(files).length + 1);
    expect(await machines.completed()).toBeGreaterThan(0);
    expect(await machines.left()).toEqual([]);
  });

  test('what was verified is remembered, with --on or without', async () => {
    const words = ['test', 'large.drista.c', '--on', machines.url];
    const first = await machines.command(words, root).ended;
    expect(first.stdout).toMatch(/✓ large\.drista\.c \(5040 executions/);
    expect(drista(['test', 'large.drista.c'], {}, root).stdout).toMatch(/✓ large\.drista\.c \(5040 executions, cached/);
  });
});

test('wrong use: no server', () => {
  expectRefusal(drista(['test', '--on', 'http://a']), /http: is not Redis/);
  expectRefusal(drista(['test', '--on', 'redis://127.0.0.1:1']), /cannot be reached \(ECONNREFUSED\): check the URL/);
});
