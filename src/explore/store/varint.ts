/**
 * Small numbers as bytes, seven bits each, the lowest first; the highest bit says that more follow (LEB128, DWARF 5,
 * 7.6).
 */
export class VarintWriter {
  bytes = new Uint8Array(64);
  length = 0;
  /** The hash state of the numbers added since `begin`. */
  private mixed = 0;

  /** Forgets all numbers; returns this writer. `bytes` is used again. */
  begin(): this {
    this.length = this.mixed = 0;
    return this;
  }

  /** Adds a number from 0 to 2^31 - 1. */
  add(n: number): void {
    if (this.length + 5 > this.bytes.length) this.grow();
    this.mixed = Math.imul(((this.mixed << 13) | (this.mixed >>> 19)) ^ n, 0x9e3779b1);
    for (; n >= 0x80; n >>>= 7) this.bytes[this.length++] = (n & 0x7f) | 0x80;
    this.bytes[this.length++] = n;
  }

  /** Adds all numbers of the other one. The hash does not include them. */
  addAll(other: VarintWriter): void {
    while (this.length + other.length > this.bytes.length) this.grow();
    for (let i = 0; i < other.length; i++) this.bytes[this.length++] = other.bytes[i];
  }

  /** A hash of all numbers so far, an integer of 32 bits. */
  hash(): number {
    const h = Math.imul(this.mixed ^ (this.mixed >>> 15), 0x2c1b3c6d);
    return h ^ (h >>> 13);
  }

  private grow(): void {
    const bytes = new Uint8Array(2 * this.bytes.length);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}

/** Reads what was packed. */
export class VarintReader {
  private bytes: Uint8Array = new Uint8Array(0);
  at = 0;

  /** Reads from `bytes` from now on; `at`: the index of the first byte of a number. */
  begin(bytes: Uint8Array, at: number): void {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next number, of at most 31 bits. The caller knows where the numbers end (`at`). */
  next(): number {
    let n = this.bytes[this.at++];
    if (n < 0x80) return n;
    n &= 0x7f;
    for (let shift = 7; ; shift += 7) {
      const byte = this.bytes[this.at++];
      n |= (byte & 0x7f) << shift;
      if (byte < 0x80) return n;
    }
  }
}
