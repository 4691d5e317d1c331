/**
 * The seam between models and the exploration, shown by a model that is not one of drista's. What RA allows is what the
 * brute force allows under RC11 once all orders in the text of a program are those that RA gives them.
 */
import { Rc11 } from '../../src/model/rc11';
import { bruteForce } from '../oracle/brute';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, Op } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';
import { exploreUnder } from './exploring';
import { ReleaseAcquire } from './release-acquire';

/** The program with the orders that RA gives its accesses. */
function strengthened(litmus: Litmus): Litmus {
  const order = (op: Op): Op => {
    switch (op.op) {
      case 'R':
        return { ...op, o: 'acq' };
      case 'W':
        return { ...op, o: 'rel' };
      case 'F':
        return { ...op, o: 'ar' };
      case 'U':
        return { ...op, o: 'ar', fo: 'acq' };
      default:
        return op;
    }
  };
  return { ...litmus, threads: litmus.threads.map((ops) => ops.map(order)) };
}

const storeBuffering: Litmus = {
  locs: 2,
  threads: [
    [
      { op: 'W', x: 0, o: 'sc', v: 1 },
      { op: 'R', x: 1, o: 'sc', r: 'a' },
    ],
    [
      { op: 'W', x: 1, o: 'sc', v: 1 },
      { op: 'R', x: 0, o: 'sc', r: 'b' },
    ],
  ],
};

const messagePassing: Litmus = {
  locs: 2,
  threads: [
    [
      { op: 'PW', x: 0, v: 1 },
      { op: 'W', x: 1, o: 'rlx', v: 1 },
    ],
    [
      { op: 'R', x: 1, o: 'rlx', r: 'a' },
      { op: 'IF', r: 'a', v: 1, skip: 1 },
      { op: 'PR', x: 0, r: 'b' },
    ],
  ],
};

test('seq_cst accesses are not ordered: both threads may miss the write of the other one', () => {
  expect(exploreUnder(new ReleaseAcquire(), dataProgram(storeBuffering), 'rf').verdict.executions).toBe(4);
  expect(exploreUnder(new Rc11('rc11'), dataProgram(storeBuffering), 'rf').verdict.executions).toBe(3);
});

test('relaxed accesses synchronise, so that data passed by them does not race', () => {
  const kinds = (model: Rc11): string[] =>
    exploreUnder(model, dataProgram(messagePassing), 'observational').verdict.errors.map((e) => e.kind);
  expect(kinds(new ReleaseAcquire())).toEqual([]);
  expect(kinds(new Rc11('rc11'))).toEqual(['data-race']);
});

test.each([
  ['atomics', {}],
  ['much seq_cst', { seqCst: 'heavy', maxOps: 11 }],
  ['relaxed and acquire-release', { seqCst: 'none', maxOps: 11 }],
] as const)('random programs have the executions of the brute force: %s', (_, shape) => {
  const programs = randomLitmus(shape, 4711, 8);
  for (const litmus of programs) {
    const brute = bruteForce(strengthened(litmus), 'rc11');
    for (const [equivalence, merging] of [
      ['rf', false],
      ['observational', false],
      ['observational', true],
    ] as const) {
      const { values, verdict } = exploreUnder(new ReleaseAcquire(), dataProgram(litmus), equivalence, merging);
      expect({ litmus, values: [...new Set(values)].sort() }).toEqual({ litmus, values: [...brute.value].sort() });
      expect(verdict.executions).toBe(equivalence === 'rf' ? brute.rf.size : brute.value.size);
    }
    expect(exploreUnder(new ReleaseAcquire(), dataProgram(litmus), 'co').verdict.executions).toBe(brute.co);
  }
  expect(programs.length).toBe(8);
});
