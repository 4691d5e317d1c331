/** Updates whose result a compiled program does not use: one order of them is tried, where it shows nowhere. */
import type { ExploreOptions } from '../../src/explore/explore-options';
import { buildText, check, hasPass } from '../support/compiled';

const rf: ExploreOptions = { model: 'rc11', equivalence: 'rf' };

/** Two threads perform the statement, and main reads the counter after both. */
const counting = (statement: string, between = ''): string => `#include <assert.h>
  #include <pthread.h>
  #include <stdatomic.h>
  static atomic_int counter;
  static void *counts(void *unused) { ${statement} return unused; }
  int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(t + i, 0, counts, 0);
    ${between}
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(atomic_load(&counter) > 0);
  }`;

/** The statements, with the number of executions. */
const statements: Record<string, [string, number]> = {
  'a relaxed addition': ['atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);', 1],
  'a release subtraction': ['atomic_fetch_sub_explicit(&counter, -1, memory_order_release);', 1],
  'a relaxed or': ['atomic_fetch_or_explicit(&counter, 1, memory_order_relaxed);', 1],
  'a builtin': ['__atomic_add_fetch((int *)&counter, 1, __ATOMIC_RELAXED);', 1],
  'a seq_cst addition': ['atomic_fetch_add(&counter, 1);', 2],
  'an exchange': ['atomic_exchange_explicit(&counter, 1, memory_order_relaxed);', 2],
  'a used result': ['assert(atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed) < 2);', 2],
  'an addition, then a used one': [
    `atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
     assert(atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed) < 4);`,
    6,
  ],
};

test.each(['-O0', '-O1', '-O2'].flatMap((level) => Object.keys(statements).map((name) => [name, level] as const)))(
  '%s, %s',
  (name, level) => {
    const [statement, executions] = statements[name];
    const verdict = check(buildText(counting(statement), [level]), rf);
    expect(verdict.errors).toEqual([]);
    expect(verdict.executions).toBe(hasPass ? executions : name === 'an addition, then a used one' ? 6 : 2);
  },
);

test('main reads the counter in between: each order is tried', () => {
  const text = counting(statements['a relaxed addition'][0], 'atomic_load(&counter);');
  expect(check(buildText(text, ['-O2']), rf).executions).toBe(6);
});
