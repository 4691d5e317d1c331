/**
 * What a new model can get wrong beside its axioms: which reads synchronise, and which stronger model has the same
 * executions. Release-acquire with either mistake. And store orders that keep too much or too little of po. The random
 * programs must notice each.
 */
import type { Append, GraphEvent } from '../../src/graph/event';
import { C11HappensBefore } from '../../src/model/c11-happens-before';
import { C11Model } from '../../src/model/c11-model';
import { globalOrder, type KeptOrder } from '../../src/model/global-order';
import type { Model } from '../../src/model/model';
import { storeOrder } from '../../src/model/tso';
import { modelOf } from '../../src/model';
import { modelNames, type ModelName } from '../../src/model/names';
import { scOfSeqCst } from '../../src/model/sequential-consistency';
import { Kind, label, Order, RmwOp, type Label } from '../../src/program/label';
import { isAcquire } from '../../src/program/memory-order';
import { bruteForce } from '../oracle/brute';
import { dataProgram } from '../oracle/data-program';
import type { Litmus } from '../oracle/litmus';
import { randomLitmus } from '../oracle/random';
import { shapes } from '../oracle/shapes';
import { exploreUnder } from './exploring';

/** Every atomic access is acq_rel, but `acquires` tells by the program's orders which reads synchronise. */
class ByProgramOrders extends C11HappensBefore {
  constructor() {
    super('c11', () => Order.AcqRel);
  }

  override acquires(l: Label): boolean {
    return isAcquire(l.order);
  }
}

/** A store order in which the events that satisfy the condition are, or are not, barriers. */
function storesWith(kept: KeptOrder, isBarrier: (e: GraphEvent) => boolean | undefined): Model {
  const order: KeptOrder = {
    ...kept,
    acquires: (e) => isBarrier(e) ?? kept.acquires(e),
    releases: (e) => isBarrier(e) ?? kept.releases(e),
  };
  return new C11Model('mistaken', new C11HappensBefore('c11'), undefined, globalOrder(order));
}

const ifKind =
  (kind: Kind, is: boolean, condition: (e: GraphEvent) => boolean = () => true) =>
  (e: GraphEvent): boolean | undefined =>
    e.label.kind === kind && condition(e) ? is : undefined;

interface Mistake {
  readonly of: ModelName;
  readonly model: () => Model;
  readonly shape: string;
}

const mistakes: Readonly<Record<string, Mistake>> = {
  'reads count as synchronising by the orders of the program': {
    of: 'ra',
    model: () => new C11Model('mistaken', new ByProgramOrders(), undefined),
    shape: 'plain data passed by relaxed flags of equal value',
  },
  'programs of seq_cst accesses are explored under sc': {
    of: 'ra',
    model: () => new C11Model('mistaken', new C11HappensBefore('c11', () => Order.AcqRel), scOfSeqCst),
    shape: 'all seq_cst',
  },
  'read-modify-writes are no barriers': {
    of: 'tso',
    model: () => storesWith(storeOrder(true), ifKind(Kind.Rmw, false)),
    shape: 'crossing accesses',
  },
  'a compare-exchange that fails is no barrier': {
    of: 'tso',
    model: () =>
      storesWith(
        storeOrder(true),
        ifKind(Kind.Rmw, false, (e) => e.written === undefined),
      ),
    shape: 'crossing accesses',
  },
  'all fences are barriers': {
    of: 'tso',
    model: () => storesWith(storeOrder(true), ifKind(Kind.Fence, true)),
    shape: 'crossing accesses',
  },
  'no fence is a barrier': {
    of: 'tso',
    model: () => storesWith(storeOrder(true), ifKind(Kind.Fence, false)),
    shape: 'crossing accesses',
  },
  'locking a mutex is no barrier': {
    of: 'tso',
    model: () => storesWith(storeOrder(true), ifKind(Kind.MutexLock, false)),
    shape: 'crossing accesses and mutexes',
  },
  'a thread sees its own store when others do': {
    of: 'tso',
    model: () =>
      new C11Model(
        'mistaken',
        new C11HappensBefore('c11'),
        undefined,
        globalOrder({ ...storeOrder(true), also: 'locations' }),
      ),
    shape: 'crossing accesses, two threads',
  },
  'stores are not kept in order': {
    of: 'tso',
    model: () => storesWith(storeOrder(false), () => undefined),
    shape: 'crossing accesses',
  },
  'stores are kept in order': {
    of: 'pso',
    model: () => storesWith(storeOrder(true), () => undefined),
    shape: 'crossing accesses',
  },
};

