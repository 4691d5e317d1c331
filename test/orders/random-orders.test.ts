/**
 * The search for memory orders, compared with all assignments of orders on random programs. With DRISTA_ORDERS so many
 * programs of each shape are compared; DRISTA_ASSIGNMENTS: the most assignments that a program may have.
 */
import * as fc from 'fast-check';
import { modelOf } from '../../src/model';
import type { ModelName } from '../../src/model/names';
import { isAtMost, keyOf, stepsDown, type Assignment } from '../../src/orders/assignment';
import { cheapestOrders } from '../../src/orders/cheapest-orders';
import { targets, totalCost, type Processor } from '../../src/orders/cost';
import { minimalOrders } from '../../src/orders/minimal-orders';
import { OrderWitness } from '../../src/orders/order-witness';
import { TriedOrders } from '../../src/orders/tried-orders';
import { hasOrder } from '../../src/program/order-table';
import { isCompareExchange } from '../../src/program/rmw';
import { Order } from '../../src/program/label';
import {
  allAssignments,
  badOutcomes,
  exploreWith,
  randomProgram,
  sitesOf,
  type RandomProgram,
} from './random-programs';

const seed = Number(process.env.DRISTA_SEED ?? 1);
const count = Number(process.env.DRISTA_ORDERS ?? 6);
const most = Number(process.env.DRISTA_ASSIGNMENTS ?? 200);

/** What differs, in words. */
function differences(program: RandomProgram, model: ModelName): string[] {
  const classes = sitesOf(program);
  const all = allAssignments(classes);
  const bad = badOutcomes(program, model);
  const verified = new Map<string, boolean>();
  const isVerified = (a: Assignment): boolean => verified.get(keyOf(a))!;
  for (const a of all) verified.set(keyOf(a), exploreWith(program, a, model, bad).errors.length === 0);
  const text = (a: Assignment): string => a.map((o) => Order[o]).join(' ');
  const found: string[] = [];

  for (const a of all)
    for (const b of stepsDown(a, classes))
      if (isVerified(b) && !isVerified(a)) found.push(`not monotone: ${text(b)} is verified, ${text(a)} fails`);

  const tried = new TriedOrders((orders) => {
    const [error] = exploreWith(program, orders, model, bad).errors;
    if (error === undefined) return 'verified';
    const witness = new OrderWitness(modelOf(model), error, orders, ({ label: l }) =>
      hasOrder(l) && l.site >= 0 ? { site: l.site, failSite: isCompareExchange(l) ? l.site + 1 : -1 } : undefined,
    );
    return { orders, witness, saved: 0 };
  });
  const strongest = classes.map(() => Order.SeqCst);
  const weakest = classes.map(() => Order.Relaxed);
  if (isVerified(strongest)) {
    const best = minimalOrders(strongest, {
      classes,
      sites: [...classes.keys()],
      floor: weakest,
      isVerified: (orders) => tried.answer(orders) === 'verified',
      onBetter: () => undefined,
    });
    if (!isVerified(best)) found.push(`weaken: ${text(best)} fails`);
    for (const weaker of stepsDown(best, classes))
      if (isVerified(weaker)) found.push(`weaken: ${text(best)}, but ${text(weaker)} is verified`);
  }
  const starts = [weakest, all[(program.pick * 7) % all.length]];
  for (const start of starts) for (const target of targets) found.push(...cheapest(start, target));
  for (const a of all) {
    const known = tried.known(a);
    if (known !== undefined && (known === 'verified') !== isVerified(a))
      found.push(`${text(a)} ${isVerified(a) ? 'is verified' : 'fails'}, but was taken for the opposite`);
  }
  return found;

  function cheapest(start: Assignment, target: Processor): string[] {
    const cost = (a: Assignment): number => totalCost(target, classes, a);
    if (!isVerified(strongest)) return [];
    const { orders, isCheapest } = cheapestOrders(start, { classes, target, tried, onBetter: () => undefined });
    const result = isCheapest ? orders : undefined;
    const right = all.filter((a) => isAtMost(start, a) && isVerified(a)).map(cost);
    const least = right.length === 0 ? undefined : Math.min(...right);
    const got = result && cost(result);
    if (got !== least) return [`repair ${text(start)} on ${target}: cost ${got}, not ${least}`];
    return result === undefined || isVerified(result) ? [] : [`repair: ${text(result)} fails`];
  }
}

/** Programs whose verdict depends on orders, so that there is something to find. */
function isOfOrders(program: RandomProgram): boolean {
  const classes = sitesOf(program);
  if (allAssignments(classes).length > most) return false;
  const bad = badOutcomes(program, 'rc11');
  const fails = (order: Order): boolean =>
    exploreWith(
      program,
      classes.map(() => order),
      'rc11',
      bad,
    ).errors.length > 0;
  return fails(Order.Relaxed) && !fails(Order.SeqCst);
}

for (const shape of ['race', 'assertion'] as const) {
  test(`searches agree with all assignments: ${shape}`, () => {
    fc.assert(
      fc.property(
        randomProgram(shape).filter(isOfOrders),
        fc.constantFrom<ModelName>('rc11', 'rc11', 'c20', 'ra'),
        (program, model) => {
          expect(differences(program, model)).toEqual([]);
        },
      ),
      { seed, numRuns: count },
    );
  }, 20_000_000);
}
