/**
 * A set of vectors like VectorSet, in memory that several threads share: each of them may look up and add vectors at
 * any time, without a lock. Each vector has a parent, the vector from which it was found first, and a number that says
 * how.
 */

/** Numbers before the table: how many vectors there are, how many there may be, and the length of each. */
const COUNT = 0,
  CAPACITY = 1,
  LENGTH = 2,
  HEAD = 16;

/** In the table: somebody is adding a vector there. */
const BUSY = -1;

/** A set is full before all of its room is used, as each thread that has begun to add may go on. */
const SLACK = 1 / 8;

/** The least room, in vectors. */
const LEAST = 1 << 8;

export class SharedVectorSet {
  readonly buffer: SharedArrayBuffer;
  private readonly length: number;
  private readonly head: Int32Array;
  /** Open addressing: number of the vector; 0 where there is none. */
  private readonly table: Int32Array;
  private readonly hashes: Int32Array;
  /** Written last: where it is not 0, the vector is complete. */
  private readonly parents: Int32Array;
  private readonly hows: Int32Array;
  private readonly data: Int32Array;

  /** The set of another thread. */
  constructor(buffer: SharedArrayBuffer) {
    const [, capacity, length] = new Int32Array(buffer, 0, HEAD);
    this.buffer = buffer;
    this.length = length;
    let at = 0;
    const part = (numbers: number): Int32Array => {
      const words = new Int32Array(buffer, at, numbers);
      at += 4 * numbers;
      return words;
    };
    this.head = part(HEAD);
    this.table = part(2 * capacity);
    this.hashes = part(capacity);
    this.parents = part(capacity);
    this.hows = part(capacity);
    this.data = part(capacity * length);
  }

  /** An empty set with room for at least so many vectors of that length. Memory is taken as it is used. */
  static withRoom(vectors: number, length: number): SharedVectorSet {
    let capacity = LEAST;
    while (capacity * (1 - SLACK) <= vectors) capacity *= 2;
    const buffer = new SharedArrayBuffer(4 * (HEAD + capacity * (5 + length)));
    const head = new Int32Array(buffer, 0, HEAD);
    head[CAPACITY] = capacity;
    head[LENGTH] = length;
    return new SharedVectorSet(buffer);
  }

  /** How many vectors there are. They have the numbers from 1 on; the last ones may not be complete yet. */
  get count(): number {
    return Atomics.load(this.head, COUNT);
  }

  /** Is it time to go on with a larger copy? */
  get isFull(): boolean {
    return this.count >= this.head[CAPACITY] * (1 - SLACK);
  }

  /** A set with the same vectors, twice as much room, and longer vectors if so asked. Nobody may add to this one. */
  enlarged(length = this.length): SharedVectorSet {
    const { count } = this;
    const larger = SharedVectorSet.withRoom(length === this.length ? 2 * count : count, length);
    for (let n = 1; n <= count; n++) {
      const v = new Int32Array(length);
      v.set(this.vector(n));
      larger.add(v, this.hashes[n - 1], this.parents[n - 1], this.hows[n - 1]);
    }
    return larger;
  }

  /** The number of the vector; 0: it is not there. `hash`: an integer of 32 bits, the same for equal vectors. */
  lookUp(v: Int32Array, hash: number): number {
    const { table } = this;
    const mask = table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const n = this.numberAt(at);
      if (n === 0 || this.isEqual(n, v, hash)) return n;
    }
  }

  /** The number of the vector; adds it if need be. `parent`, not 0, and `how` count if it is new. */
  add(v: Int32Array, hash: number, parent: number, how: number): number {
    const { table } = this;
    const mask = table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      let n = this.numberAt(at);
      if (n === 0 && Atomics.compareExchange(table, at, 0, BUSY) === 0) return this.write(at, v, hash, parent, how);
      n = this.numberAt(at);
      if (this.isEqual(n, v, hash)) return n;
    }
  }

  /** The vector of that number. Waits until it is complete. */
  vector(number: number): Int32Array {
    while (Atomics.load(this.parents, number - 1) === 0);
    return this.data.subarray((number - 1) * this.length, number * this.length);
  }

  /** The hash of the vector of that number. */
  hashOf(number: number): number {
    return this.hashes[number - 1];
  }

  /** From where the vector of that number was found first, and how. */
  origin(number: number): { readonly parent: number; readonly how: number } {
    return { parent: this.parents[number - 1], how: this.hows[number - 1] };
  }

  /** All vectors, in the order of their numbers. Nobody may add one meanwhile. */
  all(): Int32Array {
    return this.data.slice(0, this.count * this.length);
  }

  private write(at: number, v: Int32Array, hash: number, parent: number, how: number): number {
    const n = Atomics.add(this.head, COUNT, 1) + 1;
    if (n > this.parents.length) throw new Error('a set of vectors was used beyond its room');
    this.data.set(v.length === this.length ? v : v.subarray(0, this.length), (n - 1) * this.length);
    this.hashes[n - 1] = hash;
    this.hows[n - 1] = how;
    Atomics.store(this.parents, n - 1, parent);
    Atomics.store(this.table, at, n);
    return n;
  }

  /** The number there, once it is known. */
  private numberAt(at: number): number {
    for (;;) {
      const n = Atomics.load(this.table, at);
      if (n !== BUSY) return n;
    }
  }

  private isEqual(number: number, v: Int32Array, hash: number): boolean {
    if (this.hashes[number - 1] !== hash) return false;
    const { data, length } = this;
    const start = (number - 1) * length;
    const shared = Math.min(length, v.length);
    for (let i = 0; i < shared; i++) if (data[start + i] !== v[i]) return false;
    for (let i = shared; i < length; i++) if (data[start + i] !== 0) return false;
    return true;
  }
}
