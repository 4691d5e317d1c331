/**
 * Which of the writes that are there a thread may still read from. Coherence rules some out, and the atomicity of
 * read-modify-writes does: no two of them that write read from the same write (C11 7.17.7.5p2).
 */
import { isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { Kind, type Label, type ThreadId, type Value } from '../../program/label';
import { rmwResult } from '../../program/rmw';
import { isHidden } from '../realise/ambiguity';

/** Does the event write if it returns that, so that nothing may come between the write it reads from and its own? */
function isAtomicWith(l: Label, returned: Value): boolean {
  return l.kind === Kind.Rmw && rmwResult(l, returned) !== undefined;
}

/** Does the graph, as it is, not let the event read from the write, since another read-modify-write has done so? */
function isTaken(graph: ExecutionGraph, l: Label, w: GraphEvent, returned: Value): boolean {
  return isAtomicWith(l, returned) && graph.location(l.loc).writes.some((x) => x.source === w && isWrite(x));
}

/**
 * The same of all writes of the value, in each graph of these histories: as many read-modify-writes have read it as
 * there are writes of it.
 */
function isUsedUp(graph: ExecutionGraph, l: Label, value: Value): boolean {
  if (!isAtomicWith(l, value)) return false;
  let free = 0;
  for (const w of graph.location(l.loc).writes) {
    if (w.written === value) free++;
    if (w.label.kind === Kind.Rmw && w.read === value) free--;
  }
  return free <= 0;
}

/**
 * May the thread read from the write by the event, now or later, as far as that can be seen quickly? `ambiguous`: are
 * there other graphs of these histories, in which it may read from it, too? `returned`: what the event returns then.
 */
export function mayRead(
  graph: ExecutionGraph,
  t: ThreadId,
  l: Label,
  w: GraphEvent,
  ambiguous: () => boolean,
  returned = w.written!,
): boolean {
  if (!isHidden(graph, w, t) && !isTaken(graph, l, w, returned)) return true;
  return !isUsedUp(graph, l, returned) && ambiguous();
}
