/** Decisions of a search, as plain data: those of its frames identify its present state. */
import type { ThreadId } from '../../program/label';

/** The decision in a frame. */
export interface Decision {
  /** The threads of `order`. */
  readonly order: readonly ThreadId[];
  readonly at: number;
  readonly next: number;
  readonly performed: boolean;
  readonly deferred: boolean;
  /** How many choices belong to this search, where others have the rest. */
  readonly end?: number;
  /** May the event be deferred, as far as was known when the state was entered? */
  readonly deferrable?: boolean;
  /** Does the branch in which the event is deferred belong to others? */
  readonly deferredElsewhere?: boolean;
}
