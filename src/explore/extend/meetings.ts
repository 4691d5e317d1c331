/**
 * Arrivals at barriers where nobody is told who is last (docs/explanation/objects.md, "Barriers without an order"). If
 * no more threads come to a barrier than it waits for, the order in which they arrive shows nowhere. So each is
 * performed as soon as its thread reaches it, and no other order is tried.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { Kind, type Label, type ThreadId } from '../../program/label';
import { tellsNobody } from '../../program/operand';
import type { Refinement } from '../equivalence/refinement';

/** Is it an arrival that may be performed as soon as its thread reaches it? */
export function isMeeting(l: Label): boolean {
  return l.kind === Kind.BarrierArrive && tellsNobody(l);
}

/**
 * Reports that the thread is about to arrive at a barrier, or that it has made, or destroyed, it. Throws
 * ExplorationRestart where the order of arrivals matters after all: more threads use the barrier, some are told who is
 * last, or it is made or destroyed while others may arrive.
 */
export function checkMeetings(graph: ExecutionGraph, thread: ThreadId, l: Label, refinement: Refinement): void {
  if (![Kind.BarrierArrive, Kind.BarrierInit, Kind.BarrierDestroy].includes(l.kind) || refinement.ordersArrivals)
    return;
  const arrivals = graph.location(l.loc).writes.filter(({ label }) => label.kind === Kind.BarrierArrive);
  if (l.kind === Kind.BarrierArrive) {
    const all = [...arrivals.map(({ label }) => label), l];
    const threads = new Set([...arrivals.map((e) => e.thread), thread]);
    if (all.some(isMeeting) && (threads.size > l.value || !all.every(isMeeting))) refinement.orderArrivals();
  } else {
    const last = graph.last(thread)!;
    const isBefore = (e: GraphEvent): boolean => e.thread === thread || graph.happensBefore(e, last);
    if (arrivals.some((e) => isMeeting(e.label) && !isBefore(e))) refinement.orderArrivals();
  }
}
