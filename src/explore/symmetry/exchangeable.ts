/**
 * Which pending events of a state may be exchanged with one of them: the state is the same if their threads, which do
 * the same, are exchanged. Of executions that such an exchange maps to each other the search explores one: where one of
 * the threads is to read from a write that was tried with another one, it is not tried again.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Label, ThreadId } from '../../program/label';
import type { ExcludedWrites, Exclusions } from '../store/closed-states';
import type { EqualThreads } from './equal-threads';

/** A thread, and the event that it stands before. */
interface Standing {
  readonly thread: ThreadId;
  readonly label: Label;
}

/** The threads whose pending events may be exchanged with this one. */
export function exchangeable(
  graph: ExecutionGraph,
  exclusions: Exclusions,
  p: Standing,
  all: readonly Standing[],
  threads: EqualThreads,
  bySource: (e: GraphEvent) => boolean,
): ThreadId[] {
  return all
    .filter(
      ({ thread, label }) =>
        thread !== p.thread &&
        label.kind === p.label.kind &&
        graph.threads[thread].length === graph.threads[p.thread].length &&
        threads.areEqual(graph, p.thread, thread) &&
        isSame(graph, p.thread, thread, bySource) &&
        areSame(exclusions, p.thread, thread),
    )
    .map(({ thread }) => thread);
}

/** Is the graph the same with the threads exchanged? `bySource`: does a read count by the write that it reads from? */
export function isSame(graph: ExecutionGraph, a: ThreadId, b: ThreadId, bySource: (e: GraphEvent) => boolean): boolean {
  const { threads } = graph;
  if (threads[a].length !== threads[b].length) return false;
  const counts = (e: GraphEvent): boolean => e.loc >= 0 && e.source !== null && bySource(e);
  return threads.every((events, t) => {
    if (t === b) return true;
    return events.every((e, i) => {
      const f = t === a ? threads[b][i] : e;
      if (t === a && (e.label.kind !== f.label.kind || (i > 0 && e.read !== f.read))) return false;
      return !counts(e) || isExchanged(e.source!, f.source, a, b);
    });
  });
}

function isExchanged(e: GraphEvent, f: GraphEvent | null, a: ThreadId, b: ThreadId): boolean {
  return f !== null && f.index === e.index && f.thread === (e.thread === a ? b : e.thread === b ? a : e.thread);
}

function areSame(exclusions: Exclusions, a: ThreadId, b: ThreadId): boolean {
  const same = (e: ExcludedWrites | undefined, f: ExcludedWrites | undefined): boolean =>
    e === undefined || f === undefined ? e === f : sameCounts(exchangedCounts(e, a, b), f);
  return same(exclusions[a], exclusions[b]) && exclusions.every((e, t) => t === a || t === b || same(e, e));
}

function sameCounts(e: ExcludedWrites, f: ExcludedWrites): boolean {
  for (let i = 0; i < Math.max(e.length, f.length); i++) if ((e[i] ?? 0) !== (f[i] ?? 0)) return false;
  return true;
}

/** The same writes, with the threads exchanged. */
function exchangedCounts(excluded: ExcludedWrites, a: ThreadId, b: ThreadId): ExcludedWrites {
  const exchanged = Array.from({ length: Math.max(excluded.length, a + 1, b + 1) }, (_, t) => excluded[t] ?? 0);
  [exchanged[a], exchanged[b]] = [exchanged[b], exchanged[a]];
  return exchanged;
}

/** What the thread may not read any more, where `a` has left all that is excluded to others that are as it. */
export function alsoExcluded(
  exclusions: Exclusions,
  a: ThreadId,
  others: readonly ThreadId[],
  excluded: ExcludedWrites,
): Exclusions {
  const changed = exclusions.slice();
  for (const b of others) {
    const now = exchangedCounts(excluded, a, b);
    const before = changed[b];
    changed[b] = before === undefined ? now : now.map((n, t) => Math.max(n, before[t] ?? 0));
  }
  return changed;
}
