/**
 * May another graph with the same histories allow an event that this one does not? If no read is ambiguous, or the
 * order that is common to all those graphs forbids the event (forced-order.ts), no search for another graph is needed.
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
 * Is the pending event with this choice forbidden (by coherence or atomicity) in all graphs of these histories? In this
 * one it is.
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
  // The state after an operation on an object depends on all operations before it.
  const { writes } = graph.location(label.loc);
  return !isObjectKind(label.kind) || writes.every((w, i) => i === 0 || graph.happensBefore(writes[i - 1], w));
}

/**
 * Does another write happen between the write and the next event of thread t? Then t does not read from the former any
 * more.
 */
export function isHidden(graph: ExecutionGraph, w: GraphEvent, t: ThreadId): boolean {
  const here = graph.last(t)!;
  const { writes } = graph.location(w.loc);
  // Events that happen after it were appended after it.
  for (let i = writes.length - 1; writes[i] !== w; i--)
    if (graph.happensBefore(writes[i], here) && graph.happensBefore(w, writes[i])) return true;
  return false;
}
