/** What a caller asks of an exploration. */
import type { ModelName } from '../model/model';
import type { Program } from '../program/program';
import type { FoundError } from './common/verdict';
import type { EquivalenceName } from './equivalence/equivalence';
import type { RefinementCheckpoint } from './equivalence/refinement';
import type { SessionOptions } from './session/session-options';
import type { SessionCheckpoint } from './session/session';
import type { WorkerLead, Worker } from './session/worker-group';
import type { PartitionCheckpoint } from './strategy/rf-partition';
import type { WalksCheckpoint } from './strategy/random-walk';
import type { StatefulCheckpoint } from './strategy/stateful/search';

export type StrategyName = 'partition' | 'random' | 'pct';

/** What there is to sample, and how much. */
export interface SamplingOptions {
  /** For each unit of the search's work so many units of this one; below 1. */
  readonly share: number;
  /** Work of the search before the first execution: small checks are over by then. */
  readonly from?: number;
  /** The same program again, which shares nothing with that of the search. Asked for at the first execution. */
  readonly program: () => Program;
  /** Has what is known of it no more room? It is forgotten then. */
  readonly full?: () => boolean;
}

/** Sampling as data. A walk that was interrupted begins again. */
export interface KeptSampling {
  readonly taken: number;
  readonly events: number;
  readonly runs: number;
  readonly over: boolean;
  readonly chance: readonly number[];
  readonly errors: readonly FoundError[];
}

/** An exploration between two steps, as plain data without deep structures. */
export interface ExplorationCheckpoint {
  readonly strengthening: string;
  readonly refinement: RefinementCheckpoint;
  readonly session: SessionCheckpoint;
  /** May it be the stateful search? */
  readonly fits: boolean;
  readonly search: PartitionCheckpoint | WalksCheckpoint | StatefulCheckpoint;
  readonly sampling?: KeptSampling;
}

export interface ExploreOptions extends SessionOptions {
  readonly model: ModelName;
  readonly equivalence: EquivalenceName;
  /** Which executions: all (partition), or some by chance. Default partition. */
  readonly strategy?: StrategyName;
  /** Of what is chosen by chance. Default 1. */
  readonly seed?: number;
  /** Of pct: how many orderings a bug may need. Default 3. */
  readonly depth?: number;
  /**
   * Only executions with at most so many preemptions (strategy/preemption-bound.ts). For the strategy partition; not
   * under the equivalence co.
   */
  readonly preemptions?: number;
  /** May the stateful search take the place of the partition, where it can? Default yes. */
  readonly explicit?: boolean;
  /**
   * Are graphs with the same values one state from the beginning, and not only once they are found to be many? Default
   * no.
   */
  readonly merging?: boolean;
  /** Executions that chance chooses beside the strategy partition. Default none. */
  readonly sampling?: SamplingOptions;
  /**
   * Others who explore together with this worker; the strategy partition only. No checkpoint is kept when a limit ends
   * it.
   */
  readonly hire?: (worker: Worker) => WorkerLead;
  /**
   * Where an earlier exploration was when a limit ended it: goes on from there. Program and options must be the same,
   * but for limits.
   */
  readonly resume?: ExplorationCheckpoint;
  /** Called when a limit ended the exploration, and it can go on another time; `keep` returns from where. */
  readonly onLimit?: (keep: () => ExplorationCheckpoint) => void;
}
