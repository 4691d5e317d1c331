/** `drista litmus`: answers C litmus tests as herd7 does, by running them. */
import { JSON_BEGINNINGS } from '../../base/report-beginnings';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBounded, reasonOf } from '../../base/bounded-file';
import type { FileForm } from '../../base/output-file';
import { DristaError } from '../../base/errors';
import { compilerCommand } from '../../compiler/compile';
import { answer, answerLines, type FinalState, type LitmusAnswer } from '../../litmus/litmus-answer';
import { litmusProgram, observedState } from '../../litmus/litmus-program';
import { readLitmus, type LitmusTest } from '../../litmus/litmus-test';
import { sectionsOf } from '../../debug-info/elf';
import type { ModelName } from '../../model/names';
import { STDOUT } from '../../report/forms';
import { printable, printableData, printableJson, printableLines } from '../../report/printable';
import { limitsText } from '../../report/verdict-text';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import { runCheck } from '../../check/check-thread';
import type { CheckOutcome } from '../../check/found-error';
import { complain } from '../complain';
import { Exit } from '../../base/exit';
import { messages } from '../messages';
import { modelsIn, modelsOption, outcomesRequest } from '../outcomes-request';
import { requireWritable, writeOrPrint } from '../named-output';
import { print } from '../print';
import type { Option, OptionValues } from '../option';
import { checkOptions, formOptions, reportOption } from '../option-table';

const shown = 'What is reported:';

/** Events of the longest execution. A loop that counts its iterations has an execution for each number of them. */
const MOST_STEPS = 200;

export const litmusOptions = {
  model: modelsOption('an answer'),
  'time-limit': {
    ...checkOptions['time-limit'],
    help: 'stop the check of a test after this time, in seconds or such as 5m',
  },
  'memory-limit': checkOptions['memory-limit'],
  'max-steps': {
    ...checkOptions['max-steps'],
    help: `give up where executions have more than N events (default: ${MOST_STEPS})`,
  },
  report: reportOption(shown),
  ...formOptions<'json'>(['json'], () => 'the answers as JSON'),
  translate: { group: shown, type: 'flag', help: 'only print the program in C that each test becomes' },
} as const satisfies Record<string, Option>;

export type LitmusOptions = OptionValues<typeof litmusOptions>;

const help = {
  usage: `drista litmus [options] FILES

Answers litmus tests in C, in the format of herd7: translates each to C,
compiles that with \`drista cc\`, runs all its executions, and prints the final
states and whether the condition holds, as herd7 does.`,
  epilogue:
    'Exit codes: 0 all tests were answered, 2 some test is malformed or not supported, 3 a limit ended the check of ' +
    'some test.',
};

export const command: Command = {
  does: 'answer litmus tests as herd7 does',
  options: litmusOptions,
  help,
  run: (args) => litmus(args),
};

/** The form of the file with all answers. */
const form: FileForm = { beginning: '{\n  "form": "litmus",', alike: JSON_BEGINNINGS, isInFolder: true };

/** Bytes of the largest test that is read. */
const LARGEST = 2 ** 20;

/** What became of one test under one model. */
type Answered = { readonly file: string; readonly model: ModelName } & (
  | { readonly answer: LitmusAnswer; readonly races: readonly string[] }
  | { readonly failed: 'refused' | 'limit'; readonly message: string }
);

