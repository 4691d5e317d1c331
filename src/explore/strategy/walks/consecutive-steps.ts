/** How often one thread has moved in a row: it may wait for others in a loop that changes something. */
import type { ThreadId } from '../../../program/label';

/** After so many steps in a row a thread falls below all others. */
export const MAX_CONSECUTIVE = 200;

export class ConsecutiveSteps {
  private thread = -1;
  private count = 0;

  /** A walk begins. */
  begin(): void {
    this.thread = -1;
  }

  /** The thread has taken a step, which may not count. Returns how many in a row do. */
  taken(thread: ThreadId, counts = true): number {
    if (thread !== this.thread) this.count = 0;
    this.thread = thread;
    if (counts) this.count++;
    return this.count;
  }
}
