/** Folds equal iterations of a loop into one line. */

/**
 * A row of a report: its text and thread. `apart`: it must not be folded. `site`: the call site, where it is known. A
 * loop comes to the same sites again; a macro such as assert() may have several sites on one line.
 */
export interface Row {
  readonly thread: number;
  readonly text: string;
  readonly apart: boolean;
  readonly site?: number | undefined;
}

/** Iterations that are left out after a row. */
export interface Folded<T extends Row> {
  readonly row: T;
  readonly iterations: number;
}

/** The longest iteration, in rows. */
const LONGEST = 12;

/**
 * Rows of one thread that follow each other and repeat: the first iteration stays, and its last row says how many more
 * there were.
 */
export function folded<T extends Row>(rows: readonly T[]): Folded<T>[] {
  const result: Folded<T>[] = [];
  for (let at = 0; at < rows.length;) {
    const { size, iterations } = loopAt(rows, at);
    for (let i = 0; i < size; i++) result.push({ row: rows[at + i], iterations: i === size - 1 ? iterations - 1 : 0 });
    at += size * iterations;
  }
  return result;
}

/** The loop that begins at the row and saves most; one iteration of one row where there is none. */
function loopAt(rows: readonly Row[], at: number): { size: number; iterations: number } {
  let best = { size: 1, iterations: 1 };
  let saved = 1; // the line with the number of omitted iterations is one line more
  for (
    let size = 1;
    size <= LONGEST && at + 2 * size <= rows.length && rows[at + size - 1].thread === rows[at].thread;
    size++
  ) {
    let same = 0;
    while (at + size + same < rows.length && equal(rows[at + same], rows[at + size + same])) same++;
    const iterations = 1 + Math.floor(same / size);
    if ((iterations - 1) * size > saved) {
      best = { size, iterations };
      saved = (iterations - 1) * size;
    }
  }
  return best;
}

function equal(a: Row, b: Row): boolean {
  return a.thread === b.thread && a.text === b.text && a.site === b.site && !a.apart && !b.apart;
}
