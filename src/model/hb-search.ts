/** Where in a list of events of one thread, in program order, happens-before begins or ends to hold. */
import { entry } from '../graph/clock';
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';

/** The index of the first element for which `holds`, as for all after it; the number of elements if there is none. */
export function firstIndex<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let from = 0;
  for (let to = all.length; from < to;) {
    const middle = (from + to) >>> 1;
    if (holds(all[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The index of the first event that e happens before; their number if there is none. */
export function firstAt(graph: ExecutionGraph, e: GraphEvent, events: readonly GraphEvent[]): number {
  const last = events[events.length - 1] as GraphEvent | undefined;
  // Mostly e comes late, and happens before none.
  if (last === undefined || last === e || !graph.happensBefore(e, last)) return events.length;
  return firstIndex(events, (x) => x !== e && graph.happensBefore(e, x));
}

/** The first event that e happens before. */
export function firstAfter(
  graph: ExecutionGraph,
  e: GraphEvent,
  events: readonly GraphEvent[],
): GraphEvent | undefined {
  return events[firstAt(graph, e, events)];
}

/** The last event that happens before e. */
export function lastBefore(e: GraphEvent, events: readonly GraphEvent[]): GraphEvent | undefined {
  const first = events[0] as GraphEvent | undefined;
  if (first === undefined) return undefined;
  const seen = first.thread === e.thread ? e.index : entry(e.clocks.before, first.thread);
  return events[firstIndex(events, (x) => x.index >= seen) - 1];
}

/** For each thread its first seq_cst fence that e happens before; later ones are ordered after that one. */
export function fencesAfter(graph: ExecutionGraph, e: GraphEvent): GraphEvent[] {
  const { fences } = graph.seqCst;
  return fences.map((some) => firstAfter(graph, e, some)).filter((f) => f !== undefined);
}

/** For each thread its last seq_cst fence that happens before e; earlier ones are ordered before that one. */
export function fencesBefore(graph: ExecutionGraph, e: GraphEvent): GraphEvent[] {
  const { fences } = graph.seqCst;
  return fences.map((some) => lastBefore(e, some)).filter((f) => f !== undefined);
}
