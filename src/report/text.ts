/** The report for people: what is wrong in one line, then the execution as columns, one per thread, then how to see it again. */
import type { Place, ReportError, ReportEvent } from './report';

export interface TextOptions {
  /** Show every event. */
  readonly verbose: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** The command that runs the execution again; undefined when it was not saved. */
  readonly replay: string | undefined;
}

/** The lines of an error's report. */
export function errorText(e: ReportError, options: TextOptions): string {
  const shown = choose(e.events, options.verbose);
  const lines = [`${e.message}${at(e)}`, '', ...columns(e, shown, options.width)];
  const left = e.events.length - shown.length;
  if (left > 0 && !options.verbose) lines.push('', `(${left} more ${left === 1 ? 'event' : 'events'}: -v shows all)`);
  lines.push(...stacks(e));
  if (options.replay !== undefined) lines.push('', `See it again: ${options.replay}`);
  return lines.join('\n');
}

function at(e: ReportError): string {
  const places = e.locations.filter((l) => l.file !== '').map((l) => `${l.thread} at ${placeText(l)}`);
  return places.length === 0 ? '' : `\n  ${places.join('\n  ')}`;
}

export function placeText(p: Place): string {
  if (p.file === '') return p.function;
  const name = p.file.slice(p.file.lastIndexOf('/') + 1);
  return p.line > 0 ? `${name}:${p.line}` : name;
}

const MOST = 60;

/** The places in `events` of what is shown: what matters, and of a long execution its end with what that reads from. */
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

function columns(e: ReportError, shown: readonly number[], width: number): string[] {
  const threads = [...new Set(shown.map((i) => e.events[i].thread))].sort((a, b) => a - b);
  const number = new Map(shown.map((i, row) => [i, row + 1]));
  const cells = shown.map((i) => cell(e.events[i], number));
  const widths = threads.map((t) => Math.max(e.threads[t].length, ...shown.map((i, row) => (e.events[i].thread === t ? cells[row].length : 0))));
  const total = widths.reduce((sum, w) => sum + w + 2, 8);
  if (total <= Math.max(width, 80)) return grid(e, shown, threads, cells, widths);
  // Too wide: one column, each line with its thread.
  const names = Math.max(...threads.map((t) => e.threads[t].length));
  return shown.map((i, row) => `${lead(e.events[i], row + 1)}${e.threads[e.events[i].thread].padEnd(names)}  ${cells[row]}`);
}

function grid(e: ReportError, shown: readonly number[], threads: readonly number[], cells: readonly string[], widths: readonly number[]): string[] {
  const head = ' '.repeat(7) + threads.map((t, c) => e.threads[t].padEnd(widths[c] + 2)).join('');
  const lines = shown.map((i, row) => {
    const column = threads.indexOf(e.events[i].thread);
    const indent = widths.slice(0, column).reduce((sum, w) => sum + w + 2, 0);
    return lead(e.events[i], row + 1) + ' '.repeat(indent) + cells[row];
  });
  return [head.trimEnd(), ...lines];
}

function lead(e: ReportEvent, row: number): string {
  return `${e.wrong ? '>' : ' '}${String(row).padStart(4)}  `;
}

function cell(e: ReportEvent, number: ReadonlyMap<number, number>): string {
  const place = e.place === undefined ? '' : `${placeText(e.place)}  `;
  const source = e.source === -2 ? '' : e.source === -1 ? '  ← initial value'
    : number.has(e.source) ? `  ← ${number.get(e.source)}` : '';
  return `${place}${e.operation}${source}`;
}

/** Call stacks of the events that are wrong, where they say more than the places do. */
function stacks(e: ReportError): string[] {
  return e.stacks.flatMap((stack, i) => {
    if (stack.length < 2) return [];
    return ['', `${e.locations[i].thread}:`, ...stack.map((p) => `  ${p.function} at ${placeText(p)}`)];
  });
}
