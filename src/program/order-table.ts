/**
 * Memory orders that atomic operations and fences have in place of their own. The runtime performs one operation after
 * the other whatever the orders say: only the labels, and with them the memory model, know of orders. So a program runs
 * under other orders without being compiled again.
 */
import type { WireValue } from '../channel/value';
import { Kind, RmwOp, type Label, type Order, type SiteId } from './label';

/** The orders of the operations with one call site that have these orders in the program. */
export interface CallOrder {
  /** Return addresses, the innermost first. Whatever called the last of them has no influence. */
  readonly callers: readonly WireValue[];
  /** The orders in the program (ownOrders): a function may be called with several. */
  readonly own: number;
  readonly order: Order;
  /** Of a compare-exchange: the order of its read when it fails. */
  readonly failOrder: Order;
}

/** Two orders as one number from 0 on; `failOrder`: of a compare-exchange. */
export function ownOrders(order: Order, failOrder: Order): number {
  return order + 8 * failOrder;
}

/** The orders that the operation has in the program, as one number (ownOrders). */
export function ownOf({ order, failOrder, own }: Label): number {
  return own < 0 ? ownOrders(order, failOrder) : own;
}

/** The orders that ownOrders has made a number of. */
export function ordersIn(own: number): { readonly order: Order; readonly failOrder: Order } {
  return { order: own % 8, failOrder: own >> 3 };
}

/** A name of a call with these return addresses and orders in the program. */
export function callKey(callers: readonly WireValue[], own: number): string {
  return `${callers.join(' ')} with ${own}`;
}

/** Is it an operation of the program to which C11 7.17.3 gives a memory order? */
export function hasOrder({ kind, op }: Pick<Label, 'kind' | 'op'>): boolean {
  switch (kind) {
    case Kind.Fence:
      return true;
    case Kind.Load:
    case Kind.Store:
      return op === 0;
    case Kind.Rmw:
      return op !== (RmwOp.Append as number) && op !== (RmwOp.Digest as number);
    default:
      return false;
  }
}

export class OrderTable<Entry extends Pick<CallOrder, 'callers' | 'own'> = CallOrder> {
  private readonly entries = new Map<string, Entry>();
  /** The numbers of callers that entries have. */
  private readonly lengths: readonly number[];
  /** By site, by own orders: the entry; null: there is none. */
  private readonly known: (Entry | null | undefined)[][] = [];

  /** `callersOf`: the return addresses of a site, the innermost first. */
  constructor(
    entries: readonly Entry[],
    private readonly callersOf: (site: SiteId) => readonly WireValue[],
  ) {
    for (const entry of entries) this.entries.set(callKey(entry.callers, entry.own), entry);
    this.lengths = [...new Set(entries.map(({ callers }) => callers.length))].sort((a, b) => a - b);
  }

  /** The entry of the site's operations with these orders in the program; undefined: they keep them. */
  of(site: SiteId, own: number): Entry | undefined {
    if (site < 0) return undefined;
    const known = (this.known[site] ??= []);
    let entry = known[own];
    if (entry === undefined) known[own] = entry = this.ofCallers(this.callersOf(site), own) ?? null;
    return entry ?? undefined;
  }

  /** The entry of a call with these return addresses. */
  ofCallers(callers: readonly WireValue[], own: number): Entry | undefined {
    for (const length of this.lengths) {
      const entry = this.entries.get(callKey(callers.slice(0, length), own));
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}
