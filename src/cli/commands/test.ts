/** `drista test`: regression tests. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { reasonOf } from '../../base/bounded-file';
import { DristaError } from '../../base/errors';
import { STDOUT } from '../../report/forms';
import { printable } from '../../report/printable';
import { hasColors } from '../../report/style';
import { compareTexts } from '../../testing/comparison';
import { findTests } from '../../testing/discovery';
import { annotationsText } from '../../testing/github-annotations';
import { updatedText } from '../../testing/header-update';
import { knownInputs } from '../../testing/test-build';
import { CONFIG_FILE, readConfig, testName, type TestConfig } from '../../testing/test-config';
import { readHeader, type TestHeader } from '../../testing/test-header';
import { titleOf, totalsOf, type TestReporter, type TestTotals } from '../../testing/test-reporter';
import { runTests, type TestResult } from '../../testing/test-runner';
import { TestTextReporter } from '../../testing/test-text';
import { changeOf } from '../../testing/watch';
import { KEYS, nextKey } from '../../testing/watch-keys';
import { readArguments } from '../arguments';
import type { Command } from '../command';
import { complain } from '../complain';
import { Exit } from '../../base/exit';
import { messages } from '../messages';
import { requireDifferent, requireWritable, writeOrPrint } from '../named-output';
import { print } from '../print';
import { testFormNames, testForms } from '../../testing/test-forms';
import type { Option, OptionValues } from '../option';
import { mayBeLed, requireRedis } from '../on';
import { checkOptions, formOptions, reportOption } from '../option-table';

const tests = 'Which tests:',
  results = 'What is reported:';

export const testOptions = {
  filter: { group: tests, type: 'text', value: 'TEXT', help: 'only tests with TEXT in their names' },
  config: {
    group: tests,
    type: 'text',
    value: 'FILE',
    help:
      'configuration (default: drista.config.json here or in the nearest folder above, or the key `drista` of ' +
      'package.json)',
  },
  list: { group: tests, type: 'flag', help: 'only print the names of the tests, one a line' },
  watch: {
    group: 'How they run:',
    type: 'flag',
    help: 'run tests again whenever a file has changed, or a key asks for it',
  },
  update: { group: 'How they run:', type: 'flag', help: 'write what was found into the tests, as what they expect' },
  jobs: {
    group: 'How they run:',
    type: 'number',
    alias: 'j',
    value: 'N',
    most: 64,
    help: 'so many tests side by side (default: as many as there are processors)',
  },
  'time-limit': {
    ...checkOptions['time-limit'],
    group: 'How they run:',
    help: 'for each check whose test does not say (default: 60)',
  },
  on: {
    ...checkOptions.on,
    group: 'How they run:',
    help: 'explore checks with all machines that run `drista worker` at this Redis server',
  },
  'no-cache': { group: 'How they run:', type: 'flag', help: 'check also what is unchanged since an earlier run' },
  report: reportOption(results),
  ...formOptions(testFormNames, (name) => testForms[name].help),
} as const satisfies Record<string, Option>;

export type TestOptions = OptionValues<typeof testOptions>;

const help = {
  usage: `drista test [options] [FILES|FOLDERS]

Builds and checks the tests in these files and folders, or all of the project,
and compares with what the first comment of each states, such as

    // drista: verified
    // drista: error data-race at queue.h:41 --model rc11`,
  epilogue:
    'Exit codes: 0 all are as expected, 1 some are not, 2 wrong use or some could not be built or checked, 3 some ' +
    'could not be decided within a limit.',
};

export const command: Command = {
  does: 'build and check regression tests',
  options: testOptions,
  help,
  run: (args) => test(args),
};

/** Returns the exit code. Throws a DristaError for wrong use. */
export async function test(args: readonly string[]): Promise<number> {
  const line = await readArguments(args, testOptions, help);
  if (line === undefined) return Exit.Verified;
  const { options } = line;
  if (line.rest.length > 0) throw new DristaError(messages.testArguments(line.rest[0]));
  requireDifferent(Object.fromEntries(testFormNames.map((form) => [`--report ${form}`, options[form]])));
  for (const form of testFormNames) requireWritable(options[form], testForms[form]);
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    if (options.on !== undefined) await requireRedis(options.on);
    if (options.watch && !options.list) return await watchTests(line.words, options, stop.signal);
    return (await runOnce(line.words, readConfig(process.cwd(), options.config), options, stop.signal)).code;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/** How tests are run again (--watch). */
interface Again {
  /** Of an earlier run, those that have not passed; undefined: all are wanted. */
  readonly only?: readonly string[] | undefined;
  /** Also those that are unchanged. */
  readonly unchanged?: boolean;
}

interface Ran {
  readonly code: number;
  /** The files of the tests that have not passed. */
  readonly failed: readonly string[];
}

async function runOnce(
  words: readonly string[],
  config: TestConfig,
  options: TestOptions,
  signal: AbortSignal,
  again?: Again,
): Promise<Ran> {
  const files = findTests(config, words, process.cwd()).filter(
    (file) => isWanted(file, config, options.filter) && again?.only?.includes(file) !== false,
  );
  if (files.length === 0 && !options.watch && !options.list)
    throw new DristaError(messages.noTests(words.length === 0 ? config.include : words, options.filter));
  if (options.list) {
    await print(files.map((file) => `${printable(relative(process.cwd(), file))}\n`).join(''));
    return { code: Exit.Verified, failed: [] };
  }
  const begun = performance.now();
  const output = new Output();
  const reporter = textReporter(output, options, again !== undefined && again.unchanged !== true);
  const names = files.map((file) => testName(file, config));
  reporter?.start?.(names);
  const results = await runTests(
    files,
    config,
    {
      jobs: options.jobs,
      timeLimit: options['time-limit'],
      useCache: !options['no-cache'] && again?.unchanged !== true,
      update: options.update,
      on: options.on === undefined ? undefined : { url: options.on, takes: mayBeLed },
      signal,
    },
    { started: (name) => reporter?.started?.(name), ended: (name, all) => reporter?.ended?.(name, all) },
  );
  const seconds = (performance.now() - begun) / 1000;
  const final = options.update ? await update(results) : results;
  const totals = totalsOf(final, seconds);
  const code = exitOf(totals);
  try {
    await reporter?.end?.(final, totals);
    await output.printed;
    await writeForms(final, totals, options, config.root);
  } catch (error) {
    if (!(error instanceof DristaError) || code !== Exit.Error) throw error;
    complain(error); // tests have failed nevertheless
  }
  if (process.env.GITHUB_ACTIONS === 'true' && reporter !== undefined)
    await print(annotationsText(final, config.root, process.env.GITHUB_WORKSPACE));
  if (signal.aborted && !options.watch) throw new DristaError(messages.testsInterrupted(results.length, files.length));
  return { code, failed: final.filter(({ status }) => status !== 'passed').map(({ file }) => file) };
}

/**
 * Runs the tests, and again whenever something has changed, the configuration too, or a key asks for it, until Ctrl-C.
 * Unchanged ones are remembered.
 */
async function watchTests(words: readonly string[], options: TestOptions, signal: AbortSignal): Promise<number> {
  const folder = process.cwd();
  let { root } = readConfig(folder, options.config);
  let ran: Ran = { code: Exit.Verified, failed: [] };
  for (let again: Again | undefined; ;) {
    const done = new AbortController();
    const either = AbortSignal.any([signal, done.signal]);
    let inputs: string[] = [];
    const settings = [options.config ?? CONFIG_FILE, join(root, CONFIG_FILE), join(root, 'package.json')];
    const files = (): string[] => [...settings.map((name) => resolve(folder, name)), ...testsNow(words, options)];
    const folders = words.length === 0 ? [root] : words.map((word) => resolve(folder, word));
    // What changes while tests run is not missed.
    const change = changeOf({ files, folders }, either);
    try {
      const config = readConfig(folder, options.config);
      ({ root } = config);
      ran = await runOnce(words, config, options, signal, again);
      // By now it is known what the tests are built from.
      inputs = findTests(config, words, folder).flatMap((file) => knownInputs(file, config));
    } catch (error) {
      if (!(error instanceof DristaError)) throw error;
      complain(error);
      ran = { ...ran, code: Exit.Failure };
    }
    if (!signal.aborted) await print(`\nWaiting for changes (${process.stdin.isTTY ? KEYS : 'Ctrl-C ends this'})\n`);
    const changed = Promise.race([change, changeOf({ files: () => inputs, folders: [] }, either)]);
    const key = await Promise.race([changed, nextKey(either)]);
    done.abort();
    if (signal.aborted || key === 'end') return ran.code;
    again = key === undefined ? {} : { only: key === 'failed' ? ran.failed : undefined, unchanged: true };
  }
}

/** The tests; none while the configuration is wrong, or what was named does not exist. */
function testsNow(words: readonly string[], { config }: TestOptions): string[] {
  try {
    return findTests(readConfig(process.cwd(), config), words, process.cwd());
  } catch (error) {
    if (error instanceof DristaError) return [];
    throw error;
  }
}

function isWanted(file: string, config: TestConfig, filter: string | undefined): boolean {
  return filter === undefined || testName(file, config).includes(filter);
}

/** Prints texts in their order. */
class Output {
  /** Rejects with a DristaError if one of them could not be printed. */
  printed = Promise.resolve();

  write(text: string): void {
    this.printed = this.printed.then(() => print(text));
    this.printed.catch(() => undefined); // it is asked for in the end
  }
}

/** The text goes to stdout, unless another form does. */
function textReporter(output: Output, options: TestOptions, onlyNew: boolean): TestReporter | undefined {
  if (testFormNames.some((form) => options[form] === STDOUT)) return undefined;
  const isTerminal = process.stdout.isTTY;
  return new TestTextReporter((text) => output.write(text), {
    isTerminal,
    colors: hasColors('auto', isTerminal, process.env),
    width: process.stdout.columns ?? 80,
    onlyNew,
  });
}

async function writeForms(
  results: readonly TestResult[],
  totals: TestTotals,
  options: TestOptions,
  root: string,
): Promise<void> {
  for (const form of testFormNames) {
    const path = options[form];
    if (path === undefined) continue;
    const text = testForms[form].text(results, totals, root);
    await writeOrPrint(path, testForms[form], text);
  }
}

/** Writes what was found into the headers; the results as they are after that. */
async function update(results: readonly TestResult[]): Promise<readonly TestResult[]> {
  const files = new Map<string, TestResult[]>();
  for (const result of results) files.set(result.file, [...(files.get(result.file) ?? []), result]);
  const changed = new Map<string, TestHeader>();
  for (const [file, all] of files) {
    if (all[0].expected === undefined) continue;
    const text = readFileSync(file, 'utf8');
    const updated = updatedText(text, all);
    if (updated === text) continue;
    try {
      writeFileSync(file, updated);
    } catch (error) {
      throw new DristaError(messages.notUpdated(file, reasonOf(error)));
    }
    changed.set(file, readHeader(updated, file));
    await print(` updated ${titleOf({ ...all[0], options: [] })}\n`);
  }
  return results.map((result) => {
    const header = changed.get(result.file);
    return header === undefined || result.status !== 'failed'
      ? result
      : { ...result, ...compareTexts(header, result.found!) };
  });
}

function exitOf({ failed, broken, undecided }: TestTotals): Exit {
  if (failed > 0) return Exit.Error;
  if (broken > 0) return Exit.Failure;
  return undecided > 0 ? Exit.Inconclusive : Exit.Verified;
}
