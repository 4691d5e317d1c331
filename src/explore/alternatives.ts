/**
 * May another graph with the same histories allow what this one does not? The graphs differ in where ambiguous reads read from: those that count by value, when
 * several writes have it. Where nothing is ambiguous, or what all those graphs have in common forbids it, the search for another one is saved.
 */
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { forceCoherence } from '../model/coherent';
import { isObjectKind } from '../object';
import type { ThreadId } from '../program/label';
import type { Candidate } from './candidates';
import type { Pending } from './growth';
import type { Way } from './state';

/** Does the read count by the write that it reads from? */
export type BySource = (e: GraphEvent) => boolean;

/** Does some read count by value that it may read from another write? Otherwise there is one graph of these histories. */
export function hasAlternative(graph: ExecutionGraph, bySource: BySource): boolean {
  return graph.events.some((e) => isAmbiguous(graph, e, bySource, []));
}

/** Is the pending event, performed like this, forbidden (by coherence or atomicity) by what all graphs of these histories have in common? */
export function isRuledOut(graph: ExecutionGraph, { thread, label }: Pending, way: Way, bySource: BySource): boolean {
  if (way.some((c) => c.elsewhere === true)) return false;
  const found = inCommon(graph, way, bySource);
  if (found === undefined) return false;
  const { common, copyOf } = found;
  return way.every(({ source, read, written, object, sync }) => {
    const from = source === null ? null : copyOf(source);
    if ((written !== undefined || object !== undefined) && from !== null && !common.location(label.loc).coherence.isLast(from)) return true;
    const mark = common.mark();
    const allowed = forceCoherence(common, common.append({ thread, label, source: from, read, written, object, sync, node: null }));
    common.undo(mark);
    return !allowed;
  });
}

/** `way`: how an event is about to be performed, whose write may give the value too. */
function isAmbiguous(graph: ExecutionGraph, e: GraphEvent, bySource: BySource, way: Way): boolean {
  if (e.source === null || e.loc < 0 || bySource(e)) return false;
  if (isObjectKind(e.label.kind)) return true;
  for (const w of graph.location(e.loc).writes) if (w !== e.source && w !== e && w.written === e.read) return true;
  return way.some((c) => c.written !== undefined && c.source?.loc === e.loc && c.written === e.read);
}

/** The graph in which ambiguous reads read nothing. Undefined where operations on objects are ambiguous: what they leave depends on all before them. */
function inCommon(graph: ExecutionGraph, way: Way, bySource: BySource): { common: ExecutionGraph; copyOf: (e: GraphEvent) => GraphEvent } | undefined {
  const common = graph.empty();
  const copies: GraphEvent[] = [];
  const copyOf = (e: GraphEvent): GraphEvent => (e.thread < 0 ? common.location(e.loc).initial : copies[e.id]);
  for (const e of graph.events) {
    const ambiguous = isAmbiguous(graph, e, bySource, way);
    if (ambiguous && isObjectKind(e.label.kind)) return undefined;
    const { thread, label, read, written, object, sync, node } = e;
    const copy = common.append({ thread, label, source: e.source === null || ambiguous ? null : copyOf(e.source), read, written, object, sync, node });
    // Less is forced here than in the graph itself, which is consistent.
    forceCoherence(common, copy);
    copies.push(copy);
  }
  return { common, copyOf };
}

/** Is the candidate's source overwritten for the thread in every graph of these histories, which all have the same happens-before? */
export function isOverwritten(graph: ExecutionGraph, { thread, label }: Pending, { source, elsewhere }: Candidate): boolean {
  if (source === null || elsewhere === true) return false;
  if (!isHidden(graph, source, thread)) return false;
  // What an operation on an object leaves depends on all before it.
  const { writes } = graph.location(label.loc);
  return !isObjectKind(label.kind) || writes.every((w, i) => i === 0 || graph.happensBefore(writes[i - 1], w));
}

/** Does another write happen between the write and what thread t does next? Then t does not read the former any more. */
export function isHidden(graph: ExecutionGraph, w: GraphEvent, t: ThreadId): boolean {
  const here = graph.last(t)!;
  const { writes } = graph.location(w.loc);
  // What happens after it was appended after it.
  for (let i = writes.length - 1; writes[i] !== w; i--) if (graph.happensBefore(writes[i], here) && graph.happensBefore(w, writes[i])) return true;
  return false;
}
