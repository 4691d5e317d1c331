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
}
