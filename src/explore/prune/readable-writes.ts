/**
 * The writes of the graph from which a thread may still read. Coherence rules some out. So does the atomicity of
 * read-modify-writes: two read-modify-writes that write never read from the same write (C11 7.17.7.5p2).
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

/** Whether the event cannot read from the write in this graph, because another read-modify-write has read from it. */
function isTaken(graph: ExecutionGraph, l: Label, w: GraphEvent, returned: Value): boolean {
  return isAtomicWith(l, returned) && graph.location(l.loc).writes.some((x) => x.source === w && isWrite(x));
}

/**
 * Whether all writes of the value are taken, in each graph of these histories: as many read-modify-writes have read the
 * value as there are writes of it.
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
 * Has the thread read a write that comes after this one, since that is the initial one, or read-modify-writes lead from
 * one to the other (coherence of reads, C11 5.1.2.4p17)?
 */
function isPassed(graph: ExecutionGraph, t: ThreadId, w: GraphEvent): boolean {
  const last = graph.location(w.loc).accesses[t]?.at(-1)?.source ?? null;
  if (last === null || last === w) return false;
  if (w.thread < 0) return true;
  for (let at: GraphEvent | null = last; at?.label.kind === Kind.Rmw; at = at.source) if (at.source === w) return true;
  return false;
}

/**
 * A quick test whether the event may read from the write, now or later. `ambiguous`: other graphs of these histories
 * exist, and the event may read from the write in one of them, too. `returned`: what the event then returns.
 */
export function mayRead(
  graph: ExecutionGraph,
  t: ThreadId,
  l: Label,
  w: GraphEvent,
  ambiguous: () => boolean,
  returned = w.written!,
): boolean {
  if (!isHidden(graph, w, t) && !isPassed(graph, t, w) && !isTaken(graph, l, w, returned)) return true;
  return !isUsedUp(graph, l, returned) && ambiguous();
}
