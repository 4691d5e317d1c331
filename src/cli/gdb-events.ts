/** What gdb's commands (share/drista/gdb.py) know of a saved execution. */
import { printableData, printableJson } from '../report/printable';
import { headline } from '../report/text';
import type { SavedExecution } from '../report/saved-format';

/** An event of a run: the thread's n-th one, from 1. */
export interface Moment {
  readonly thread: number;
  readonly event: number;
}

/** The second access of a data race, which may come before the decisions' end, or after it. */
export function accessOf({ report: { kind, locations, threads }, expected }: SavedExecution): Moment | undefined {
  const thread = kind === 'data-race' ? threads.findIndex((name) => name === locations.at(-1)?.thread) : -1;
  return thread in expected ? { thread, event: expected[thread].length } : undefined;
}

/** The execution as JSON, for gdb's Python. gdb is to stop before the moment, if there is one. */
export function eventsForGdb(saved: SavedExecution): string {
  const report = printableData(saved.report);
  return printableJson(
    {
      error: headline(report),
      moment: accessOf(saved),
      threads: report.threads,
      events: report.events.map(({ thread, place, operation, source, wrong }, i) => ({
        thread,
        operation,
        source,
        wrong,
        ...(place === undefined ? {} : { file: place.file, line: place.line, function: place.function }),
        // Of an execution without them it is not known what writes.
        ...(report.traced === undefined ? {} : { writes: report.traced.events[i].written !== undefined }),
        ...(report.traced?.events[i].pending === true ? { pending: true } : {}),
      })),
    },
    0,
  );
}
