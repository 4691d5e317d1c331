/**
 * Workers that explore one program together. Each has history trees and a search of its own. A worker with remaining
 * branches hands one of them, as the list of its decisions, to a worker that waits. When it needs the result, it
 * explores branches of others until that arrives.
 */
import type { Speculation, Speculations } from '../histories/speculations';
import type { Refinement } from '../equivalence/refinement';
import type { ScReduction } from '../equivalence/sc-reduction';
import type { Decision } from '../common/decision';
import type { Counts, FoundError } from '../common/verdict';
import type { MemoryBudget } from './memory-budget';

/** The decisions from the first state to a state, and the one that leads to the branch. */
export type Branch = readonly Decision[];

/**
 * A part of a search: the state that the decisions lead to, and what remains of the states above it, down to the one
 * after the first `base` decisions. A branch is the part whose base is all of its decisions. Parts that a search gives
 * away exclude each other, so they can be explored in any order, anywhere.
 */
export interface Part {
  readonly path: Branch;
  readonly base: number;
  /** The search has returned to the state in which the last decision was taken; it has explored what follows it. */
  readonly back?: true;
}

/** The findings in a part, and the parts that remain where the search gave them away. */
export interface PartResult {
  readonly found: BranchResult;
  readonly remaining: readonly Part[];
}

/** The exception that ends a search which has given away all that remains of it. */
export class GivenAway extends Error {
  constructor(readonly parts: readonly Part[]) {
    super('the rest of the search was given away');
  }
}

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
  /**
   * Called in the place of handOver where workers do not wait for each other: takes all that remains of the search, of
   * which `split` makes at most so many branches and one part for the rest. Throws GivenAway.
   */
  take?(split: (branches: number) => Part[]): never;
  /** The speculations of the searches; undefined while one worker explores alone. */
  readonly speculations: Speculations | undefined;
  /** Did some branch end before its threads did (Session.cut)? */
  cut: boolean;
  /** Counts `n` executions, of all workers. Returns how many there were before. */
  count(n: number): number;
  readonly executions: number;
  /** Is it the first time that an execution of this name is counted? Undefined: memory is exhausted. */
  isNew(name: string): boolean | undefined;
  /** The execution of this name, which was new, is not counted: a limit was hit. */
  forget(name: string): void;
}

/** The data with which the workers begin a round: what earlier rounds have learned. */
export interface Round {
  readonly reduction: ScReduction['durable'];
  readonly refinement: Refinement['durable'];
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
  /** Explores a part, until it is finished or given away. */
  explorePart(part: Part): PartResult;
  /** What remains of the branches and parts that a Stop has ended between two steps. */
  readonly rests: readonly Part[];
  /** Offers a checkpoint of the exploration (SearchContext.save). */
  save(): void;
  /** Records that another worker has cut a branch (Session.cut). */
  cut(): void;
  /** Adds a note to the verdict. */
  note(text: string): void;
  /** Ends the search at a limit between two steps. Throws Stop. */
  stopAt(limit: string, resumable: boolean): never;
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

/** What the workers leave, so that another exploration can go on. */
export interface Collected {
  readonly parts: readonly Part[];
  /** The executions that were counted (PartsCheckpoint). */
  readonly names: Uint8Array;
}

/** What remains of a search that was given away, and what its parts have relied on so far. */
export interface PartsCheckpoint {
  readonly parts: readonly Part[];
  readonly speculations: readonly Speculation[];
  /** The executions that were counted, where parts may come to the same one: hashes of 16 bytes each. */
  readonly names: Uint8Array;
  /** Was it known before the first part that some branch would be cut? */
  readonly cut: boolean;
  /** Names the round among all rounds of all checks. */
  readonly round: string;
}

/** The group for the first worker, where parts are explored in any order, by anyone. */
export interface PartLead extends WorkerGroup {
  /** Explores all remaining parts, and the parts that are split from them. */
  explore(remaining: PartsCheckpoint): void;
  /** What remains after a Stop. */
  checkpoint(): PartsCheckpoint;
  /** The search has ended: parts that remain are of no use to others. */
  dismiss(): void;
}

/** The group of workers for the first one, whose search the others assist. */
export interface WorkerLead extends WorkerGroup {
  /**
   * Called when all searches are finished: adds findings that only all workers together show. Throws Restart if these
   * require another round.
   */
  finish(): void;
  /**
   * Called after a Stop that can be resumed: stops the others between two steps and adds what they have found. Returns
   * what remains, apart from the search that the first worker began with; undefined: some of the others did not answer
   * in time. Throws what another worker has found meanwhile: Stop at an error, or a restart.
   */
  collect(): Collected | undefined;
  /** Stops the others, and adds their findings. */
  dismiss(): void;
}
