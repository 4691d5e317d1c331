/** What `drista fuzz` is asked for: its options, and the requests of its workers that follow from them. */
import { basename, join } from 'node:path';
import { DristaError } from '../base/errors';
import { readBounded, reasonOf } from '../base/bounded-file';
import type { CheckRequest, FuzzRequest } from '../check/check-request';
import { readFile, takesFuzzInput } from '../check/program-file';
import { dictionaryOf } from '../fuzz/input-mutations';
import { afterErrorOptions } from './after-error-options';
import type { CommandLine } from './arguments';
import { crashOptions } from './crash-options';
import { faultOptions } from './fault-options';
import { messages } from './messages';
import { newRequest } from './new-request';
import { MAX_UINT32, optionValues, sharedValues, type Option, type OptionValues } from './option';
import { checkOptions, exploringOptions, formOptions, reported, reportOption } from './option-table';
import { formNames, reportForms } from '../report/forms';

const fuzzed = 'What is tried:';

/** The options of a check that `drista fuzz` has as they are. */
const shared = {
  model: checkOptions.model,
  races: checkOptions.races,
  volatile: checkOptions.volatile,
  nondet: checkOptions.nondet,
  client: checkOptions.client,
  ...exploringOptions,
  isolation: checkOptions.isolation,
  ...faultOptions,
  ...crashOptions,
  ...afterErrorOptions,
  check: checkOptions.check,
  'check-exit-code': checkOptions['check-exit-code'],
  'keep-going': checkOptions['keep-going'],
  'max-steps': checkOptions['max-steps'],
  'time-limit': checkOptions['time-limit'],
  'run-limit': checkOptions['run-limit'],
  'memory-limit': checkOptions['memory-limit'],
} as const satisfies Record<string, Option>;

/** The options of `drista fuzz`. */
export const fuzzOptions = {
  corpus: {
    group: fuzzed,
    type: 'text',
    value: 'FOLDER',
    help:
      'folder of inputs and schedules that have shown something new; what is there is gone on from (default: ' +
      'drista-out/PROGRAM.corpus)',
  },
  'no-corpus': { group: fuzzed, type: 'flag', help: 'neither read nor write a corpus' },
  dictionary: {
    group: fuzzed,
    type: 'text',
    value: 'FILE',
    help: 'words of which inputs consist, a "word" a line, as for libFuzzer and AFL',
  },
  'max-length': {
    group: fuzzed,
    type: 'number',
    value: 'N',
    most: 2 ** 20,
    default: '4096',
    help: 'inputs have at most N bytes',
  },
  seed: {
    group: fuzzed,
    type: 'number',
    value: 'N',
    most: MAX_UINT32,
    default: '1',
    help: checkOptions.seed.help,
  },
  ...shared,
  'max-executions': {
    ...checkOptions['max-executions'],
    help: 'stop after N executions of each worker (default, without --time-limit: when nothing new comes for long)',
  },
  jobs: { ...checkOptions.jobs, help: 'N workers, which share the corpus' },
  report: reportOption(reported),
  ...formOptions(formNames, (name) => reportForms[name].help),
  coverage: {
    group: reported,
    within: 'report',
    type: 'text',
    value: 'FILE',
    once: true,
    help: 'which lines have read from which, and which might have, as a page for a browser',
  },
  save: checkOptions.save,
  color: checkOptions.color,
  verbose: checkOptions.verbose,
  quiet: checkOptions.quiet,
} as const satisfies Record<string, Option>;

export type FuzzCommandOptions = OptionValues<typeof fuzzOptions>;

/** Seeds of workers are so far apart. */
const APART = 0x9e3779b9;

/** The request of each worker. Throws a DristaError if the program cannot be checked. */
export function fuzzRequests({ options, given, words, rest }: CommandLine<FuzzCommandOptions>): CheckRequest[] {
  const [program] = words;
  const { jobs } = options;
  const all = {
    ...optionValues(checkOptions, { chance: '0' }),
    ...sharedValues(shared, options),
    'max-executions': options['max-executions'],
    strategy: 'portfolio' as const,
    seed: options.seed,
    save: options.save,
    verbose: options.verbose,
  };
  const request = newRequest({ options: all, given: [...given, 'strategy'], words: [program], rest });
  const takesInput = takesFuzzInput(readFile(program));
  const file = rest.find((argument) => !argument.startsWith('-'));
  if (takesInput && file !== undefined) throw new DristaError(messages.fileOfFuzz(file, program));
  if (options.corpus === '') throw new DristaError(messages.noCorpus);
  if (!takesInput)
    for (const name of ['dictionary', 'max-length'] as const)
      if (given.includes(name)) throw new DristaError(messages.takesNoInput(name, program));
  const fuzz: FuzzRequest = {
    corpus: options['no-corpus'] ? undefined : (options.corpus ?? join('drista-out', `${basename(program)}.corpus`)),
    takesInput,
    largestInput: options['max-length'],
    dictionary: options.dictionary === undefined ? [] : wordsIn(options.dictionary),
    found: new SharedArrayBuffer(4),
  };
  return Array.from({ length: jobs }, (_, worker) => ({
    ...request,
    changesOver: false,
    memory: Math.floor(request.memory / jobs),
    settings: { ...request.settings, seed: (options.seed + worker * APART) % 2 ** 32 },
    fuzz,
  }));
}

function wordsIn(file: string): Uint8Array[] {
  let text;
  try {
    text = readBounded(file, 2 ** 24).toString();
  } catch (error) {
    throw new DristaError(messages.dictionaryNotReadable(file, reasonOf(error)));
  }
  const words = dictionaryOf(text);
  if (typeof words === 'number') throw new DristaError(messages.badDictionary(file, words));
  return words;
}
