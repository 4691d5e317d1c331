/**
 * Lists of pairs of numbers, by index. There are hundreds of thousands of lists, with millions of pairs: in two arrays
 * of numbers they cost the garbage collector nothing.
 */

/** Numbers for each pair: the place of the pair before it in its list (0: none), and the two of the pair. */
const SIZE = 3;
/** Of a list that was not made. */
const NONE = -1;

export class PairLists {
  durable = {
    /** By list: the place of its last pair; 0: it is empty. */
    last: new Int32Array(64).fill(NONE),
    pairs: new Int32Array(SIZE * 64),
    /** How much of `pairs` is used. Place 0 is none. */
    used: SIZE,
  };

  /** Makes the list, which is empty. */
  begin(list: number): void {
    while (list >= this.durable.last.length) {
      const longer = new Int32Array(2 * this.durable.last.length).fill(NONE);
      longer.set(this.durable.last);
      this.durable.last = longer;
    }
    this.durable.last[list] = 0;
  }

  /** Was the list made? */
  has(list: number): boolean {
    return list < this.durable.last.length && this.durable.last[list] !== NONE;
  }

  /** Appends a pair to a list that was made. */
  push(list: number, a: number, b: number): void {
    if (this.durable.used + SIZE > this.durable.pairs.length) {
      const longer = new Int32Array(2 * this.durable.pairs.length);
      longer.set(this.durable.pairs);
      this.durable.pairs = longer;
    }
    const { pairs, last, used } = this.durable;
    pairs[used] = last[list];
    pairs[used + 1] = a;
    pairs[used + 2] = b;
    last[list] = used;
    this.durable.used = used + SIZE;
  }

  /** The numbers of the list one after the other; undefined: it was not made. */
  numbers(list: number): number[] | undefined {
    if (!this.has(list)) return undefined;
    const { pairs } = this.durable;
    const backwards: number[] = [];
    for (let at = this.durable.last[list]; at !== 0; at = pairs[at]) backwards.push(pairs[at + 2], pairs[at + 1]);
    return backwards.reverse();
  }
}
