/** All outcomes of a program, under one memory model or several. */
import type { FoundKind } from '../explore/common/verdict';
import { outcomeText } from './outcome-text';
import type { Outcome } from './outcome';

/** What the exploration under one model has come to. */
export interface ModelSummary {
  readonly model: string;
  readonly equivalence: string;
  /** Complete executions, and runs of the program. */
  readonly executions: number;
  readonly runs: number;
  readonly seconds: number;
  /** Empty: all executions were explored. */
  readonly limitsHit: readonly string[];
}

export interface TableRow {
  /** In one line. */
  readonly text: string;
  /** What the execution shows that has the outcome; undefined: it ends with an error. */
  readonly outcome: Outcome | undefined;
  /** What kind of error it ends with; undefined: none. */
  readonly kind?: FoundKind;
  /** By model: the number of executions; undefined: the model has none; 'error': executions end there. */
  readonly executions: readonly (number | 'error' | undefined)[];
  /** The file with one execution; undefined: it was not saved. */
  readonly file: string | undefined;
}

export interface OutcomesTable {
  readonly program: string;
  readonly models: readonly ModelSummary[];
  readonly rows: readonly TableRow[];
}

/** The place of the first model that has the outcome. */
export function firstModel({ executions }: Pick<TableRow, 'executions'>): number {
  return executions.findIndex((n) => n !== undefined);
}

/** Sorts by the first model that has the outcome, then by number of executions; errors come last. */
export function byExecutions(a: Pick<TableRow, 'executions' | 'text'>, b: typeof a): number {
  const [i, j] = [firstModel(a), firstModel(b)];
  const count = (n: TableRow['executions'][number]): number => (typeof n === 'number' ? n : 0);
  if (i !== j) return i - j;
  return count(b.executions[j]) - count(a.executions[i]) || a.text.localeCompare(b.text, 'en', { numeric: true });
}

/** The table as lines of text; `shown`: makes texts of the program printable, `word`: names a file. */
export function tableLines(
  { models, rows }: OutcomesTable,
  shown: (text: string) => string,
  word: (file: string) => string,
): string[] {
  const heads = models.length === 1 ? ['executions'] : models.map(({ model }) => model);
  const cells = rows.map(({ executions }) => executions.map((n) => (n === undefined ? '-' : String(n))));
  const widths = heads.map((head, i) => Math.max(head.length, ...cells.map((row) => row[i].length)));
  const texts = ['outcome', ...rows.map(({ text }) => shown(text))];
  const width = Math.min(60, Math.max(...texts.map((text) => text.length)));
  return texts.map((text, i) => {
    const counts = (i === 0 ? heads : cells[i - 1]).map((cell, column) => cell.padStart(widths[column]));
    const file = i > 0 ? rows[i - 1].file : rows.some((row) => row.file !== undefined) ? 'saved' : undefined;
    const last = file === undefined ? '' : `  ${i === 0 ? file : word(file)}`;
    return `${counts.join('  ')}  ${text.padEnd(width)}${last}`.trimEnd();
  });
}

/** For each model after the first, which outcomes it has and those before it have not. */
export function addedLines({ models, rows }: OutcomesTable, shown: (text: string) => string): string[] {
  return models.slice(1).map(({ model }, i) => {
    const added = rows.filter((row) => firstModel(row) === i + 1);
    const before = models
      .slice(0, i + 1)
      .map((m) => m.model)
      .join(', ');
    if (added.length === 0) return `${model} adds none to the outcomes of ${before}`;
    const texts = added.map((row) => shown(row.text)).join('; ');
    return `${model} adds ${added.length} to the outcomes of ${before}: ${texts}`;
  });
}

/** The outcomes under the model with this place, as herd7 prints states: a header, then one line for each. */
export function herdLines({ program, models, rows }: OutcomesTable, model: number): string[] {
  const states = rows
    .filter((row) => row.executions[model] !== undefined)
    .map((row) =>
      row.outcome === undefined || row.outcome.values.length === 0
        ? `${row.outcome === undefined ? row.text : outcomeText(row.outcome)};`
        : row.outcome.values.map(({ name, value }) => `${name}=${value};`).join(' '),
    )
    .sort();
  const name = program.slice(program.lastIndexOf('/') + 1);
  return [
    `Test ${name} Required`,
    `States ${states.length}`,
    ...states,
    `Time ${name} ${models[model].seconds.toFixed(2)}`,
  ];
}

/** The table as plain data for JSON (docs/outcomes.schema.json). */
export function tableData({ program, models, rows }: OutcomesTable, notes: readonly string[]): object {
  return {
    form: 'outcomes',
    version: 1,
    program,
    models,
    outcomes: rows.map(({ text, outcome, kind, executions, file }) => ({
      text,
      ...(outcome === undefined ? { error: text, kind } : outcome),
      executions: Object.fromEntries(
        models.flatMap(({ model }, i) => {
          const n = executions[i];
          return n === undefined ? [] : [[model, n === 'error' ? null : n]];
        }),
      ),
      addedBy: models[firstModel({ executions })].model,
      ...(file === undefined ? {} : { file }),
    })),
    notes,
  };
}
