/**
 * Stores of failed attempts (docs/explanation/failed-attempts.md). An attempt that stores is left out if each access of
 * another thread to the location is ordered with such stores: after them, and so after the next attempt's, or before
 * all that an attempt may consist of. Then no thread reads from the attempt, or races with it. As it depends on what
 * happens before what, synchronising reads count by their source from then on.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { Kind } from '../../program/label';
import type { Refinement } from '../equivalence/refinement';

/**
 * Compares the last event of its thread with the accesses of other threads. Throws ExplorationRestart where a store
 * that is left out may be seen.
 */
export function checkAttemptStores(graph: ExecutionGraph, e: GraphEvent, refinement: Refinement): void {
  if (e.loc < 0 || !refinement.leavesOut) return;
  const isOwn = isStore(e) && refinement.isLeftOut(e.label);
  const before = isOwn ? lastOutsideAttempts(graph, e) : undefined;
  for (const accesses of graph.location(e.loc).accesses) {
    if (accesses === undefined || accesses.length === 0 || accesses[0].thread === e.thread) continue;
    for (const other of accesses) {
      const isOther = isStore(other) && refinement.isLeftOut(other.label);
      if (isOwn && !isBefore(graph, other, before)) refinement.see(e.label);
      if (isOther && !graph.happensBefore(other, e)) refinement.see(other.label);
      if ((isOwn || isOther) && !graph.createdOrJoinedBefore(other, e)) refinement.refine();
    }
  }
}

function isStore({ label: { kind } }: GraphEvent): boolean {
  return kind === Kind.Store || kind === Kind.PlainWrite;
}

/** The last event of the thread before all attempts that the store may be part of. */
function lastOutsideAttempts(graph: ExecutionGraph, { thread, index }: GraphEvent): GraphEvent | undefined {
  return graph.threads[thread].slice(0, index).findLast((e) => !mayBeInAttempt(e));
}

function isBefore(graph: ExecutionGraph, other: GraphEvent, e: GraphEvent | undefined): boolean {
  return e !== undefined && graph.happensBefore(other, e);
}

function mayBeInAttempt({ label: { kind }, written }: GraphEvent): boolean {
  return (
    kind === Kind.Load ||
    kind === Kind.PlainRead ||
    kind === Kind.Store ||
    kind === Kind.PlainWrite ||
    (kind === Kind.Rmw && written === undefined)
  );
}
