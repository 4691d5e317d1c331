/** Explicit states: as many executions, and programs for which they do not pay go to the partition. */
import { explore } from '../../../../../src/explore/explorer';
import { Kind, label } from '../../../../../src/program/label';
import { counter, fib, petersonTry } from '../../../../oracle/larger';
import { programOf, starter } from '../../../../oracle/program-of';
import { buildText, check } from '../../../../support/compiled';

test.each([
  ['counter', () => counter(3, 2), 463],
  ['fib', () => fib(3), 141],
  ['peterson', () => petersonTry(3), 185],
] as const)('%s', (_, program, executions) => {
  for (const explicit of [true, false]) {
    const verdict = explore(program(), { model: 'sc', equivalence: 'observational', explicit });
    expect([verdict.executions, verdict.deadEnds === 0 || !explicit]).toEqual([executions, true]);
  }
});

test('threads that do not meet have more interleavings than executions: the partition takes over', () => {
  const body = (loc: number) =>
    function* () {
      for (let i = 1; i <= 12; i++) yield label(Kind.Store, { loc, value: i, size: 4 });
    };
  const verdict = explore(programOf([starter(6), ...[0, 1, 2, 3, 4, 5].map(body)]), {
    model: 'sc',
    equivalence: 'observational',
  });
  expect([verdict.executions, verdict.states]).toEqual([1, 1]);
});

const endings = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <drista.h>
atomic_int a, b;
pthread_t t[3];
void *reader(void *x) { (void)x; return (void *)(long)(b * 4 + b); }
void *ender(void *x) {
  (void)x;
  if (a == 1) {
    CREATES
    b = 1;
    b = 2;
    ENDS
  }
  return 0;
}
int main(void) {
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, ender, 0);
  a = 1;
  pthread_join(t[0], 0);
  return 0;
}
`;

test.each([
  ['a failed assertion', 'assert(0);', ''],
  ['a failed assumption', 'drista_assume(0);', ''],
  ['a failed assertion, with a thread that never begins', 'assert(0);', 'pthread_create(&t[2], 0, reader, 0);'],
])('nobody comes between stores and the end of the run: %s', (_, ends, creates) => {
  const program = buildText(endings, [`-DENDS=${ends}`, `-DCREATES=${creates}`, '-Wno-unused']);
  for (const explicit of [true, false]) {
    const { executions, errors, limitsHit } = check(program, {
      model: 'sc',
      equivalence: 'observational',
      keepGoing: true,
      explicit,
    });
    expect([executions, errors.map((e) => e.kind), limitsHit]).toEqual([
      1,
      ends.startsWith('assert') ? ['assertion'] : [],
      [],
    ]);
  }
});
