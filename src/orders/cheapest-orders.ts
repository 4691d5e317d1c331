/**
 * The cheapest assignment of memory orders, at least as strong as a given one, that all tests are verified with. It is
 * found by uniform-cost search: assignments are tried from the cheapest on. Where one fails, only sites of the failing
 * execution can mend it, so only these become stronger. (FenSying, Singh et al., ATVA 2022, chooses among the edges
 * that close cycles in an execution; here the memory model itself says which orders exclude it.)
 */
import { keyOf, stepsUp, type Assignment } from './assignment';
import { costOf, type Processor } from './cost';
import type { OperationClass } from './strength';
import type { OrdersAnswer } from './tried-orders';

export interface CheapestSearch {
  readonly classes: readonly OperationClass[];
  readonly target: Processor;
  /** May throw what ends the search. */
  readonly answer: (orders: Assignment) => OrdersAnswer;
}

/** How many assignments are considered before the search gives up. */
const MOST = 200_000;

/** The assignment; undefined: there is none, or too many had to be considered. */
export function cheapestOrders(start: Assignment, { classes, target, answer }: CheapestSearch): Assignment | undefined {
  const cost = (a: Assignment): number => a.reduce<number>((sum, o, i) => sum + costOf(target, classes[i], o), 0);
  const open = new CostQueue();
  const seen = new Set([keyOf(start)]);
  open.add(start, cost(start));
  for (let next = open.take(); next !== undefined && seen.size < MOST; next = open.take()) {
    const found = answer(next);
    if (found === 'verified') return next;
    const sites = found === 'unknown' ? undefined : found.witness?.sites;
    for (const site of sites ?? classes.keys()) {
      for (const stronger of stepsUp(next, classes, site)) {
        if (seen.has(keyOf(stronger))) continue;
        seen.add(keyOf(stronger));
        open.add(stronger, cost(stronger));
      }
    }
  }
  return undefined;
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
