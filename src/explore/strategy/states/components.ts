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
  /** By what its steps in the component did: threads that changed something, that looked, that locked and unlocked. */
  readonly threads: Readonly<Record<StepKind, Set<ThreadId>>>;
}

/**
 * What a step does. `changes`: something that others may see. `looks`: nothing, but it may find something else another
 * time. `locks`: it takes a lock, or gives back what it took, and would do so whatever others did.
 */
export type StepKind = 'changes' | 'looks' | 'locks';

/** By thread: what it did in a step; a step of one thread may let others go on. */
export type StepKinds = ReadonlyMap<ThreadId, StepKind>;

export class Components {
  /** States whose component is not complete, in the order of their numbers. */
  private readonly open: number[] = [];
  private readonly isOpen = new Set<number>();

  /** A new state; numbers grow. */
  enter(state: number): Reach {
    this.open.push(state);
    this.isOpen.add(state);
    return { state, low: state, leaves: false, threads: { changes: new Set(), looks: new Set(), locks: new Set() } };
  }

  /** Does the component of the state go on to the path, as far as is known? */
  reachesPath(state: number): boolean {
    return this.isOpen.has(state);
  }

  /** A step led from the state to one that was entered before. `did`: what threads did in it. */
  known(from: Reach, to: number, did: StepKinds): void {
    if (!this.isOpen.has(to)) {
      from.leaves = true;
      return;
    }
    from.low = Math.min(from.low, to);
    add(from, did);
  }

  /**
   * All that is reached from the state `to` was searched. It was entered from `from` by a step in which threads did
   * that; undefined: it is the first state. Is the state the first one of its component, which is complete now?
   */
  leave(to: Reach, from: Reach | undefined, did: StepKinds): boolean {
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
    for (const of of stepKinds) for (const t of to.threads[of]) from!.threads[of].add(t);
    add(from!, did);
    return false;
  }
}

const stepKinds: readonly StepKind[] = ['changes', 'looks', 'locks'];

function add({ threads }: Reach, did: StepKinds): void {
  for (const [thread, kind] of did) threads[kind].add(thread);
}
