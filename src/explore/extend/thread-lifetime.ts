/**
 * Cancelling a thread after the lifetime of its id (POSIX.1-2017 2.9.2, Thread IDs): the lifetime ends when the thread
 * was joined or, if it is detached, has ended. It is an error if the end of the lifetime may come first in some
 * execution, that is, unless po and rf order it after the cancellation.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { awaits, cancels, describeThread, Kind, type ThreadId } from '../../program/label';
import { dependsOn } from './candidates';

export interface LateCancel {
  /** The event that cancels the thread. */
  readonly by: GraphEvent;
  /** The error message: what the cancelling thread does. */
  readonly message: string;
}

/** The error, if the event that was just appended shows that a thread may be cancelled after its id's lifetime. */
export function lateCancel(graph: ExecutionGraph, e: GraphEvent): LateCancel | undefined {
  const t = threadOf(e);
  if (t < 0) return undefined;
  for (const by of graph.onThreads) {
    if (!cancels(by.label) || by.label.thread !== t) continue;
    const why = over(graph, t, by);
    if (why !== undefined) return { by, message: `cancels ${describeThread(t)}, which ${why}` };
  }
  return undefined;
}

/** The thread whose id the event uses, or whose end it is; -1: none. */
function threadOf({ thread, label }: GraphEvent): ThreadId {
  if (label.kind === Kind.End) return thread;
  return (label.kind === Kind.Join && !awaits(label)) || label.kind === Kind.Detach || cancels(label)
    ? label.thread
    : -1;
}

/** Why the id's lifetime may be over when `by` happens; undefined: it cannot be. */
function over(graph: ExecutionGraph, t: ThreadId, by: GraphEvent): string | undefined {
  const named = (kind: Kind): GraphEvent | undefined =>
    graph.onThreads.find((e) => e.label.kind === kind && e.label.thread === t);
  const first = (e: GraphEvent): boolean => !dependsOn(graph, e, by);
  const join = named(Kind.Join);
  if (join !== undefined && first(join))
    return graph.happensBefore(join, by) ? 'was joined before' : 'another thread may have joined before';
  const detach = named(Kind.Detach);
  const end = graph.end(t);
  if (detach === undefined || end === undefined || !first(detach) || !first(end)) return undefined;
  return 'is detached and may have ended';
}
