/**
 * Operations on semaphores and read-write locks that have the same result without those before them that need not
 * happen before them. All posts of a semaphore happen before a wait that comes later (object/semaphore.ts). Without
 * some of the other waits its count is only larger. All that had a read-write lock have given it back before the next
 * writer, and all writers before the next reader; each of these unlocks happens before the lock (object/rwlock.ts). A
 * post and an unlock have one result.
 *
 * That holds for objects on which threads perform nothing else at the same time: a try may fail, and the value of a
 * semaphore may differ, because of an operation that need not happen before.
 */
import type { GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import { Kind, NEVER, type Label, type ThreadId } from '../../../../program/label';

/** Is it such an operation? */
export function isSteady(l: Label): boolean {
  return steady.has(l.kind) || (tries.has(l.kind) && l.value === NEVER);
}

/**
 * Does the result of the event depend on what need not happen before it, or does it change what such operations return?
 * Its object has no such operations then. `e`: an event of the graph.
 */
export function unsettles(graph: ExecutionGraph, { id, thread, label: l }: GraphEvent): boolean {
  if (makes.has(l.kind)) return !isOrderedWithAll(graph, id, thread);
  return l.kind === Kind.SemGetvalue || (tries.has(l.kind) && l.value !== NEVER);
}

/** Does the event come after all that other threads have done, and before all that they do? Of some it is not known. */
function isOrderedWithAll(graph: ExecutionGraph, id: number, thread: ThreadId): boolean {
  if (thread !== 0) return false;
  return graph.events.every(({ id: before, label }) => {
    if (before > id || label.kind !== Kind.Create) return true;
    const end = graph.end(label.thread);
    return end !== undefined && graph.happensBefore(end, graph.events[id]);
  });
}

const steady: ReadonlySet<Kind> = new Set([
  Kind.SemWait,
  Kind.SemPost,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
]);

/** With a time-out or without waiting, unless their value is NEVER. */
const tries: ReadonlySet<Kind> = new Set([Kind.SemTrywait, Kind.RwTryrdlock, Kind.RwTrywrlock]);

const makes: ReadonlySet<Kind> = new Set([Kind.SemInit, Kind.SemDestroy, Kind.RwInit, Kind.RwDestroy]);
