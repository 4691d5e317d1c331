/** Values of up to 128 bits on the wire: two little-endian u64, low half first. */

/** A number where it fits 53 bits, a bigint otherwise (so that `===` compares). */
export type WireValue = number | bigint;

const TWO_32 = 0x1_0000_0000;
/** A high word below this leaves the number within 53 bits. */
const SAFE_HIGH = 0x20_0000;
const MASK_64 = (1n << 64n) - 1n;

/** Reads a u64. */
export function readU64(view: DataView, at: number): WireValue {
  const high = view.getUint32(at + 4, true);
  return high < SAFE_HIGH ? high * TWO_32 + view.getUint32(at, true) : view.getBigUint64(at, true);
}

/** Writes a u64. */
export function writeU64(view: DataView, at: number, value: WireValue): void {
  if (typeof value === 'bigint') {
    view.setBigUint64(at, value, true);
  } else {
    view.setUint32(at, value % TWO_32, true);
    view.setUint32(at + 4, Math.floor(value / TWO_32), true);
  }
}

/** Reads a struct dr_value. */
export function readValue(view: DataView, at: number): WireValue {
  if (view.getUint32(at + 8, true) === 0 && view.getUint32(at + 12, true) === 0) return readU64(view, at);
  return (view.getBigUint64(at + 8, true) << 64n) | view.getBigUint64(at, true);
}

/** Writes a struct dr_value. */
export function writeValue(view: DataView, at: number, value: WireValue): void {
  if (typeof value === 'bigint') {
    view.setBigUint64(at, value & MASK_64, true);
    view.setBigUint64(at + 8, value >> 64n, true);
  } else {
    writeU64(view, at, value);
    view.setBigUint64(at + 8, 0n, true);
  }
}
