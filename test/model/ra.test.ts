/** The shapes by which release-acquire differs from other models, with the orders that say least. */
import { explore } from '../../src/explore/explorer';
import type { ModelName } from '../../src/model/names';
import { bruteForce } from '../oracle/brute';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, MemoryOrder, Op } from '../oracle/litmus';
import { differences } from '../oracle/compare';
import { randomLitmus } from '../oracle/random';
import { F, litmus, outcomes, R, W } from './small-programs';

const storeBuffering = (o: MemoryOrder, ...between: Op[]): Litmus =>
  litmus([W(0, 1, o), ...between, R(1, o)], [W(1, 1, o), ...between, R(0, o)]);
const messagePassing = (o: MemoryOrder): Litmus => litmus([W(0, 1, o), W(1, 1, o)], [R(1, o), R(0, o)]);
const loadBuffering = (o: MemoryOrder): Litmus => litmus([R(0, o), W(1, 1, o)], [R(1, o), W(0, 1, o)]);
const independentReads = (o: MemoryOrder): Litmus =>
  litmus([W(0, 1, o)], [W(1, 1, o)], [R(0, o), R(1, o)], [R(1, o), R(0, o)]);
/** Each thread reads again what it wrote last; a 1 is the other's first write, which then comes later in co. */
const twoWrites = (o: MemoryOrder): Litmus =>
  litmus([W(0, 1, o), W(1, 2, o), R(1, o)], [W(1, 1, o), W(0, 2, o), R(0, o)]);
const readsOfOne = (o: MemoryOrder): Litmus => litmus([W(0, 1, o), W(0, 2, o)], [R(0, o, 'a'), R(0, o, 'b')]);

const orders = ['rlx', 'sc'] as const;

describe.each(orders)('accesses that are %s in the program', (o) => {
  test('SB: both may read the initial value', () => {
    expect(outcomes(storeBuffering(o), 'ra')).toEqual(['0|0', '0|1', '1|0', '1|1']);
  });

  test('MP: a thread that sees the flag sees the message', () => {
    expect(outcomes(messagePassing(o), 'ra')).toEqual(['00', '01', '11']);
  });

  test('LB: no thread reads what comes after its own write', () => {
    expect(outcomes(loadBuffering(o), 'ra')).toEqual(['0|0', '0|1', '1|0']);
  });

  test('IRIW: two readers may see the writes in different orders', () => {
    expect(outcomes(independentReads(o), 'ra')).toContain('10|10');
    expect(outcomes(independentReads(o), 'ra')).toHaveLength(16);
  });

  test('CoRR: no thread goes back to an older write', () => {
    expect(outcomes(readsOfOne(o), 'ra')).toEqual(['00', '01', '02', '11', '12', '22']);
  });
});

test('fences add nothing, not even seq_cst ones', () => {
  expect(outcomes(storeBuffering('rlx', F('sc')), 'ra')).toContain('0|0');
  expect(outcomes(storeBuffering('rlx', F('sc')), 'rc11')).not.toContain('0|0');
});

describe('2+2W', () => {
  const end = (o: MemoryOrder): Litmus => litmus([W(0, 1, o), W(1, 2, o)], [W(1, 1, o), W(0, 2, o)]);

  test.each(orders)('the first writes may both come last in co: %s', (o) => {
    // Both locations have two orders, and all four combinations are consistent; sc forbids one.
    const counts = (['ra', 'rc11', 'sc'] as const).map(
      (model) => explore(dataProgram(end(o)), { model, equivalence: 'co' }).executions,
    );
    expect(counts).toEqual([4, o === 'sc' ? 3 : 4, 3]);
  });

  test('and the threads may read that', () => {
    // SRA forbids it.
    expect(outcomes(twoWrites('rlx'), 'ra')).toContain('1|1');
  });
});

/** The program with the orders that RA gives its accesses. */
function strengthened(program: Litmus): Litmus {
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
  return { ...program, threads: program.threads.map((ops) => ops.map(order)) };
}

test.each([
  ['atomics', {}],
  ['much seq_cst', { seqCst: 'heavy', maxOps: 11 }],
  ['plain data', { plain: 1, maxOps: 10 }],
] as const)('the axioms of RA are those of RC11 where the program itself has these orders: %s', (_, shape) => {
  const programs = randomLitmus(shape, 4711, 20);
  for (const litmus of programs)
    expect({ litmus, ...bruteForce(litmus, 'ra') }).toEqual({ litmus, ...bruteForce(strengthened(litmus), 'rc11') });
  expect(programs.length).toBe(20);
});

test.each(orders)('as the oracle: %s', (o) => {
  for (const shape of [storeBuffering, messagePassing, loadBuffering, independentReads, twoWrites, readsOfOne])
    expect(differences(shape(o), 'ra')).toEqual([]);
});

describe('plain data', () => {
  const passed = (o: MemoryOrder): Litmus =>
    litmus(
      [{ op: 'PW', x: 0, v: 7 }, W(1, 1, o)],
      [R(1, o, 'f'), { op: 'IF', r: 'f', v: 1, skip: 1 }, { op: 'PR', x: 0, r: 'd' }],
    );

  test('is passed by relaxed accesses', () => {
    const errors = (model: ModelName): string[] =>
      explore(dataProgram(passed('rlx')), { model, equivalence: 'observational' }).errors.map((e) => e.kind);
    expect([errors('ra'), errors('rc11'), errors('sc')]).toEqual([[], ['data-race'], ['data-race']]);
  });

  test.each([
    [0, 1, 2],
    [2, 1, 0],
  ])(
    'a race that hides behind a value that is the same: relaxed reads count by their source (%d %d %d)',
    (...order) => {
      const [passing, reading] = passed('rlx').threads;
      const threads = [passing, reading, [W(1, 1)]];
      const hidden = litmus(...order.map((t) => threads[t]));
      expect(differences(hidden, 'ra')).toEqual([]);
    },
  );
});
