/** A mutex that a thread still holds when it ends: no error, but seldom meant. */
import type { ExecutionGraph } from '../graph/graph';
import type { MutexState } from '../object/mutex';
import { describeThread } from './describe';
import type { Session } from './session';

export function noteLockedAtEnd(graph: ExecutionGraph, session: Session): void {
  for (const { writes } of graph.locations.values()) {
    const state = writes.at(-1)!.object as MutexState;
    if (state !== undefined && state.count > 0) session.note(`${describeThread(state.owner)} ended with a mutex locked`);
  }
}
