/** `drista outcomes`: the final outcomes of all executions of a program. */
import { JSON_BEGINNINGS } from '../../base/report-beginnings';
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
import { savedForm, savedText } from '../../report/saved';
import type { SavedExecution } from '../../report/saved-format';
import { headline } from '../../report/text';
import { limitsText, plural } from '../../report/verdict-text';
import { readArguments, type CommandLine } from '../arguments';
import type { Command } from '../command';
import { runCheck } from '../../check/check-thread';
import type { CheckOutcome } from '../../check/found-error';
import { Exit } from '../../base/exit';
import { messages } from '../messages';
import { modelsIn, modelsOption, outcomesRequest } from '../outcomes-request';
import { requireWritable, writeOrPrint } from '../named-output';
import { writeFile, type FileForm } from '../../base/output-file';
import { print } from '../print';
import type { CheckRequest } from '../../check/check-request';
import { sharedValues, type Option, type OptionValues } from '../option';
import { checkOptions, exploringOptions, formOptions, reportOption } from '../option-table';

const shown = 'What is reported:';

/** The options of a check that `drista outcomes` has as they are. */
const shared = {
  bound: checkOptions.bound,
  nondet: checkOptions.nondet,
  races: checkOptions.races,
  volatile: checkOptions.volatile,
  client: checkOptions.client,
  ...exploringOptions,
  symmetry: checkOptions.symmetry,
  isolation: checkOptions.isolation,
  'max-executions': checkOptions['max-executions'],
  'max-steps': checkOptions['max-steps'],
  'time-limit': checkOptions['time-limit'],
  'run-limit': checkOptions['run-limit'],
  'memory-limit': checkOptions['memory-limit'],
} as const satisfies Record<string, Option>;

export const outcomesOptions = {
  model: modelsOption('the outcomes'),
  equivalence: {
    ...checkOptions.equivalence,
    choices: ['observational', 'rf', 'co'],
    help:
      'executions that count as one: those with the same values read, the same reads-from, or also the same order ' +
      'of writes',
  },
  of: {
    group: 'What is explored:',
    type: 'choice',
    choices: ['auto', 'observed', 'printed'],
    default: 'auto',
    help:
      'what an outcome consists of: the values given to drista_observe, or what is printed on standard output; ' +
      'auto: printed, unless the program calls drista_observe',
  },
  ...shared,
  report: reportOption(shown),
  ...formOptions<'json'>(['json'], () => 'the outcomes as JSON'),
  herd: { group: shown, type: 'flag', help: 'print the outcomes as herd7 prints states' },
  save: {
    group: shown,
    type: 'text',
    value: 'FOLDER',
    default: 'drista-out/',
    help: 'folder in which one execution of each outcome is saved, as outcome-N.json',
  },
  'no-save': { group: shown, type: 'flag', help: 'save no executions, which is faster where there are many outcomes' },
  quiet: { group: shown, type: 'flag', alias: 'q', help: 'only the outcomes' },
} as const satisfies Record<string, Option>;

export type OutcomesOptions = OptionValues<typeof outcomesOptions>;

const help = {
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

export const command: Command = {
  does: 'list the outcomes of all executions',
  options: outcomesOptions,
  help,
  run: (args) => outcomes(args),
};

/** The form of the file with all outcomes. */
const form: FileForm = { beginning: '{\n  "form": "outcomes",', alike: JSON_BEGINNINGS, isInFolder: true };

/**
 * Returns the exit code. Throws a DristaError if the command line is wrong or the program cannot be checked.
 */
export async function outcomes(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, outcomesOptions, help);
  if (line === undefined) return Exit.Verified;
  const { options } = line;
  const requests = modelsIn(options.model, 'drista outcomes --help').map((model) => requestOf(line, model));
  requireWritable(options.json, form);
  const found = await explored(requests, options);
  const notes = [...new Set(found.flatMap(({ summary }) => summary.notes))].filter((note) => !isOfExitCode(note));
  const table = saveAll(tableOf(requests[0].program, found), options, notes);
  await report(table, options, notes);
  return exitOf(found);
}

function requestOf(line: CommandLine<OutcomesOptions>, model: ModelName): CheckRequest {
  const { options, words } = line;
  const [program, ...extra] = words;
  if (program === undefined) throw new DristaError(messages.noProgramFor('outcomes'));
  if (extra.length > 0) throw new DristaError(messages.extraArguments(extra[0]));
  const { equivalence, of } = options;
  return outcomesRequest(
    program,
    line.rest,
    of,
    { ...sharedValues(shared, options), model, equivalence },
    !options['no-save'],
  );
}

/** Explores under one model after the other, until one is interrupted. */
async function explored(requests: readonly CheckRequest[], { quiet }: OutcomesOptions): Promise<CheckOutcome[]> {
  const all: CheckOutcome[] = [];
  const line = new ProgressLine(process.stderr);
  for (const request of requests) {
    if (!quiet) line.start();
    all.push(
      await runCheck(request, (progress) => {
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
  return note.includes('--check exit-code');
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
        writeFile(file, savedForm, savedText(saved));
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
    await writeOrPrint(json, form, text);
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
