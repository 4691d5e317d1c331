/**
 * The strongly connected components of states (Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput.
 * 1972). An execution stays for ever in a component that no step leaves.
 */
import type { ThreadId } from '../../../../program/label';
import type { Edge, StateGraph, StepKind, Units } from '../steps/state-graph';

/** A component that no step leaves. */
export interface Component {
  /** The state that was found first. */
  readonly state: number;
  readonly members: readonly number[];
  /** By what steps in the component do: the threads that do it. */
  readonly threads: Readonly<Record<StepKind, Set<ThreadId>>>;
}

interface Frame {
  readonly state: number;
  readonly steps: readonly Edge[];
  next: number;
}

/** No thread does anything, as in a state without steps. */
export function noThreads(): Component['threads'] {
  return { changes: new Set(), sleeps: new Set(), looks: new Set(), locks: new Set() };
}

/** The components of the graph, as far as it is known, that no step leaves, and no execution ends in. */
export function componentsThatStay(graph: StateGraph): Component[] {
  const found: Component[] = [];
  new ComponentSearch(graph.count).search(
    graph.all,
    (state) => graph.stepsOf(state),
    (members, inside) => {
      const staying = stayingIn(graph, members, inside);
      if (staying !== undefined) found.push(staying);
    },
  );
  return found;
}

/** A state that was reached from those of the component: is it one of them? */
type Inside = (state: number) => boolean;

/** Finds components of parts of a graph, one part after the other. */
export class ComponentSearch {
  private readonly index: Int32Array;
  private readonly low: Int32Array;
  /** By state: the first state of its component, where that is complete. */
  private readonly component: Int32Array;

  /** For a graph with so many states. */
  constructor(count: number) {
    [this.index, this.low, this.component] = [0, 1, 2].map(() => new Int32Array(count + 1));
  }

  /**
   * Calls `found` for each component of the part with the states and these steps, which lead to states of the part.
   */
  search(
    states: readonly number[],
    stepsOf: (state: number) => readonly Edge[],
    found: (members: readonly number[], inside: Inside) => void,
  ): void {
    const { index, low, component } = this;
    for (const state of states) index[state] = component[state] = 0;
    const open: number[] = [];
    let count = 0;
    const enter = (state: number): Frame => {
      index[state] = low[state] = ++count;
      open.push(state);
      return { state, steps: stepsOf(state), next: 0 };
    };
    for (const first of states) {
      if (index[first] !== 0) continue;
      const frames = [enter(first)];
      while (frames.length > 0) {
        const f = frames[frames.length - 1];
        const { state, steps } = f;
        if (f.next < steps.length) {
          const { to } = steps[f.next++];
          if (index[to] === 0) frames.push(enter(to));
          else if (component[to] === 0) low[state] = Math.min(low[state], index[to]);
          continue;
        }
        frames.pop();
        const above = frames.at(-1);
        if (above !== undefined) low[above.state] = Math.min(low[above.state], low[state]);
        if (low[state] !== index[state]) continue;
        const members = open.splice(open.lastIndexOf(state));
        for (const member of members) component[member] = state;
        found(members, (other) => component[other] === state);
      }
    }
  }
}

/** Undefined: something leads out of the component with these states. */
function stayingIn(graph: StateGraph, members: readonly number[], inside: Inside): Component | undefined {
  for (const member of members) {
    if (graph.isLeft(member)) return undefined;
    for (const { to } of graph.stepsOf(member)) if (!inside(to)) return undefined;
  }
  const threads = noThreads();
  const passing = threadsThatPassOn(graph, members);
  for (const member of members)
    for (const step of graph.stepsOf(member)) {
      const { kinds, givingBack } = graph.deedsOf(step);
      for (const [thread, kind] of kinds) threads[passing.has(thread) ? kind : givingBack.get(thread)!].add(thread);
    }
  return { state: members.reduce((a, b) => Math.min(a, b)), members, threads };
}

/**
 * The threads that, on some cycle of these strongly connected states, give more units of a semaphore than they take, or
 * fewer. Where a thread does so on no cycle, the difference between two states is the same on all ways.
 */
function threadsThatPassOn(graph: StateGraph, members: readonly number[]): ReadonlySet<ThreadId> {
  const passing = new Set<ThreadId>();
  const [first] = members;
  const units = (step: Edge): readonly Units[] => graph.deedsOf(step).units;
  const all = new Set(members.flatMap((member) => graph.stepsOf(member).flatMap(units)));
  const keys = new Map([...all].map(({ thread, semaphore }) => [`${thread},${semaphore}`, { thread, semaphore }]));
  for (const { thread, semaphore } of keys.values()) {
    const taken = new Map([[first, 0]]);
    for (const [state, before] of taken) {
      for (const step of graph.stepsOf(state)) {
        const here = units(step).filter((u) => u.thread === thread && u.semaphore === semaphore);
        const after = here.reduce((n, { change }) => n + change, before);
        if (!taken.has(step.to)) taken.set(step.to, after);
        else if (taken.get(step.to) !== after) passing.add(thread);
      }
    }
  }
  return passing;
}
