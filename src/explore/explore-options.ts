/** The options of an exploration, and the checkpoint from which it can be resumed. */
import type { Program } from '../program/program';
import type { FoundError } from './common/verdict';
import type { Refinement } from './equivalence/refinement';
import type { ScReduction } from './equivalence/sc-reduction';
import type { SessionCheckpoint } from './session/session';
import type { StrategyName } from './strategies';
import type { SearchCheckpoint } from './strategy-factories';
import type { SearchOptions } from './strategy/strategy';

/** Sampling of random executions during the exploration of all. */
export interface SamplingOptions {
  /** The work of sampling per unit of the search's work; below 1. */
  readonly share: number;
  /** The work of the search before the first sampled execution: small checks end before that. */
  readonly from?: number;
  /**
   * Makes a second instance of the program, which shares nothing with that of the search. Called at the first sampled
   * execution.
   */
  readonly program: () => Program;
  /** Is it also to be estimated how many executions there are (strategy/tree-probes.ts)? */
  readonly estimates?: boolean | undefined;
}

/** The checkpoint of sampling. A walk that was interrupted begins again. */
export interface SamplingCheckpoint {
  readonly taken: number;
  readonly events: number;
  readonly runs: number;
  readonly finished: boolean;
  /** What the chooser of walks remembers. */
  readonly chooser: readonly number[];
  readonly errors: readonly FoundError[];
}

/** A search between two steps, as plain data without deep structures. */
export interface RoundCheckpoint {
  /** Which model is explored at present (equivalence/sc-reduction.ts). */
  readonly reduction: ScReduction['durable'];
  readonly refinement: Refinement['durable'];
  readonly session: SessionCheckpoint;
  /** The name of the factory that makes the strategies; `search` is of one. */
  readonly strategy: string;
  /** Undefined: a round is about to begin. */
  readonly search: SearchCheckpoint | undefined;
  readonly failedSpeculations: number;
  /** Must states be explored by one worker? */
  readonly oneWorker: boolean;
}

/** One of the searches that take turns (turn-taking.ts). */
export type SideName = 'executions' | 'states';

/** What a search has done. */
export interface Work {
  /** Its price. */
  readonly done: number;
  /** The events of the search that are part of it, and runs of the program that are not. */
  readonly events: number;
  readonly runs: number;
  /** Was it interrupted within a step that is counted? */
  readonly isWithin: boolean;
}

/** The turns as data. */
export interface TurnsCheckpoint {
  /** The search of states; undefined: there is none. */
  readonly states: RoundCheckpoint | undefined;
  readonly begun: boolean;
  /** Whose turn it is, and who takes no more. */
  readonly turn: SideName;
  readonly gone: readonly SideName[];
  readonly work: Readonly<Record<SideName, Work>>;
}

/** An exploration as data. */
export interface ExplorationCheckpoint extends RoundCheckpoint {
  /** Where states are explored in turns with executions. */
  readonly turns?: TurnsCheckpoint;
  readonly sampling?: SamplingCheckpoint;
}

export interface ExploreOptions extends SearchOptions {
  /** The strategy: all executions (partition) or a random sample. Default: partition. */
  readonly strategy?: StrategyName;
  /** Sampling beside the strategy partition. Default none. */
  readonly sampling?: SamplingOptions;
  /**
   * The checkpoint of an earlier exploration that a limit ended. Program and options must be the same, except limits.
   */
  readonly resume?: ExplorationCheckpoint;
  /** Called when a limit has ended the exploration and it can be resumed; `checkpoint` returns the checkpoint. */
  readonly onLimit?: (checkpoint: () => ExplorationCheckpoint) => void;
  /** Called with a checkpoint of the exploration, which goes on: where it is to survive this process. */
  readonly onSave?: (checkpoint: ExplorationCheckpoint) => void;
}
