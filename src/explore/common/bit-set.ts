/** Sets of small numbers (locations, threads) that only grow. */
export class BitSet {
  private readonly words: Bits = [];

  /** Is the number a member? It is an integer from 0. */
  has(n: number): boolean {
    return hasBit(this.words, n);
  }

  /** Adds the number, an integer from 0. */
  add(n: number): void {
    addBit(this.words, n);
  }

  /** Adds all members of the other set. Returns true if some of them were new. */
  addAll({ words }: BitSet): boolean {
    return addBits(this.words, words);
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
}

/** Such a set as plain numbers, for a component that keeps it as data. */
export type Bits = number[];

/** Is the number a member? */
export function hasBit(words: Bits, n: number): boolean {
  return n >> 5 < words.length && (words[n >> 5] & (1 << (n & 31))) !== 0;
}

/** Adds the number. */
export function addBit(words: Bits, n: number): void {
  while (words.length <= n >> 5) words.push(0);
  words[n >> 5] |= 1 << (n & 31);
}

/** Adds all members of the other set. Returns true if some of them were new. */
export function addBits(words: Bits, others: Bits): boolean {
  while (words.length < others.length) words.push(0);
  let grown = false;
  for (let i = 0; i < others.length; i++) {
    const both = words[i] | others[i];
    if (both === words[i]) continue;
    words[i] = both;
    grown = true;
  }
  return grown;
}
