/**
 * The reasons for which an exploration begins again from the empty graph. Code that finds during a search that one of
 * its assumptions does not hold throws a `Restart`; `explore` catches it and starts the next round.
 *
 * Every restart preserves the errors, notes and limits of the session (errors are real under any assumption), and the
 * state of the `ScReduction` and the `Refinement`. Every restart discards the counts, the stack of the search, and its
 * tables of states and executions. `keepsTrees` says which ones also preserve the history trees.
 */
import { Restart } from '../../program/program';

export type RestartReason =
  /** An event is not seq_cst, so sc cannot stand for the model that was asked for (`equivalence/sc-reduction.ts`). */
  | { readonly kind: 'weaker-model' }
  /** States may be explored only if the program is robust, or more counts for that (`equivalence/sc-reduction.ts`). */
  | { readonly kind: 'robustness' }
  /** Accesses of several sizes overlap, for which models have another form (`equivalence/sc-reduction.ts`). */
  | { readonly kind: 'mixed-sizes' }
  /** Plain data is synchronised, so synchronising reads count by their source (`equivalence/refinement.ts`). */
  | { readonly kind: 'plain-data' }
  /** A thread has acquire fences, so its relaxed reads count by their source too (`equivalence/refinement.ts`). */
  | { readonly kind: 'acquire-fences' }
  /** Plain data is accessed by threads that depend on each other without happens-before (`strategy/state-space/`). */
  | { readonly kind: 'hidden-order' }
  /** Many graphs have the same values, so states with the same values are merged (`equivalence/refinement.ts`). */
  | { readonly kind: 'merge-states' }
  /** Failed attempts are left out though they store (`equivalence/refinement.ts`). */
  | { readonly kind: 'unseen-stores' }
  /** A thread may see stores that were left out with failed attempts (`extend/attempt-stores.ts`). */
  | { readonly kind: 'seen-stores' }
  /** The order in which threads arrive at a barrier matters (`extend/meetings.ts`). */
  | { readonly kind: 'arrivals' }
  /** The order of updates matters, though nobody uses their results (`extend/blind-updates.ts`). */
  | { readonly kind: 'updates' }
  /** Threads that were taken for equal do not do the same (`symmetry/equal-threads.ts`). */
  | { readonly kind: 'unequal-threads' }
  /** Loads may read from stores that come after them in po ∪ rf, or more of them may (strategy/open-read-search.ts). */
  | { readonly kind: 'load-buffering' }
  /** The strategy does not support the program, or explores it too slowly. The next one of its list takes over. */
  | { readonly kind: 'next-strategy'; readonly why: string }
  /** Something that a search relied on does not hold (`histories/speculations.ts`). */
  | { readonly kind: 'failed-speculation'; readonly why: string }
  /** States were explored without a path before enough was known (`state-space/frontier/frontier-search.ts`). */
  | { readonly kind: 'early-frontier' }
  /** Another worker restarts, and this worker has taken over its knowledge. */
  | { readonly kind: 'other-worker' }
  /** Events of the program have changed in kind or in number: promotion, renumbered threads (`program/outcomes.ts`). */
  | { readonly kind: 'program'; readonly why: string };

/** What is special about restarts of each kind. */
const restarts: Readonly<
  Record<RestartReason['kind'], { readonly keepsTrees: boolean; readonly text: string | undefined }>
> = {
  'weaker-model': { keepsTrees: true, text: 'not every access is seq_cst' },
  robustness: { keepsTrees: true, text: 'robustness is checked, or more counts for it' },
  'mixed-sizes': { keepsTrees: true, text: 'accesses of several sizes overlap' },
  'plain-data': { keepsTrees: true, text: 'plain data is synchronised' },
  'acquire-fences': { keepsTrees: true, text: 'a thread has acquire fences' },
  'hidden-order': { keepsTrees: true, text: 'threads depend on each other without happens-before' },
  'merge-states': { keepsTrees: true, text: 'many graphs have the same values' },
  'unseen-stores': { keepsTrees: true, text: 'failed attempts store what no thread sees' },
  'seen-stores': { keepsTrees: true, text: 'a thread may see what failed attempts store' },
  arrivals: { keepsTrees: true, text: 'the order of arrivals at a barrier matters' },
  updates: { keepsTrees: true, text: 'the order of updates matters' },
  'unequal-threads': { keepsTrees: true, text: 'threads that seemed equal differ' },
  'load-buffering': { keepsTrees: true, text: 'loads may read from later stores' },
  'next-strategy': { keepsTrees: true, text: undefined },
  'failed-speculation': { keepsTrees: true, text: undefined },
  'early-frontier': { keepsTrees: true, text: 'more was learned after the search had left its path' },
  'other-worker': { keepsTrees: true, text: 'another worker restarts' },
  program: { keepsTrees: false, text: undefined },
};

/** Thrown by the exploration itself. The history trees stay valid. */
export class ExplorationRestart extends Restart {
  constructor(readonly reason: Exclude<RestartReason, { kind: 'program' }>) {
    super(restarts[reason.kind].text ?? ('why' in reason ? reason.why : reason.kind));
  }
}

/** Something that the search relied on does not hold. */
export function failedSpeculation(why: string): ExplorationRestart {
  return new ExplorationRestart({ kind: 'failed-speculation', why });
}

/** The reason for which an exception restarts the exploration; undefined: it is not about that. */
export function restartReason(error: unknown): RestartReason | undefined {
  if (error instanceof ExplorationRestart) return error.reason;
  return error instanceof Restart ? { kind: 'program', why: error.message } : undefined;
}

/** Are the program's history trees still valid in the next round? */
export function keepsTrees({ kind }: RestartReason): boolean {
  return restarts[kind].keepsTrees;
}
