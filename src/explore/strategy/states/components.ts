/**
 * The strongly connected components of states that no step leaves (Tarjan, Depth-first search and linear graph
 * algorithms, SIAM J. Comput. 1972): there an execution stays for ever.
 */
import type { ThreadId } from '../../../program/label';
import type { StateGraph, StepKind } from './state-graph';

/** A component that no step leaves. */
export interface Component {
  /** The state that was found first. */
  readonly state: number;
  /** By what steps in the component do: the threads that do it. */
  readonly threads: Readonly<Record<StepKind, Set<ThreadId>>>;
}

interface Frame {
  readonly state: number;
  next: number;
}

/** No thread does anything, as in a state without steps. */
export function noThreads(): Component['threads'] {
  return { changes: new Set(), looks: new Set(), locks: new Set() };
}

/** The components of the graph, as far as it is known, that no step leaves, and no execution ends in. */
export function componentsThatStay(graph: StateGraph): Component[] {
  const index = new Int32Array(graph.count + 1);
  const low = new Int32Array(graph.count + 1);
  const open: number[] = [];
  /** By state: the first state of its component, where that is complete. */
  const component = new Int32Array(graph.count + 1);
  const found: Component[] = [];
  let count = 0;
  const enter = (state: number): Frame => {
    index[state] = low[state] = ++count;
    open.push(state);
    return { state, next: 0 };
  };
  for (let first = 1; first <= graph.count; first++) {
    if (index[first] !== 0) continue;
    const frames = [enter(first)];
    while (frames.length > 0) {
      const f = frames[frames.length - 1];
      const { state } = f;
      const steps = graph.stepsOf(state);
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
      const staying = stayingIn(graph, members, (other) => component[other] === state);
      if (staying !== undefined) found.push(staying);
    }
  }
  return found;
}

/** Undefined: something leads out of the component with these states. */
function stayingIn(
  graph: StateGraph,
  members: readonly number[],
  inside: (state: number) => boolean,
): Component | undefined {
  const threads = noThreads();
  for (const member of members) {
    if (graph.isLeft(member)) return undefined;
    for (const step of graph.stepsOf(member)) {
      if (!inside(step.to)) return undefined;
      for (const [thread, kind] of graph.kindsOf(step)) threads[kind].add(thread);
    }
  }
  return { state: members.reduce((a, b) => Math.min(a, b)), threads };
}
