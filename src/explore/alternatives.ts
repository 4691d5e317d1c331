/** May another graph with the same histories allow what this one does not? Where it cannot, the search for one is saved. */
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { isObjectKind } from '../object';
import type { LocationId, Value } from '../program/label';
import type { Candidate } from './candidates';
import type { Pending } from './growth';

/** Could some read that counts by value read it from another write? Otherwise there is one graph of these histories. */
export function hasAlternative(graph: ExecutionGraph, bySource: (e: GraphEvent) => boolean): boolean {
  const writers = new Map<string, number>();
  const key = (loc: LocationId, value: Value | undefined): string => `${loc}=${value}`;
  for (const [loc, { writes }] of graph.locations) {
    for (const w of writes) writers.set(key(loc, w.written), (writers.get(key(loc, w.written)) ?? 0) + 1);
  }
  return graph.events.some((e) => e.source !== null && e.loc >= 0 && !bySource(e)
    && (isObjectKind(e.label.kind) || writers.get(key(e.loc, e.read))! > 1));
}

/** Is the candidate's source overwritten for the thread in every graph of these histories, which all have the same happens-before? */
export function isOverwritten(graph: ExecutionGraph, { thread, label }: Pending, { source, elsewhere }: Candidate): boolean {
  if (source === null || elsewhere === true) return false;
  const { writes } = graph.location(label.loc);
  const here = graph.last(thread)!;
  const before = (a: GraphEvent, b: GraphEvent): boolean => graph.happensBefore(a, b);
  if (!writes.some((w) => w !== source && w.thread >= 0 && before(source, w) && before(w, here))) return false;
  // What an operation on an object leaves depends on all before it.
  return !isObjectKind(label.kind) || writes.every((w, i) => i === 0 || before(writes[i - 1], w));
}
