/** The result of a search for memory orders, as plain data. */
import type { ReportError } from '../report/report';
import type { SavedExecution } from '../report/saved-format';
import type { Assignment } from './assignment';
import type { Processor } from './cost';
import type { OrderSite } from './order-sites';
import type { Order } from '../program/label';
import { ordersOf } from './strength';

/** What is looked for: orders that may be weaker, or orders that must be stronger. */
export type OrdersAim = 'weaken' | 'repair';

/**
 * `repaired`: all tests are verified with these orders, but no proof says that none cost less. `minimal`: no site can
 * be weaker. `cheapest`: no other orders mend the tests at a lower cost. `verified`: all tests are verified with these
 * orders, but weaker or cheaper ones may do. `unchanged`: no order has to be stronger. `fails`: a test fails with the
 * orders from which the search began. `none`: it fails with seq_cst everywhere, too. `no-sites`: no order may change.
 * `unknown`: a limit came before anything was known.
 */
export type OrdersVerdict =
  'minimal' | 'cheapest' | 'repaired' | 'verified' | 'unchanged' | 'fails' | 'none' | 'no-sites' | 'unknown';

/** An execution that is to be saved, of one of the tests. */
export interface SavedWitness {
  readonly program: string;
  /** Of a test for `drista spec`: what its threads call. */
  readonly client?: string | undefined;
  readonly saved: Omit<SavedExecution, 'format'>;
  readonly error: ReportError;
}

/** A site with its order in the result. */
export interface DecidedSite extends OrderSite {
  readonly is: OrderSite['was'];
  /** The execution that fails if the site is one step weaker; the place in `witnesses`. */
  readonly witness?: number;
}

export interface OrdersResult {
  readonly aim: OrdersAim;
  readonly target: Processor;
  readonly verdict: OrdersVerdict;
  readonly sites: readonly DecidedSite[];
  readonly witnesses: readonly SavedWitness[];
  /** Of `fails` and `none`: the failing execution; the place in `witnesses`. */
  readonly failure?: number | undefined;
  /** How many times all tests were checked, and how many assignments an execution has ruled out without that. */
  readonly checks: number;
  readonly replays: number;
  readonly seconds: number;
  readonly notes: readonly string[];
  /** What was found out, for a search that goes on. */
  readonly facts: OrdersFacts;
}

/** Assignments, by the sites in `sites`, that were checked. */
export interface OrdersFacts {
  readonly sites: readonly OrderSite[];
  readonly verified: readonly Assignment[];
  readonly failed: readonly Assignment[];
  readonly best?: Assignment | undefined;
}

/** Does the data have the shape of facts, so that a search can go on from them? */
export function areFacts(data: OrdersFacts): boolean {
  const { sites, verified, failed, best } = data as Partial<OrdersFacts>;
  if (!Array.isArray(sites) || !Array.isArray(verified) || !Array.isArray(failed)) return false;
  const list = sites as readonly Partial<OrderSite>[];
  const isSite = ({ file, line, column, operation, class: kind, was, built }: Partial<OrderSite>): boolean =>
    [file, operation].every((text) => typeof text === 'string') &&
    [line, column, built].every((n) => typeof n === 'number') &&
    kind !== undefined &&
    (ordersOf[kind] as readonly Order[] | undefined)?.includes(was!) === true;
  const isAssignment = (a: unknown): boolean =>
    Array.isArray(a) &&
    a.length === list.length &&
    list.every((site, i) => ordersOf[site.class!].includes(a[i] as Order));
  return list.every(isSite) && [...verified, ...failed, ...(best === undefined ? [] : [best])].every(isAssignment);
}

/** How far a search has come. */
export interface OrdersProgress {
  readonly decided: number;
  readonly sites: number;
  readonly checks: number;
  readonly replays: number;
}
