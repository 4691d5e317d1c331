/** The values that read-modify-writes write, given what they read (C11 7.17.7). */
import { Kind, RmwOp, type Label, type Value } from './label';
import { rmwOperation } from './operand';

/** The smaller representation of an unsigned value: a number where it fits, else a bigint. */
export function canonical(v: bigint): Value {
  return v <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(v) : v;
}

/** How a digest grows, such as that of what is printed (runtime/io/printed.h): times this, then plus the new part. */
const APPEND = 0x9e3779b97f4a7c15n;

/**
 * What a weak compare-exchange that fails spuriously (C11 7.17.7.4p4) returns in a history: it has read the value that
 * it expected, and writes nothing. No value of memory is negative.
 */
export const SPURIOUS = -1;

/** The value that the event has read, given what it returned. */
export function valueRead(l: Label, returned: Value): Value {
  return returned === SPURIOUS ? l.expected : returned;
}

/** Is the event a compare-exchange, strong or weak (C11 7.17.7.4)? */
export function isCompareExchange(l: Label): boolean {
  if (l.kind !== Kind.Rmw) return false;
  const operation = rmwOperation(l);
  return operation === RmwOp.Cas || operation === RmwOp.CasWeak || operation === RmwOp.CasHeld;
}

/** May it fail although it reads the value that it expects? */
export function mayFailSpuriously(l: Label): boolean {
  return l.kind === Kind.Rmw && rmwOperation(l) === RmwOp.CasWeak;
}

/** What the event may return where it reads the value. */
export function returns(l: Label, read: Value): readonly Value[] {
  return mayFailSpuriously(l) && read === l.expected ? [read, SPURIOUS] : [read];
}

/** Does the event write its location, whatever it reads? */
export function alwaysWrites(l: Label): boolean {
  return l.kind === Kind.Rmw && !isCompareExchange(l);
}

/**
 * The value written by the rmw when it returns `read`; undefined when it writes nothing (a compare-exchange that
 * fails).
 * Arithmetic wraps at the size of the access.
 */
export function rmwResult(l: Label, read: Value): Value | undefined {
  const operation = rmwOperation(l);
  if (isCompareExchange(l)) return read === l.expected ? l.value : undefined;
  if (operation === RmwOp.Xchg) return l.value;
  if (operation === RmwOp.Append || operation === RmwOp.Digest)
    return canonical(BigInt.asUintN(8 * l.size, BigInt(read) * APPEND + BigInt(l.value)));
  if (l.size <= 4 && typeof read === 'number' && typeof l.value === 'number')
    return narrow(operation, l.size, read, l.value);
  return wide(operation, l.size, BigInt(read), BigInt(l.value));
}

function narrow(op: RmwOp, size: number, a: number, b: number): number {
  const mask = size === 4 ? 0xffffffff : (1 << (8 * size)) - 1;
  switch (op) {
    case RmwOp.Add:
      return ((a + b) & mask) >>> 0;
    case RmwOp.Sub:
      return ((a - b) & mask) >>> 0;
    case RmwOp.And:
      return (a & b) >>> 0;
    case RmwOp.Or:
      return (a | b) >>> 0;
    case RmwOp.Xor:
      return (a ^ b) >>> 0;
    case RmwOp.Nand:
      return (~(a & b) & mask) >>> 0;
    default:
      throw new Error(`unknown read-modify-write ${op}`);
  }
}

function wide(op: RmwOp, size: number, a: bigint, b: bigint): Value {
  const wrap = (v: bigint): Value => canonical(BigInt.asUintN(8 * size, v));
  switch (op) {
    case RmwOp.Add:
      return wrap(a + b);
    case RmwOp.Sub:
      return wrap(a - b);
    case RmwOp.And:
      return wrap(a & b);
    case RmwOp.Or:
      return wrap(a | b);
    case RmwOp.Xor:
      return wrap(a ^ b);
    case RmwOp.Nand:
      return wrap(~(a & b));
    default:
      throw new Error(`unknown read-modify-write ${op}`);
  }
}
