/** Threads that explore states with the first one, in rounds (strategy/state-space/frontier/frontier-search.ts). */

/** A thread that explores states. Messages are data that `structuredClone` copies or shares. */
export interface StateWorker {
  /** Whether the thread has started. */
  readonly isReady: boolean;
  /** Starts a round. `start`: a StateRound. */
  begin(start: object): void;
  /** Waits until the thread has ended the round. Returns a RoundReport. */
  end(): object;
  /** Ends the thread. */
  dismiss(): void;
}

/** How a state search goes on without a path. */
export interface FrontierOptions {
  /** After how many states, at the earliest. */
  readonly after?: number;
  /** Of how many states at most one may need the graph. 0: all may. */
  readonly seldom?: number;
  /** Starts the threads that explore with the first one. */
  readonly start: () => readonly StateWorker[];
}
