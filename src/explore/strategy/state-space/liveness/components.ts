/** Components of the graph of states, in which executions may stay for ever. */
import type { ThreadId } from '../../../../program/label';
import type { Edge, StateGraph, StepKind, StepKinds, Units } from '../steps/state-graph';

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

/**
 * The strongly connected components of states (Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput.
 * 1972). An execution stays for ever in a component that no step leaves.
 *
 * Finds components of parts of a graph, one part after the other.
 */
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
      const { kinds, givingBack } = graph.effectsOf(step);
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
  const units = (step: Edge): readonly Units[] => graph.effectsOf(step).units;
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

/** States that a fair execution goes through again and again, by steps between them. */
export interface FairComponent {
  readonly states: readonly number[];
  /** The steps from a state of the component to others of it. */
  stepsOf(state: number): readonly Edge[];
}

/**
 * Sets of states in which a fair execution may go round for ever. An execution is fair if each thread that may do
 * something again and again does something again and again (strong fairness). So a thread that waits for a lock gets it
 * if the lock is free again and again, whereas one that spins may look at the wrong moments only.
 *
 * A strongly connected set of states is fair if each thread that may do something in one of its states does so in a
 * step between its states. Where a thread does not, no fair execution of the set returns to the states in which it may:
 * they are taken out, and what is left is searched again (Lichtenstein and Pnueli, Checking that finite state
 * concurrent programs satisfy their linear specification, POPL 1985).
 *
 * Returns the largest fair sets of states, by steps that are `allowed`. All steps from a state that has any must be
 * known. `mayAct`: the threads that may do something in a state.
 */
export function fairComponents(
  graph: StateGraph,
  mayAct: (state: number) => readonly ThreadId[],
  allowed: (did: StepKinds) => boolean,
): FairComponent[] {
  const found: FairComponent[] = [];
  const search = new ComponentSearch(graph.count);
  /** By state: the number of the part of the graph that it belongs to. */
  const parts = new Int32Array(graph.count + 1);
  let number = 0;
  const stepsIn = (part: number, state: number): Edge[] =>
    graph.stepsOf(state).filter((step) => parts[step.to] === part && allowed(graph.kindsOf(step)));
  const todo = [graph.all];
  for (let states = todo.pop(); states !== undefined; states = todo.pop()) {
    const part = ++number;
    for (const state of states) parts[state] = part;
    const components: (readonly number[])[] = [];
    search.search(
      states,
      (state) => stepsIn(part, state),
      (members) => components.push(members),
    );
    for (const members of components) {
      const own = ++number;
      for (const state of members) parts[state] = own;
      const stepsOf = (state: number): Edge[] => stepsIn(own, state);
      const acting = threadsIn(graph, members.flatMap(stepsOf));
      if (acting.size === 0) continue;
      const rest = members.filter((state) => mayAct(state).every((t) => acting.has(t)));
      if (rest.length === members.length) found.push({ states: members, stepsOf });
      else if (rest.length > 0) todo.push(rest);
    }
  }
  return found;
}

/** The threads that do something in the steps. */
export function threadsIn(graph: StateGraph, steps: readonly Edge[]): Set<ThreadId> {
  return new Set(steps.flatMap((step) => [...graph.kindsOf(step).keys()]));
}
