/**
 * The cheapest assignment of memory orders, at least as strong as a given one, that all tests are verified with. A
 * minimal assignment is found first; then uniform-cost search tries all that cost less, from the cheapest on. What
 * fails is generalised to a conflict, a strongest assignment that is known to fail, so that few sites can mend it.
 * (FenSying, Singh et al., ATVA 2022, chooses among the edges that close cycles in an execution; here the memory model
 * itself says which orders exclude it.)
 */
import { Order } from '../program/label';
import { isAtMost, keyOf, withOrder, type Assignment } from './assignment';
import { costOf, totalCost, type Processor } from './cost';
import { minimalOrders } from './minimal-orders';
import { atMost, stronger, type OperationClass } from './strength';
import type { OrdersAnswer, TriedOrders } from './tried-orders';

export interface CheapestSearch {
  readonly classes: readonly OperationClass[];
  readonly target: Processor;
  /** May throw what ends the search. */
  readonly tried: Pick<TriedOrders, 'known' | 'answer'>;
  /** Called with each cheaper assignment that is verified. */
  readonly onBetter: (orders: Assignment) => void;
}

/** How many assignments are considered before the search gives up. */
const MOST = 200_000;

/**
 * The assignment; `isCheapest`: no other costs less; otherwise too many had to be considered. All tests must be
 * verified with seq_cst everywhere.
 */
export function cheapestOrders(
  start: Assignment,
  { classes, target, tried, onBetter }: CheapestSearch,
): { readonly orders: Assignment; readonly isCheapest: boolean } {
  const cost = (a: Assignment): number => totalCost(target, classes, a);
  const costlyFirst = [...classes.keys()].sort(
    (a, b) => costOf(target, classes[b], Order.SeqCst) - costOf(target, classes[a], Order.SeqCst),
  );
  const minimal = (from: Assignment): Assignment =>
    minimalOrders(from, {
      classes,
      sites: costlyFirst,
      floor: start,
      isVerified: (orders) => tried.answer(orders) === 'verified',
      onBetter: () => undefined,
    });
  let best = minimal(start.map(() => Order.SeqCst));
  onBetter(best);

  /**
   * Is the assignment verified? First it is asked with seq_cst wherever it is not weaker than the best one: if that
   * fails, so do many others.
   */
  const answer = (orders: Assignment): OrdersAnswer => {
    const known = tried.known(orders);
    if (known !== undefined) return known;
    const probe = orders.map((o, i) => (o !== best[i] && atMost(o, best[i]) ? o : Order.SeqCst));
    if (keyOf(probe) === keyOf(orders)) return tried.answer(orders);
    const found = tried.answer(probe);
    if (found !== 'verified') return found === 'unknown' ? tried.answer(orders) : found;
    const other = minimal(probe);
    if (cost(other) >= cost(best)) return tried.answer(orders);
    best = other;
    onBetter(best);
    return answer(orders);
  };

  /** Strongest assignments that are known to fail, as far as single sites go. */
  const conflicts: Assignment[] = [];
  const generalised = (orders: Assignment): Assignment =>
    costlyFirst.reduce((conflict, site) => {
      // The strongest orders come last.
      const order = stronger(classes[site], conflict[site]).findLast(
        (o) => typeof tried.known(withOrder(conflict, site, o)) === 'object',
      );
      return order === undefined ? conflict : withOrder(conflict, site, order);
    }, orders);
  /** The conflict that leaves the fewest sites; undefined: there is none, and the assignment is verified. */
  const conflictOf = (orders: Assignment): Assignment | undefined => {
    const known = conflicts.filter((conflict) => isAtMost(orders, conflict));
    if (known.length > 0) return known.reduce((a, b) => (freeSites(b) < freeSites(a) ? b : a));
    const found = answer(orders);
    if (found === 'verified') return undefined;
    // Where a limit was hit, nothing is known of other assignments.
    const conflict = found === 'unknown' ? orders : generalised(orders);
    conflicts.push(conflict);
    return conflict;
  };
  /** The weakest orders of the site that are outside the conflict. */
  const mending = (orders: Assignment, conflict: Assignment, site: number): Order[] => {
    const all = stronger(classes[site], orders[site]).filter((o) => !atMost(o, conflict[site]));
    return all.filter((o) => !all.some((p) => p !== o && atMost(p, o)));
  };

  const open = new CostQueue();
  const seen = new Set([keyOf(start)]);
  open.add(start, cost(start));
  for (let next = open.take(); next !== undefined && cost(next) < cost(best); next = open.take()) {
    if (seen.size > MOST) return { orders: best, isCheapest: false };
    const conflict = conflictOf(next);
    if (conflict === undefined) {
      onBetter(next);
      return { orders: next, isCheapest: true };
    }
    for (const site of classes.keys()) {
      for (const order of mending(next, conflict, site)) {
        const mended = withOrder(next, site, order);
        if (seen.has(keyOf(mended)) || cost(mended) >= cost(best)) continue;
        seen.add(keyOf(mended));
        open.add(mended, cost(mended));
      }
    }
  }
  return { orders: best, isCheapest: true };
}

/** How many sites can be stronger than in the conflict. */
function freeSites(conflict: Assignment): number {
  return conflict.filter((order) => order !== Order.SeqCst).length;
}

/** Assignments by cost; costs are whole numbers. */
class CostQueue {
  private readonly byCost = new Map<number, Assignment[]>();
  private readonly costs: number[] = [];

  add(orders: Assignment, cost: number): void {
    const same = this.byCost.get(cost);
    if (same !== undefined) return void same.push(orders);
    this.byCost.set(cost, [orders]);
    const at = this.costs.findIndex((c) => c < cost);
    this.costs.splice(at < 0 ? this.costs.length : at, 0, cost);
  }

  /** The cheapest one; undefined: there is none. */
  take(): Assignment | undefined {
    const cost = this.costs.at(-1);
    if (cost === undefined) return undefined;
    const same = this.byCost.get(cost)!;
    const next = same.shift();
    if (same.length === 0) {
      this.byCost.delete(cost);
      this.costs.pop();
    }
    return next;
  }
}
