/** Sets of small numbers (locations, threads) that only grow. */
export class BitSet {
  private words: number[];

  /** `words`: those of another set; by default it is empty. */
  constructor(words: readonly number[] = []) {
    this.words = [...words];
  }

  /** The set as data, for the constructor. */
  checkpoint(): readonly number[] {
    return this.words;
  }

  /** Is the number a member? It is an integer from 0. */
  has(n: number): boolean {
    return n >> 5 < this.words.length && (this.words[n >> 5] & (1 << (n & 31))) !== 0;
  }

  /** Adds the number, an integer from 0. */
  add(n: number): void {
    this.reach(n >> 5);
    this.words[n >> 5] |= 1 << (n & 31);
  }

  /** Adds all members of the other set. Returns true if some of them were new. */
  addAll({ words }: BitSet): boolean {
    if (words.length > 0) this.reach(words.length - 1);
    let grown = false;
    for (let i = 0; i < words.length; i++) {
      const both = this.words[i] | words[i];
      if (both === this.words[i]) continue;
      this.words[i] = both;
      grown = true;
    }
    return grown;
  }

  /** Does the test hold for some member? */
  some(test: (n: number) => boolean): boolean {
    for (const n of this) if (test(n)) return true;
    return false;
  }

  /** The members, in ascending order. */
  *[Symbol.iterator](): Iterator<number> {
    for (let i = 0; i < this.words.length; i++)
      for (let left = this.words[i]; left !== 0; left &= left - 1) yield 32 * i + 31 - Math.clz32(left & -left);
  }

  private reach(word: number): void {
    while (this.words.length <= word) this.words.push(0);
  }
}
