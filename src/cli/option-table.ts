/** The options of a check, as one table. The help text and the checks of values are made from it. */
import { DURATIONS } from '../base/duration';
import { modelHelp, modelNames } from '../model/names';
import { colorChoices } from '../report/style';
import { formNames, reportForms } from '../report/forms';
import { equivalenceNames, strategies, strategiesWith, strategyNames } from '../explore/strategies';
import { atomicOrders, weakExchanges } from '../program/runner';
import { MAX_UINT32, spelled, type Option, type OptionValues } from './option';
import { afterErrorOptions } from './after-error-options';
import { crashOptions } from './crash-options';
import { faultOptions } from './fault-options';
import { errorOptions } from './error-options';
import { explored, symbolicOptions } from './symbolic-options';

/** A day in seconds. */
const DAY = 86_400;
/** A share of the work in percent: at most as much as the rest. */
const MAX_CHANCE = 50;

/** What settings of --tune have in common that a resumed check takes over. */
const tuned = { within: 'tune', group: explored, resumed: true } as const;
const tunedOnOff = { ...tuned, type: 'choice', choices: ['on', 'off'] } as const;

/** The headings of groups of options. */
export const ends = 'When a check ends:',
  reported = 'What is reported:';

/** The option by which the forms of output are asked for. */
export const reportOption = <Group extends string>(group: Group) =>
  ({
    group,
    type: 'keys',
    value: 'FORM=FILE',
    help: 'write what was found to a file; FILE -: to stdout, instead of the text',
  }) as const;

/** An option for each form of output, which names its file. */
export function formOptions<Name extends string>(
  names: readonly Name[],
  helpOf: (name: Name) => string,
): Record<Name, { group: string; within: 'report'; type: 'text'; value: string; once: true; help: string }> {
  const common = { group: reported, within: 'report', type: 'text', value: 'FILE', once: true } as const;
  return Object.fromEntries(names.map((name) => [name, { ...common, help: helpOf(name) }])) as ReturnType<
    typeof formOptions<Name>
  >;
}

