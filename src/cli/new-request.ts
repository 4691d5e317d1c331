/** The request that a command line with a program makes. */
import type { Entry } from '../compiler/entry';
import { programEnvironment, type EnvironmentOptions } from '../channel/environment';
import { checkpointFile, placeFor } from '../check/checkpoint-file';
import type { CheckRequest } from '../check/check-request';
import { distinguishing } from '../check/distinguishing';
import { readProgram } from '../check/program-file';
import { exploredOf, type CheckSettings } from '../check/settings';
import { equivalencesOf } from '../explore/strategies';
import type { CommandLine } from './arguments';
import { clientEnvironment } from './client';
import { crashOf } from './crash-options';
import { memoryLimitOf } from './memory-limit';
import { optionWords } from './option';
import { checkOptions, type CheckOptions } from './option-table';
import { settingsOf } from './settings-of';
import { argumentPlaces, inputsEnvironment } from './symbolic-inputs';

/** What --symbolic needs: each execution is run, as expressions follow from where values come, not from the values. */
const forInputs = {
  equivalence: 'rf',
  runs: 'all',
  isolation: 'process',
  localStates: false,
  chance: 0,
  minimise: false,
} as const satisfies Partial<CheckSettings>;

/** Options by which executions are looked for; what happens in an execution does not depend on them. */
const ofSearch: ReadonlySet<string> = new Set<keyof CheckOptions>([
  'strategy',
  'seed',
  'pct-depth',
  'equivalence',
  'chance',
  'bound',
  'keep-going',
  'runs',
  'local-states',
  'attempts',
  'unordered',
  'symmetry',
  'isolation',
  'max-inputs',
  'check-progress',
  'check-obstruction-free',
  'check-lock-free',
]);

/** The request of a command line with a program. Throws a DristaError if the program cannot be checked. */
export function newRequest({ options, given, words: [program], rest }: CommandLine<CheckOptions>): CheckRequest {
  const environment = [
    ...programEnvironment(variablesOf(options.env)),
    ...clientEnvironment(options.client),
    ...inputsEnvironment(options),
  ];
  const {
    elf: { buildId },
    entry,
  } = readProgram(program, environment);
  const crash = crashOf(options, given, program);
  const settings = { ...settingsFor(entry, settingsOf(options), given), crash };
  return {
    program,
    arguments: [...rest, ...argumentPlaces(options)],
    environment,
    buildId,
    entry,
    settings,
    options: optionWords(checkOptions, options, (name, { resumed }) => resumed === true && !ofSearch.has(name)),
    memory: memoryLimitOf(options),
    changesOver: mayChangeOver(given, options, settings),
    checkpoint: placeFor(
      options.checkpoint ??
        checkpointFile({ program, arguments: rest, environment, buildId, explored: exploredOf(settings) }),
      true,
    ),
  };
}

/** What the values of `--env` say. */
function variablesOf(given: readonly string[]): EnvironmentOptions {
  const isHidden = (text: string): boolean => text.startsWith('-');
  return {
    all: given.includes('all'),
    set: given.filter((text) => text !== 'all' && !isHidden(text)),
    unset: given.filter(isHidden).map((text) => text.slice(1)),
  };
}

/** The settings, with those that follow from others. */
function settingsFor(entry: Entry, asked: CheckSettings, given: readonly string[]): CheckSettings {
  const { strategy, progress, symbolic } = asked;
  const named = given.includes('equivalence') ? asked.equivalence : equivalencesOf(strategy)[0];
  const settings = { ...asked, equivalence: progress === undefined ? named : ('state' as const) };
  return asSeen(entry, symbolic === undefined ? settings : { ...settings, ...forInputs });
}

/** May states take the place of executions? Not where something was asked for that states do not have. */
function mayChangeOver(
  given: readonly string[],
  { on }: CheckOptions,
  { equivalence, strategy, jobs, runs }: CheckSettings,
): boolean {
  const ofExecutions = ['equivalence', 'bound', 'max-executions', 'max-steps', 'unroll'];
  if (equivalence !== 'observational' || strategy !== 'partition' || jobs > 1 || runs === 'all' || on !== undefined)
    return false;
  return !given.some((name) => ofExecutions.includes(name));
}

/** Where only calls are observed, plain and volatile accesses are not seen, whatever they are to count as. */
function asSeen({ visibility }: Entry, settings: CheckSettings): CheckSettings {
  return visibility === 'calls' ? { ...distinguishing(settings), races: 'error', volatile: 'plain' } : settings;
}
