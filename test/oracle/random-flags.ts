/**
 * Blocks of random programs (random.ts) that pass plain data on by flags, all of the value 1. From which write a flag
 * is read then decides what races and what else is read, but not what the flag returns.
 */
import * as fc from 'fast-check';
import type { MemoryOrder, Op } from './litmus';
import type { Block, Shape } from './random-shape';
import { nested } from './random-objects';

export function flagBlocks(shape: Shape): { weight: number; arbitrary: fc.Arbitrary<Block> }[] {
  return kinds(shape).map((arbitrary) => ({ weight: 1, arbitrary }));
}

/** In any order: a thread that passes data, one that sets a flag alone, one that takes data; and others. */
export function flagThreads(shape: Shape, other: fc.Arbitrary<Block[]>): fc.Arbitrary<Block[][]> {
  return fc
    .tuple(
      fc
        .shuffledSubarray(kinds(shape), { minLength: 3 })
        .chain((kinds) => fc.tuple(...kinds.map((kind) => kind.map((block) => [block])))),
      fc.array(other, { maxLength: shape.threads[1] - 3 }),
    )
    .map(([three, others]) => [...three, ...others]);
}

function kinds(shape: Shape): fc.Arbitrary<Block>[] {
  const flag = fc.nat(shape.locs - 1);
  const data = fc.nat(shape.plain - 1).map((i) => shape.locs + i);
  const order = (o: MemoryOrder): fc.Arbitrary<MemoryOrder> =>
    shape.flags === 'relaxed'
      ? fc.constant<MemoryOrder>('rlx')
      : fc.oneof({ weight: 5, arbitrary: fc.constant(o) }, { weight: 1, arbitrary: fc.constant<MemoryOrder>('rlx') });
  const write = data.map((x): Block => () => [{ op: 'PW', x, v: 2 }]);
  const read = data.map((x): Block => (at) => [{ op: 'PR', x, r: `a${at}` }]);
  const set = fc.tuple(flag, order('rel')).map(([x, o]): Block => () => [{ op: 'W', x, o, v: 1 }]);
  const passed = fc.tuple(write, set).map(
    ([...blocks]): Block =>
      (at, context) =>
        nested(blocks, at, context),
  );
  const taken = fc
    .tuple(flag, order('acq'), fc.array(fc.oneof(read, write), { minLength: 1, maxLength: 2 }))
    .map(([x, o, blocks]): Block => (at, context): Op[] => {
      const r = `a${at}`;
      const inside = nested(blocks, at + 2, context);
      return [{ op: 'R', x, o, r }, { op: 'IF', r, v: 1, skip: inside.length }, ...inside];
    });
  return [passed, set, taken];
}
