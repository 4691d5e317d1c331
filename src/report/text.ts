/**
 * The report for people: the error in one line, then the execution in columns, one per thread, then the command that
 * replays it.
 */
import { describeThread, type ThreadId } from '../program/label';
import { folded } from './folding';
import type { Write } from './form';
import { shortFunction } from './function-name';
import { printable, printableData, shellWord } from './printable';
import type { ReportPlace } from './source-places';
import type { ReportError, ReportEvent, ReportLocation } from './report';
import type { Reporter } from './reporter';
import type { Summary } from './summary';
import { verdictText } from './verdict-text';

export interface TextOptions {
  /** Show every event. */
  readonly verbose: boolean;
  /** One line for each error. */
  readonly quiet: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Writes the whole text when the check has ended. */
export class TextReporter implements Reporter {
  private readonly parts: string[] = [];

  constructor(
    private readonly write: Write,
    private readonly options: TextOptions,
  ) {}

  error(error: ReportError, file: string | undefined): void {
    this.parts.push(errorText(error, this.options, file && `drista replay ${shellWord(file)}`));
  }

  note(text: string): void {
    if (!this.options.quiet) this.parts.push(`note: ${printable(text)}`);
  }

  end(summary: Summary): Promise<void> {
    const parts = [...this.parts, verdictText(printableData(summary))];
    return this.write(parts.map((part) => `${part}\n`).join(this.options.quiet ? '' : '\n'));
  }
}

/** The lines of an error's report; `replay`: the command that runs it again, if it was saved. */
export function errorText(found: ReportError, options: TextOptions, replay?: string): string {
  const e = printableData(found);
  if (options.quiet) return headline(e);
  const shown = choose(e.events, options.verbose);
  const lines = [headline(e), '', ...columns(e, shown, options.width, options.verbose)];
  const left = e.events.length - shown.length;
  if (left > 0) lines.push('', `(${left} more ${left === 1 ? 'event' : 'events'}: -v shows all)`);
  if (options.verbose) lines.push(...stacks(e));
  return [...lines, ...(replay === undefined ? [] : ['', `See it again: ${replay}`])].join('\n');
}

/**
 * The error in one line, with all source places. A message about two accesses names the later one first
 * (explore/common/error-text.ts), so its place is first as well.
 */
export function headline(e: ReportError): string {
  const areAccesses = e.kind === 'data-race' || e.kind === 'memory';
  const places = [...new Set((areAccesses ? [...e.locations].reverse() : e.locations).map(locationText))];
  return `error: ${e.message}${places.length === 0 ? '' : `: ${places.join(' and ')}`}`;
}

function locationText(l: ReportLocation): string {
  const thread = l.thread.replace(/ \(.*/, ''); // the place names the function
  const name = shortFunction(l.function);
  if (l.file === '') return name === '' ? thread : `${name} (${thread})`;
  const line = l.line === 0 ? '' : `:${l.line}`; // not known
  return `${l.file}${line}${name === '' ? '' : ` in ${name}`} (${thread})`;
}

/**
 * A place in a few words: file without folders and line; the file alone without a line; the function without a file.
 */
export function placeText(p: ReportPlace): string {
  if (p.file === '') return p.function;
  const name = p.file.slice(p.file.lastIndexOf('/') + 1);
  return p.line > 0 ? `${name}:${p.line}` : name;
}

const MOST = 60;

/**
 * The indices in `events` of the shown events: those that matter, and of a long execution only its end with the sources
 * of its reads.
 */
function choose(events: readonly ReportEvent[], verbose: boolean): number[] {
  const all = events.map((_, i) => i);
  if (verbose) return all;
  const matter = all.filter((i) => events[i].matters);
  if (matter.length <= MOST) return matter;
  const kept = new Set(matter.slice(-MOST));
  for (const i of kept) if (events[i].source >= 0) kept.add(events[i].source);
  for (const i of matter) if (events[i].wrong) kept.add(i);
  return all.filter((i) => kept.has(i));
}

function columns(e: ReportError, shown: readonly number[], width: number, verbose: boolean): string[] {
  const threads = [...new Set(shown.map((i) => e.events[i].thread))].sort((a, b) => a - b);
  const files = new Set(shown.map((i) => e.events[i].place?.file ?? ''));
  const rows = shown.map((i) => ({
    thread: e.events[i].thread,
    text: cell(e, e.events[i], files.size === 1),
    apart: e.events[i].wrong,
  }));
  // A row has one event, so its text may run over the columns to its right: they need not be as wide as the longest.
  const fair = Math.max(20, Math.floor((width - 2) / Math.max(1, threads.length)));
  const widths = threads.map((t) =>
    Math.min(fair, 2 + Math.max(e.threads[t].length, ...rows.map((row) => (row.thread === t ? row.text.length : 0)))),
  );
  const line = (thread: ThreadId, text: string, mark = ' '): string => {
    const indent = widths.slice(0, threads.indexOf(thread)).reduce((sum, w) => sum + w, 0);
    return `${mark} ${' '.repeat(indent)}${text}`;
  };
  const head = `  ${threads.map((t, column) => e.threads[t].padEnd(widths[column])).join('')}`.trimEnd();
  const linesOf = (some: typeof rows): string[] =>
    (verbose ? some.map((row) => ({ row, iterations: 0 })) : folded(some)).flatMap(({ row, iterations }) => [
      line(row.thread, row.text, row.apart ? '>' : ' '),
      ...(iterations === 0
        ? []
        : [line(row.thread, `… ${iterations} more ${iterations === 1 ? 'iteration' : 'iterations'} of this loop`)]),
    ]);
  const { loop } = e;
  if (loop === undefined) return [head, ...linesOf(rows)];
  const way = linesOf(rows.filter((_, i) => shown[i] < loop));
  const round = linesOf(rows.filter((_, i) => shown[i] >= loop));
  return [head, ...(way.length === 0 ? [] : ['the way there:', ...way]), 'the loop, again and again:', ...round];
}

/** `oneFile`: all events are in the same file, which the first line names. */
function cell(e: ReportError, event: ReportEvent, oneFile: boolean): string {
  const { place: p } = event;
  const place = p === undefined ? '' : `${oneFile && p.line > 0 ? `:${p.line}` : placeText(p)}  `;
  return `${place}${event.operation}${sourceText(e, event.source)}`;
}

/** The source of a read. */
function sourceText(e: ReportError, source: number): string {
  if (source === -2) return '';
  if (source === -1) return '  ← initial value';
  const { thread, place } = e.events[source];
  return `  ← ${describeThread(thread)}${place === undefined || place.line === 0 ? '' : `, line ${place.line}`}`;
}

/** Call stacks of the events that make up the error. */
function stacks(e: ReportError): string[] {
  return e.stacks.flatMap((stack, i) => {
    if (stack.length < 2) return [];
    return ['', `${e.locations[i].thread}:`, ...stack.map((p) => `  ${p.function} at ${placeText(p)}`)];
  });
}
