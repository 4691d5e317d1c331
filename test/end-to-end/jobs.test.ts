/** Several workers find what one finds: the same executions, each once, and the same errors. */
import { join } from 'node:path';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { build, buildText, check, checkTogether } from '../support/compiled';

const bench = (name: string, ...flags: string[]): string =>
  build([join(__dirname, '..', '..', '..', 'bench', 'programs', `${name}.c`)], flags);

const programs = {
  'reads of relaxed atomics': bench('fib', '-DN=3'),
  seq_cst: bench('fib', '-DN=3', '-DSC=1'),
  'locks and plain data': bench('mutex', '-DN=3', '-DM=2'),
  'condition variables': bench('condvar', '-DN=3'),
  'a stack': bench('treiber', '-DPUSH=2', '-DPOP=2'),
  'loops that wait': bench('ttas', '-DN=2'),
};

const options: ExploreOptions[] = [
  { model: 'rc11', equivalence: 'observational' },
  { model: 'rc11', equivalence: 'rf' },
  { model: 'sc', equivalence: 'observational', explicit: false },
  { model: 'c20', equivalence: 'co' },
];

// Each program under the first of the options and under another.
test.each(
  Object.entries(programs).flatMap(([name, path], i) =>
    [options[0], options[1 + (i % 3)]].map((o) => [name, o.model, o.equivalence, path, o] as const),
  ),
)('%s, %s, %s', (_name, _model, _equivalence, path, o) => {
  const [alone, together] = [check(path, o), checkTogether(path, 3, o)];
  expect({
    executions: together.executions,
    errors: together.errors,
    blocked: together.blocked,
    limitsHit: together.limitsHit,
  }).toEqual({ executions: alone.executions, errors: [], blocked: alone.blocked, limitsHit: [] });
});

test('a bound on preemptions', () => {
  const bounded: ExploreOptions = { model: 'rc11', equivalence: 'observational', preemptions: 2 };
  const alone = check(programs['reads of relaxed atomics'], bounded);
  expect(checkTogether(programs['reads of relaxed atomics'], 3, bounded)).toMatchObject({
    executions: alone.executions,
    limitsHit: ['bound'],
  });
});

const prologue =
  '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y, z;\nstatic int data;\n';
const epilogue = `
int main(void) {
  pthread_t t[3];
  void *(*f[])(void *) = {a, b, c};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}`;
const thread = (name: string, body: string): string => `static void *${name}(void *_) { (void)_; ${body} return 0; }\n`;
const add = 'for (int i = 0; i < 2; i++) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);';

const wrong = {
  'a race that two accesses make which no run has both of': [
    'data-race',
    `${thread(
      'a',
      `if (atomic_load_explicit(&x, memory_order_relaxed) == 1) data = 1; ${add}`,
    )}${thread('b', `if (atomic_load_explicit(&x, memory_order_relaxed) == 3) data = 2; ${add}`)}${thread('c', add)}`,
  ],
  'an assertion': [
    'assertion',
    [
      thread('a', `${add} atomic_store(&y, 1);`),
      thread('b', `${add} if (atomic_load(&y)) assert(atomic_load(&z) == 0);`),
      thread('c', `${add} atomic_store(&z, 1);`),
    ].join(''),
  ],
} as const;

test.each(Object.entries(wrong))('%s', (_, [kind, threads]) => {
  const path = buildText(`${prologue}${threads}${epilogue}`);
  const kinds = (errors: readonly { kind: string; message: string }[]): string[] =>
    errors.map((e) => `${e.kind} ${e.message}`).sort();
  const o: ExploreOptions = { model: 'rc11', equivalence: 'observational', keepGoing: true };
  const [alone, together] = [check(path, o), checkTogether(path, 3, o)];
  expect(new Set(alone.errors.map((e) => e.kind))).toEqual(new Set([kind]));
  expect(kinds(together.errors)).toEqual(kinds(alone.errors));
  expect(checkTogether(path, 3, { ...o, keepGoing: false }).errors).toHaveLength(1);
});

test('a limit on executions ends the search of all', () => {
  expect(
    checkTogether(programs['reads of relaxed atomics'], 3, { model: 'rc11', equivalence: 'rf', maxExecutions: 100 }),
  ).toMatchObject({ executions: 100, limitsHit: ['executions'], errors: [] });
});
