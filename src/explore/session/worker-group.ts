/**
 * Workers that explore one program together. Each has history trees and a search of its own. A worker with branches
 * left hands one of them, as the list of its decisions, to a worker that waits. Where it needs to know how that went,
 * it helps others until it does.
 */
import type { Speculations } from '../histories/speculations';
import type { RefinementCheckpoint } from '../equivalence/refinement';
import type { Decision } from '../common/decision';
import type { Counts, FoundError } from '../common/verdict';
import type { MemoryBudget } from './memory-budget';

/** The decisions from the first state to a state, and the one that leads to the branch. */
export type Branch = readonly Decision[];

/** What was found in a branch. */
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
  /** What the searches rely on; undefined while one explores alone. */
  readonly speculations: Speculations | undefined;
  /** Did some branch end before its threads did (Session.cut)? */
  cut: boolean;
  /** Counts `n` executions, of all workers. Returns how many there were before. */
  count(n: number): number;
  readonly executions: number;
  /** Is it the first time that an execution of this name is counted? Undefined: there is no memory left to say. */
  isNew(name: string): boolean | undefined;
}

/** What the workers begin a round with: what earlier rounds have learned. */
export interface Round {
  readonly model: string;
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
  /** Adds what another one has found. */
  absorb(found: Omit<BranchResult, 'performed'>): void;
  /** To be called now and then while it waits. Throws Stop where a limit ends its search. */
  tick(): void;
  /** Another one's search was ended, by a limit or an error that is absorbed by now. Throws Stop. */
  stop(): never;
  /** Another one has found that all must restart, with this. Throws ExplorationRestart. */
  restartWith(round: Round): never;
}

/** A group of workers, as the worker sees it whose search the others help. */
export interface WorkerLead extends WorkerGroup {
  /**
   * Its search is finished, and so are those of the others: adds what only all of them together show. Throws Restart
   * where that calls for another round.
   */
  finish(): void;
  /** Stops the others, and adds what they have found. */
  dismiss(): void;
}
