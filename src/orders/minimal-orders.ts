/**
 * A minimal assignment of memory orders: all tests are verified with it, and with no site weaker they are. Sites are
 * weakened in groups, which are halved where a test fails, as in delta debugging (Zeller and Hildebrandt, Simplifying
 * and Isolating Failure-Inducing Input, TSE 2002). One pass is enough: what a site needs while others are strong, it
 * needs when they are weaker, since the models are monotone.
 */
import { withOrder, type Assignment } from './assignment';
import { atMost, weaker, type OperationClass } from './strength';

export interface MinimalSearch {
  readonly classes: readonly OperationClass[];
  /** The numbers of the sites, in the order in which they are weakened. */
  readonly sites: readonly number[];
  /** The weakest orders that sites may have. */
  readonly floor: Assignment;
  /** Are all tests verified with these orders? May throw what ends the search. */
  readonly isVerified: (orders: Assignment) => boolean;
  /** Called with each weaker assignment that is verified, and how many sites are decided. */
  readonly onBetter: (orders: Assignment, decided: number) => void;
}

/** The minimal assignment between the floor and `start`, which is verified. */
export function minimalOrders(
  start: Assignment,
  { classes, sites, floor, isVerified, onBetter }: MinimalSearch,
): Assignment {
  let best = start;
  let decided = 0;
  const accept = (orders: Assignment, group: readonly number[]): void => {
    best = orders;
    decided += group.length;
    onBetter(best, decided);
  };
  const weaken = (group: readonly number[]): void => {
    const weakest = group.reduce((a, site) => withOrder(a, site, floor[site]), best);
    if (group.every((site) => best[site] === floor[site]) || isVerified(weakest)) return accept(weakest, group);
    if (group.length === 1) return settle(group[0]);
    const half = group.length >> 1;
    weaken(group.slice(0, half));
    weaken(group.slice(half));
  };
  const settle = (site: number): void => {
    // Weaker orders come first, so each below the first that is verified has failed.
    const steps = weaker(classes[site], best[site]).filter(
      (order) => order !== floor[site] && atMost(floor[site], order),
    );
    const order = steps.find((step) => isVerified(withOrder(best, site, step)));
    accept(order === undefined ? best : withOrder(best, site, order), [site]);
  };
  if (sites.length > 0) weaken(sites);
  return best;
}
