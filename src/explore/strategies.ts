/**
 * The registry of exploration strategies: for each name of `--strategy`, its factories, its help text, and the options
 * that it takes. The first factory that applies makes the strategy; where it throws the restart `next-strategy`, the
 * next one that applies takes over. The command line and the type of checkpoints follow from this table.
 */
import { parallelPartition } from './parallel-search';
import { pctWalks } from './strategy/pct';
import { randomWalks } from './strategy/random-walk';
import { partition } from './strategy/rf-partition';
import { statefulSearch } from './strategy/stateful/search';
import type { SearchContext, Strategy, StrategyFactory } from './strategy/strategy';

/** The options of the command line that only some strategies take. */
export type StrategyOption = 'chance' | 'seed' | 'pct-depth' | 'bound' | 'jobs';

interface StrategyEntry {
  /** What the strategy explores, for the help text. */
  readonly help: string;
  /** The options that it takes. The command line rejects the others of `StrategyOption`. */
  readonly options: readonly StrategyOption[];
  /** In order of preference. The last one applies always. */
  readonly factories: readonly StrategyFactory<unknown>[];
}

export const strategies = {
  partition: {
    help: 'all executions',
    options: ['chance', 'bound', 'jobs'],
    factories: [statefulSearch, parallelPartition, partition],
  },
  random: { help: 'random walks', options: ['seed'], factories: [randomWalks] },
  pct: { help: 'random priorities of threads', options: ['seed', 'pct-depth'], factories: [pctWalks] },
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

type CheckpointOf<Factory> = Factory extends StrategyFactory<infer Checkpoint> ? Checkpoint : never;

/** The checkpoint of any strategy of the registry. */
export type SearchCheckpoint = CheckpointOf<(typeof strategies)[StrategyName]['factories'][number]>;

/** The strategies of one name, in order. Later ones take over; earlier ones never come back. */
export class StrategyList {
  private at = 0;

  /** `current`: the name of the factory to begin with, from a checkpoint; undefined: the first that applies. */
  constructor(
    private readonly factories: readonly StrategyFactory<unknown>[],
    current?: string,
  ) {
    if (current === undefined) return;
    this.at = factories.findIndex((f) => f.name === current);
    if (this.at < 0)
      throw new Error(`the checkpoint is of the strategy ${current}, which is not among those asked for`);
  }

  /** The name of the factory that made the last strategy. */
  get current(): string {
    return this.factories[this.at].name;
  }

  /** A strategy for the next round. The last factory of a list applies always. */
  create(context: SearchContext): Strategy<unknown> {
    while (!this.factories[this.at].applies(context)) this.at++;
    return this.factories[this.at].create(context);
  }

  /** The last strategy does not suit the program. */
  discard(): void {
    this.at++;
  }
}
