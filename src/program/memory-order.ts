/** The meaning of C11 memory orders for synchronisation (C11 7.17.3). */
import { Kind, Order, type Label } from './label';

/** Is it an atomic access or a fence, which have a memory order? */
export function hasMemoryOrder({ kind }: Label): boolean {
  return kind === Kind.Load || kind === Kind.Store || kind === Kind.Rmw || kind === Kind.Fence;
}

/** Does a read or fence with the order acquire? Consume counts as acquire, as all compilers treat it. */
export function isAcquire(o: Order): boolean {
  return o === Order.Consume || o === Order.Acquire || o === Order.AcqRel || o === Order.SeqCst;
}

/** Does a write or fence with the order release? */
export function isRelease(o: Order): boolean {
  return o === Order.Release || o === Order.AcqRel || o === Order.SeqCst;
}

/** The order of the event's read: a compare-exchange that fails reads with its failure order (C11 7.17.7.4). */
export function readOrder(l: Label, writes: boolean): Order {
  return l.kind === Kind.Rmw && !writes ? l.failOrder : l.order;
}
