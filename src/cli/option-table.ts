/** All options, as one table; help texts and checks are made from it. */
import { DristaError } from '../base/errors';
import { formNames, reportForms, type FormName } from '../report/forms';
import { messages } from './messages';

interface Option {
  /** `texts`: may be given several times. */
  readonly type: 'choice' | 'number' | 'text' | 'texts' | 'flag';
  readonly help: string;
  /** What stands for its value in help texts, where that does not name it itself. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly alias?: string;
  readonly group: string;
  /** Of a number: from where to where it goes (default: above 0), and whether it may have a fraction. */
  readonly least?: number;
  readonly most?: number;
  readonly fraction?: true;
  /** Part of what is explored: a check that goes on has it from the file that it goes on with. */
  readonly kept?: true;
}

/** The largest 32-bit number; a day in seconds. */
const MOST = 2 ** 32 - 1,
  DAY = 86_400;
/** A share of the work, in per cent: at most as much as the rest. */
const MOST_CHANCE = 50;

const what = 'What is explored:',
  when = 'When it ends:',
  told = 'What is told:';

/** An option for each form of report, which names its file. */
function formOptions(): Record<FormName, { group: string; type: 'text'; value: string; help: string }> {
  return Object.fromEntries(
    formNames.map((name) => [name, { group: told, type: 'text', value: 'FILE', help: reportForms[name].help }]),
  ) as ReturnType<typeof formOptions>;
}

export const checkOptions = {
  model: {
    group: what,
    kept: true,
    type: 'choice',
    choices: ['rc11', 'c20', 'sc'],
    default: 'rc11',
    help: 'memory model',
  },
  equivalence: {
    group: what,
    kept: true,
    type: 'choice',
    choices: ['observational', 'rf', 'co'],
    default: 'observational',
    help: 'which executions count as one, those with the same values read, reads-from or coherence order too',
  },
  strategy: {
    group: what,
    kept: true,
    type: 'choice',
    choices: ['partition', 'random', 'pct'],
    default: 'partition',
    help: 'all executions, or some that chance chooses, for programs too large to finish',
  },
  chance: {
    group: what,
    kept: true,
    type: 'number',
    value: 'PERCENT',
    fraction: true,
    least: 0,
    most: MOST_CHANCE,
    default: '5',
    help: 'per cent of the work that goes to executions chosen by chance, besides all others: errors deep in the search show early; 0: none',
  },
  seed: {
    group: what,
    kept: true,
    type: 'number',
    value: 'N',
    most: MOST,
    default: '1',
    help: 'of what chance chooses, the same executions for the same seed',
  },
  'pct-depth': {
    group: what,
    kept: true,
    type: 'number',
    value: 'N',
    most: MOST,
    default: '3',
    help: 'of pct, how many orderings a bug may need',
  },
  bound: {
    group: what,
    kept: true,
    type: 'text',
    help: 'preemptions=N: only executions in which threads are interrupted at most N times, other than where they wait or end',
  },
  nondet: {
    group: what,
    kept: true,
    type: 'number',
    value: 'N',
    most: 65_536,
    help: '__VERIFIER_nondet_int and the like give each of 0 .. N-1 (N is 2 if not given)',
  },
  env: {
    group: what,
    kept: true,
    type: 'texts',
    help: 'NAME=VALUE: the program sees this variable; NAME: it sees the one that is set here',
  },
  'env-all': {
    group: what,
    kept: true,
    type: 'flag',
    help: 'the program sees also the variables of terminal and shell (_, SHLVL, COLUMNS ...)',
  },
  'env-unset': { group: what, kept: true, type: 'texts', help: 'NAME: the program does not see this variable' },
  'spurious-wakeups': {
    group: what,
    kept: true,
    type: 'flag',
    help: 'waits on condition variables may end without a signal, as POSIX allows',
  },
  timeouts: {
    group: what,
    kept: true,
    type: 'number',
    value: 'N',
    default: '5',
    help: 'how often a call with a time-limit (pthread_cond_timedwait, poll ...) times out at one place of a thread; then it only waits',
  },
  runs: {
    group: what,
    kept: true,
    type: 'choice',
    choices: ['new', 'all'],
    default: 'new',
    help: 'run the program for new behaviour only, or for all executions',
  },
  isolation: {
    group: what,
    kept: true,
    type: 'choice',
    choices: ['process', 'rollback'],
    default: 'process',
    help: 'what keeps runs apart: each is a process, or what it changed is put back (faster, for programs that do not call the kernel)',
  },
  'check-exit-code': { group: what, kept: true, type: 'flag', help: 'an exit code other than 0 is an error' },
  'keep-going': { group: when, kept: true, type: 'flag', help: 'find all errors, not only the first' },
  'max-executions': {
    group: when,
    type: 'number',
    value: 'N',
    most: Number.MAX_SAFE_INTEGER,
    help: 'stop after so many executions (random and pct: 10000 if there is no --time-limit)',
  },
  'max-steps': {
    group: when,
    kept: true,
    type: 'number',
    value: 'N',
    most: MOST,
    help: 'cut executions with more events than this (10000 if not given)',
  },
  'time-limit': {
    group: when,
    type: 'number',
    value: 'SECONDS',
    fraction: true,
    least: 1e-6,
    most: 10_000 * DAY,
    help: 'stop after so many seconds',
  },
  'run-limit': {
    group: when,
    kept: true,
    type: 'number',
    value: 'SECONDS',
    fraction: true,
    least: 0.001,
    most: DAY,
    default: '10',
    help: 'seconds that a single run may take',
  },
  'memory-limit': {
    group: when,
    type: 'text',
    value: 'SIZE',
    help: 'memory that the program may have, as 500M or 2G, in all workers together, with what drista keeps of it (half of what is free if not given)',
  },
  checkpoint: {
    group: when,
    type: 'text',
    value: 'FILE',
    help: 'the file that a check leaves which a limit or Ctrl-C ends (drista-out/PROGRAM.resume if not given)',
  },
  resume: {
    group: when,
    type: 'text',
    value: 'FILE',
    help: 'go on with the check that left this file; no program and no options of what is explored are given then',
  },
  jobs: {
    group: when,
    type: 'number',
    value: 'N',
    most: 64,
    default: '1',
    help: 'how many workers explore, each with a process of the program; such a check leaves no file to go on with',
  },
  ...formOptions(),
  save: {
    group: told,
    type: 'text',
    value: 'PATH',
    default: 'drista-out/',
    help: 'where counterexamples are saved: a file, or a folder',
  },
  'show-output': { group: told, type: 'flag', help: 'what the program prints, of every run' },
  quiet: { group: told, type: 'flag', alias: 'q', help: 'only the verdict and one line for each error' },
  verbose: { group: told, type: 'flag', alias: 'v', help: 'all events of an execution' },
} as const satisfies Record<string, Option>;

