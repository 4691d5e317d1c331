/**
 * Memory orders that atomic operations and fences have in place of their own. The runtime performs one operation after
 * the other whatever the orders say: only the labels, and with them the memory model, know of orders. So a program runs
 * under other orders without being compiled again.
 */
import type { WireValue } from '../channel/value';
import { Kind, RmwOp, type Label, type Order, type SiteId } from './label';

/** The orders of the operations with one call site. */
export interface CallOrder {
  /** Return addresses, the innermost first. Whatever called the last of them has no influence. */
  readonly callers: readonly WireValue[];
  readonly order: Order;
  /** Of a compare-exchange: the order of its read when it fails. */
  readonly failOrder: Order;
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

export class OrderTable<Entry extends CallOrder = CallOrder> {
  private readonly byCallers: ReadonlyMap<string, Entry>;
  /** The numbers of callers that entries have. */
  private readonly lengths: readonly number[];
  /** By site: its entry; null: it has none. */
  private readonly known: (Entry | null | undefined)[] = [];

  /** `callersOf`: the return addresses of a site, the innermost first. */
  constructor(
    entries: readonly Entry[],
    private readonly callersOf: (site: SiteId) => readonly WireValue[],
  ) {
    this.byCallers = new Map(entries.map((entry) => [entry.callers.join(' '), entry]));
    this.lengths = [...new Set(entries.map(({ callers }) => callers.length))].sort((a, b) => a - b);
  }

  /** The entry of the site; undefined: its operations have their own orders. */
  of(site: SiteId): Entry | undefined {
    if (site < 0) return undefined;
    let entry = this.known[site];
    if (entry === undefined) this.known[site] = entry = this.ofCallers(this.callersOf(site)) ?? null;
    return entry ?? undefined;
  }

  /** The entry of a call with these return addresses. */
  ofCallers(callers: readonly WireValue[]): Entry | undefined {
    for (const length of this.lengths) {
      const entry = this.byCallers.get(callers.slice(0, length).join(' '));
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}
