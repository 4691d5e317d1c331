/** Where rows of different heights lie, in pixels from the top of the first one. */
export class RowHeights {
  private readonly tops: Float64Array;

  constructor(heights: readonly number[]) {
    this.tops = new Float64Array(heights.length + 1);
    heights.forEach((height, row) => (this.tops[row + 1] = this.tops[row] + height));
  }

  /** Of all rows. */
  get total(): number {
    return this.tops[this.tops.length - 1];
  }

  /** Where the row begins. */
  top(row: number): number {
    return this.tops[row];
  }

  /** The height of the row. */
  height(row: number): number {
    return this.tops[row + 1] - this.tops[row];
  }

  /** Where the middle of the row lies. */
  middle(row: number): number {
    return (this.tops[row] + this.tops[row + 1]) / 2;
  }

  /** The row at the height; the first or last one where it is above or below all of them. */
  at(y: number): number {
    let [low, high] = [0, this.tops.length - 2];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}
