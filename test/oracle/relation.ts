// Looked up once: in the test runner's sandbox a look-up of a global costs more than the function.
const { clz32 } = Math;

/** Binary relations over 0..n-1 as bit matrices, with the operators that papers on memory models use. */
export class Relation {
  private readonly words: number;
  /** Row by row, 32 to a number: a plain array, for typed ones cost more to make than these small matrices to fill. */
  private readonly bits: number[];

  private constructor(
    readonly n: number,
    bits?: number[],
  ) {
    this.words = (n + 31) >>> 5;
    this.bits = bits ?? new Array<number>(n * this.words).fill(0);
  }

  static empty(n: number): Relation {
    return new Relation(n);
  }

  /** [A], the identity on a set. */
  static on(n: number, inSet: (i: number) => boolean): Relation {
    const r = new Relation(n);
    for (let i = 0; i < n; i++) if (inSet(i)) r.add(i, i);
    return r;
  }

  add(i: number, j: number): void {
    this.bits[i * this.words + (j >>> 5)] |= 1 << (j & 31);
  }

  has(i: number, j: number): boolean {
    return (this.bits[i * this.words + (j >>> 5)] & (1 << (j & 31))) !== 0;
  }

  /** Only the pairs of which the condition holds. */
  filter(condition: (i: number, j: number) => boolean): Relation {
    const r = new Relation(this.n);
    for (let i = 0; i < this.n; i++)
      for (let j = 0; j < this.n; j++) if (this.has(i, j) && condition(i, j)) r.add(i, j);
    return r;
  }

  inverse(): Relation {
    const r = new Relation(this.n);
    for (let i = 0; i < this.n; i++) for (let j = 0; j < this.n; j++) if (this.has(i, j)) r.add(j, i);
    return r;
  }

  union(...others: readonly Relation[]): Relation {
    const bits = this.bits.slice();
    for (const { bits: more } of others) for (let k = 0; k < bits.length; k++) bits[k] |= more[k];
    return new Relation(this.n, bits);
  }

  intersect(other: Relation): Relation {
    return new Relation(
      this.n,
      this.bits.map((w, k) => w & other.bits[k]),
    );
  }

  /** this ; others[0] ; others[1] ... */
  then(...others: readonly Relation[]): Relation {
    return others.reduce((left, right) => left.compose(right), this as Relation);
  }

  private compose(other: Relation): Relation {
    const { n, words, bits } = this;
    const result = new Relation(n);
    for (let i = 0; i < n; i++) {
      for (let w = 0; w < words; w++) {
        for (let row = bits[i * words + w]; row !== 0; row &= row - 1) {
          result.addRow(i, other, w * 32 + 31 - clz32(row & -row));
        }
      }
    }
    return result;
  }

  /** r? */
  optional(): Relation {
    return this.union(Relation.on(this.n, () => true));
  }

  /** r+ (Warshall). */
  plus(): Relation {
    const result = new Relation(this.n, this.bits.slice());
    for (let k = 0; k < this.n; k++) {
      for (let i = 0; i < this.n; i++) if (result.has(i, k)) result.addRow(i, result, k);
    }
    return result;
  }

  /** r* */
  star(): Relation {
    return this.plus().optional();
  }

  isEmpty(): boolean {
    return this.bits.every((w) => w === 0);
  }

  isIrreflexive(): boolean {
    for (let i = 0; i < this.n; i++) if (this.has(i, i)) return false;
    return true;
  }

  isAcyclic(): boolean {
    return this.plus().isIrreflexive();
  }

  private addRow(i: number, from: Relation, j: number): void {
    for (let w = 0; w < this.words; w++) this.bits[i * this.words + w] |= from.bits[j * this.words + w];
  }
}
