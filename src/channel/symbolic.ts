/** Symbolic input on the wire: expressions in RESULT (struct dr_symbolic, core/protocol.h), bytes in PREPARE. */

/** enum dr_symbolic_op. */
export enum Symbolic {
  Input = 1,
  Constant = 2,
  Concat = 3,
  Extract = 4,
  Zext = 5,
  Sext = 6,
  Trunc = 7,
  Add = 16,
  Sub = 17,
  Mul = 18,
  Udiv = 19,
  Sdiv = 20,
  Urem = 21,
  Srem = 22,
  Shl = 23,
  Lshr = 24,
  Ashr = 25,
  And = 26,
  Or = 27,
  Xor = 28,
  Eq = 32,
  Ne = 33,
  Ugt = 34,
  Uge = 35,
  Ult = 36,
  Ule = 37,
  Sgt = 38,
  Sge = 39,
  Slt = 40,
  Sle = 41,
  Object = 64,
  Branch = 65,
  Pin = 66,
  Unseen = 67,
  Held = 68,
  Reads = 69,
  Exchange = 70,
  Ask = 71,
}

/** struct dr_symbolic. */
export const SYMBOLIC = { bytes: 48, id: 0, a: 8, b: 16, value: 24, op: 40, bits: 41, thread: 42, text: 44 } as const;

/** An entry of the table: an expression, an object, or what the way of a thread depends on. */
export interface SymbolicEntry {
  readonly id: bigint;
  readonly a: bigint;
  readonly b: bigint;
  readonly value: bigint;
  readonly op: Symbolic;
  readonly bits: number;
  readonly thread: number;
  readonly text: string;
}

/** In the place of the thread that makes an object: it comes from outside the program (runtime/io/outside.c). */
const OUTSIDE = 0xffff_ffffn;

/** Which one of the inputs from outside has this id; undefined: the program has made the object. */
export function outsideNumber(id: bigint): number | undefined {
  return id >> 32n === OUTSIDE ? Number(id & 0xffff_ffffn) : undefined;
}

/** The contents of an object that drista_symbolic makes: by its id (protocol.h, DR_SYMBOLIC_OBJECT). */
export interface ObjectBytes {
  readonly id: bigint;
  readonly bytes: Uint8Array;
}

/** The bytes of an input in PREPARE. */
export function encodeInput(objects: readonly ObjectBytes[]): Uint8Array {
  const head = 16;
  const padded = (n: number): number => Math.ceil(n / 8) * 8;
  const all = new Uint8Array(objects.reduce((n, { bytes }) => n + head + padded(bytes.length), 0));
  const view = new DataView(all.buffer);
  let at = 0;
  for (const { id, bytes } of objects) {
    view.setUint32(at, Number(id >> 32n), true);
    view.setUint32(at + 4, Number(id & 0xffff_ffffn), true);
    view.setUint32(at + 8, bytes.length, true);
    all.set(bytes, at + head);
    at += head + padded(bytes.length);
  }
  return all;
}
