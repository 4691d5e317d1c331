/** The execution of an error in columns, one for each thread; in one column where the terminal is too narrow. */
import { describeThread, type ThreadId } from '../program/label';
import { folded } from './folding';
import type { ReportEvent, ShownExecution } from './report';
import type { ReportPlace } from './source-places';
import type { Style } from './style';
import { NO_BREAK, shortened, wrapped } from './wrapping';

export interface ColumnOptions {
  /** Show every event. */
  readonly verbose: boolean;
  /** Columns of the terminal, or of what takes the place of one. */
  readonly width: number;
  /** Must no line be longer? Otherwise a line may run over the width, so that each event stays on one line. */
  readonly wraps: boolean;
  readonly style: Style;
}

/** The narrowest column, and the mark before the first one. */
const NARROW = 20,
  MARK = 2;
/** By how much a line is indented that continues one. */
const HANGING = 4;
/** Of a long execution so many events are shown. */
const MAX_ROWS = 60;

/**
 * A place in a few words: file without folders and line; the file alone without a line; the function without a file.
 */
export function placeText(p: ReportPlace): string {
  if (p.file === '') return p.function;
  const name = p.file.slice(p.file.lastIndexOf('/') + 1);
  return p.line > 0 ? `${name}:${p.line}` : name;
}

/** The lines of the execution, and how many events are left out without a line that says so. */
export function executionLines(e: ShownExecution, options: ColumnOptions): { lines: string[]; left: number } {
  const shown = chosen(e.events, options.verbose);
  const settled = options.verbose ? 0 : e.events.filter(({ matters, settled: is }) => matters && is === true).length;
  return { lines: columns(e, shown, settled, options), left: e.events.length - shown.length - settled };
}

/**
 * The indices in `events` of the shown events: those that matter, and of a long execution only its end with the sources
 * of its reads.
 */
function chosen(events: readonly ReportEvent[], verbose: boolean): number[] {
  const all = events.map((_, i) => i);
  if (verbose) return all;
  const matter = all.filter((i) => events[i].matters && events[i].settled !== true);
  if (matter.length <= MAX_ROWS) return matter;
  const kept = new Set(matter.slice(-MAX_ROWS));
  for (const i of kept) if (events[i].source >= 0) kept.add(events[i].source);
  for (const i of matter) if (events[i].wrong) kept.add(i);
  return all.filter((i) => kept.has(i) && events[i].settled !== true);
}

function columns(e: ShownExecution, shown: readonly number[], settled: number, options: ColumnOptions): string[] {
  const { width, wraps, verbose, style } = options;
  const threads = [...new Set(shown.map((i) => e.events[i].thread))].sort((a, b) => a - b);
  const files = new Set(shown.map((i) => e.events[i].place?.file ?? ''));
  const rows = shown.map((i) => ({
    thread: e.events[i].thread,
    text: cell(e, e.events[i], files.size === 1),
    apart: e.events[i].wrong,
    site: e.events[i].site,
  }));
  const isNarrow = wraps && MARK + NARROW * threads.length > width;
  const layout = isNarrow ? oneColumn(e, threads) : columnForEach(e, threads, rows, width);
  const line = (thread: ThreadId, text: string, wrong = false): string[] => {
    const { lead, rest } = layout.of(thread);
    const most = wraps ? Math.max(NARROW / 2, width - MARK - rest) : Infinity;
    const paint = wrong ? style.error : (part: string): string => part.replace(/ {2}← .*/, style.faint);
    const parts = wraps ? wrapped(text, most, HANGING) : wrapped(text, Infinity);
    return parts.map((part, i) => {
      const before = i === 0 ? lead : ' '.repeat(rest);
      return `${wrong && i === 0 ? style.error('>') : ' '} ${before}${paint(part)}`;
    });
  };
  const linesOf = (some: typeof rows): string[] =>
    (verbose ? some.map((row) => ({ row, iterations: 0 })) : folded(some)).flatMap(({ row, iterations }) => [
      ...line(row.thread, row.text, row.apart),
      ...(iterations === 0
        ? []
        : line(row.thread, `… ${iterations} more ${iterations === 1 ? 'iteration' : 'iterations'} of this loop`)),
    ]);
  const { loop = Infinity } = e;
  const way = linesOf(rows.filter((_, i) => shown[i] < loop));
  const round = linesOf(rows.filter((_, i) => shown[i] >= loop));
  return [
    ...(layout.head === '' ? [] : [style.heading(layout.head)]),
    ...(settled === 0
      ? []
      : wrapped(
          `… ${settled} events before all threads were synchronised (-v shows them)`,
          wraps ? width - MARK : 200,
        ).map((part) => `  ${style.faint(part)}`)),
    ...(round.length === 0 || way.length === 0 ? [] : ['the way there:']),
    ...way,
    ...(round.length === 0 ? [] : ['the loop, again and again:', ...round]),
  ];
}

/** The first line, and for each thread what stands before its texts, and before lines that continue one. */
interface Layout {
  readonly head: string;
  of(thread: ThreadId): { readonly lead: string; readonly rest: number };
}

function columnForEach(
  e: ShownExecution,
  threads: readonly ThreadId[],
  rows: readonly { readonly thread: ThreadId; readonly text: string }[],
  width: number,
): Layout {
  // A row has one event, so its text may run over the columns to its right: they need not be as wide as the longest.
  const fair = Math.max(NARROW, Math.floor((width - MARK) / Math.max(1, threads.length)));
  const widths = threads.map((t) =>
    Math.min(fair, 2 + Math.max(e.threads[t].length, ...rows.map((row) => (row.thread === t ? row.text.length : 0)))),
  );
  const titles = threads.map((t, column) => shortened(e.threads[t], widths[column] - 1).padEnd(widths[column]));
  return {
    head: `  ${titles.join('')}`.trimEnd(),
    of: (thread) => {
      const rest = widths.slice(0, threads.indexOf(thread)).reduce((sum, w) => sum + w, 0);
      return { lead: ' '.repeat(rest), rest };
    },
  };
}

/** Each text has its thread before it. */
function oneColumn(e: ShownExecution, threads: readonly ThreadId[]): Layout {
  const names = threads.map((t) => e.threads[t].replace(/ \(.*/, ''));
  const rest = 1 + Math.max(0, ...names.map((name) => name.length));
  return { head: '', of: (thread) => ({ lead: names[threads.indexOf(thread)].padEnd(rest), rest }) };
}

/** `oneFile`: all events are in the same file, which the first line names. */
function cell(e: ShownExecution, event: ReportEvent, oneFile: boolean): string {
  const { place: p } = event;
  const place = p === undefined ? '' : `${oneFile && p.line > 0 ? `:${p.line}` : placeText(p)}  `;
  return `${place}${event.operation}${sourceText(e, event.source)}`;
}

/** The source of a read, which is kept on one line. */
function sourceText(e: ShownExecution, source: number): string {
  if (source === -2) return '';
  if (source === -1) return `  ← initial value`.replaceAll(/(?<=←.*) /g, NO_BREAK);
  const { thread, place } = e.events[source];
  const line = place === undefined || place.line === 0 ? '' : `, line ${place.line}`;
  return `  ← ${describeThread(thread)}${line}`.replaceAll(/(?<=←.*) /g, NO_BREAK);
}
