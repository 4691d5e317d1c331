/** Assignments of memory orders to sites, by number of the site, and how they compare. */
import type { Order } from '../program/label';
import { atMost, oneWeaker, type OperationClass } from './strength';

export type Assignment = readonly Order[];

/** Is each site at most as strong in a as in b? */
export function isAtMost(a: Assignment, b: Assignment): boolean {
  return a.every((order, i) => atMost(order, b[i]));
}

/** The assignment with another order at one site. */
export function withOrder(a: Assignment, site: number, order: Order): Assignment {
  return a.with(site, order);
}

/** A text that differs for any two assignments. */
export function keyOf(a: Assignment): string {
  return a.join('');
}

/** All assignments in which one of the sites is one step weaker. */
export function stepsDown(a: Assignment, classes: readonly OperationClass[]): Assignment[] {
  return a.flatMap((order, i) => oneWeaker(classes[i], order).map((to) => withOrder(a, i, to)));
}
