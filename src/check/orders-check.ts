/** Looks for the memory orders that tests need, in the thread of a check (src/orders/). */
import { DristaError } from '../base/errors';
import type { Verdict } from '../explore/common/verdict';
import { modelOf } from '../model';
import { Order } from '../program/label';
import type { ProcessProgram } from '../program/process-program';
import type { Summary } from '../report/summary';
import { stepsDown, type Assignment } from '../orders/assignment';
import { cheapestOrders } from '../orders/cheapest-orders';
import { costOf, type Processor } from '../orders/cost';
import { minimalOrders } from '../orders/minimal-orders';
import { OrderSites, ProgramCalls, type SiteFilter } from '../orders/order-sites';
import { OrderWitness } from '../orders/order-witness';
import type {
  OrdersAim,
  OrdersFacts,
  OrdersProgress,
  OrdersResult,
  OrdersVerdict,
  SavedWitness,
} from '../orders/orders-result';
import { MoreSites, TriedOrders, type OrdersAnswer } from '../orders/tried-orders';
import { placesIn } from './built-places';
import { check } from './check';
import type { CheckHooks } from './check-hooks';
import { checkMessages } from './check-messages';
import type { CheckRequest } from './check-request';
import type { CheckOutcome } from './found-error';
import { SpecClients, type ClientCheck } from './spec-clients';
import type { SpecSize } from './spec-size';

/** How a test is checked. */
export interface OrdersTest {
  readonly check: CheckRequest;
  /** Of a test for `drista spec`: the clients with which it is checked. */
  readonly spec?: SpecSize;
}

/** A search for memory orders, as plain data. */
export interface OrdersRequest {
  readonly aim: OrdersAim;
  readonly tests: readonly OrdersTest[];
  /** The orders from which the search begins: those in the sources, or seq_cst everywhere. */
  readonly from: 'own' | 'sc';
  readonly filter: SiteFilter;
  readonly target: Processor;
  /** Seconds for the whole search. */
  readonly timeLimit: number | undefined;
  /** What an earlier search has found out. */
  readonly facts?: OrdersFacts | undefined;
}

/** What the search says while it goes on, and whether it should end. */
export interface OrdersHooks extends Pick<CheckHooks, 'interrupted'> {
  readonly onOrders: (progress: OrdersProgress) => void;
}

/** The search has been interrupted, or its time is over. */
class Ended extends Error {}

/** Throws a DristaError if a test cannot be checked. */
export function ordersCheck(request: OrdersRequest, hooks: OrdersHooks): OrdersResult {
  return new OrdersCheck(request, hooks).result();
}

class OrdersCheck {
  private readonly started = Date.now();
  private readonly sites: OrderSites;
  private readonly tests: readonly Test[];
  private readonly tried: TriedOrders;
  private readonly witnesses: SavedWitness[] = [];
  private readonly notes = new Set<string>();
  /** By site: the execution that fails if it is one step weaker. */
  private readonly weakerFails = new Map<number, number>();
  /** The best assignment that is verified. */
  private best: Assignment | undefined;
  private decided = 0;
  /** The execution that fails with the orders from which the search began, or with seq_cst everywhere. */
  private failure: number | undefined;

  constructor(
    private readonly request: OrdersRequest,
    private readonly hooks: OrdersHooks,
  ) {
    this.sites = new OrderSites(request.filter);
    this.tests = request.tests.flatMap((test) => this.testsOf(test));
    // Weaker orders put fewer calls in an order, so that the specification may permit more of what they return.
    const isMonotone = request.tests.every(({ spec }) => spec === undefined);
    this.tried = new TriedOrders((orders) => this.checkAll(orders), isMonotone);
  }

  /** The test, or the same test with each of its clients. */
  private testsOf({ check: request, spec }: OrdersTest): Test[] {
    const calls = new ProgramCalls(this.sites);
    if (spec === undefined)
      return [{ request, calls, perform: (asked, hooks) => check({ ...request, ...asked }, hooks) }];
    const clients = new SpecClients(request, spec);
    for (const note of clients.notes) this.notes.add(note);
    return clients.all.map(({ text }) => ({
      request,
      calls,
      client: text,
      perform: (asked, hooks) => clients.check(text, asked, hooks),
    }));
  }

