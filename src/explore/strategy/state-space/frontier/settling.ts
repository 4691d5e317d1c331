/**
 * When a state search goes on without a path: when little is left to learn. Then the threads seldom wait for the one
 * that learns, and hardly anything is seen later that contradicts what they rely on.
 */
import type { FrontierOptions } from '../../../session/state-worker';

/** What was counted, as data. */
export interface SettlingCheckpoint {
  readonly next: number;
  readonly before: number;
  readonly performed: number;
}

/** The first states are explored alone. */
const AFTER = 2 ** 15;
const SELDOM = 32;

export class Settling {
  private next: number;
  private readonly seldom: number;
  private before = 0;
  private performed = 0;

  constructor({ after = AFTER, seldom = SELDOM }: Omit<FrontierOptions, 'start'> = {}) {
    this.next = after;
    this.seldom = seldom;
  }

  /** What was asked and answered so far, for `restore`. */
  checkpoint(): SettlingCheckpoint {
    const { next, before, performed } = this;
    return { next, before, performed };
  }

  /** Goes on with what `checkpoint` returned. */
  restore(checkpoint: SettlingCheckpoint): void {
    Object.assign(this, checkpoint);
  }

  /** A state needed the graph. */
  perform(): void {
    this.performed++;
  }

  /** There are so many states: asked after each. Was little performed for the last half of them? */
  isSettled(states: number): boolean {
    if (states < this.next) return false;
    const isSettled = this.performed * this.seldom <= states - this.before;
    this.before = states;
    this.next = 2 * states;
    this.performed = 0;
    return isSettled;
  }
}
