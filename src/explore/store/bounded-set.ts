/** A set of texts that forgets the older ones: for what can be found out again. */

/** How many are remembered at least. */
const MOST = 1 << 15;

export class BoundedSet {
  private young = new Set<string>();
  private old = new Set<string>();

  /** Is the text remembered? False too if it was added and forgotten. */
  has(text: string): boolean {
    return this.young.has(text) || this.old.has(text);
  }

  /** Adds the text; may forget older ones. */
  add(text: string): void {
    if (this.young.size === MOST) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(text);
  }
}
