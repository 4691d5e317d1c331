/**
 * The factories of each exploration strategy, in order of preference. The first one that applies makes the strategy;
 * where it throws the restart `next-strategy`, the next one that applies takes over. The last one applies always. The
 * type of checkpoints follows from this table.
 */
import { comparisonFactories } from '../comparison/comparison-factories';
import { parallelPartition } from './parallel-search';
import { partsSearch } from './parts-search';
import type { StrategyName } from './strategies';
import { partition } from './strategy/rf-partition';
import { openReadSearch } from './strategy/open-read-search';
import { explicitSearch } from './strategy/state-space/explicit/explicit-search';
import { stateSearch } from './strategy/state-space/state-search';
import type { SearchContext, Strategy, StrategyFactory } from './strategy/strategy';
import { pctWalks, posWalks, surwWalks } from './strategy/walks/policy-walks';
import { pctwmWalks } from './strategy/walks/pctwm';
import { portfolioWalks } from './strategy/walks/portfolio';
import { randomWalks } from './strategy/walks/random-walks';
import type { Program } from '../program/program';

export const strategyFactories = {
  partition: [
    withoutCycles(stateSearch),
    withoutCycles(explicitSearch),
    withoutCycles(byOthers(partsSearch)),
    withoutCycles(byOthers(parallelPartition)),
    withoutCycles(partition),
    openReadSearch,
  ],
  random: [randomWalks],
  portfolio: [portfolioWalks],
  pct: [pctWalks],
  pos: [posWalks],
  surw: [surwWalks],
  pctwm: [pctwmWalks],
  ...comparisonFactories,
} as const satisfies Record<StrategyName, readonly StrategyFactory<unknown>[]>;

/** For executions without cycles of po ∪ rf: such a strategy gives way where there are others. */
function withoutCycles<Checkpoint>(factory: StrategyFactory<Checkpoint>): StrategyFactory<Checkpoint> {
  return onlyWhere(({ reduction }) => reduction.durable.buffering === undefined, factory);
}

/** Of several workers: such a strategy gives way where one must know all trees, which show whether there are cycles. */
function byOthers<Checkpoint>(factory: StrategyFactory<Checkpoint>): StrategyFactory<Checkpoint> {
  return onlyWhere(({ reduction }) => reduction.model.bind === undefined, factory);
}

function onlyWhere<Checkpoint>(
  may: (context: SearchContext) => boolean,
  factory: StrategyFactory<Checkpoint>,
): StrategyFactory<Checkpoint> {
  return { ...factory, applies: (context) => may(context) && factory.applies(context) };
}

type CheckpointOf<Factory> = Factory extends StrategyFactory<infer Checkpoint> ? Checkpoint : never;

/** The checkpoint of any strategy of the registry. */
export type SearchCheckpoint = CheckpointOf<(typeof strategyFactories)[StrategyName][number]>;

/** The strategies of one name, in order: of those that were not discarded, the first that applies explores a round. */
export class StrategyList {
  private at = 0;
  /** The strategies before it were discarded. */
  private first = 0;

  /** `current`: the name of the factory to begin with, from a checkpoint; undefined: the first that applies. */
  constructor(
    private readonly factories: readonly StrategyFactory<unknown>[],
    current?: string,
  ) {
    if (current === undefined) return;
    this.first = this.at = factories.findIndex((f) => f.name === current);
    if (this.at < 0)
      throw new Error(`the checkpoint is of the strategy ${current}, which is not among those asked for`);
  }

  /** The name of the factory that made the last strategy. */
  get current(): string {
    return this.factories[this.at].name;
  }

  /** A strategy for the next round; undefined: no other one of the list applies. */
  create(context: SearchContext): Strategy<unknown> | undefined {
    const at = this.factories.findIndex((f, i) => i >= this.first && f.applies(context));
    if (at < 0) return undefined;
    this.at = at;
    this.prepare(context.program);
    return this.factories[this.at].create(context);
  }

  /** Merges the histories of the program, or not, as the last strategy wants. */
  prepare(program: Program): void {
    program.mergeHistories?.(this.factories[this.at].mergesHistories ?? false);
  }

  /** The last strategy does not suit the program. */
  discard(): void {
    this.first = this.at + 1;
  }
}
