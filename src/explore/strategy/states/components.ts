/**
 * The strongly connected components of the states, found while they are searched (Tarjan, Depth-first search and linear
 * graph algorithms, SIAM J. Comput. 1972). A component that no transition leaves is where an execution stays.
 */
import type { ThreadId } from '../../../program/label';

/** What is known of a state on the path, and of those that it reaches back to. */
export interface Reach {
  /** The number of the state. */
  readonly state: number;
  /** The least number of a state on the path that was reached from here. */
  low: number;
  /** Does a transition lead out of the component? */
  leaves: boolean;
  /** Threads that have changed something in the component, and those that only looked. */
  readonly active: Set<ThreadId>;
  readonly looking: Set<ThreadId>;
}

export class Components {
  /** States whose component is not complete, in the order of their numbers. */
  private readonly open: number[] = [];
  private readonly isOpen = new Set<number>();

  /** A new state; numbers grow. */
  enter(state: number): Reach {
    this.open.push(state);
    this.isOpen.add(state);
    return { state, low: state, leaves: false, active: new Set(), looking: new Set() };
  }

  /** Does the component of the state go on to the path, as far as is known? */
  reachesPath(state: number): boolean {
    return this.isOpen.has(state);
  }

  /** A transition of the thread led from the state to one that was entered before. `looks`: did it change nothing? */
  known(from: Reach, to: number, thread: ThreadId, looks: boolean): void {
    if (!this.isOpen.has(to)) {
      from.leaves = true;
      return;
    }
    from.low = Math.min(from.low, to);
    add(from, thread, looks);
  }

  /**
   * All that is reached from the state `to` was searched. It was entered from `from` by a transition of the thread;
   * undefined: it is the first state. Is the state the first one of its component, which is complete now?
   */
  leave(to: Reach, from: Reach | undefined, thread: ThreadId, looks: boolean): boolean {
    const complete = to.low === to.state;
    if (complete) {
      for (let state = this.open.pop()!; ; state = this.open.pop()!) {
        this.isOpen.delete(state);
        if (state === to.state) break;
      }
      if (from !== undefined) from.leaves = true;
      return true;
    }
    from!.low = Math.min(from!.low, to.low);
    from!.leaves ||= to.leaves;
    for (const t of to.active) from!.active.add(t);
    for (const t of to.looking) from!.looking.add(t);
    add(from!, thread, looks);
    return false;
  }
}

function add(reach: Reach, thread: ThreadId, looks: boolean): void {
  (looks ? reach.looking : reach.active).add(thread);
}