  result(): OrdersResult {
    this.restore();
    let verdict: OrdersVerdict;
    try {
      verdict = this.verdict();
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      verdict = this.best === undefined ? 'unknown' : 'verified';
    }
    const orders = this.best ?? this.start;
    const { checks, replays, verified, failed } = this.tried;
    const sites = this.sites.all.map((site, i) => ({
      ...site,
      is: orders[i] ?? site.was,
      ...(this.weakerFails.has(i) ? { witness: this.weakerFails.get(i)! } : {}),
    }));
    const foreign = [...this.sites.foreign];
    const merged = [...this.sites.merged];
    const notes = [
      ...this.notes,
      ...(foreign.length === 0 ? [] : [checkMessages.foreignOrders(foreign)]),
      ...(merged.length === 0 ? [] : [checkMessages.mergedOrders(merged)]),
      ...(this.sites.hasUnknown ? [checkMessages.ordersWithoutPlace] : []),
    ];
    return {
      aim: this.request.aim,
      target: this.request.target,
      verdict,
      sites,
      witnesses: this.witnesses,
      failure: this.failure,
      checks,
      replays,
      seconds: (Date.now() - this.started) / 1000,
      notes,
      facts: { sites: this.sites.all, verified, failed: failed.map((f) => f.orders), best: this.best },
    };
  }

  /** The orders from which the search begins. */
  private get start(): Assignment {
    const { own } = this.sites;
    return this.request.from === 'sc' ? own.map(() => Order.SeqCst) : own;
  }

  private verdict(): OrdersVerdict {
    for (;;) {
      try {
        return this.search();
      } catch (error) {
        if (!(error instanceof MoreSites)) throw error;
        this.tried.extend(this.start);
        if (this.best !== undefined) this.best = [...this.best, ...this.start.slice(this.best.length)];
      }
    }
  }

  private search(): OrdersVerdict {
    const { aim } = this.request;
    // Which sites there are is known once the tests have run; with other orders they may come to more.
    if (this.sites.all.length === 0) this.checkAll(this.start);
    if (this.sites.all.length === 0) return 'no-sites';
    const unmatched = this.request.filter.keep.find((place) => !this.sites.kept.has(place));
    if (unmatched !== undefined && this.request.facts === undefined)
      throw new DristaError(checkMessages.keepsNothing(unmatched));
    const first = this.tried.answer(this.start);
    if (first === 'unknown') return 'unknown';
    if (first === 'verified') {
      this.best ??= this.start;
      return aim === 'repair' ? 'unchanged' : this.weaken(this.best);
    }
    return aim === 'weaken' ? this.failed('fails', this.start) : this.repair();
  }

  private weaken(from: Assignment): OrdersVerdict {
    const { classes } = this.sites;
    const { target } = this.request;
    const saving = (site: number): number =>
      costOf(target, classes[site], from[site]) - costOf(target, classes[site], Order.Relaxed);
    const sites = from
      .map((_, site) => site)
      .filter((site) => from[site] !== Order.Relaxed)
      .sort((a, b) => saving(b) - saving(a));
    this.best = minimalOrders(from, {
      classes,
      sites,
      floor: from.map(() => Order.Relaxed),
      isVerified: (orders) => this.tried.answer(orders) === 'verified',
      onBetter: (orders, decided) => {
        this.best = orders;
        this.decided = this.sites.all.length - sites.length + decided;
        this.progress();
      },
    });
    return this.confirmed(this.best);
  }

  /** Checks that no site can be one step weaker, whatever was concluded before, and keeps the executions. */
  private confirmed(best: Assignment): OrdersVerdict {
    let verdict: OrdersVerdict = 'minimal';
    this.weakerFails.clear();
    for (const orders of stepsDown(best, this.sites.classes)) {
      const site = orders.findIndex((order, i) => order !== best[i]);
      const answer = this.checkedForReport(orders);
      if (answer === 'verified') return this.weaken(orders);
      if (answer === 'unknown') verdict = 'verified';
      else this.weakerFails.set(site, answer.saved);
      this.progress();
    }
    return verdict;
  }

  /** Checks all tests, whatever is known of the orders, and makes a failing execution short. */
  private checkedForReport(orders: Assignment): OrdersAnswer {
    return this.tried.learn(orders, (a) => this.checkAll(a, true));
  }

  /** The verdict for orders that fail, with a short execution. */
  private failed(verdict: OrdersVerdict, orders: Assignment): OrdersVerdict {
    const answer = this.checkedForReport(orders);
    if (typeof answer === 'object') this.failure = answer.saved;
    return verdict;
  }

