/** Random numbers that are the same for the same seed, on every machine (mulberry32). */
export class RandomNumbers {
  /** The state, which determines all further numbers; the seed at first. */
  state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number from 0 to n - 1, uniformly distributed. */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  /** The items in random order. */
  shuffled<T>(items: readonly T[]): T[] {
    const result = items.slice();
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}
