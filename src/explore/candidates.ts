/** What a pending event may do now: the writes that it could read from, before the model is asked. */
import { Kind, type Label, type LocationId, type ThreadId, type Value } from '../program/label';
import { rmwResult } from '../program/rmw';
import { isWrite, type GraphEvent } from '../graph/event';
import type { Append, ExecutionGraph } from '../graph/graph';
import { isMutexKind, mutexOutcome, type MutexState } from '../object/mutex';

/** One way to perform a pending event. */
export interface Candidate {
  readonly source: GraphEvent | null;
  /** The value returned to the thread. */
  readonly read: Value;
  readonly written: Value | undefined;
  readonly object: MutexState | undefined;
  /** Set where performing it like this is misuse: what the thread does. */
  readonly misuse: string | undefined;
}

/** All ways to perform the pending event of thread t that the writes present in the graph offer. */
export function candidates(graph: ExecutionGraph, t: ThreadId, l: Label): Candidate[] {
  switch (l.kind) {
    case Kind.Load:
    case Kind.PlainRead:
      return visible(graph, t, l.loc).map((w) => reading(w, w.written!, undefined));
    case Kind.Rmw:
      return visible(graph, t, l.loc).map((w) => reading(w, w.written!, rmwResult(l, w.written!)));
    case Kind.Choose:
      return Array.from({ length: Number(l.value) }, (_, v) => ({
        source: null, read: v, written: undefined, object: undefined, misuse: undefined,
      }));
    case Kind.Join: {
      const end = graph.last(l.thread);
      return end?.label.kind === Kind.End ? [reading(end, end.label.value, undefined)] : [];
    }
    default:
      if (isMutexKind(l.kind)) return mutexCandidates(graph, t, l);
      throw new Error(`${Kind[l.kind]} does not wait for a value`);
  }
}

/**
 * The writes without those that are overwritten for the thread by program order, creation and joining alone: these cannot be
 * read whatever else the execution does, so no model need be asked.
 */
function visible(graph: ExecutionGraph, t: ThreadId, loc: LocationId): readonly GraphEvent[] {
  const { writes, accesses } = graph.location(loc);
  const here = graph.last(t)!;
  const latest: GraphEvent[] = [];
  for (const list of accesses) {
    const w = list?.findLast((e) => isWrite(e) && graph.createdOrJoinedBefore(e, here));
    if (w !== undefined) latest.push(w);
  }
  if (latest.length === 0) return writes;
  return writes.filter((w) => !latest.some((o) => o !== w && graph.createdOrJoinedBefore(w, o)));
}

function reading(source: GraphEvent, read: Value, written: Value | undefined): Candidate {
  return { source, read, written, object: undefined, misuse: undefined };
}

/**
 * Operations that change the state come last in the object's chain; one that only reads may read an older state. Misuse
 * may lie in the middle of the chain too, as long as the thread does not depend on what follows there: that may as well not have
 * happened yet. (Each write of the chain reads the one before, so who depends on one depends on all earlier ones.)
 */
function mutexCandidates(graph: ExecutionGraph, t: ThreadId, l: Label): Candidate[] {
  const { writes } = graph.location(l.loc);
  const here = graph.last(t)!;
  const result: Candidate[] = [];
  for (let i = writes.length - 1; i >= 0; i--) {
    const last = i === writes.length - 1;
    // A trylock may fail in another graph of the same histories, in which the locks have another order: the model is to say.
    if (!last && l.kind !== Kind.MutexTrylock && dependsOn(graph, t, writes[i + 1])) break;
    const source = writes[i];
    const outcome = mutexOutcome(source.object as MutexState, l, t, graph.happensBefore(source, here));
    if (outcome.kind === 'misuse') {
      result.push({ source, read: 0, written: undefined, object: undefined, misuse: outcome.message });
    } else if (outcome.kind === 'done' && (last || outcome.next === undefined)) {
      result.push({ source, read: outcome.value, written: undefined, object: outcome.next, misuse: undefined });
    }
  }
  return result.reverse();
}

/** The candidate as something to append. `node` is the thread's history afterwards. */
export function appendOf(t: ThreadId, l: Label, c: Candidate, node: Append['node']): Append {
  return { thread: t, label: l, source: c.source, read: c.read, written: c.written, object: c.object, node };
}

/** Does the thread's last event come after e in po ∪ rf (with thread creation and joining)? */
function dependsOn(graph: ExecutionGraph, t: ThreadId, e: GraphEvent): boolean {
  if (graph.happensBefore(e, graph.last(t)!)) return true;
  const seen = new Set<GraphEvent>();
  const todo = [graph.last(t)!];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (at === e) return true;
    if (seen.has(at) || at.thread < 0) continue;
    seen.add(at);
    if (at.index > 0) todo.push(graph.threads[at.thread][at.index - 1]);
    if (at.source !== null) todo.push(at.source);
  }
  return false;
}
