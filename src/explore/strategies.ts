/**
 * The names of `--strategy`: for each its help text, and the options that it takes. The command line follows from this
 * table. What they do is in strategy-factories.ts, which the command line need not load.
 */

/** The options of the command line that only some strategies take. */
export type StrategyOption = 'chance' | 'seed' | 'pct-depth' | 'bound' | 'jobs';

interface StrategyEntry {
  /** What the strategy explores, for the help text. */
  readonly help: string;
  /** The options that it takes. The command line rejects the others of `StrategyOption`. */
  readonly options: readonly StrategyOption[];
}

export const strategies = {
  partition: { help: 'all executions', options: ['chance', 'bound', 'jobs'] },
  random: { help: 'random walks', options: ['seed'] },
  pct: { help: 'random priorities of threads', options: ['seed', 'pct-depth'] },
  'vc-dpor': { help: 'value-centric DPOR, for --model sc without read-modify-writes', options: [] },
} as const satisfies Record<string, StrategyEntry>;

/** A name of `--strategy`. */
export type StrategyName = keyof typeof strategies;

/** All names of `--strategy`. */
export const strategyNames = Object.keys(strategies) as StrategyName[];

/** Does the strategy take the option? */
export function takesOption(strategy: StrategyName, option: StrategyOption): boolean {
  return (strategies[strategy].options as readonly StrategyOption[]).includes(option);
}

/** The strategies that take the option. */
export function strategiesWith(option: StrategyOption): StrategyName[] {
  return strategyNames.filter((name) => takesOption(name, option));
}
