/**
 * Workers that explore one program together: each has trees and a search of its own. One that has branches left hands
 * one, as the list of its decisions, to one that waits, and where it needs to know how that went it helps others until
 * it does.
 */
import type { Speculations } from '../histories/speculations';
import type { RefinementCheckpoint } from '../equivalence/refinement';
import type { Decision } from '../common/decision';
import type { Counts, FoundError } from '../common/verdict';

/** The decisions from the beginning to a state, and the one that leads to the branch. */
export type Branch = readonly Decision[];

/** What was found in a branch. */
export interface BranchResult {
  /** Could its first event be performed? */
  readonly served: boolean;
  readonly counts: Counts;
  readonly errors: readonly FoundError[];
  readonly notes: readonly string[];
  readonly limitsHit: readonly string[];
}

/** The others, as the search of one worker sees them. */
export interface WorkerGroup {
  /** Is there somebody who waits for a branch? Asked at every state. */
  wants(): boolean;
  /**
   * Hands it a branch. Returns what waits until that is explored, takes up what was found, and says whether its first
   * event could be performed.
   */
  hand(branch: Branch): () => boolean;
  /** What the searches rely on; undefined while one explores alone. */
  readonly assumptions: Speculations | undefined;
  /** Did some branch end before its threads did (Session.cut)? */
  cut: boolean;
  /** Counts `n` executions, of all workers; how many there were before. */
  count(n: number): number;
  readonly executions: number;
  /** Is it the first time that an execution of this name is counted? */
  isNew(name: string): boolean;
}

/** What the workers begin with: what was found out before about how to explore. */
export interface Round {
  readonly strengthening: string;
  readonly refinement: RefinementCheckpoint;
  readonly cut: boolean;
  /** How often it was begun, this time included. */
  readonly beginnings: number;
}

/** One worker, as its crew sees it. */
export interface Worker {
  readonly round: Round;
  /** Explores a branch. */
  explore(branch: Branch): BranchResult;
  /** Takes up what another one has found. */
  absorb(found: Omit<BranchResult, 'served'>): void;
  /** To be called now and then while it waits: a limit may end its search. */
  tick(): void;
  /** Another one's search was ended, by a limit or an error that is known by now. Throws what ends this one's. */
  stop(): never;
  /** Another one has found that all must begin afresh, with this. Throws Afresh. */
  renew(round: Round): never;
}

/** A crew, as the worker sees it that has begun and that the others work for. */
export interface WorkerLead extends WorkerGroup {
  /**
   * Its search is over, and so are those of the others: takes up what only all together show. Throws Restart where that
   * calls for beginning afresh.
   */
  end(): void;
  /** The others stop, and leave what they have found. */
  dismiss(): void;
}
