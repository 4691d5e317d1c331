/**
 * May another graph with the same histories allow what this one does not? Where no read is ambiguous, or what all those
 * graphs have in common forbids it (forced-order.ts), the search for another graph is saved.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { isObjectKind } from '../../object';
import type { ThreadId } from '../../program/label';
import type { Candidate, Choice } from '../extend/candidates';
import { isAmbiguous, type BySource, type ForcedOrder } from './forced-order';
import type { Pending } from '../extend/extender';

/**
 * Does some read count by value that it may read from another write? Otherwise there is one graph of these histories.
 */
export function hasAlternative(graph: ExecutionGraph, bySource: BySource): boolean {
  return graph.events.some((e) => isAmbiguous(graph, e, bySource));
}

/**
 * Is the pending event, performed like this, forbidden (by coherence or atomicity) in all graphs of these histories? In
 * this one it is.
 */
export function isRuledOut(graph: ExecutionGraph, pending: Pending, choice: Choice, only: ForcedOrder): boolean {
  return choice.every((candidate) => candidate.elsewhere !== true && only.is(graph, { last: { pending, candidate } }));
}

/**
 * Is the candidate's source overwritten for the thread in every graph of these histories, which all have the same
 * happens-before?
 */
export function isOverwritten(
  graph: ExecutionGraph,
  { thread, label }: Pending,
  { source, elsewhere }: Candidate,
): boolean {
  if (source === null || elsewhere === true) return false;
  if (!isHidden(graph, source, thread)) return false;
  // What an operation on an object leaves depends on all before it.
  const { writes } = graph.location(label.loc);
  return !isObjectKind(label.kind) || writes.every((w, i) => i === 0 || graph.happensBefore(writes[i - 1], w));
}

/**
 * Does another write happen between the write and what thread t does next? Then t does not read the former any more.
 */
export function isHidden(graph: ExecutionGraph, w: GraphEvent, t: ThreadId): boolean {
  const here = graph.last(t)!;
  const { writes } = graph.location(w.loc);
  // What happens after it was appended after it.
  for (let i = writes.length - 1; writes[i] !== w; i--)
    if (graph.happensBefore(writes[i], here) && graph.happensBefore(w, writes[i])) return true;
  return false;
}
