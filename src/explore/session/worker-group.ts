/**
 * Workers that explore one program together. Each has history trees and a search of its own. A worker with remaining
 * branches hands one of them, as the list of its decisions, to a worker that waits. When it needs the result, it
 * explores branches of others until that arrives.
 */
import type { Speculations } from '../histories/speculations';
import type { RefinementCheckpoint } from '../equivalence/refinement';
import type { ReductionCheckpoint } from '../equivalence/sc-reduction';
import type { Decision } from '../common/decision';
import type { Counts, FoundError } from '../common/verdict';
import type { MemoryBudget } from './memory-budget';

/** The decisions from the first state to a state, and the one that leads to the branch. */
export type Branch = readonly Decision[];

/** The findings in a branch. */
export interface BranchResult {
  /** Could its first event be performed? */
  readonly performed: boolean;
  readonly counts: Counts;
  readonly errors: readonly FoundError[];
  readonly notes: readonly string[];
  readonly limitsHit: readonly string[];
}

/** The other workers, as the search of one worker sees them. */
export interface WorkerGroup {
  /** Does some worker wait for a branch? Asked at every state. */
  isWorkWanted(): boolean;
  /**
   * Hands a branch to a worker that waits. Returns a function that waits until the branch is explored, adds what was
   * found, and says whether its first event could be performed.
   */
  handOver(branch: Branch): () => boolean;
  /** The speculations of the searches; undefined while one worker explores alone. */
  readonly speculations: Speculations | undefined;
  /** Did some branch end before its threads did (Session.cut)? */
  cut: boolean;
  /** Counts `n` executions, of all workers. Returns how many there were before. */
  count(n: number): number;
  readonly executions: number;
  /** Is it the first time that an execution of this name is counted? Undefined: memory is exhausted. */
  isNew(name: string): boolean | undefined;
}

/** The data with which the workers begin a round: what earlier rounds have learned. */
export interface Round {
  readonly reduction: ReductionCheckpoint;
  readonly refinement: RefinementCheckpoint;
  readonly cut: boolean;
  /** The number of the round, from 1. */
  readonly number: number;
}

/** One worker, as its group sees it. */
export interface Worker {
  readonly round: Round;
  /** The share of this worker. */
  readonly memory: MemoryBudget;
  /** Explores a branch. */
  explore(branch: Branch): BranchResult;
  /** Adds the findings of another worker. */
  absorb(found: Omit<BranchResult, 'performed'>): void;
  /** Called at intervals while it waits. Throws Stop if a limit ends its search. */
  tick(): void;
  /**
   * Called after a limit or an error, which is absorbed by now, has ended the search of another worker. Throws Stop.
   */
  stop(): never;
  /** Called when another worker has found that all must restart with this round. Throws ExplorationRestart. */
  restartWith(round: Round): never;
}

/** The group of workers for the first one, whose search the others assist. */
export interface WorkerLead extends WorkerGroup {
  /**
   * Called when all searches are finished: adds findings that only all workers together show. Throws Restart if these
   * require another round.
   */
  finish(): void;
  /** Stops the others, and adds their findings. */
  dismiss(): void;
}
