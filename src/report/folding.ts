/** Turns of a loop that show the same again and again, as one line. */

/** Rows of a report: what they show, by thread; a row that must be seen by itself is `apart`. */
export interface Row {
  readonly thread: number;
  readonly text: string;
  readonly apart: boolean;
}

/** Turns that are left out after a row. */
export interface Folded<T extends Row> {
  readonly row: T;
  readonly turns: number;
}

/** Longest turn, in rows. */
const LONGEST = 12;

/**
 * Rows of one thread that follow each other and repeat: the first turn stays, and its last row says how many more there
 * were.
 */
export function folded<T extends Row>(rows: readonly T[]): Folded<T>[] {
  const result: Folded<T>[] = [];
  for (let at = 0; at < rows.length;) {
    const { size, turns } = loopAt(rows, at);
    for (let i = 0; i < size; i++) result.push({ row: rows[at + i], turns: i === size - 1 ? turns - 1 : 0 });
    at += size * turns;
  }
  return result;
}

/** The loop that begins at the row and saves most; one turn of one row where there is none. */
function loopAt(rows: readonly Row[], at: number): { size: number; turns: number } {
  let best = { size: 1, turns: 1 };
  let saved = 1; // a line that says how many more there were is needed too
  for (
    let size = 1;
    size <= LONGEST && at + 2 * size <= rows.length && rows[at + size - 1].thread === rows[at].thread;
    size++
  ) {
    let same = 0;
    while (at + size + same < rows.length && equal(rows[at + same], rows[at + size + same])) same++;
    const turns = 1 + Math.floor(same / size);
    if ((turns - 1) * size > saved) {
      best = { size, turns };
      saved = (turns - 1) * size;
    }
  }
  return best;
}

function equal(a: Row, b: Row): boolean {
  return a.thread === b.thread && a.text === b.text && !a.apart && !b.apart;
}
