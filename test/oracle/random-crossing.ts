/**
 * Threads of random programs (random.ts) that each access one location, do something, and access the location of the
 * next thread. What a model keeps of program order shows there: in a circle of such accesses, all of them may be out of
 * order only if each thread may reorder its two.
 */
import * as fc from 'fast-check';
import type { MemoryOrder } from './litmus';
import type { Block, Shape } from './random-shape';

interface Orders {
  readonly load: fc.Arbitrary<MemoryOrder>;
  readonly store: fc.Arbitrary<MemoryOrder>;
}

/** `other`: what the threads do in between. `orders`: of loads and stores. */
export function crossingThreads(shape: Shape, other: fc.Arbitrary<Block>, orders: Orders): fc.Arbitrary<Block[][]> {
  const [fewest, most] = shape.threads;
  return fc
    .integer({ min: fewest, max: Math.min(most, shape.locs) })
    .chain((n) =>
      fc.tuple(
        ...Array.from({ length: n }, (_, t) =>
          fc
            .tuple(access(t, 3, orders), fc.array(other, { maxLength: shape.blocks }), access((t + 1) % n, 1, orders))
            .map(([first, between, last]) => [first, ...between, last]),
        ),
      ),
    );
}

/** An access to the location; `stores`: of four, so many are stores. */
function access(x: number, stores: number, { load, store }: Orders): fc.Arbitrary<Block> {
  return fc.oneof(
    { weight: 4 - stores, arbitrary: load.map((o): Block => (at) => [{ op: 'R', x, o, r: `a${at}` }]) },
    { weight: stores, arbitrary: store.map((o): Block => () => [{ op: 'W', x, o, v: 1 }]) },
  );
}
