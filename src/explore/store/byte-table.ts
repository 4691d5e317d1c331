/**
 * A hash table of byte records; the first bytes of a record are its key. Records lie one after the other in large
 * pieces of memory, so that millions of them cost the garbage collector nothing. A table of hashes with open addressing
 * has their places.
 */
import { VarintReader, type VarintWriter } from './varint';

/** The size of pieces, as a power of two; the place of a record is the number of its piece and the offset in it. */
const PIECE_BITS = 20,
  PIECE = 1 << PIECE_BITS,
  FIRST = 1 << 12;
/** Numbers per slot of the table: hash, and place + 1 (0: free). */
const SLOT = 2;

/** Pieces of memory with records. */
export type RecordPieces = readonly Uint8Array[];

export class ByteTable {
  private readonly parts: Uint8Array[] = [];
  private readonly ends: number[] = [];
  private table = new Int32Array(SLOT * 64);
  private readonly reading = new VarintReader();
  count = 0;

  /** The memory of the records, in bytes. */
  bytes = 0;

  /**
   * Calls `found` for each record with the key, the first `length` bytes of `packed`, until it returns true. Its
   * arguments are the piece and the offsets at which the rest of the record begins and ends. Returns whether a call
   * returned true.
   */
  some(
    packed: VarintWriter,
    length: number,
    hash: number,
    found: (piece: Uint8Array, from: number, end: number) => boolean,
  ): boolean {
    const { table, reading } = this;
    const mask = table.length / SLOT - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = table[SLOT * slot + 1] - 1;
      if (place < 0) return false;
      if (table[SLOT * slot] !== hash) continue;
      const piece = this.parts[place >>> PIECE_BITS];
      reading.begin(piece, place & (PIECE - 1));
      const size = reading.next(),
        from = reading.at;
      if (size >= length && startsWith(piece, from, packed.bytes, length) && found(piece, from + length, from + size))
        return true;
    }
  }

  /** Adds a record: all of `packed`. `hash`: that of its key. */
  add(packed: VarintWriter, hash: number): void {
    const { length } = packed;
    const place = this.room(length + 5);
    const piece = this.parts[place >>> PIECE_BITS];
    let at = place & (PIECE - 1);
    for (let n = length; ; n >>>= 7) {
      piece[at++] = n >= 0x80 ? (n & 0x7f) | 0x80 : n;
      if (n < 0x80) break;
    }
    for (let i = 0; i < length; i++) piece[at + i] = packed.bytes[i];
    this.bytes += at + length - (place & (PIECE - 1)) + 8 * SLOT;
    this.ends[place >>> PIECE_BITS] = at + length;
    if (++this.count * 4 * SLOT > this.table.length * 3) this.enlarge();
    enter(this.table, hash, place + 1);
  }

  /** All records, for `eachRecord`. */
  get pieces(): RecordPieces {
    return this.parts.map((piece, i) => piece.slice(0, this.ends[i]));
  }

  /** Where there is room for so many bytes. */
  private room(bytes: number): number {
    let last = this.parts.length - 1;
    if (last < 0 || this.ends[last] + bytes > this.parts[last].length || this.ends[last] >= PIECE) {
      this.parts.push(new Uint8Array(Math.max(bytes, Math.min(PIECE, FIRST << Math.min(this.parts.length, 8)))));
      this.ends.push(0);
      last++;
    }
    return (last << PIECE_BITS) | this.ends[last];
  }

  private enlarge(): void {
    const { table } = this;
    this.table = new Int32Array(2 * table.length);
    for (let i = 0; i < table.length; i += SLOT) if (table[i + 1] !== 0) enter(this.table, table[i], table[i + 1]);
  }
}

/** Calls `use` for each record, with its piece, its start and its end. */
export function eachRecord(pieces: RecordPieces, use: (piece: Uint8Array, from: number, end: number) => void): void {
  const reading = new VarintReader();
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      reading.begin(piece, at);
      const size = reading.next();
      at = reading.at + size;
      use(piece, reading.at, at);
    }
  }
}

function enter(table: Int32Array, hash: number, entry: number): void {
  const mask = table.length / SLOT - 1;
  let slot = hash & mask;
  while (table[SLOT * slot + 1] !== 0) slot = (slot + 1) & mask;
  table[SLOT * slot] = hash;
  table[SLOT * slot + 1] = entry;
}

function startsWith(piece: Uint8Array, from: number, bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (piece[from + i] !== bytes[i]) return false;
  return true;
}
