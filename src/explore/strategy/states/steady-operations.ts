/**
 * Operations on semaphores and read-write locks that have the same result without those before them that need not
 * happen before them. All posts of a semaphore happen before a wait that comes later (object/semaphore.ts). Without
 * some of the other waits its count is only larger. All that had a read-write lock have given it back before the next
 * writer, and all writers before the next reader; each of these unlocks happens before the lock (object/rwlock.ts). A
 * post and an unlock have one result.
 */
import type { GraphEvent } from '../../../graph/event';
import type { ExecutionGraph } from '../../../graph/graph';
import { Kind } from '../../../program/label';

/** Is the event such an operation, provided that the initialisation of the object happens before it? */
export function isSteady({ label: { kind }, read }: GraphEvent): boolean {
  return steady.has(kind) || (tries.has(kind) && read === 0);
}

/** Does an event of the kind initialise an object with such operations? */
export function initialises(kind: Kind): boolean {
  return kind === Kind.SemInit || kind === Kind.RwInit;
}

/** Does the event happen before all that other threads do after it? Of some events that is not known. */
export function precedesOthers(graph: ExecutionGraph, e: GraphEvent): boolean {
  if (e.thread !== 0) return false;
  return graph.events.every(({ id, label: { kind, thread } }) => {
    if (id > e.id || kind !== Kind.Create) return true;
    const end = graph.end(thread);
    return end !== undefined && graph.happensBefore(end, e);
  });
}

/** Kinds of these operations that succeed whenever they return. */
export const steady: ReadonlySet<Kind> = new Set([
  Kind.SemWait,
  Kind.SemPost,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
]);

/** Kinds that return 0 where they succeed. */
const tries: ReadonlySet<Kind> = new Set([Kind.SemTrywait, Kind.RwTryrdlock, Kind.RwTrywrlock]);