/** Does the exploration under the model, with states merged, agree with the axioms of the other one? */
function agrees(model: Model, of: ModelName, litmus: Litmus): boolean {
  const brute = bruteForce(litmus, of);
  const { verdict, values } = exploreUnder(model, dataProgram(litmus), 'observational', true);
  if (brute.races.size + brute.deadlocks.size > 0) return verdict.errors.length > 0;
  return verdict.errors.length === 0 && brute.value.size === new Set(values).size;
}

test.each(Object.entries(mistakes))('random programs notice a model with this mistake: %s', (_, mistake) => {
  const { of, model, shape } = mistake;
  const programs = randomLitmus(shapes[shape], 3, 60);
  expect(programs.filter((litmus) => !agrees(modelOf(of), of, litmus))).toEqual([]);
  expect(programs.filter((litmus) => !agrees(model(), of, litmus))).not.toEqual([]);
});

describe.each(modelNames.map((name) => [name, modelOf(name)] as const))('%s', (_, model) => {
  const atomic = [Order.Relaxed, Order.Consume, Order.Acquire, Order.Release, Order.AcqRel, Order.SeqCst];

  /** Thread 0 writes location 0, and passes that by a write with the order to location 1; thread 1 does `events`. */
  function passes(o: Order, ...events: ((flag: GraphEvent) => Append)[]): boolean {
    const graph = model.graph(() => 0);
    const store = (loc: number, order: Order): GraphEvent =>
      model.append(graph, {
        thread: 0,
        label: label(Kind.Store, { loc, order, value: 1 }),
        source: null,
        written: 1,
        node: null,
      })!;
    const data = store(0, Order.Relaxed);
    const flag = store(1, o);
    const last = events.map((event) => model.append(graph, event(flag))!).at(-1)!;
    return graph.happensBefore(data, last);
  }
  const reading =
    (order: Order) =>
    (source: GraphEvent): Append => ({
      thread: 1,
      label: label(Kind.Load, { loc: 1, order }),
      source,
      read: 1,
      node: null,
    });
  const fencing = (order: Order) => (): Append => ({
    thread: 1,
    label: label(Kind.Fence, { order }),
    source: null,
    node: null,
  });

  test.each(atomic)('a load or fence that synchronises is said to acquire: order %d', (o) => {
    const { happensBefore } = model;
    const passed = passes(Order.Release, reading(o));
    expect(happensBefore.acquires(label(Kind.Load, { loc: 1, order: o }))).toBe(passed);
    if (!passed && passes(Order.Release, reading(Order.Relaxed), fencing(o)))
      expect(happensBefore.acquires(label(Kind.Fence, { order: o }))).toBe(true);
  });

  test('a stronger model allows only labels that the model itself takes as sequential', () => {
    const { strengthening, happensBefore } = model;
    const accesses = atomic.flatMap((order) => [
      label(Kind.Load, { loc: 0, order }),
      label(Kind.Store, { loc: 0, order }),
      label(Kind.Rmw, { loc: 0, order, failOrder: order, op: RmwOp.Add }),
    ]);
    const wrong = accesses.filter((l) => strengthening?.allows(l) && !happensBefore.isSequential(l, true));
    expect(wrong).toEqual([]);
  });
});
