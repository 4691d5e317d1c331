/** A set of texts of bounded size that drops old entries: for caches. */

/** The number of entries that are kept at least. */
const MAX_SIZE = 1 << 15;

export class BoundedSet {
  private young = new Set<string>();
  private old = new Set<string>();

  /** Is the text in the set? False also if it was added and dropped. */
  has(text: string): boolean {
    return this.young.has(text) || this.old.has(text);
  }

  /** Adds the text; may drop older ones. */
  add(text: string): void {
    if (this.young.size === MAX_SIZE) {
      this.old = this.young;
      this.young = new Set();
    }
    this.young.add(text);
  }
}
