/** Random programs with accesses of several sizes. */
import * as fc from 'fast-check';
import type { Sized, SizedAccess, SizedOp, SizedOrder } from './sized';

/** The shape of random programs. */
export interface SizedShape {
  readonly unit: number;
  readonly threads: readonly [least: number, most: number];
  /** The most operations of all threads. */
  readonly most: number;
  /** Cells that the largest access has: 2 or 4. */
  readonly cells: number;
  readonly fences: boolean;
  readonly plain: boolean;
  /** The orders that accesses have; more of one kind in a row make it likelier. */
  readonly orders: readonly SizedOrder[];
}

export const sizedShapes: Readonly<Record<string, SizedShape>> = {
  small: {
    unit: 1,
    threads: [2, 3],
    most: 5,
    cells: 2,
    fences: false,
    plain: false,
    orders: ['rlx', 'acq', 'rel', 'sc'],
  },
  four: {
    unit: 1,
    threads: [2, 3],
    most: 4,
    cells: 4,
    fences: false,
    plain: false,
    orders: ['rlx', 'acq', 'rel', 'sc'],
  },
  fences: { unit: 2, threads: [2, 2], most: 6, cells: 2, fences: true, plain: false, orders: ['rlx', 'rlx', 'sc'] },
  seqCst: { unit: 4, threads: [2, 3], most: 5, cells: 2, fences: false, plain: false, orders: ['sc'] },
  larger: {
    unit: 1,
    threads: [2, 3],
    most: 7,
    cells: 2,
    fences: true,
    plain: false,
    orders: ['rlx', 'acq', 'rel', 'sc'],
  },
  plain: { unit: 1, threads: [2, 2], most: 5, cells: 2, fences: false, plain: true, orders: ['acq', 'rel', 'rlx'] },
  wide: { unit: 8, threads: [2, 3], most: 4, cells: 2, fences: false, plain: false, orders: ['rlx', 'acq', 'rel'] },
};

/** A cell that accesses of one cell share, beside those that overlap. */
const FLAG = 8;

function orderFor(op: SizedAccess['op'], o: SizedOrder): SizedOrder {
  if (o === 'sc' || o === 'rlx') return o;
  if (op === 'R') return 'acq';
  if (op === 'W') return 'rel';
  return o === 'acq' || o === 'rel' ? o : 'ar';
}

function access(shape: SizedShape): fc.Arbitrary<SizedOp> {
  const digit = fc.constantFrom(0, 1, 2, 2 ** (8 * Math.min(shape.unit, 6)) - 1);
  const ranges: [number, number][] = [[FLAG, 1]];
  for (let size = 1; size <= shape.cells; size *= 2) {
    for (let at = 0; at < shape.cells; at += size) ranges.push([at, size]);
    ranges.push([0, size]);
  }
  ranges.push([0, shape.cells]);
  const kinds: SizedAccess['op'][] = ['R', 'R', 'R', 'W', 'W', 'W', 'xchg', 'add', 'or', 'cas'];
  if (shape.plain) kinds.push('PR', 'PW', 'PR', 'PW');
  return fc
    .tuple(
      fc.constantFrom(...ranges),
      fc.constantFrom(...kinds),
      fc.constantFrom(...shape.orders),
      fc.array(digit, { minLength: 4, maxLength: 4 }),
      fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 4, maxLength: 4 }),
    )
    .map(([[at, size], op, o, v, e]) => ({
      op,
      at,
      size,
      o: orderFor(op, o),
      v: v.slice(0, size),
      e: e.slice(0, size),
    }));
}

/** The same programs for the same seed. */
export function randomSized(shape: SizedShape, seed: number, count: number): Sized[] {
  const fence: fc.Arbitrary<SizedOp> = fc
    .constantFrom<SizedOrder>('acq', 'rel', 'ar', 'sc', 'sc')
    .map((o) => ({ op: 'F', o }));
  const op = shape.fences
    ? fc.oneof({ weight: 4, arbitrary: access(shape) }, { weight: 1, arbitrary: fence })
    : access(shape);
  const [minLength, maxLength] = shape.threads;
  const programs = fc
    .array(fc.array(op, { minLength: 1, maxLength: 3 }), { minLength, maxLength })
    .filter((threads) => threads.flat().length <= shape.most)
    .map((threads): Sized => ({ unit: shape.unit, threads }));
  return fc.sample(programs, { seed, numRuns: count });
}
