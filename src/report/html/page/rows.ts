/** The rows of the lanes: the events that are shown, with equal iterations of loops folded. */
import { folded, type Row } from '../../folding';
import type { PicturedError, PicturedEvent } from '../picture';

/** A row: an event, or iterations that are folded. */
export interface LaneRow {
  readonly thread: number;
  /** Events of the row; several where iterations are folded. */
  readonly events: readonly number[];
  /** How many iterations are folded here; 0: it is an event. */
  readonly iterations: number;
}

/** A row as folding.ts takes it. */
interface FoldableRow extends Row {
  readonly event: number;
}

/**
 * The rows. `all`: also of events that do not explain the error. `open`: the first events of folded iterations that are
 * shown nevertheless.
 */
export function rowsOf({ events }: PicturedError, all: boolean, open: ReadonlySet<number>): LaneRow[] {
  const shown = events.flatMap((e, event) => (all || e.matters || e.wrong ? [foldable(e, event)] : []));
  const kept = folded(shown);
  const rows: LaneRow[] = [];
  let at = 0;
  for (const [i, { row, iterations }] of kept.entries()) {
    rows.push({ thread: row.thread, events: [row.event], iterations: 0 });
    at++;
    if (iterations === 0) continue;
    const next = kept[i + 1]?.row;
    const end = next === undefined ? shown.length : shown.indexOf(next, at);
    const hidden = shown.slice(at, end).map(({ event }) => event);
    at = end;
    if (open.has(hidden[0]))
      rows.push(...hidden.map((event) => ({ thread: row.thread, events: [event], iterations: 0 })));
    else rows.push({ thread: row.thread, events: hidden, iterations });
  }
  return rows;
}

function foldable(e: PicturedEvent, event: number): FoldableRow {
  return { event, thread: e.thread, text: `${e.file ?? ''}:${e.line ?? 0} ${e.operation}`, apart: e.wrong === true };
}

/** The file's name without folders, and the line; empty where no line is known. */
export function placeOf({ file, line }: PicturedEvent): string {
  return file === undefined || !line ? '' : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}
