/** Explicit states: the tables, and that programs for which they do not pay go to the partition. */
import { explore } from '../../../../src/explore/explorer';
import { Vector } from '../../../../src/explore/strategy/stateful/vector';
import { VectorSet } from '../../../../src/explore/store/vector-set';
import { Kind, label } from '../../../../src/program/label';
import { counter, fib, petersonTry } from '../../../oracle/larger';
import { programOf, starter } from '../../../oracle/program-of';
import { buildText, check } from '../../../support/compiled';

test('a vector knows its hash, goes back, and grows without losing what was visited', () => {
  const visited = new VectorSet(16);
  const vector = new Vector(visited, new VectorSet(8));
  const seen = (): boolean => visited.has(vector.values, vector.hash);
  expect([
    vector.hash,
    seen(),
    visited.add(vector.values, vector.hash),
    visited.add(vector.values, vector.hash),
  ]).toEqual([0, false, true, false]);
  vector.setPlace(3, 7);
  vector.setHeld(2, 5);
  expect(vector.hashOf(vector.values)).toBe(vector.hash);
  visited.add(vector.values, vector.hash);
  const mark = vector.mark();
  vector.setPlace(20, 1);
  vector.reach(30);
  vector.setHeld(30, 9);
  expect([vector.place(3), vector.held(2), vector.place(20), vector.held(30), seen()]).toEqual([7, 5, 1, 9, false]);
  vector.undo(mark);
  expect([vector.place(20), vector.held(30), seen(), visited.count]).toEqual([0, 0, true, 2]);
  vector.undo(0);
  expect([vector.hash, seen()]).toEqual([0, true]);
});

test('many vectors', () => {
  const visited = new VectorSet(16);
  const vector = new Vector(visited, new VectorSet(8));
  let added = 0;
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 5000; i++) {
      vector.setPlace(1, i % 70);
      vector.setHeld(0, Math.floor(i / 70));
      if (visited.add(vector.values, vector.hash)) added++;
    }
  }
  expect([added, visited.count]).toEqual([5000, 5000]);
});

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
