/** Notes on mutexes that a thread still holds when it ends: no error, but rarely intended. */
import type { ExecutionGraph } from '../../graph/graph';
import { objectOf, isObjectKind } from '../../object';
import { mutex, ownerOf } from '../../object/mutex';
import { describeThread } from '../../program/label';
import type { Session } from './session';

/**
 * Adds a note to the session for each mutex that a thread owns at the end of the graph: the end of a thread unlocks
 * none (POSIX, pthread_exit).
 */
export function noteLockedAtEnd(graph: ExecutionGraph, session: Session): void {
  for (const { writes } of graph.locations.values()) {
    const { label, object } = writes.at(-1)!;
    if (object === undefined || !isObjectKind(label.kind) || objectOf(label.kind) !== mutex) continue;
    const owner = ownerOf(object);
    if (owner >= 0) session.note(`${describeThread(owner)} ended with a mutex locked`);
  }
}
