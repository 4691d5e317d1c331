/** Small random programs in memory whose errors depend on memory orders, for all assignments of orders. */
import * as fc from 'fast-check';
import { explore } from '../../src/explore/explorer';
import type { Verdict } from '../../src/explore/common/verdict';
import type { ModelName } from '../../src/model/names';
import { ErrorKind, Kind, label, Order, RmwOp, type Label } from '../../src/program/label';
import type { Program } from '../../src/program/program';
import type { Assignment } from '../../src/orders/assignment';
import { ordersOf, type OperationClass } from '../../src/orders/strength';
import { programOf, type Body } from '../oracle/program-of';

/** An operation on location x; `guard`: only if the last read returned that value. */
interface RandomOp {
  readonly kind: 'load' | 'store' | 'add' | 'cas' | 'fence' | 'plain-read' | 'plain-write';
  readonly x: number;
  readonly v: number;
  readonly guard: number | undefined;
}

/** `shape`: what may go wrong. */
export interface RandomProgram {
  readonly shape: 'race' | 'assertion';
  readonly threads: readonly (readonly RandomOp[])[];
  /** Which of the outcomes that are not sequentially consistent are errors. */
  readonly pick: number;
}

const ATOMICS = 2,
  PLAIN = 2,
  RESULT = 3;

export const randomProgram = (shape: RandomProgram['shape']): fc.Arbitrary<RandomProgram> => {
  const kinds = ['load', 'load', 'store', 'store', 'add', 'cas', 'fence'] as const;
  const plain = ['plain-read', 'plain-write'] as const;
  const op = fc.record({
    kind: shape === 'race' ? fc.constantFrom(...kinds, ...plain, ...plain) : fc.constantFrom(...kinds),
    x: fc.nat(ATOMICS - 1),
    v: fc.integer({ min: 1, max: 2 }),
    guard: fc.constantFrom(undefined, undefined, 1),
  });
  const thread = fc.array(op, { minLength: 1, maxLength: 4 });
  return fc
    .record({
      shape: fc.constant(shape),
      threads: fc.array(thread, { minLength: 2, maxLength: 3 }),
      pick: fc.nat(1000),
    })
    .filter((program) => {
      const sites = sitesOf(program).length;
      return sites >= 2 && sites <= 6;
    });
};

/** The classes of the sites, in the order of the text; a compare-exchange has two. */
export function sitesOf({ threads }: RandomProgram): OperationClass[] {
  return threads.flat().flatMap(({ kind }): OperationClass[] => {
    switch (kind) {
      case 'load':
      case 'store':
      case 'fence':
        return [kind];
      case 'add':
        return ['rmw'];
      case 'cas':
        return ['rmw', 'failure'];
      default:
        return [];
    }
  });
}

/** The program with these orders. A label's site is the number of its site; with `bad`, these outcomes are errors. */
export function programWith(
  { threads, shape }: RandomProgram,
  orders: Assignment,
  bad: ReadonlySet<number> = new Set(),
): Program {
  let site = 0;
  const bodies = threads.map((ops, t): Body => {
    const numbered = ops.map((op) => {
      const at = site;
      site += sitesOf({ threads: [[op]], shape, pick: 0 }).length;
      return { op, at };
    });
    return function* () {
      let digest = 0;
      let last = 0;
      for (const { op, at } of numbered) {
        if (op.guard !== undefined && last !== op.guard) continue;
        const returned = yield labelOf(op, at, orders);
        if (op.kind === 'store' || op.kind === 'fence' || op.kind === 'plain-write') continue;
        last = returned;
        if (op.kind !== 'plain-read') digest = digest * 5 + returned + 1;
      }
      if (shape === 'assertion') yield label(Kind.PlainWrite, { loc: RESULT + t, size: 4, value: digest });
      return;
    };
  });
  const main: Body = function* () {
    for (let t = 1; t <= threads.length; t++) yield label(Kind.Create, { thread: t });
    for (let t = 1; t <= threads.length; t++) yield label(Kind.Join, { thread: t });
    if (shape !== 'assertion') return;
    let outcome = 0;
    for (let t = 0; t < threads.length; t++)
      outcome = outcome * 1000 + (yield label(Kind.PlainRead, { loc: RESULT + t, size: 4 }));
    yield label(Kind.Observe, { text: `outcome=${outcome}` });
    if (bad.has(outcome)) yield label(Kind.Error, { op: ErrorKind.Assertion, text: 'a bad outcome' });
    return;
  };
  return programOf([main, ...bodies]);
}

function labelOf({ kind, x, v }: RandomOp, site: number, orders: Assignment): Label {
  const at = { loc: x, size: 4, site, order: orders[site] };
  switch (kind) {
    case 'load':
      return label(Kind.Load, at);
    case 'store':
      return label(Kind.Store, { ...at, value: v });
    case 'add':
      return label(Kind.Rmw, { ...at, op: RmwOp.Add, value: v });
    case 'cas':
      return label(Kind.Rmw, { ...at, op: RmwOp.Cas, value: v, expected: v - 1, failOrder: orders[site + 1] });
    case 'fence':
      return label(Kind.Fence, { site, order: orders[site] });
    case 'plain-read':
      return label(Kind.PlainRead, { loc: PLAIN, size: 4 });
    case 'plain-write':
      return label(Kind.PlainWrite, { loc: PLAIN, size: 4, value: v });
  }
}

export function exploreWith(
  program: RandomProgram,
  orders: Assignment,
  model: ModelName,
  bad?: ReadonlySet<number>,
): Verdict {
  return explore(programWith(program, orders, bad), { model, equivalence: 'observational' });
}

/** The outcomes of all executions. */
function outcomes(program: RandomProgram, orders: Assignment, model: ModelName): Set<number> {
  const all = new Set<number>();
  explore(programWith(program, orders), {
    model,
    equivalence: 'observational',
    keepGoing: true,
    onExecution: (execution) => {
      for (const { label: l } of execution.graph?.events ?? [])
        if (l.kind === Kind.Observe) all.add(Number(l.text.split('=')[1]));
    },
  });
  return all;
}

/** Some of the outcomes that only weak orders allow. */
export function badOutcomes(program: RandomProgram, model: ModelName): Set<number> {
  if (program.shape === 'race') return new Set();
  const sites = sitesOf(program);
  const strong = outcomes(
    program,
    sites.map(() => Order.SeqCst),
    model,
  );
  const weak = [
    ...outcomes(
      program,
      sites.map(() => Order.Relaxed),
      model,
    ),
  ]
    .filter((o) => !strong.has(o))
    .sort();
  return new Set(weak.filter((_, i) => i === program.pick % weak.length || (program.pick >> (i % 9)) % 3 === 0));
}

/** All assignments of orders to sites of these classes. */
export function allAssignments(classes: readonly OperationClass[]): Assignment[] {
  return classes.reduce<Assignment[]>((all, c) => all.flatMap((a) => ordersOf[c].map((o) => [...a, o])), [[]]);
}