/** Returns the exit code. Throws a DristaError if the command line is wrong or nothing can be printed. */
export async function litmus(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, litmusOptions, help);
  if (line === undefined) return Exit.Verified;
  const { options, words: files } = line;
  const models = modelsIn(options.model, 'drista litmus --help');
  if (files.length === 0) throw new DristaError(messages.noLitmusTest);
  const { json } = options;
  requireWritable(json, form);
  const folder = mkdtempSync(join(tmpdir(), 'drista-litmus-'));
  const all: Answered[] = [];
  try {
    for (const [i, file] of files.entries())
      for (const found of await answersOf(file, join(folder, `${i}`), models, options)) {
        await tell(found, all, models.length > 1, options);
        all.push(found);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (json !== undefined) await writeJson(json, all);
  if (all.some((found) => 'failed' in found && found.failed === 'refused')) return Exit.Failure;
  return all.some((found) => 'failed' in found) ? Exit.Inconclusive : Exit.Verified;
}

/** The answers under each model, in turn; one if the test is refused. */
async function answersOf(
  file: string,
  path: string,
  models: readonly ModelName[],
  options: LitmusOptions,
): Promise<Answered[]> {
  try {
    const test = readLitmus(textOf(file), file);
    const text = litmusProgram(test);
    if (options.translate) {
      await print(text);
      return [];
    }
    build(text, path, file);
    if (/\batomic_compare_exchange_weak/.test(text) && !followsWeakExchanges(path))
      throw new DristaError(`${file}: ${messages.noWeakExchanges}`);
    const answers: Answered[] = [];
    for (const model of models) {
      const { 'time-limit': time, 'memory-limit': memory, 'max-steps': steps } = options;
      const limits = { 'time-limit': time, 'memory-limit': memory, 'max-steps': steps ?? MOST_STEPS };
      // As herd7 counts: by reads-from and coherence order.
      const counts = { equivalence: 'co', unordered: 'each' } as const;
      const request = outcomesRequest(path, [], 'observed', { model, ...counts, ...limits }, false);
      answers.push(answered(file, model, test, await runCheck(request, () => undefined)));
    }
    return answers;
  } catch (error) {
    if (!(error instanceof DristaError)) throw error;
    return [{ file, model: models[0], failed: 'refused', message: error.message }];
  }
}

/** Does drista see which compare-exchanges of the program are weak? clang tells only the pass (runtime/pass/weak.h). */
function followsWeakExchanges(path: string): boolean {
  const { compiler } = compilerCommand('c', []);
  return compiler.family !== 'clang' || sectionsOf(readBounded(path)).has('drista_pass');
}

function textOf(file: string): string {
  try {
    return readBounded(file, LARGEST).toString();
  } catch (error) {
    throw new DristaError(`${file} cannot be read (${reasonOf(error)}): name a litmus test`);
  }
}

function build(text: string, path: string, file: string): void {
  writeFileSync(`${path}.c`, text);
  const { compiler, args } = compilerCommand('c', ['-w', '-pthread', `${path}.c`, '-o', path]);
  const done = spawnSync(compiler.path, args, { encoding: 'utf8' });
  if (done.status === 0) return;
  const said = /error: .*/.exec(done.stderr)?.[0] ?? done.error?.message ?? `exit code ${done.status}`;
  throw new DristaError(`${file}: the compiler rejects its translation (${said}): see \`drista litmus --translate\``);
}

function answered(
  file: string,
  model: ModelName,
  test: LitmusTest,
  { summary, outcomes = [] }: CheckOutcome,
): Answered {
  const { errors, limitsHit } = summary;
  const other = errors.find(({ kind }) => kind !== 'data-race');
  if (other !== undefined)
    return { file, model, failed: 'refused', message: `${file}: an execution ends with an error: ${errorText(other)}` };
  if (limitsHit.length > 0)
    return { file, model, failed: 'limit', message: `${file}: not explored: ${limitsText(limitsHit)}` };
  const states = outcomes.map(({ outcome, executions }): FinalState => ({
    values: observedState(test, new Map(outcome.values.map(({ name, value }) => [name, `${value}`]))),
    executions,
  }));
  return { file, model, answer: answer(test, states, errors.length > 0), races: errors.map(errorText) };
}

/** The error with the names of the test, without places in its translation. */
function errorText({ message }: CheckOutcome['summary']['errors'][number]): string {
  return message.replace(/location_(\w+)/g, '$1').replace(/ \(it is volatile.*\)$/, '');
}

async function tell(
  found: Answered,
  before: readonly Answered[],
  several: boolean,
  options: LitmusOptions,
): Promise<void> {
  if ('failed' in found) return complain(new DristaError(found.message));
  if (options.json === STDOUT) return;
  const lines = [...(several ? [`Model ${found.model}`] : []), ...answerLines(found.answer)];
  const apart = before.some((other) => 'answer' in other) ? '\n' : '';
  await print(`${apart}${printableLines(lines.join('\n'))}\n`);
}

async function writeJson(file: string, all: readonly Answered[]): Promise<void> {
  const answers = all.map((found) => {
    if ('failed' in found) return { file: found.file, failed: found.failed, message: printable(found.message) };
    const { file: name, model, answer: a, races } = found;
    return { file: name, model, ...a, races };
  });
  const text = printableJson(printableData({ form: 'litmus', version: 1, answers }), 2);
  return writeOrPrint(file, form, text);
}