export const checkOptions = {
  model: {
    group: explored,
    resumed: true,
    type: 'choice',
    choices: modelNames,
    default: modelNames[0],
    meanings: modelNames.map((name) => modelHelp[name]),
    help: 'memory model',
  },
  equivalence: {
    group: explored,
    resumed: true,
    type: 'choice',
    choices: equivalenceNames,
    default: 'observational',
    help:
      'executions that count as one: those with the same values read, the same reads-from, or also the same ' +
      'order of writes; for sequentially consistent programs, all that go through the same states, or differ ' +
      'in the order of independent events',
  },
  strategy: {
    group: explored,
    resumed: true,
    type: 'choice',
    choices: strategyNames,
    meanings: strategyNames.map((name) => strategies[name].help),
    default: 'partition',
    help: 'what to explore, some executions at random where all of them are too many',
  },
  chance: {
    ...tuned,
    type: 'number',
    value: 'PERCENT',
    fraction: true,
    least: 0,
    most: MAX_CHANCE,
    default: '5',
    help:
      'share of the work for executions sampled at random, which find errors that the search would reach late; ' +
      '0: none',
  },
  seed: {
    within: 'strategy',
    group: explored,
    resumed: true,
    type: 'number',
    value: 'N',
    most: MAX_UINT32,
    default: '1',
    help: 'of random choices: the same seed gives the same executions',
  },
  'pct-depth': {
    within: 'strategy',
    key: 'depth',
    group: explored,
    resumed: true,
    type: 'number',
    value: 'N',
    most: MAX_UINT32,
    default: '3',
    help: `for ${strategiesWith('pct-depth').join(' and ')}: how many orderings a bug may need`,
  },
  bound: {
    group: explored,
    resumed: true,
    type: 'text',
    value: 'preemptions=N',
    help: 'only executions with at most N preemptions: switches away from a thread that could have continued',
  },
  races: {
    group: explored,
    resumed: true,
    type: 'choice',
    choices: ['error', 'ignore'],
    meanings: ['a data race is an error', 'plain accesses that race are relaxed atomics, under --model sc sc ones'],
    default: 'error',
    help: 'data races',
  },
  volatile: {
    group: explored,
    resumed: true,
    type: 'choice',
    choices: ['plain', ...atomicOrders],
    default: 'plain',
    help: 'what accesses to volatile objects are: plain ones, or atomics of that order',
  },
  nondet: {
    group: explored,
    resumed: true,
    type: 'number',
    value: 'N',
    most: 65_536,
    help: '__VERIFIER_nondet_int and the like return each of 0 .. N-1 (default: 2); inconclusive where there are more',
  },
  client: {
    group: explored,
    resumed: true,
    type: 'text',
    value: 'FILE',
    help: 'connect to the server that the program is, send the bytes of this file, and read to the end',
  },
  env: {
    group: explored,
    resumed: true,
    type: 'texts',
    value: 'NAME=VALUE',
    help:
      'set a variable of the program; NAME: pass it one that is hidden otherwise; -NAME: hide one; all: pass also ' +
      'those of terminal and shell (_, SHLVL, COLUMNS ...)',
  },
  'spurious-wakeups': {
    group: explored,
    resumed: true,
    type: 'flag',
    help: 'waits on condition variables may return without a signal, as POSIX allows',
  },
  ...faultOptions,
  ...crashOptions,
  timeouts: {
    ...tuned,
    type: 'number',
    value: 'N',
    default: '5',
    help: 'how often a call with a time limit times out at one place of a thread; after that it only waits',
  },
  'weak-cas': {
    ...tuned,
    type: 'choice',
    choices: weakExchanges,
    default: 'spurious',
    help: 'may compare_exchange_weak fail spuriously, as C11 allows, or is it taken for compare_exchange_strong',
  },
  unroll: {
    ...tuned,
    type: 'number',
    value: 'N',
    help: 'go back to the head of a loop that may wait at most N times, each time that a thread comes to the loop',
  },
  ...symbolicOptions,
  check: {
    group: explored,
    type: 'keys',
    value: 'WHAT,...',
    help: 'what else is an error',
  },
  tune: {
    group: explored,
    type: 'keys',
    value: 'KEY=VALUE,...',
    help: 'settings that few need',
  },
  ...afterErrorOptions,
  runs: {
    ...tuned,
    type: 'choice',
    choices: ['new', 'all'],
    default: 'new',
    help: 'run the program for new behaviour only, or for each execution',
  },
  'local-states': {
    ...tunedOnOff,
    default: 'on',
    help: 'do not run the program for a history that leads a thread to a state that another has led it to',
  },
  attempts: {
    ...tunedOnOff,
    default: 'on',
    help: 'leave out attempts of loops to update data that fail because another thread was faster',
  },
  unordered: {
    ...tuned,
    type: 'choice',
    choices: ['once', 'each'],
    default: 'once',
    help: 'try arrivals at a barrier, and updates without a result, in one order where it shows nowhere, or in each',
  },
  symmetry: { ...tunedOnOff, default: 'off', help: 'leave out what exchanges of threads that do the same lead to' },
  isolation: {
    ...tuned,
    type: 'choice',
    choices: ['auto', 'process', 'rollback'],
    default: 'auto',
    help: 'make each run a process, or undo what it changed; auto: undo it where that is possible, and faster',
  },
  ...errorOptions,
  require: {
    group: explored,
    resumed: true,
    type: 'choice',
    choices: ['instrumented'],
    help: 'refuse a program with code that drista does not see, as it was not compiled with drista cc',
  },
  'keep-going': { group: ends, resumed: true, type: 'flag', help: 'find all errors, not only the first' },
  'max-executions': {
    group: ends,
    type: 'number',
    value: 'N',
    most: Number.MAX_SAFE_INTEGER,
    help: 'stop after N executions (default where --strategy samples, without --time-limit: 10000)',
  },
  'max-steps': {
    group: ends,
    resumed: true,
    type: 'number',
    value: 'N',
    most: MAX_UINT32,
    help: 'cut executions with more than N events (default: 10000)',
  },
  'time-limit': {
    group: ends,
    type: 'number',
    value: 'TIME',
    fraction: true,
    duration: true,
    least: 1e-6,
    most: 10_000 * DAY,
    help: `stop after this time: ${DURATIONS}`,
  },
  'run-limit': {
    group: ends,
    resumed: true,
    type: 'number',
    value: 'TIME',
    fraction: true,
    duration: true,
    least: 0.001,
    most: DAY,
    default: '10',
    help: 'how long a single run may take, in seconds or such as 1m30s',
  },
  'memory-limit': {
    group: ends,
    type: 'text',
    value: 'SIZE',
    help: 'memory for the runs of all workers, such as 500M or 2G (default: half of what is free)',
  },
  checkpoint: {
    group: ends,
    type: 'text',
    value: 'FILE',
    help: 'file to resume from, written when a limit or Ctrl-C ends the check (default: drista-out/PROGRAM.resume)',
  },
  resume: {
    group: ends,
    type: 'text',
    value: 'FILE',
    help: 'continue the check that left this file; takes neither a program nor options of what is explored',
  },
  jobs: {
    group: ends,
    type: 'number',
    alias: 'j',
    value: 'N',
    most: 64,
    default: '1',
    help: 'explore with N workers',
  },
  on: {
    group: ends,
    type: 'text',
    value: 'URL',
    help: 'explore with all machines that run `drista worker` at this Redis server (redis:// or rediss://)',
  },
  attach: {
    group: ends,
    type: 'text',
    value: 'ID',
    help: 'with --on: lead the check of this name from where the drista that led it has ended',
  },
  report: reportOption(reported),
  ...formOptions(formNames, (name) => reportForms[name].help),
  save: {
    group: reported,
    type: 'text',
    value: 'PATH',
    default: 'drista-out/',
    help: 'file or folder in which counterexamples are saved',
  },
  'show-output': { group: reported, type: 'flag', help: 'show what the program prints, of every run' },
  quiet: { group: reported, type: 'flag', alias: 'q', help: 'only the verdict and one line for each error' },
  color: {
    group: reported,
    type: 'choice',
    synonym: 'colour',
    choices: colorChoices,
    default: 'auto',
    help: 'colors in the report; auto: on terminals, unless NO_COLOR is set, or as FORCE_COLOR says',
  },
  verbose: { group: reported, type: 'flag', alias: 'v', help: 'all events of an execution' },
} as const satisfies Record<string, Option>;

export type CheckOptions = OptionValues<typeof checkOptions>;

/** Does a resumed check take the option from its checkpoint? False for a name that is no option of a check. */
export function isResumed(name: string): boolean {
  return (checkOptions as Record<string, Option>)[name]?.resumed === true;
}

/** The options of a check that commands have which explore all executions of a program in the same ways. */
export const exploringOptions = {
  env: checkOptions.env,
  'spurious-wakeups': checkOptions['spurious-wakeups'],
  tune: checkOptions.tune,
  timeouts: checkOptions.timeouts,
  'weak-cas': checkOptions['weak-cas'],
  unroll: checkOptions.unroll,
  runs: checkOptions.runs,
  'local-states': checkOptions['local-states'],
  attempts: checkOptions.attempts,
  unordered: checkOptions.unordered,
} as const satisfies Record<string, Option>;

/** How an option of a check is written. */
export function optionSpelled(name: string): string {
  const option = (checkOptions as Record<string, Option>)[name];
  return `--${option === undefined ? name : spelled(name, option)}`;
}
