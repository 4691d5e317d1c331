/** Accesses of several sizes: values in parts, one for each piece (label.ts, `Piece`). */
import type { Label, LocationId, Piece, Value } from './label';
import { canonical } from './rmw';

/** The bytes of a value that belong to the piece. Memory is little-endian. */
export function partOf(value: Value, { at, size }: Pick<Piece, 'at' | 'size'>): Value {
  return canonical(BigInt.asUintN(8 * size, BigInt(value) >> BigInt(8 * at)));
}

/** The value whose parts these are; `parts`: one for each piece. */
export function combined(pieces: readonly Piece[], parts: readonly Value[]): Value {
  return canonical(pieces.reduce((sum, { at }, i) => sum | (BigInt(parts[i]) << BigInt(8 * at)), 0n));
}

/**
 * The location that a plain access touches. Plain data is cut into atoms (atoms.ts), and these at the bounds of pieces:
 * such an access has at most one piece.
 */
export function plainPlace({ loc, pieces }: Label): LocationId {
  if (pieces.length > 1) throw new Error('a plain access to several pieces');
  return pieces.length === 1 ? pieces[0].loc : loc;
}

/** The locations that the event accesses, each with its part of a value. */
export function valuesAt({ loc, pieces }: Label, value: Value): readonly (readonly [LocationId, Value])[] {
  return pieces.length === 0 ? [[loc, value]] : pieces.map((p) => [p.loc, partOf(value, p)]);
}
