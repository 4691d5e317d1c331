/** Threads that go round a loop for ever and perform no event that returns a value, such as one that only stores. */
import { drista } from '../support/command';
import { buildText, check, hasPass } from '../support/compiled';

const program = (a: string, b: string, end = 'pthread_join(t, 0); pthread_join(s, 0)'): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x, y;
static int data;
static void set(atomic_int *where, int v) { atomic_store(where, v); }
static void *first(void *none) { ${a}; return none; }
static void *second(void *none) { ${b}; return none; }
int main(void) {
  pthread_t t, s;
  pthread_create(&t, 0, first, 0);
  pthread_create(&s, 0, second, 0);
  set(&y, data * 0);
  ${end};
  return 0;
}
`;

const ones = 'for (;;) x = 1';
const toggles = 'for (;;) { x = 1; x = 0; }';
const leaves = 'while (x != 1); exit(0)';

/** Tests of loops that the pass tells the runtime of. */
const withPass = hasPass ? test : test.skip;

interface Found {
  readonly verdict: string;
  readonly states: number;
  readonly executions: number;
  readonly notes: readonly string[];
  readonly errors: readonly { readonly kind: string }[];
}

function found(path: string, ...options: string[]): Found {
  return JSON.parse(drista(['--tune', 'minimise=off', '--report', 'json=-', ...options, path]).stdout) as Found;
}

const byStates = ['--equivalence', 'state'];

// The same at each level of optimisation.
withPass.each<[string, string, string, number]>([
  ['one store', ones, leaves, 4],
  ['two stores', toggles, leaves, 6],
  ['by a function', 'for (;;) set(&x, 1)', leaves, 4],
  ['a counter that nobody uses', 'for (int n = 0;; n++) x = 1', leaves, 4],
  ['a state that comes back later', 'for (int n = 0;; n = !n) x = n', leaves, 6],
  ['a loop in the loop', 'for (;;) for (int n = 0; n < 2; n++) x = n', leaves, 6],
  ['no store', 'for (;;)', 'x = 1; while (x != 1); exit(0)', 4],
])('%s: another thread ends the program', (_, a, b, states) => {
  for (const level of ['-O0', '-O1', '-O2']) {
    const verdict = check(buildText(program(a, b), ['-w', level]), { model: 'sc', equivalence: 'state' });
    expect({ level, ...verdict }).toMatchObject({ level, errors: [], limitsHit: [], executions: 1, states });
  }
});

withPass('what others do is explored: assertions, races', () => {
  const fails = buildText(program(ones, 'int r = x; assert(r != 1)'), ['-w']);
  for (const options of [[], byStates, ['--equivalence', 'rf'], ['--equivalence', 'co'], ['--jobs', '2']])
    expect(found(fails, ...options).errors.map(({ kind }) => kind)).toEqual(['assertion']);
  for (const strategy of ['odpor', 'sdpor', 'random', 'pct'])
    expect(found(fails, '--model', 'sc', '--strategy', strategy).errors.map(({ kind }) => kind)).toEqual(['assertion']);
  const races = buildText(program('for (;;) { if (x == 2) data = 1; x = 1; }', 'x = 2; data = 3; for (;;) x = 2'), [
    '-w',
  ]);
  expect(found(races, ...byStates).errors.map(({ kind }) => kind)).toEqual(['data-race']);
  const plain = buildText(program('for (;;) data = 1', 'x = data'), ['-w']);
  expect(found(plain).errors.map(({ kind }) => kind)).toEqual(['data-race']);
});

withPass('who may get nowhere beside it is reported (--check progress)', () => {
  const progress = (a: string, b: string): string[] =>
    found(buildText(program(a, b), ['-w']), '--check', 'progress').errors.map(({ kind }) => kind);
  expect(progress(ones, 'while (!x)')).toEqual([]);
  expect(progress(toggles, 'while (!x)')).toEqual(['starvation']);
  expect(progress('for (;;) { y = 1; y = 0; }', 'while (!x)')).toEqual(['starvation']);
  const retreats = (mine: string, other: string): string =>
    `for (;;) { ${mine} = 1; if (!${other}) break; ${mine} = 0; } ${mine} = 0`;
  expect(progress(retreats('x', 'y'), retreats('y', 'x'))).toEqual(['livelock']);
  // One goes on, and keeps the other one.
  expect(progress(retreats('x', 'y'), 'for (;;) { y = 1; y = 0; }')).toEqual(['starvation']);
});

withPass('executions have a number of rounds, and this is said', () => {
  const relaxed = (a: string): string =>
    a.replaceAll(/x = (\d)/g, 'atomic_store_explicit(&x, $1, memory_order_relaxed)');
  const { verdict, notes } = found(
    buildText(program(relaxed(toggles), leaves), ['-w']),
    ...['--equivalence', 'observational'],
  );
  expect(verdict).toBe('inconclusive');
  expect(notes).toContainEqual(
    expect.stringMatching(/^thread 1 goes round the loop at .*:8 for ever: executions have 5/),
  );
  const fails = 'int r = x, s = x; assert(!(r == 1 && s == 0))';
  expect(found(buildText(program(relaxed(toggles), fails), ['-w'])).errors.map(({ kind }) => kind)).toEqual([
    'assertion',
  ]);
});

withPass('a strategy that has no place for it refuses the program', () => {
  const { status, stderr } = drista([
    '--strategy',
    'vc-dpor',
    '--model',
    'sc',
    buildText(program(ones, leaves), ['-w']),
  ]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('does not support threads that go round a loop for ever (in thread 1)') as string,
  });
});

withPass('--tune unroll ends it', () => {
  expect(found(buildText(program(ones, leaves), ['-w']), '--tune', 'unroll=3')).toMatchObject({
    verdict: 'inconclusive',
    errors: [],
  });
});

withPass('a safe schedule', () => {
  const safe = drista(['safe', buildText(program(toggles, leaves), ['-w'])]);
  expect(safe).toMatchObject({ status: 0, stderr: '' });
  expect(safe.stdout).toMatch(/^safe: no execution goes wrong \(14 states\)$/m);
});

test('without the pass the check ends at a limit', () => {
  const path = buildText(program(ones, 'int r = x; assert(r == 1)'), ['-w'], 'c', null);
  expect(check(path, { model: 'sc', equivalence: 'state', maxSteps: 1000 })).toMatchObject({
    errors: [],
    limitsHit: ['steps'],
  });
});