export const replayOptions = {
  program: { group: 'Options:', type: 'text', value: 'PROGRAM', help: 'the program, when it has moved' },
  force: { group: 'Options:', type: 'flag', help: 'try even with another binary' },
  gdb: { group: 'Options:', type: 'flag', help: "stand in that execution with gdb; arguments after -- are gdb's" },
  quiet: checkOptions.quiet,
  verbose: checkOptions.verbose,
} as const satisfies Record<string, Option>;

type Values<T extends Record<string, Option>> = {
  readonly [K in keyof T]: T[K] extends { type: 'flag' }
    ? boolean
    : T[K] extends { type: 'texts' }
      ? readonly string[]
      : T[K] extends { type: 'number' }
        ? T[K] extends { default: string }
          ? number
          : number | undefined
        : T[K] extends { type: 'choice'; choices: readonly (infer C)[] }
          ? C
          : T[K] extends { default: string }
            ? string
            : string | undefined;
};

export type CheckOptions = Values<typeof checkOptions>;
export type ReplayOptions = Values<typeof replayOptions>;

/** The table as yargs wants it. */
export function yargsOptions(table: Record<string, Option>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(table).map(([name, option]) => [
      name,
      {
        describe: `${option.value === undefined ? '' : `${option.value}: `}${option.help}${usual(option)}`,
        group: option.group,
        alias: option.alias,
        type: option.type === 'flag' ? 'boolean' : 'string',
        requiresArg: option.type !== 'flag',
        // Checked here rather than by yargs, whose messages take several lines.
        // Nor does it know defaults: whether an option was given matters.
      },
    ]),
  );
}

/** What there is to choose from, and what is taken where the option is not given. */
function usual({ choices, default: given }: Option): string {
  if (choices !== undefined) return `: ${choices.map((c) => (c === given ? `${c} (if not given)` : c)).join(', ')}`;
  return given === undefined ? '' : ` (${given} if not given)`;
}

/** The options among these names that are kept for a check that goes on. */
export function keptOptions(options: CheckOptions): Partial<CheckOptions> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => isKept(name)));
}

export function isKept(name: string): boolean {
  return (checkOptions as Record<string, Option>)[name]?.kept === true;
}

/** What yargs found, checked. */
export function optionValues<T extends Record<string, Option>>(table: T, found: Record<string, unknown>): Values<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, optionValue(name, option, found[name])]),
  ) as Values<T>;
}

function optionValue(name: string, option: Option, found: unknown): unknown {
  if (option.type === 'flag') return found === true;
  if (option.type === 'texts') return [found ?? []].flat().map(String);
  // Given twice: the last one counts.
  const given: unknown = (Array.isArray(found) ? found.at(-1) : found) ?? option.default;
  if (typeof given !== 'string') return undefined;
  if (option.choices?.includes(given) === false) throw new DristaError(messages.badChoice(name, given, option.choices));
  if (option.type !== 'number') return given;
  return numberOf(name, option, given);
}

function numberOf(name: string, { least = 1, most = MOST, fraction }: Option, given: string): number {
  const number = given.trim() === '' ? NaN : Number(given);
  if (number >= least && number <= most && (fraction === true || Number.isInteger(number))) return number;
  if (fraction !== true) throw new DristaError(messages.badWhole(name, given, most));
  throw new DristaError(
    least === 0 || number > 0 ? messages.outOfRange(name, given, least, most) : messages.badNumber(name, given),
  );
}
