/** An execution that goes on for ever, as far as it need be shown: a way to a state, and a loop from there. */
import type { GraphEvent } from '../../../../graph/event';
import { threadsIn } from './components';
import type { Edge, StateGraph } from '../steps/state-graph';

/** A step of a loop, from one of its states. */
export interface LoopStep extends Edge {
  readonly from: number;
}

/**
 * A loop through the state, in which each thread does something that does something in the steps of these states. All
 * states of the set must be reachable from each other by the steps. Empty: there are no steps.
 */
export function loopThrough(
  graph: StateGraph,
  first: number,
  states: readonly number[],
  stepsOf: (state: number) => readonly Edge[],
): LoopStep[] {
  const missing = threadsIn(
    graph,
    states.flatMap((state) => [...stepsOf(state)]),
  );
  const loop: LoopStep[] = [];
  let at = first;
  const go = (to: (step: LoopStep) => boolean): void => {
    for (const step of shortestWay(at, stepsOf, to)) {
      loop.push(step);
      at = step.to;
      for (const t of graph.kindsOf(step).keys()) missing.delete(t);
    }
  };
  while (missing.size > 0) go((step) => [...graph.kindsOf(step).keys()].some((t) => missing.has(t)));
  if (at !== first) go(({ to }) => to === first);
  return loop;
}

/**
 * One round of the loop that the events from `from` on are: where it begins, and where it ends. A move may have several
 * steps, so that a loop of moves goes round a shorter one several times, and so may the way to it. What the way did in
 * its first round may have been new, such as a write of a value that memory holds from then on: that one stays there.
 * Where nobody does anything it is empty.
 */
export function roundOf(
  events: readonly GraphEvent[],
  from: number,
): { readonly begins: number; readonly ends: number } {
  const all = events.length - from;
  if (all === 0) return { begins: from, ends: from };
  const repeats = (at: number, to: number, length: number): boolean => {
    if (at < 0) return false;
    for (let i = at; i + length < to; i++) if (!isLike(events[i], events[i + length])) return false;
    return true;
  };
  let length = 1;
  while (all % length !== 0 || !repeats(from, events.length, length)) length++;
  let begins = from;
  while (repeats(begins - 2 * length, begins + length, length)) begins -= length;
  return { begins, ends: begins + length };
}

/** Does the same thread the same, in the same local state? */
function isLike(a: GraphEvent, b: GraphEvent): boolean {
  const { thread, loc, label, node, read, written } = a;
  return (
    thread === b.thread &&
    loc === b.loc &&
    label.kind === b.label.kind &&
    node === b.node &&
    read === b.read &&
    written === b.written
  );
}

/** The shortest way from the state whose last step is a wanted one. */
export function shortestWay(
  from: number,
  stepsOf: (state: number) => readonly Edge[],
  wanted: (step: LoopStep) => boolean,
): LoopStep[] {
  const by = new Map<number, LoopStep>();
  const todo = [from];
  for (const state of todo) {
    for (const edge of stepsOf(state)) {
      const step = { ...edge, from: state };
      if (wanted(step)) return [...wayTo(by, state), step];
      if (edge.to === from || by.has(edge.to)) continue;
      by.set(edge.to, step);
      todo.push(edge.to);
    }
  }
  throw new Error('a state is not reached');
}

function wayTo(by: ReadonlyMap<number, LoopStep>, state: number): LoopStep[] {
  const way: LoopStep[] = [];
  for (let step = by.get(state); step !== undefined; step = by.get(step.from)) way.push(step);
  return way.reverse();
}
