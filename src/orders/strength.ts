/** How strong memory orders are (C11 7.17.3), and which an operation may have (7.17.4 to 7.17.7). */
import { Order } from '../program/label';

/** Operations by the orders that they may have; `failure`: the read of a compare-exchange that fails. */
export type OperationClass = 'load' | 'store' | 'rmw' | 'fence' | 'failure';

const reading = [Order.Relaxed, Order.Acquire, Order.SeqCst];
const both = [Order.Relaxed, Order.Acquire, Order.Release, Order.AcqRel, Order.SeqCst];

/** The orders that operations of the class may have, none before a weaker one. A relaxed fence is none at all. */
export const ordersOf: Readonly<Record<OperationClass, readonly Order[]>> = {
  load: reading,
  failure: reading,
  store: [Order.Relaxed, Order.Release, Order.SeqCst],
  rmw: both,
  fence: both,
};

/** What an order does, as bits: it acquires (consume does too, as all compilers treat it), releases, is sequential. */
const strengths: Readonly<Record<Order, number>> = {
  [Order.Plain]: 0,
  [Order.Relaxed]: 0,
  [Order.Consume]: 1,
  [Order.Acquire]: 1,
  [Order.Release]: 2,
  [Order.AcqRel]: 3,
  [Order.SeqCst]: 7,
};

/** Does an operation with order b do all that one with order a does? */
export function atMost(a: Order, b: Order): boolean {
  return (strengths[a] & strengths[b]) === strengths[a];
}

/** The weakest order of the class that does all that both do. */
export function joined(operation: OperationClass, a: Order, b: Order): Order {
  return ordersOf[operation].find((o) => atMost(a, o) && atMost(b, o)) ?? Order.SeqCst;
}

/** The order among those of the class that does the same. */
export function orderIn(operation: OperationClass, order: Order): Order {
  return ordersOf[operation].find((o) => strengths[o] === strengths[order]) ?? Order.SeqCst;
}

/** The orders of the class that are stronger than this one. */
export function stronger(operation: OperationClass, order: Order): Order[] {
  return ordersOf[operation].filter((o) => o !== order && atMost(order, o));
}

/** The orders of the class that are weaker than this one. */
export function weaker(operation: OperationClass, order: Order): Order[] {
  return ordersOf[operation].filter((o) => o !== order && atMost(o, order));
}

/** The orders of the class that are one step weaker: no other one lies between. */
export function oneWeaker(operation: OperationClass, order: Order): Order[] {
  const all = weaker(operation, order);
  return all.filter((o) => !all.some((p) => p !== o && atMost(o, p)));
}
