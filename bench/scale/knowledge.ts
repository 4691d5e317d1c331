/** Which runs of the program a worker knows of, its own or another's: a set of small numbers. */
export class Knowledge {
  private readonly words: Uint32Array;

  /** None of so many runs, or those of another set. */
  constructor(from: number | Knowledge) {
    this.words = typeof from === 'number' ? new Uint32Array((from >> 5) + 1) : from.words.slice();
  }

  has(run: number): boolean {
    return (this.words[run >> 5] & (1 << (run & 31))) !== 0;
  }

  add(run: number): void {
    this.words[run >> 5] |= 1 << (run & 31);
  }

  addAll({ words }: Knowledge): void {
    for (let i = 0; i < words.length; i++) this.words[i] |= words[i];
  }
}
