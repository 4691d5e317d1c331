/** What is printed: a table of all rows and one of the single figures. */
import { median, type Measured } from './measure';

/** A program at a scale, measured. */
export interface Result extends Measured {
  readonly program: string;
  /** N=3 M=2 */
  readonly scale: string;
  readonly model: string;
  readonly equivalence: string;
  /** Bytes that a run has at most. */
  readonly programPeak: number;
  /** Executions that there must be, where that is known. */
  readonly expected?: number;
}

/** A single figure. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
}

/** What follows from a result: medians, in seconds and bytes. */
export interface Derived {
  readonly seconds: number;
  readonly engineSeconds: number;
  readonly cpuSeconds: number;
  /** Without start-up; undefined where that is all. */
  readonly perExecution: number | undefined;
  readonly perRun: number | undefined;
  readonly schedulerPeak: number;
  readonly deadEndsPerExecution: number;
  readonly runsPerExecution: number;
}

/** `startUp`: seconds of a check of nothing. */
export function derive({ counts, samples }: Measured, startUp: number): Derived {
  const of = (get: (s: Measured['samples'][number]) => number): number => median(samples.map(get));
  const seconds = of((s) => s.seconds);
  const own = seconds > startUp ? seconds - startUp : undefined;
  return {
    seconds,
    engineSeconds: of((s) => s.engineSeconds),
    cpuSeconds: of((s) => s.cpuSeconds),
    perExecution: own && own / counts.executions,
    perRun: own && own / counts.runs,
    schedulerPeak: of((s) => s.schedulerPeak),
    deadEndsPerExecution: counts.deadEnds / counts.executions,
    runsPerExecution: counts.runs / counts.executions,
  };
}

/** How much more than at the scale before: executions, and the check's own seconds. Undefined at the first scale. */
export function growth(before: Result | undefined, now: Result): { executions: number; seconds: number } | undefined {
  if (before?.program !== now.program) return undefined;
  const [from, to] = [before, now].map((r) => derive(r, 0).engineSeconds);
  return { executions: now.counts.executions / before.counts.executions, seconds: to / from };
}

/** At least two digits that matter: 0.034, 1.2, 345; `-` where there is none. */
export function digits(n: number | undefined): string {
  if (n === undefined) return '-';
  if (n === 0) return '0';
  const places = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(n))));
  return n.toFixed(places);
}

const microseconds = (seconds: number | undefined): string => digits(seconds && seconds * 1e6);
const megabytes = (bytes: number): string => digits(bytes / 2 ** 20);

const titles = [
  'program',
  'scale',
  'executions',
  'dead ends',
  'nodes',
  'runs',
  'seconds',
  'in the check',
  'CPU',
  'us/execution',
  'us/run',
  'MB drista',
  'MB program',
  'dead ends/execution',
  'runs/execution',
  'growth executions',
  'growth seconds',
];

/** The table, in Markdown, which also reads well as it is. */
export function resultsTable(results: readonly Result[], startUp: number): string {
  return markdown(
    titles,
    results.map((result, i) => {
      const { counts } = result;
      const d = derive(result, startUp);
      const grown = growth(results[i - 1], result);
      return [
        result.program,
        result.scale,
        counts.executions,
        counts.deadEnds,
        counts.nodes,
        counts.runs,
        d.seconds.toFixed(2),
        d.engineSeconds.toFixed(2),
        d.cpuSeconds.toFixed(2),
        microseconds(d.perExecution),
        microseconds(d.perRun),
        megabytes(d.schedulerPeak),
        megabytes(result.programPeak),
        digits(d.deadEndsPerExecution),
        digits(d.runsPerExecution),
        grown === undefined ? '' : digits(grown.executions),
        grown === undefined ? '' : digits(grown.seconds),
      ];
    }),
  );
}

export function figuresTable(figures: readonly Figure[]): string {
  return markdown(
    ['figure', 'value', 'unit'],
    figures.map(({ name, value, unit }) => [name, digits(value), unit]),
  );
}

/** A table in Markdown, its columns filled up with spaces; numbers stand at the right. */
export function markdown(head: readonly string[], body: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...body].map((line) => line.map(String));
  const widths = head.map((_, i) => Math.max(3, ...lines.map((line) => line[i].length)));
  const right = head.map((_, i) => body.length > 0 && lines.slice(1).every((line) => /^[\d.-]*( .)?$/.test(line[i])));
  const text = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (right[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => `${'-'.repeat(width + 1)}${right[i] ? ':' : '-'}`).join('|')}|`;
  return [text(lines[0]), rule, ...lines.slice(1).map(text)].join('\n');
}
