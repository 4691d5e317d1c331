/** `drista outcomes`: the final outcomes of all executions of a program. */
import { join } from 'node:path';
import { reasonOf } from '../../base/bounded-file';
import { DristaError } from '../../base/errors';
import type { ModelName } from '../../model/names';
import {
  addedLines,
  byExecutions,
  herdLines,
  tableData,
  tableLines,
  type OutcomesTable,
  type TableRow,
} from '../../outcomes/outcome-table';
import { outcomeText } from '../../outcomes/outcome-text';
import { STDOUT } from '../../report/forms';
import { printable, printableData, printableJson, shellWord } from '../../report/printable';
import { ProgressLine } from '../../report/progress';
import { savedText } from '../../report/saved';
import type { SavedExecution } from '../../report/saved-format';
import { headline } from '../../report/text';
import { limitsText, plural } from '../../report/verdict-text';
import { readArguments, type CommandLine } from '../arguments';
import { runCheck } from '../../check/check-thread';
import type { CheckOutcome } from '../../check/found-error';
import { Exit } from '../exit';
import { messages } from '../messages';
import { checkOptionsIn, outcomesOptions, type OutcomesOptions } from '../outcomes-options';
import { modelsIn, outcomesTask } from '../outcomes-task';
import { requireWritable, writeOrPrint } from '../named-output';
import { writeFile } from '../../check/output-file';
import { print } from '../print';
import type { Task } from '../../check/task';

export const outcomesHelp = {
  usage: `drista outcomes [options] program [-- arguments]

Lists every outcome that executions of the program can have, with the number of
executions that have it, and saves one execution of each for \`drista replay\`. An
outcome is what the program prints on standard output or, if it calls
drista_observe(NAME, VALUE) of <drista.h>, the values given there; and its exit
code unless that is 0. An execution with an error is an outcome, too.`,
  epilogue:
    'Exit codes: 0 all executions were explored and none has an error, 1 some execution has an error, 2 wrong use ' +
    'or the program cannot be checked, 3 not all executions were explored.',
};

/**
 * Returns the exit code. Throws a DristaError if the command line is wrong or the program cannot be checked. `run`:
 * performs the task of each model.
 */
export async function outcomes(args: readonly string[], run = runCheck): Promise<number> {
  const line = await readArguments(args, outcomesOptions, outcomesHelp);
  if (line === undefined) return Exit.Verified;
  const { options } = line;
  const tasks = modelsIn(options.model, 'drista outcomes --help').map((model) => taskOf(line, model));
  requireWritable(options.json, 'outcomes');
  const found = await explored(tasks, options, run);
  const notes = [...new Set(found.flatMap(({ summary }) => summary.notes))].filter((note) => !isOfExitCode(note));
  const table = saveAll(tableOf(tasks[0].program, found), options, notes);
  await report(table, options, notes);
  return exitOf(found);
}

function taskOf(line: CommandLine<OutcomesOptions>, model: ModelName): Task {
  const { options, words } = line;
  const [program, ...extra] = words;
  if (program === undefined) throw new DristaError(messages.noProgramFor('outcomes'));
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  const { equivalence, of } = options;
  return outcomesTask(program, line.rest, of, { ...checkOptionsIn(options), model, equivalence }, !options['no-save']);
}

/** Explores under one model after the other, until one is interrupted. */
async function explored(
  tasks: readonly Task[],
  { quiet }: OutcomesOptions,
  run: typeof runCheck,
): Promise<CheckOutcome[]> {
  const all: CheckOutcome[] = [];
  const line = new ProgressLine(process.stderr);
  for (const task of tasks) {
    if (!quiet) line.start();
    all.push(
      await run(task, (progress) => {
        if (!quiet) line.progress(progress);
      }),
    );
    line.note();
    if (all.at(-1)!.summary.limitsHit.includes('interrupted')) break;
  }
  return all;
}

/** Is the note about an exit code, which the outcome has anyway? */
function isOfExitCode(note: string): boolean {
  return note.includes('--check-exit-code');
}

