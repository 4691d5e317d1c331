/** Enumerates the complete orders of the chains of a location that obey the constraints. */
import type { Coherence } from '../graph/coherence';
import type { ExecutionGraph } from '../graph/graph';
import type { LocationId } from '../program/label';
import type { ChainOrders } from './co';

/** Calls `visit` with each order (the same array, changed between calls), and `onStep` often: it may throw. */
export function linearExtensions(
  co: Coherence,
  visit: (order: readonly number[]) => void,
  onStep: () => void = () => undefined,
): void {
  const n = co.chains.length;
  const waiting = new Array<number>(n).fill(0);
  for (const chain of co.chains) for (const s of chain.succ) waiting[s]++;
  const order: number[] = [0];
  const used = new Array<boolean>(n).fill(false);
  const extend = (): void => {
    onStep();
    if (order.length === n) return visit(order);
    for (let c = 1; c < n; c++) {
      if (used[c] || waiting[c] > 0) continue;
      used[c] = true;
      order.push(c);
      for (const s of co.chains[c].succ) waiting[s]--;
      extend();
      for (const s of co.chains[c].succ) waiting[s]++;
      order.pop();
      used[c] = false;
    }
  };
  extend();
}

/** How many combinations of such orders, one for each location, are accepted. */
export function countOrders(
  graph: ExecutionGraph,
  accepts: (orders: ChainOrders) => boolean,
  onStep?: () => void,
): number {
  const locations = [...graph.locations.values()];
  const orders = new Map<LocationId, readonly number[]>();
  let count = 0;
  const choose = (i: number): void => {
    if (i === locations.length) {
      if (accepts((loc) => orders.get(loc)!)) count++;
      return;
    }
    const visit = (order: readonly number[]): void => {
      orders.set(locations[i].initial.index, order);
      choose(i + 1);
    };
    linearExtensions(locations[i].coherence, visit, onStep);
  };
  choose(0);
  return count;
}
