/** Random programs in which loads may read from later stores: each thread begins with a load, and most store later. */
import * as fc from 'fast-check';
import type { Litmus, MemoryOrder, Op, Operand } from './litmus';

const weighted = (...all: (readonly [number, MemoryOrder])[]): fc.Arbitrary<MemoryOrder> =>
  fc.oneof(...all.map(([weight, o]) => ({ weight, arbitrary: fc.constant(o) })));

const ofLoads = weighted([8, 'rlx'], [1, 'acq'], [1, 'sc']);
const ofStores = weighted([8, 'rlx'], [1, 'rel'], [1, 'sc']);
const ofUpdates = weighted([4, 'rlx'], [1, 'acq'], [1, 'rel'], [1, 'ar']);
const locs = 2;
const loc = fc.nat(locs - 1);
const register = fc.constantFrom('a', 'b');
const constant = fc.integer({ min: 1, max: 2 });
const operand: fc.Arbitrary<Operand> = fc.oneof(
  { weight: 3, arbitrary: constant },
  { weight: 2, arbitrary: fc.record({ r: register, c: fc.nat(1) }) },
);

const load: fc.Arbitrary<Op> = fc.record({ op: fc.constant('R' as const), x: loc, o: ofLoads, r: register });
const store: fc.Arbitrary<Op> = fc.record({ op: fc.constant('W' as const), x: loc, o: ofStores, v: operand });
const update: fc.Arbitrary<Op> = fc.record({
  op: fc.constant('U' as const),
  x: loc,
  o: ofUpdates,
  r: register,
  k: fc.constantFrom('add' as const, 'xchg' as const, 'cas' as const),
  v: constant,
  e: fc.nat(2),
});
const fence: fc.Arbitrary<Op> = fc.record({
  op: fc.constant('F' as const),
  o: fc.constantFrom('acq' as const, 'rel' as const, 'sc' as const),
});
const skip: fc.Arbitrary<Op> = fc.record({
  op: fc.constant('IF' as const),
  r: register,
  v: fc.nat(2),
  skip: fc.constant(1),
});
const some = fc.oneof(
  { weight: 3, arbitrary: load },
  { weight: 6, arbitrary: store },
  { weight: 1, arbitrary: update },
  { weight: 1, arbitrary: fence },
  { weight: 2, arbitrary: fc.tuple(skip, store).map(([a, b]) => [a, b]) },
);
const relaxed: fc.Arbitrary<Op> = fc.record({
  op: fc.constant('R' as const),
  x: loc,
  o: fc.constant('rlx' as const),
  r: register,
});
const thread = fc
  .tuple(relaxed, fc.array(some, { minLength: 1, maxLength: 3 }))
  .map(([first, rest]): Op[] => [first, ...rest.flat()]);

export const bufferingArbitrary: fc.Arbitrary<Litmus> = fc
  .array(thread, { minLength: 2, maxLength: 3 })
  .filter((threads) => isSmall(threads.flat()))
  .map((threads) => ({ locs, threads }));

/** The brute force takes all values that a chain of such operations may make. */
function isSmall(ops: readonly Op[]): boolean {
  const adds = ops.filter((op) => (op.op === 'W' && typeof op.v !== 'number' && op.v.c > 0) || op.op === 'U');
  return ops.filter((op) => op.op !== 'IF').length <= 7 - adds.length;
}

/** The same programs for the same seed. */
export function randomBuffering(seed: number, count: number): Litmus[] {
  return fc.sample(bufferingArbitrary, { seed, numRuns: count });
}