type FoundRow = Omit<TableRow, 'file' | 'executions'> & {
  executions: TableRow['executions'][number][];
  readonly saved: Omit<SavedExecution, 'format'> | undefined;
};

interface FoundTable extends Omit<OutcomesTable, 'rows'> {
  readonly rows: readonly FoundRow[];
}

function tableOf(program: string, found: readonly CheckOutcome[]): FoundTable {
  const rows = new Map<string, FoundRow>();
  const add = (key: string, model: number, n: number | 'error', row: Omit<FoundRow, 'executions'>): void => {
    if (!rows.has(key)) rows.set(key, { ...row, executions: found.map(() => undefined) });
    rows.get(key)!.executions[model] = n;
  };
  for (const [model, { summary, saved, outcomes: all = [] }] of found.entries()) {
    for (const { key, outcome, executions, saved: execution } of all)
      add(key, model, executions, { text: outcomeText(outcome), outcome, saved: execution });
    for (const [i, error] of summary.errors.entries()) {
      const text = headline(error);
      add(text, model, 'error', { text, outcome: undefined, kind: error.kind, saved: saved[i] });
    }
  }
  const models = found.map(({ summary: { model, equivalence, executions, runs, seconds, limitsHit } }) => ({
    model,
    equivalence,
    executions,
    runs,
    seconds,
    limitsHit,
  }));
  return { program, models, rows: [...rows.values()].sort(byExecutions) };
}

/** Saves the execution of each row; adds a note for the first that could not be saved. */
function saveAll({ rows, ...rest }: FoundTable, options: OutcomesOptions, notes: string[]): OutcomesTable {
  let failed = false;
  return {
    ...rest,
    rows: rows.map(({ saved, ...row }, i) => {
      if (saved === undefined || options['no-save']) return { ...row, file: undefined };
      const file = join(options.save, `outcome-${i + 1}.json`);
      try {
        writeFile(file, 'saved', savedText(saved));
        return { ...row, file };
      } catch (error) {
        if (!failed) notes.push(messages.notSaved(file, reasonOf(error)));
        failed = true;
        return { ...row, file: undefined };
      }
    }),
  };
}

async function report(table: OutcomesTable, options: OutcomesOptions, notes: readonly string[]): Promise<void> {
  const { json, herd, quiet } = options;
  if (json !== undefined) {
    const text = printableJson(printableData(tableData(table, notes)), 2);
    await writeOrPrint(json, 'outcomes', text);
    if (json === STDOUT) return;
  }
  const lines = herd
    ? table.models.flatMap((_, i) => [...(i === 0 ? [] : ['']), ...herdLines(table, i).map(printable)])
    : tableLines(table, printable, shellWord);
  if (!quiet && !herd) {
    if (table.models.length > 1) lines.push('', ...addedLines(table, printable));
    if (notes.length > 0) lines.push('', ...notes.map((note) => `note: ${printable(note)}`));
    lines.push('', ...table.models.map((model) => countsText(table, model)));
  }
  await print(lines.map((text) => `${text}\n`).join(''));
}

/** The last line of a model: how much was explored. */
function countsText({ models, rows }: OutcomesTable, m: OutcomesTable['models'][number]): string {
  const i = models.indexOf(m);
  const own = rows.filter((row) => row.executions[i] !== undefined).length;
  const counts = `${plural(m.executions, 'execution')}, ${plural(m.runs, 'run')}, ${m.seconds.toFixed(1)} s`;
  const left = m.limitsHit.length === 0 ? '' : `; not explored: ${limitsText(m.limitsHit)}`;
  return `${plural(own, 'outcome')} under ${m.model}, equivalence ${m.equivalence} (${counts})${left}`;
}

function exitOf(found: readonly CheckOutcome[]): Exit {
  const verdicts = found.map(({ summary }) => summary.verdict);
  if (verdicts.includes('error')) return Exit.Error;
  return verdicts.includes('inconclusive') ? Exit.Inconclusive : Exit.Verified;
}
