/** What `npm run bench -- bugs` prints: bugs found by each strategy, beside published figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/paths';
import { median } from '../measure';
import { digits, markdown } from '../table';
import { hasSeed, type Outcome, type Tried } from './check';
import type { Row } from './rows';

/** A program, with the outcomes of each strategy: one for each seed. */
export interface Result {
  readonly row: Row;
  readonly outcomes: ReadonlyMap<Tried, readonly Outcome[]>;
  /** Why the program is not built. */
  readonly complaint?: string;
}

/** Published figures: the head of the table, and cells by program. */
export interface Published {
  readonly columns: readonly string[];
  readonly cells: ReadonlyMap<string, readonly string[]>;
}

/** The figures in published.tsv. */
export function published(): Published {
  const text = readFileSync(join(packageRoot(), 'bench', 'bugs', 'published.tsv'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [head, ...body] = lines.map((line) => line.split('\t'));
  return { columns: head.slice(1), cells: new Map(body.map(([name, ...cells]) => [name, cells])) };
}

const isFound = ({ result }: Outcome): boolean => result === 'found';

/** `12, 0.14 s`; `2/3: 12, 0.14 s` where not all seeds have found the bug; what else happened where none has. */
export function cellOf(outcomes: readonly Outcome[]): string {
  const found = outcomes.filter(isFound);
  const of = found.length > 0 ? found : outcomes;
  const executions = Math.round(median(of.map((outcome) => outcome.executions)));
  const seconds = digits(median(of.map((outcome) => outcome.seconds)));
  if (found.length > 0) {
    const share = found.length === outcomes.length ? '' : `${found.length}/${outcomes.length}: `;
    return `${share}${executions}, ${seconds} s`;
  }
  const other = outcomes.find(({ result }) => result !== 'not found');
  return other === undefined ? `none in ${executions}, ${seconds} s` : other.result;
}

/** All tables, in Markdown. */
export function tables(results: readonly Result[], strategies: readonly Tried[]): string {
  const built = results.filter(({ complaint }) => complaint === undefined);
  const { columns, cells } = published();
  const bugs = markdown(
    ['program', 'bug', ...strategies, ...columns],
    built.map(({ row, outcomes }) => [
      row.name,
      row.bug,
      ...strategies.map((strategy) => cellOf(outcomes.get(strategy) ?? [])),
      ...(cells.get(row.name) ?? columns.map(() => '')),
    ]),
  );
  const problems = [...results.flatMap(problemsOf)].map((problem) => `- ${problem}`);
  return [
    bugs,
    summary(built, strategies),
    '### What an execution costs',
    'All checks of a program that sampled, where these took more than three seconds together.',
    costs(built),
    ...(problems.length > 0 ? ['### Other errors, and programs that were not checked', problems.join('\n')] : []),
  ].join('\n\n');
}

/** A line for each strategy: programs whose bug it has found. */
function summary(results: readonly Result[], strategies: readonly Tried[]): string {
  return markdown(
    ['strategy', 'programs', 'found with any seed', 'with all seeds', 'seconds of all checks'],
    strategies.map((strategy) => {
      const all = results.map(({ outcomes }) => outcomes.get(strategy) ?? []);
      return [
        strategy,
        all.length,
        all.filter((some) => some.some(isFound)).length,
        all.filter((some) => some.every(isFound)).length,
        Math.round(total(all.flat(), ({ seconds }) => seconds)),
      ];
    }),
  );
}

/** Milliseconds and runs for each execution, where the start of a check no longer counts. */
function costs(results: readonly Result[]): string {
  const sampled = results.flatMap(({ row, outcomes }) => {
    const all = [...outcomes].filter(([strategy]) => hasSeed(strategy)).flatMap(([, some]) => some);
    const seconds = total(all, (outcome) => outcome.seconds);
    if (seconds <= 3) return [];
    const executions = total(all, (outcome) => outcome.executions);
    const runs = total(all, (outcome) => outcome.runs);
    return [{ row, executions, runs, seconds, deadEnds: total(all, (outcome) => outcome.deadEnds) }];
  });
  const each = (n: number, executions: number): string => (executions === 0 ? '' : digits(n / executions));
  return markdown(
    ['program', 'executions', '% dead ends', 'ms/execution', 'runs/execution'],
    sampled
      .sort((a, b) => b.seconds / b.executions - a.seconds / a.executions)
      .map(({ row, executions, deadEnds, seconds, runs }) => [
        row.name,
        executions,
        executions === 0 ? '' : Math.round((100 * deadEnds) / executions),
        each(seconds * 1000, executions),
        each(runs, executions),
      ]),
  );
}

const total = (outcomes: readonly Outcome[], get: (outcome: Outcome) => number): number =>
  outcomes.map(get).reduce((a, b) => a + b, 0);

/** What is not as it should be, in words, each once. */
function problemsOf({ row, outcomes, complaint }: Result): string[] {
  if (complaint !== undefined) return [`${row.name} is not built: ${complaint}`];
  const others = [...outcomes].flatMap(([strategy, some]) =>
    some
      .filter(({ result }) => result === 'other' || result === 'refused')
      .map(({ result, message }) => `${row.name}, ${strategy}: ${result === 'other' ? '' : 'refused: '}${message}`),
  );
  return [...new Set(others)];
}
