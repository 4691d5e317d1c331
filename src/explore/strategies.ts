/**
 * The registry of exploration strategies: for each name that a user may ask for, what explores under that name. The
 * first factory that applies makes the strategy; where it turns out not to suit the program, the next one that applies
 * takes over. `--strategy` and the type of checkpoints follow from this table.
 */
import { parallelPartition } from './parallel-search';
import { pctWalks } from './strategy/pct';
import { randomWalks } from './strategy/random-walk';
import { partition } from './strategy/rf-partition';
import { statefulSearch } from './strategy/stateful/search';
import { stateSearch } from './strategy/states/state-search';
import type { SearchContext, Strategy, StrategyFactory } from './strategy/strategy';

export const strategies = {
  /** All executions. */
  partition: [stateSearch, statefulSearch, parallelPartition, partition],
  /** Some executions, at random. */
  random: [randomWalks],
  pct: [pctWalks],
};

/** What `--strategy` may be. */
export type StrategyName = keyof typeof strategies;

/** All of them. */
export const strategyNames = Object.keys(strategies) as StrategyName[];

type CheckpointOf<Factory> = Factory extends StrategyFactory<infer Checkpoint> ? Checkpoint : never;

/** What a strategy of the registry has as its checkpoint. */
export type SearchCheckpoint = CheckpointOf<(typeof strategies)[StrategyName][number]>;

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
