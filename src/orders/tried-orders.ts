/**
 * What is known of assignments of memory orders: which ones all tests are verified with, and which ones make a test
 * fail. The models are monotone in orders (test/orders/random-orders.test.ts), so each answer decides all assignments
 * that are stronger, or weaker.
 */
import type { Order } from '../program/label';
import { isAtMost, keyOf, type Assignment } from './assignment';

/** Why an assignment is not accepted. */
export interface OrdersFailure {
  /** The orders that were checked. */
  readonly orders: Assignment;
  /** Whether the execution that was found happens under other orders, too; undefined: only known by monotonicity. */
  readonly witness?: { holdsUnder(orders: Assignment): boolean };
  /** The number of the saved execution (SavedWitness). */
  readonly saved: number;
}

/** The result of checking all tests. `unknown`: a limit was hit. */
export type OrdersAnswer = 'verified' | 'unknown' | OrdersFailure;

/** New sites have come up while tests were checked; the search begins anew, with what is known. */
export class MoreSites extends Error {}

export class TriedOrders {
  readonly verified: Assignment[] = [];
  readonly failed: OrdersFailure[] = [];
  private readonly unknown = new Set<string>();
  /** How many checks of all tests there were, and how many assignments an execution has ruled out without a check. */
  checks = 0;
  replays = 0;
  private readonly replayed = new Set<string>();

  /**
   * `check` checks all tests. It may throw what ends the search. `isMonotone`: are tests that are verified with some
   * orders verified with stronger ones? If not, what failed with stronger ones is still not tried with weaker ones.
   */
  constructor(
    private readonly check: (orders: Assignment) => OrdersAnswer,
    readonly isMonotone = true,
  ) {}

  /** There are more sites: whatever was tried had these orders there. */
  extend(orders: readonly Order[]): void {
    const longer = (a: Assignment): Assignment => [...a, ...orders.slice(a.length)];
    this.verified.splice(0, Infinity, ...this.verified.map(longer));
    this.failed.splice(0, Infinity, ...this.failed.map((f) => ({ ...f, orders: longer(f.orders) })));
    this.unknown.clear();
    this.replayed.clear();
  }

  /** Has a limit kept some answer from being known? */
  get hasUnknown(): boolean {
    return this.unknown.size > 0;
  }

  /** Are all tests verified with these orders? */
  answer(orders: Assignment): OrdersAnswer {
    const known = this.known(orders);
    return known ?? this.learn(orders, this.check);
  }

  /** The answer of that check, whatever is known. */
  learn(orders: Assignment, check: (orders: Assignment) => OrdersAnswer): OrdersAnswer {
    this.checks++;
    const answer = check(orders);
    if (answer === 'verified') this.verified.push(orders);
    else if (answer === 'unknown') this.unknown.add(keyOf(orders));
    else this.failed.push(answer);
    return answer;
  }

  /** The answer, if it takes no check. */
  known(orders: Assignment): OrdersAnswer | undefined {
    const decides = (a: Assignment): boolean => (this.isMonotone ? isAtMost(a, orders) : keyOf(a) === keyOf(orders));
    if (this.verified.some(decides)) return 'verified';
    const failed =
      this.failed.find((f) => isAtMost(orders, f.orders)) ??
      this.failed.findLast(({ witness }) => witness?.holdsUnder(orders) === true);
    if (failed === undefined) return this.unknown.has(keyOf(orders)) ? 'unknown' : undefined;
    if (!isAtMost(orders, failed.orders) && !this.replayed.has(keyOf(orders))) {
      this.replayed.add(keyOf(orders));
      this.replays++;
    }
    return failed;
  }
}
