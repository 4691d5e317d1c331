/**
 * The names of `--strategy`: for each its help text, and the options and values that it takes. The command line follows
 * from this table. What they do is in strategy-factories.ts, which the command line need not load.
 */
import { comparisonStrategies } from '../comparison/comparison-strategies';
import { modelsWithoutCycles, type ModelName } from '../model/names';
import type { EquivalenceName } from './equivalence/equivalence';

/** The options of the command line that only some strategies take. */
export type StrategyOption = 'chance' | 'seed' | 'pct-depth' | 'bound' | 'jobs' | 'checkpoint';

interface StrategyEntry {
  /** What the strategy explores, for the help text. */
  readonly help: string;
  /** The options that it takes. The command line rejects the others of `StrategyOption`. */
  readonly options: readonly StrategyOption[];
  /** The equivalences that it knows. The first one is its default. */
  readonly equivalences: readonly EquivalenceName[];
  /** The models that it explores; undefined: all. */
  readonly models?: readonly ModelName[];
  /** The page that says why it explores no other models. */
  readonly page?: string;
  /**
   * The equivalence that tells all orders of dependent events apart. Without one, the strategy cannot explore programs
   * with code that is not seen.
   */
  readonly finest?: EquivalenceName;
}

const ofGraphs = { equivalences: ['observational', 'rf', 'co', 'state'], finest: 'rf' } as const;
const ofWalks = { ...ofGraphs, models: modelsWithoutCycles } as const;

export const strategies = {
  partition: { help: 'all executions', options: ['chance', 'bound', 'jobs', 'checkpoint'], ...ofGraphs },
  portfolio: { help: 'samples by the following, in turns', options: ['seed', 'checkpoint'], ...ofWalks },
  random: { help: 'random steps', options: ['seed', 'checkpoint'], ...ofWalks },
  pct: { help: 'random priorities of threads', options: ['seed', 'pct-depth', 'checkpoint'], ...ofWalks },
  pos: { help: 'random priorities of events', options: ['seed', 'checkpoint'], ...ofWalks },
  surw: {
    help: 'accesses to one location in uniformly random order',
    options: ['seed', 'checkpoint'],
    ...ofWalks,
  },
  pctwm: {
    help: 'random reads from other threads',
    options: ['seed', 'pct-depth', 'checkpoint'],
    ...ofWalks,
  },
  ...comparisonStrategies,
} as const satisfies Record<string, StrategyEntry>;

/** A name of `--strategy`. */
export type StrategyName = keyof typeof strategies;

/** All names of `--strategy`. */
export const strategyNames = Object.keys(strategies) as StrategyName[];

/** All names of `--equivalence`. */
export const equivalenceNames = [
  ...new Set<EquivalenceName>(strategyNames.flatMap((name) => equivalencesOf(name))),
] as const;

/** The equivalences that the strategy knows, its default first. */
export function equivalencesOf(strategy: StrategyName): readonly EquivalenceName[] {
  return strategies[strategy].equivalences;
}

/** The equivalence of the strategy that tells all orders of dependent events apart; undefined: it has none. */
export function finestOf(strategy: StrategyName): EquivalenceName | undefined {
  return (strategies[strategy] as StrategyEntry).finest;
}

/** The models that the strategy explores; undefined: all. */
export function modelsOf(strategy: StrategyName): readonly ModelName[] | undefined {
  return (strategies[strategy] as StrategyEntry).models;
}

/** The page that says why the strategy explores no other models; undefined: there is none. */
export function pageOf(strategy: StrategyName): string | undefined {
  return (strategies[strategy] as StrategyEntry).page;
}

/** Does the strategy take the option? */
export function takesOption(strategy: StrategyName, option: StrategyOption): boolean {
  return (strategies[strategy].options as readonly StrategyOption[]).includes(option);
}

/** The strategies that take the option. */
export function strategiesWith(option: StrategyOption): StrategyName[] {
  return strategyNames.filter((name) => takesOption(name, option));
}
