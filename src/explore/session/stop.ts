/** The exceptions that end an exploration early, or interrupt it. */

/** Limits that end an exploration which can be resumed: a resumed one has not hit them yet. */
export const resumableLimits: readonly string[] = ['executions', 'time', 'interrupted', 'redis'];

/**
 * Thrown when the exploration ends before everything is explored. `resumable`: the search is between two steps, so its
 * checkpoint can be taken.
 */
export class Stop extends Error {
  constructor(
    message: string,
    readonly resumable = false,
  ) {
    super(message);
  }
}

/** Thrown between two steps of a search whose turn is over (turn-taking.ts): it goes on later (`Strategy.proceed`). */
export class Pause extends Error {}
