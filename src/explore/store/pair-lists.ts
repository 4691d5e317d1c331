/**
 * Lists of pairs of numbers, by index. There are hundreds of thousands of lists, with millions of pairs: in two arrays
 * of numbers they cost the garbage collector nothing.
 */

/** Numbers for each pair: the place of the pair before it in its list (0: none), and the two of the pair. */
const SIZE = 3;
/** Of a list that was not made. */
const NONE = -1;

/** The lists as data. */
export interface PairListsCheckpoint {
  readonly last: Int32Array<ArrayBuffer>;
  readonly pairs: Int32Array<ArrayBuffer>;
  readonly used: number;
}

export class PairLists {
  /** By list: the place of its last pair; 0: it is empty. */
  private last = new Int32Array(64).fill(NONE);
  private pairs = new Int32Array(SIZE * 64);
  /** How much of `pairs` is used. Place 0 is none. */
  private used = SIZE;

  /** All lists as data, for `restore`. */
  checkpoint(): PairListsCheckpoint {
    const { last, pairs, used } = this;
    return { last, pairs, used };
  }

  /** Goes on with what `checkpoint` returned, in its place. */
  restore({ last, pairs, used }: PairListsCheckpoint): void {
    this.last = last;
    this.pairs = pairs;
    this.used = used;
  }

  /** Makes the list, which is empty. */
  begin(list: number): void {
    while (list >= this.last.length) {
      const longer = new Int32Array(2 * this.last.length).fill(NONE);
      longer.set(this.last);
      this.last = longer;
    }
    this.last[list] = 0;
  }

  /** Was the list made? */
  has(list: number): boolean {
    return list < this.last.length && this.last[list] !== NONE;
  }

  /** Appends a pair to a list that was made. */
  push(list: number, a: number, b: number): void {
    if (this.used + SIZE > this.pairs.length) {
      const longer = new Int32Array(2 * this.pairs.length);
      longer.set(this.pairs);
      this.pairs = longer;
    }
    const { pairs, last, used } = this;
    pairs[used] = last[list];
    pairs[used + 1] = a;
    pairs[used + 2] = b;
    last[list] = used;
    this.used = used + SIZE;
  }

  /** The numbers of the list one after the other; undefined: it was not made. */
  numbers(list: number): number[] | undefined {
    if (!this.has(list)) return undefined;
    const { pairs } = this;
    const backwards: number[] = [];
    for (let at = this.last[list]; at !== 0; at = pairs[at]) backwards.push(pairs[at + 2], pairs[at + 1]);
    return backwards.reverse();
  }
}