  private repair(): OrdersVerdict {
    const { classes, own } = this.sites;
    const strongest = own.map(() => Order.SeqCst);
    const all = this.tried.answer(strongest);
    if (all === 'unknown') return 'unknown';
    if (all !== 'verified') return this.failed('none', strongest);
    this.best = strongest;
    const { orders, isCheapest } = cheapestOrders(this.start, {
      classes,
      target: this.request.target,
      tried: {
        known: (a) => this.tried.known(a),
        answer: (a) => {
          this.progress();
          return this.tried.answer(a);
        },
      },
      onBetter: (a) => {
        this.best = a;
      },
    });
    this.best = orders;
    if (!isCheapest || this.tried.hasUnknown) return 'verified';
    return this.tried.isMonotone ? 'cheapest' : 'repaired';
  }

  private progress(): void {
    const { checks, replays } = this.tried;
    this.hooks.onOrders({ decided: this.decided, sites: this.sites.all.length, checks, replays });
  }

  /** Checks all tests; the one that failed last comes first. */
  private checkAll(orders: Assignment, forReport = false): OrdersAnswer {
    const order = this.tests.toSorted((a, b) => (b.failed ?? 0) - (a.failed ?? 0));
    for (const test of order) {
      const answer = this.checkOne(test, orders, forReport);
      if (answer === 'verified') continue;
      test.failed = this.witnesses.length;
      return answer;
    }
    return 'verified';
  }

  /** Throws MoreSites where the test has come to sites that were not known. */
  private checkOne(test: Test, orders: Assignment, forReport: boolean): OrdersAnswer {
    const { request, calls, client, perform } = test;
    const left = this.request.timeLimit === undefined ? undefined : this.request.timeLimit - this.seconds;
    if (this.hooks.interrupted() || (left !== undefined && left <= 0)) throw new Ended();
    let explored: { readonly program: ProcessProgram; readonly verdict: Verdict } | undefined;
    const minimise = forReport && request.settings.minimise;
    const { summary, saved } = perform(
      {
        orders: calls.orders(orders),
        settings: { ...request.settings, minimise, chance: 0, keepGoing: false, timeLimit: left },
      },
      {
        onProgress: () => undefined,
        onOutcome: () => undefined,
        onCheckpoint: () => undefined,
        interrupted: this.hooks.interrupted,
        onExplored: (program, verdict) => {
          explored = { program, verdict };
        },
      },
    );
    const { program, verdict } = explored!;
    const isNew = calls.learn(program.labels(), (site) => program.stack(site), placesIn(program));
    if (this.sites.all.length > orders.length) throw new MoreSites();
    // A copy of a known site had its own order, as nobody knew it.
    if (isNew) return this.checkOne(test, orders, forReport);
    if (summary.verdict === 'verified') return 'verified';
    if (summary.verdict === 'inconclusive') return this.limited(summary);
    this.witnesses.push({ program: request.program, client, saved: saved[0], error: summary.errors[0] });
    const [error] = verdict.errors;
    const witness = new OrderWitness(modelOf(request.settings.model), error, orders, ({ label }) =>
      label.site < 0 ? undefined : calls.callOf(label, program.stack(label.site)),
    );
    return { orders, witness, saved: this.witnesses.length - 1 };
  }

  private limited({ program, limitsHit }: Summary): 'unknown' {
    if (limitsHit.some((limit) => limit === 'interrupted' || limit === 'time')) throw new Ended();
    this.notes.add(checkMessages.ordersLimited(program, limitsHit));
    return 'unknown';
  }

  private get seconds(): number {
    return (Date.now() - this.started) / 1000;
  }

  /** Takes over what an earlier search has found out. */
  private restore(): void {
    const { facts } = this.request;
    if (facts?.best === undefined) return;
    for (const site of facts.sites) this.sites.add(site);
    this.tried.verified.push(...facts.verified);
    this.tried.failed.push(...facts.failed.map((orders) => ({ orders, saved: -1 })));
    this.best = facts.best;
  }
}

interface Test {
  readonly request: CheckRequest;
  readonly calls: ProgramCalls;
  /** Of a test for `drista spec`: what its threads call. */
  readonly client?: string;
  /** Checks it. */
  readonly perform: (asked: ClientCheck, hooks: CheckHooks) => CheckOutcome;
  /** When it has failed last: a number that grows. */
  failed?: number;
}
