/**
 * Programs whose atomics have several sizes: straight-line threads over an area of memory. All sizes and places are in
 * cells; a cell is so many bytes, and starts at 0.
 */
import { Kind, label, Order, RmwOp, type Label, type Piece, type Value } from '../../../src/program/label';
import type { Program } from '../../../src/program/program';
import { programOf, starter } from '../program-of';

export type SizedOrder = 'rlx' | 'acq' | 'rel' | 'ar' | 'sc';

/** An access to the cells from `at` on. Values are digits, one for each cell, the lowest first. */
export interface SizedAccess {
  /** `PR`, `PW`: plain. */
  readonly op: 'R' | 'W' | 'xchg' | 'add' | 'or' | 'cas' | 'PR' | 'PW';
  readonly at: number;
  readonly size: number;
  readonly o: SizedOrder;
  /** What is written, the operand, or, `cas`, the desired value. */
  readonly v: readonly number[];
  /** `cas`: what is expected. */
  readonly e: readonly number[];
}

export interface SizedFence {
  readonly op: 'F';
  readonly o: SizedOrder;
}

export type SizedOp = SizedAccess | SizedFence;

export interface Sized {
  /** Bytes of a cell. */
  readonly unit: number;
  readonly threads: readonly (readonly SizedOp[])[];
}

export const orderOf: Readonly<Record<SizedOrder, Order>> = {
  rlx: Order.Relaxed,
  acq: Order.Acquire,
  rel: Order.Release,
  ar: Order.AcqRel,
  sc: Order.SeqCst,
};

/** The order of a compare-exchange that fails. */
export const failing: Readonly<Record<SizedOrder, SizedOrder>> = {
  rlx: 'rlx',
  rel: 'rlx',
  acq: 'acq',
  ar: 'acq',
  sc: 'sc',
};

export const operations = { xchg: RmwOp.Xchg, add: RmwOp.Add, or: RmwOp.Or, cas: RmwOp.Cas } as const;

export function isAccess(op: SizedOp): op is SizedAccess {
  return op.op !== 'F';
}

/** The digits as a number of `unit` bytes each. */
export function numberOf(digits: readonly number[], unit: number): bigint {
  return digits.reduce((sum, d, i) => sum | (BigInt(d) << BigInt(8 * unit * i)), 0n);
}

function valueOf(digits: readonly number[], unit: number): Value {
  const n = numberOf(digits, unit);
  return n <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(n) : n;
}

/** Cells that accesses connect, from the first to beyond the last one, and where accesses begin or end. */
interface Area {
  readonly from: number;
  readonly to: number;
  readonly bounds: readonly number[];
}

function areasOf({ threads }: Sized): Area[] {
  let areas: Area[] = [];
  for (const { at, size } of threads.flat().filter(isAccess)) {
    const met = areas.filter((a) => a.from < at + size && at < a.to);
    const bounds = [...new Set([at, at + size, ...met.flatMap((a) => a.bounds)])].sort((a, b) => a - b);
    areas = [...areas.filter((a) => !met.includes(a)), { from: bounds[0], to: bounds.at(-1)!, bounds }];
  }
  return areas;
}

/**
 * The program in memory: thread i is thread i + 1 there. The location of a piece is 1000 + 32 * first cell + cells,
 * that of an area is its first cell.
 */
export function sizedProgram(sized: Sized): Program {
  const areas = areasOf(sized);
  const bodies = sized.threads.map(
    (ops) =>
      function* (): Generator<Label, void, number> {
        for (const [site, op] of ops.entries()) for (const l of labelsOf(op, site, sized.unit, areas)) yield l;
      },
  );
  const mixed = areas.some(({ bounds }) => bounds.length > 2);
  return Object.assign(programOf([starter(bodies.length), ...bodies]), {
    mixesSizes: mixed,
    isMixed: (loc: number) => sized.threads.flat().some((op) => touches(op, loc) && !op.op.startsWith('P')),
  });
}

function touches(op: SizedOp, loc: number): op is SizedAccess {
  const from = loc < 1000 ? loc : Math.floor((loc - 1000) / 32);
  return isAccess(op) && op.at <= from && from < op.at + op.size;
}

/** The events of the operation: of a plain access one for each piece. */
function labelsOf(op: SizedOp, site: number, unit: number, areas: readonly Area[]): Label[] {
  if (!isAccess(op)) return [label(Kind.Fence, { order: orderOf[op.o], site })];
  const { at, size, v, e, o } = op;
  const { from, bounds } = areas.find((a) => a.from <= at && at < a.to)!;
  const inside = bounds.filter((b) => at <= b && b <= at + size);
  const pieces: Piece[] = inside.slice(0, -1).map((b, i) => ({
    loc: 1000 + 32 * b + inside[i + 1] - b,
    at: unit * (b - at),
    size: unit * (inside[i + 1] - b),
  }));
  const whole = bounds.length === 2 ? [] : pieces;
  const place = { loc: from, pieces: whole, size: unit * size, site };
  const value = valueOf(v, unit);
  switch (op.op) {
    case 'R':
      return [label(Kind.Load, { ...place, order: orderOf[o] })];
    case 'W':
      return [label(Kind.Store, { ...place, order: orderOf[o], value })];
    case 'PR':
    case 'PW':
      return pieces.map((p) => {
        const first = p.at / unit;
        const part = valueOf(v.slice(first, first + p.size / unit), unit);
        return label(op.op === 'PR' ? Kind.PlainRead : Kind.PlainWrite, {
          ...place,
          pieces: whole.length === 0 ? [] : [{ ...p, at: 0 }],
          size: p.size,
          value: op.op === 'PR' ? 0 : part,
        });
      });
    default:
      return [
        label(Kind.Rmw, {
          ...place,
          order: orderOf[o],
          failOrder: orderOf[op.op === 'cas' ? failing[o] : o],
          op: operations[op.op],
          value,
          expected: op.op === 'cas' ? valueOf(e, unit) : 0,
        }),
      ];
  }
}
