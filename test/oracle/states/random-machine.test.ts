/** Random programs with loops: the state search finds what the search from the definitions does. */
import { stateSearchDifferences } from './compare-states';
import type { Machine } from './machine';
import { machineShapes } from './machine-shapes';
import { randomMachines } from './random-machine';

const seed = Number(process.env.DRISTA_SEED ?? 1);

test.each(Object.entries(machineShapes))('%s', (_, shape) => {
  for (const machine of randomMachines(shape, seed, 10))
    expect({ machine, differences: stateSearchDifferences(machine, 1000) ?? [] }).toEqual({ machine, differences: [] });
});

/**
 * Thread 1 takes mutex 0, and an assertion fails; where thread 2 holds it, both end. Thread 2 comes to the mutex only
 * within a move that ends with the assertion.
 */
const failsWhereItTakesTheLock: Machine = {
  threads: [
    [
      { op: 'create', t: 1 },
      { op: 'create', t: 2 },
    ],
    [
      { op: 'trylock', m: 0, r: 0 },
      { op: 'if', r: 0, v: 0, not: true, to: 13 },
      { op: 'add', x: 0, v: { r: 0, c: 1 }, r: 1 },
      { op: 'load', x: 1, r: 1 },
      { op: 'if', r: 1, v: 2, to: 12 },
      { op: 'load', x: 0, r: 1 },
      { op: 'if', r: 1, v: 0, not: true, to: 8 },
      { op: 'fail' },
      { op: 'load', x: 0, r: 0 },
      { op: 'if', r: 0, v: 1, not: true, to: 11 },
      { op: 'fail' },
      { op: 'jump', to: 3 },
      { op: 'unlock', m: 0 },
      { op: 'xor', x: 0, v: 0, r: 1 },
    ],
    [
      { op: 'lock', m: 1 },
      { op: 'add', x: 0, v: 0, r: 0 },
      { op: 'unlock', m: 1 },
      { op: 'lock', m: 0 },
      { op: 'load', x: 1, r: 1 },
      { op: 'unlock', m: 0 },
    ],
  ],
  modulus: 3,
  registers: 2,
  locs: 2,
  mutexes: 2,
  conds: 0,
  rwlocks: 0,
  semaphores: [],
  barriers: [],
  onces: 0,
};

test('an execution beside those that end with an error, with --keep-going', () => {
  expect(stateSearchDifferences(failsWhereItTakesTheLock, 1000)).toEqual([]);
});

/** Both threads wait for ever in the end. What thread 2 may still do is known late in a search of shallow layers. */
const leavesItsLoopLate: Machine = {
  threads: [
    [
      { op: 'create', t: 1 },
      { op: 'create', t: 2 },
    ],
    [
      { op: 'load', x: 0, r: 1 },
      { op: 'store', x: 0, v: 2 },
      { op: 'xchg', x: 0, v: 1, r: 1 },
      { op: 'if', r: 1, v: 0, not: true, to: 2 },
      { op: 'jump', to: 0 },
    ],
    [
      { op: 'load', x: 0, r: 1 },
      { op: 'if', r: 1, v: 0, to: 7 },
      { op: 'lock', m: 0 },
      { op: 'xchg', x: 0, v: 0, r: 1 },
      { op: 'xchg', x: 1, v: { r: 0, c: 0 }, r: 0 },
      { op: 'unlock', m: 0 },
      { op: 'jump', to: 0 },
      { op: 'lock', m: 1 },
      { op: 'load', x: 0, r: 0 },
      { op: 'unlock', m: 1 },
      { op: 'if', r: 0, v: 0, not: true, to: 7 },
    ],
  ],
  modulus: 3,
  registers: 2,
  locs: 2,
  mutexes: 2,
  conds: 0,
  rwlocks: 0,
  semaphores: [],
  barriers: [],
  onces: 0,
};

test('components are those of all steps, not of those that a search tried that failed', () => {
  expect(stateSearchDifferences(leavesItsLoopLate, 1000)).toEqual([]);
});

/** Thread 1 goes on for ever, so that thread 2 may wait for ever. The assumption of main fails in some executions. */
const assumesInALoop: Machine = {
  threads: [
    [
      { op: 'create', t: 1 },
      { op: 'create', t: 2 },
      { op: 'lock', m: 0 },
      { op: 'load', x: 0, r: 0 },
      { op: 'if', r: 0, v: 0, not: true, to: 6 },
      { op: 'assume' },
      { op: 'load', x: 0, r: 0 },
      { op: 'signal', c: 0 },
      { op: 'unlock', m: 0 },
    ],
    [
      { op: 'cas', x: 0, e: 0, v: 1, r: 0 },
      { op: 'if', r: 0, v: 0, not: true, to: 0 },
      { op: 'load', x: 0, r: 0 },
      { op: 'store', x: 0, v: 2 },
      { op: 'jump', to: 2 },
    ],
    [
      { op: 'lock', m: 0 },
      { op: 'load', x: 0, r: 1 },
      { op: 'if', r: 1, v: 1, to: 5 },
      { op: 'wait', c: 0, m: 0, r: 1 },
      { op: 'jump', to: 1 },
      { op: 'unlock', m: 0 },
      { op: 'lock', m: 0 },
      { op: 'load', x: 0, r: 1 },
      { op: 'if', r: 1, v: 2, to: 11 },
      { op: 'wait', c: 0, m: 0, r: 1 },
      { op: 'jump', to: 7 },
      { op: 'unlock', m: 0 },
    ],
  ],
  modulus: 3,
  registers: 2,
  locs: 1,
  mutexes: 1,
  conds: 1,
  rwlocks: 1,
  semaphores: [0],
  barriers: [],
  onces: 0,
};

test('failed assumptions that a search meets again on its way count once, interrupted or not', () => {
  expect(stateSearchDifferences(assumesInALoop, 1000)).toEqual([]);
});
