/**
 * Updates whose result nobody uses (docs/explanation/objects.md, "Updates without an order"), such as relaxed additions
 * to a counter. If all other accesses to the location happen before or after them, the order of those that commute
 * shows nowhere. So each is performed as soon as its thread reaches it, and no other order is tried.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { Kind, RmwOp, type Label, type ThreadId } from '../../program/label';
import { isAcquire } from '../../program/memory-order';
import { rmwOperation, tellsNobody } from '../../program/operand';
import type { Refinement } from '../equivalence/refinement';

/** Operations that commute with each other have the same number. */
const commuting: Partial<Record<RmwOp, number>> = {
  [RmwOp.Add]: 1,
  [RmwOp.Sub]: 1,
  [RmwOp.And]: 2,
  [RmwOp.Or]: 3,
  [RmwOp.Xor]: 4,
};

/** Is it an update that may be performed as soon as its thread reaches it, where no other access is in the way? */
export function isBlindUpdate(l: Label): boolean {
  return l.kind === Kind.Rmw && tellsNobody(l) && !isAcquire(l.order) && commuting[rmwOperation(l)] !== undefined;
}

/** Does the model tell blind updates apart: by an order of all events, or because each access acquires? */
export function ordersUpdates(model: Model, l: Label): boolean {
  return model.ordersAllEvents || model.happensBefore.acquires(l);
}

/**
 * Reports that the thread is about to perform the event. Throws ExplorationRestart where the order of updates matters
 * after all: another access to the location neither happens before nor after one of them, or a fence follows, by which
 * an update may acquire, and which rc11 orders with other fences.
 */
export function checkUpdates(graph: ExecutionGraph, thread: ThreadId, l: Label, refinement: Refinement): void {
  const here = graph.last(thread);
  if (here === undefined) return;
  if (l.kind === Kind.Fence) {
    if (!isAcquire(l.order)) return;
    for (const e of graph.events)
      if (isBlindUpdate(e.label) && graph.happensBefore(e, here)) refinement.orderUpdates(e.loc);
  } else if (l.kind === Kind.Load || l.kind === Kind.Store || l.kind === Kind.Rmw) {
    if (refinement.ordersUpdates(l.loc)) return;
    for (const list of graph.location(l.loc).accesses as (GraphEvent[] | undefined)[])
      for (let i = (list?.length ?? 0) - 1; i >= 0; i--) {
        if (graph.happensBefore(list![i], here)) break;
        if (!mayStand(list![i].label, l)) refinement.orderUpdates(l.loc);
      }
  }
}

/** May the two accesses to a location be in either order, where it orders no updates? */
function mayStand(a: Label, b: Label): boolean {
  if (!isBlindUpdate(a) && !isBlindUpdate(b)) return true;
  return isBlindUpdate(a) && isBlindUpdate(b) && commuting[rmwOperation(a)] === commuting[rmwOperation(b)];
}

/** The write that the blind update reads from; undefined: other writes of the location have no order among them. */
export function sourceOfUpdate(graph: ExecutionGraph, l: Label): GraphEvent | undefined {
  const { writes } = graph.location(l.loc);
  const others = writes.filter((w) => !isBlindUpdate(w.label));
  const last = others[others.length - 1];
  const isOrdered = others.every((w) => w === last || w.thread < 0 || graph.happensBefore(w, last));
  return isOrdered ? writes[writes.length - 1] : undefined;
}
