/** So many vectors have room in a new set. */
const FIRST_ROOM = 1024;

/** An exact set of vectors of small numbers, all of one length, which may grow: what is missing is 0. */
export class VectorSet {
  private data: Int32Array;
  private hashes = new Int32Array(FIRST_ROOM);
  /** Open addressing: number of the vector + 1; 0 where there is none. */
  private table = new Int32Array(2 * FIRST_ROOM);
  count = 0;

  constructor(private length: number) {
    this.data = new Int32Array(length * FIRST_ROOM);
  }

  /** The memory of the vectors, in bytes. */
  get bytes(): number {
    return 4 * this.length * this.count;
  }

  /** Is the vector there? `hash`: an integer of 32 bits, the same for equal vectors. */
  has(v: Int32Array, hash: number): boolean {
    return this.table[this.find(v, hash)] !== 0;
  }

  /** Adds the vector; false when it was there. */
  add(v: Int32Array, hash: number): boolean {
    const { count } = this;
    return this.numberOf(v, hash) > count;
  }

  /** The number of the vector; 0: it is not there. */
  lookUp(v: Int32Array, hash: number): number {
    return this.table[this.find(v, hash)];
  }

  /** The number of the vector, from 1 in the order of adding; adds it if need be. */
  numberOf(v: Int32Array, hash: number): number {
    const at = this.find(v, hash);
    if (this.table[at] !== 0) return this.table[at];
    if (this.count === this.hashes.length) this.enlarge();
    this.data.set(this.length === v.length ? v : v.subarray(0, this.length), this.count * this.length);
    this.hashes[this.count++] = hash;
    this.table[at] = this.count;
    if (2 * this.count > this.table.length) this.rehash();
    return this.count;
  }

  /** The vector of that number. */
  vector(number: number): Int32Array {
    return this.data.subarray((number - 1) * this.length, number * this.length);
  }

  /** All vectors one after the other, their length, and their hashes. */
  get durable(): { readonly length: number; readonly vectors: Int32Array; readonly hashes: Int32Array } {
    const { length, count } = this;
    return { length, vectors: this.data.slice(0, count * length), hashes: this.hashes.slice(0, count) };
  }

  set durable({ length, vectors, hashes }: VectorSet['durable']) {
    let room = FIRST_ROOM;
    while (room < hashes.length) room *= 2;
    this.length = length;
    this.count = hashes.length;
    this.data = new Int32Array(length * room);
    this.data.set(vectors);
    this.hashes = new Int32Array(room);
    this.hashes.set(hashes);
    this.table = new Int32Array(room);
    this.rehash();
  }

  /** Makes vectors longer: the one at `from` moves to where `place` says. */
  relayout(length: number, place: (from: number) => number): void {
    const data = new Int32Array(length * this.hashes.length);
    for (let i = 0; i < this.count; i++)
      for (let from = 0; from < this.length; from++) data[i * length + place(from)] = this.data[i * this.length + from];
    this.data = data;
    this.length = length;
  }

  private find(v: Int32Array, hash: number): number {
    const mask = this.table.length - 1;
    let at = hash & mask;
    for (let n = this.table[at]; n !== 0; n = this.table[at]) {
      if (this.hashes[n - 1] === hash && this.equal(v, (n - 1) * this.length)) break;
      at = (at + 1) & mask;
    }
    return at;
  }

  private equal(v: Int32Array, start: number): boolean {
    const { data, length } = this;
    for (let i = 0; i < length; i++) if (data[start + i] !== v[i]) return false;
    return true;
  }

  private enlarge(): void {
    const data = new Int32Array(2 * this.data.length);
    data.set(this.data);
    this.data = data;
    const hashes = new Int32Array(2 * this.hashes.length);
    hashes.set(this.hashes);
    this.hashes = hashes;
  }

  private rehash(): void {
    this.table = new Int32Array(2 * this.table.length);
    const mask = this.table.length - 1;
    for (let n = 0; n < this.count; n++) {
      let at = this.hashes[n] & mask;
      while (this.table[at] !== 0) at = (at + 1) & mask;
      this.table[at] = n + 1;
    }
  }
}

/**
 * The hash of one element: those of a vector, joined by xor, are a hash of it. `key`: the element's place, which stays
 * the same when the vector grows. 0 for the value 0, so that what is missing counts for nothing.
 */
export function mix(key: number, value: number): number {
  if (value === 0) return 0;
  let h = Math.imul(value, 0x9e3779b1) + Math.imul(key + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}
