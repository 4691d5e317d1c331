/** What a caller asks of an exploration, and what it gets to continue one. */
import type { Program } from '../program/program';
import type { FoundError } from './common/verdict';
import type { RefinementCheckpoint } from './equivalence/refinement';
import type { SessionCheckpoint } from './session/session';
import type { StrategyName } from './strategies';
import type { SearchCheckpoint } from './strategy-factories';
import type { SearchOptions } from './strategy/strategy';

/** Executions that are chosen at random, beside the exploration of all of them. */
export interface SamplingOptions {
  /** For each unit of the search's work so many units of this one; below 1. */
  readonly share: number;
  /** Work of the search before the first sampled execution: small checks are over by then. */
  readonly from?: number;
  /** The same program again, which shares nothing with that of the search. Asked for at the first execution. */
  readonly program: () => Program;
}

/** Sampling as data. A walk that was interrupted begins again. */
export interface SamplingCheckpoint {
  readonly taken: number;
  readonly events: number;
  readonly runs: number;
  readonly finished: boolean;
  readonly random: readonly number[];
  readonly errors: readonly FoundError[];
}

/** An exploration between two steps, as plain data without deep structures. */
export interface ExplorationCheckpoint {
  /** The model that is explored at present (equivalence/sc-reduction.ts). */
  readonly model: string;
  readonly refinement: RefinementCheckpoint;
  readonly session: SessionCheckpoint;
  /** The name of the factory whose strategy `search` belongs to. */
  readonly strategy: string;
  readonly search: SearchCheckpoint;
  readonly sampling?: SamplingCheckpoint;
}

export interface ExploreOptions extends SearchOptions {
  /** Which executions: all (partition), or some at random. Default partition. */
  readonly strategy?: StrategyName;
  /** Sampling beside the strategy partition. Default none. */
  readonly sampling?: SamplingOptions;
  /**
   * Where an earlier exploration was when a limit ended it. Program and options must be the same, but for limits.
   */
  readonly resume?: ExplorationCheckpoint;
  /** Called when a limit has ended the exploration, and it can be resumed; `checkpoint` returns from where. */
  readonly onLimit?: (checkpoint: () => ExplorationCheckpoint) => void;
}
