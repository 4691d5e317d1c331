/** One round of a search without a path: several threads explore states until there are no more, or it is time. */
import type { SharedVectorSet } from '../../../store/shared-vector-set';
import type { Deeds } from '../steps/state-graph';
import type { StateKnowledge } from '../known/tables';
import type { Expander, FrozenCheckpoint } from './frontier-expander';
import type { SharedQueue, WorkQueue } from './work-queue';

/** What another thread needs for a round. */
export interface StateRound {
  readonly table: SharedArrayBuffer;
  readonly queue: SharedQueue;
  /** Once. */
  readonly frozen: FrozenCheckpoint | undefined;
  /** What is known of the program; undefined: as in the round before. */
  readonly knowledge: StateKnowledge | undefined;
}

/** What a thread has found in a round. */
export interface RoundReport {
  /** Expander.edges. Numbers of deeds beyond those that were sent to it are its own. */
  readonly edges: Int32Array;
  /** States of which more must be known, and those in which executions end. */
  readonly deferred: readonly number[];
  /** What has new numbers. */
  readonly deeds: readonly Deeds[];
  /** Reduction.assumptions. */
  readonly assumptions: readonly number[];
}

/** So many states for which more must be known end a round, so that it can be learned. */
const MAX_DEFERRED = 32;
/** A thread looks at the clock after so many states. */
const TICK = 32;

/** Explores states of the queue. Returns those that were deferred. */
export function exploreShare(queue: WorkQueue, expander: Expander, table: SharedVectorSet): number[] {
  const deferred: number[] = [];
  let n = 0;
  for (let state = queue.take(); state !== 0; state = queue.take()) {
    if (!expander.expand(state)) deferred.push(state);
    n++;
    if (n % TICK === 0) queue.stopInTime();
    if (deferred.length >= MAX_DEFERRED || table.isFull) queue.stop();
  }
  return deferred;
}
