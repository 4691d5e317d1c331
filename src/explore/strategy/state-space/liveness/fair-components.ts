/**
 * Sets of states in which a fair execution may go round for ever. An execution is fair if each thread that may do
 * something again and again does something again and again (strong fairness). So a thread that waits for a lock gets it
 * if the lock is free again and again, whereas one that spins may look at the wrong moments only.
 *
 * A strongly connected set of states is fair if each thread that may do something in one of its states does so in a
 * step between its states. Where a thread does not, no fair execution of the set returns to the states in which it may:
 * they are taken out, and what is left is searched again (Lichtenstein and Pnueli, Checking that finite state
 * concurrent programs satisfy their linear specification, POPL 1985).
 */
import type { ThreadId } from '../../../../program/label';
import { ComponentSearch } from './components';
import type { Edge, StateGraph, StepKinds } from '../steps/state-graph';

/** States that a fair execution goes through again and again, by steps between them. */
export interface FairComponent {
  readonly states: readonly number[];
  /** The steps from a state of the component to others of it. */
  stepsOf(state: number): readonly Edge[];
}

/**
 * The largest fair sets of states, by steps that are `allowed`. All steps from a state that has any must be known.
 * `mayAct`: the threads that may do something in a state.
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
