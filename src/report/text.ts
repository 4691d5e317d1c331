/**
 * The report for people: the error in one line, then the execution in columns, one per thread, then the command that
 * replays it.
 */
import { executionLines, placeText, type ColumnOptions } from './columns';
import type { Write } from './form';
import { shortFunction } from '../debug-info/function-name';
import { printable, printableData, shellArgument, shellWord } from './printable';
import { isError, placesOf, type ReportError, type ReportLocation, type ShownExecution } from './report';
import type { CheckStart, Reporter } from './reporter';
import type { Summary } from './summary';
import { colorChoices, colored, hasColors, plain, type Style } from './style';
import { plural, verdictText } from './verdict-text';
import { wrapped } from './wrapping';

export interface TextOptions extends ColumnOptions {
  /** One line for each error. */
  readonly quiet: boolean;
}

/** Columns where the report does not go to a terminal. */
const PIPED = 120;
/** Terminals that say that they have no columns have so many. */
const USUAL = 80;
/** A schedule of more characters is shown with -v only. */
const SHORT = 300;

/** How the report is written to the stream: on a terminal in its width, elsewhere always in the same. */
export function formatFor(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  color: (typeof colorChoices)[number],
  environment: Readonly<Record<string, string | undefined>>,
): Pick<TextOptions, 'width' | 'wraps' | 'style'> {
  const isTerminal = stream.isTTY === true;
  return {
    width: isTerminal ? stream.columns || USUAL : PIPED,
    wraps: isTerminal,
    style: hasColors(color, isTerminal, environment) ? colored : plain,
  };
}

/** Writes the whole text when the check has ended. */
export class TextReporter implements Reporter {
  private readonly parts: string[] = [];
  /** The program with its arguments, as words of a command line. */
  private program = '';

  constructor(
    private readonly write: Write,
    private readonly options: TextOptions,
  ) {}

  start({ program, arguments: given = [] }: CheckStart): void {
    this.program = [shellWord(program), ...(given.length === 0 ? [] : ['--', ...given.map(shellArgument)])].join(' ');
  }

  error(error: ReportError, file: string | undefined): void {
    const { schedule } = error;
    const isShown = schedule !== undefined && (this.options.verbose || schedule.length <= SHORT);
    const again = [
      ...(file === undefined ? [] : [`See it again: drista replay ${shellWord(file)}`]),
      ...(isShown ? [`or elsewhere: drista replay --schedule ${schedule} ${this.program}`] : []),
    ];
    this.parts.push(errorText(error, this.options, again));
  }

  note(text: string): void {
    if (!this.options.quiet) this.parts.push(note(printable(text), this.options));
  }

  end(summary: Summary): Promise<void> {
    const { style } = this.options;
    const color = { verified: style.good, error: style.error, inconclusive: style.note }[summary.verdict];
    const verdict = paragraph(verdictText(printableData(summary)), /^[\w ]+?(?=:| under)/, color, this.options);
    const parts = [...this.parts, verdict];
    return this.write(parts.map((part) => `${part}\n`).join(this.options.quiet ? '' : '\n'));
  }
}

/** The lines of the report of an error, or of an outcome; `again`: lines that say how it is run again. */
export function errorText(found: ShownExecution, options: TextOptions, again: readonly string[] = []): string {
  const e = printableData(found);
  const head = paragraph(headline(e), /^error:/, options.style.error, options);
  if (options.quiet) return head;
  const execution = executionLines(e, options);
  const lines = [head, '', ...execution.lines];
  const { left } = execution;
  if (left > 0) lines.push('', `(${left} more ${left === 1 ? 'event' : 'events'}: -v shows all)`);
  const shorter = shortenedText(e);
  if (shorter !== undefined) lines.push('', note(shorter, options));
  const decided = decidedText(e);
  if (decided !== undefined) lines.push('', note(decided, options));
  if (options.verbose) lines.push(...stacks(e));
  return [...lines, ...(again.length === 0 ? [] : ['', ...again])].join('\n');
}

/** The error in one line, with all source places. If the message names the later access first, so do these. */
export function headline(e: ShownExecution): string {
  if (!isError(e)) return `outcome: ${e.message}`;
  const places = [...new Set(placesOf(e).map(locationText))];
  return `error: ${e.message}${places.length === 0 ? '' : `: ${places.join(' and ')}`}`;
}

function locationText(l: ReportLocation): string {
  const thread = l.thread.replace(/ \(.*/, ''); // the place names the function
  const name = shortFunction(l.function);
  if (l.file === '') return name === '' ? thread : `${name} (${thread})`;
  const line = l.line === 0 ? '' : `:${l.line}`; // not known
  return `${l.file}${line}${name === '' ? '' : ` in ${name}`} (${thread})`;
}

/** Call stacks of the events that make up the error. */
function stacks(e: ShownExecution): string[] {
  return e.stacks.flatMap((stack, i) => {
    if (stack.length < 2) return [];
    return ['', `${e.locations[i].thread}:`, ...stack.map((p) => `  ${p.function} at ${placeText(p)}`)];
  });
}

function note(text: string, options: ColumnOptions): string {
  return paragraph(`note: ${text}`, /^note:/, options.style.note, options);
}

/** By how much the execution is shorter than the one in which the error was found; undefined: it is not. */
function shortenedText({ length: to, foundLength: from }: ShownExecution): string | undefined {
  if (to === undefined || from === undefined) return undefined;
  const changes = [
    ...(from.contextSwitches === to.contextSwitches
      ? []
      : [`from ${from.contextSwitches} to ${plural(to.contextSwitches, 'context switch', 'es')}`]),
    ...(from.events === to.events ? [] : [`from ${from.events} to ${plural(to.events, 'event')}`]),
  ];
  return `shortened ${changes.join(', ')} (--tune minimise=off: as found)`;
}

/** By which event the error is decided; undefined: that is not known. */
function decidedText({ decided, events, threads }: ShownExecution): string | undefined {
  if (decided === undefined) return undefined;
  const { thread, place, operation } = events[decided.event];
  const where = place === undefined ? '' : `${placeText(place)} `;
  const who = threads[thread].replace(/ \(.*/, ''); // the place is in its function
  return (
    `decided at event ${decided.event + 1}, ${where}${operation} of ${who}: each of ${decided.samples} executions ` +
    'sampled from there has an error, but not each of those sampled from just before'
  );
}

/** Text in the width of the terminal, its beginning in color. */
function paragraph(text: string, beginning: RegExp, color: Style['note'], { wraps, width }: ColumnOptions): string {
  const lines = wraps ? wrapped(text, width) : [text];
  return [lines[0].replace(beginning, color), ...lines.slice(1)].join('\n');
}
