/**
 * A strict partial order on events 0 .. size - 1, kept transitively closed. Copies share the rows that neither has
 * changed.
 */

/** Bits of a word of a row. */
const BITS = 32;

export class PartialOrder {
  /** By event: the set of those before it. */
  private constructor(private readonly rows: Uint32Array[]) {}

  /** The order without events. */
  static empty(): PartialOrder {
    return new PartialOrder([]);
  }

  get size(): number {
    return this.rows.length;
  }

  /** Another one with the same content, which changes on its own. */
  copy(): PartialOrder {
    return new PartialOrder(this.rows.slice());
  }

  /** Does `a` come before `b`? */
  before(a: number, b: number): boolean {
    const row = this.rows[b];
    const word = Math.trunc(a / BITS);
    return word < row.length && ((row[word] >>> (a % BITS)) & 1) === 1;
  }

  /** Are two different events ordered, either way? */
  ordered(a: number, b: number): boolean {
    return this.before(a, b) || this.before(b, a);
  }

  /** How many events come before this one. Larger for whatever comes after it: sorting by it is a linear extension. */
  countBefore(e: number): number {
    let n = 0;
    for (let word of this.rows[e]) for (; word !== 0; word &= word - 1) n++;
    return n;
  }

  /** Adds an event after the ones given, and returns it. */
  append(after: readonly number[]): number {
    const row = new Uint32Array(Math.ceil(this.size / BITS));
    for (const e of after) this.include(row, e);
    return this.rows.push(row) - 1;
  }

  /** Orders `a` before `b`. False, without a change, if that closes a cycle. */
  order(a: number, b: number): boolean {
    if (a === b || this.before(b, a)) return false;
    if (this.before(a, b)) return true;
    for (let e = 0; e < this.size; e++) {
      if (e !== b && !this.before(b, e)) continue;
      const length = Math.max(this.rows[e].length, this.rows[a].length, Math.trunc(a / BITS) + 1);
      const row = new Uint32Array(length);
      row.set(this.rows[e]);
      this.include(row, a);
      this.rows[e] = row;
    }
    return true;
  }

  /** Adds an event, and all before it, to a row that is long enough. */
  private include(row: Uint32Array, e: number): void {
    this.rows[e].forEach((word, i) => (row[i] |= word));
    row[Math.trunc(e / BITS)] |= 1 << (e % BITS);
  }
}
