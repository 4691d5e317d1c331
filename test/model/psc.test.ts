/** psc against its definition, on random graphs, and what it costs on long ones. */
import type { ChainOrder, Coherence } from '../../src/graph/coherence';
import { accesses, isWrite, type GraphEvent } from '../../src/graph/event';
import { ExecutionGraph } from '../../src/graph/graph';
import { C11HappensBefore } from '../../src/model/c11-happens-before';
import { forcedSteps, presentSteps, stepsOf } from '../../src/model/co';
import { forceCoherence } from '../../src/model/coherent';
import { linearExtensions } from '../../src/model/linear-extensions';
import { pscAcyclic, pscCyclicFrom } from '../../src/model/psc';
import { Rc11 } from '../../src/model/rc11';
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';
import { Kind, label, Order, RmwOp } from '../../src/program/label';
import { Relation } from '../oracle/relation';

type Before = (a: GraphEvent, b: GraphEvent) => boolean;

/** psc as the paper writes it; `co` for writes of one location, initial ones included. */
function pscByDefinition(graph: ExecutionGraph, co: Before): Relation {
  const events = [...Array.from(graph.locations.values(), ({ initial }) => initial), ...graph.events];
  const n = events.length;
  const where = (e: GraphEvent): number => (e.thread < 0 ? e.index : e.loc);
  const pairs = (holds: (a: GraphEvent, b: GraphEvent) => boolean): Relation => {
    const r = Relation.empty(n);
    events.forEach((a, i) => {
      events.forEach((b, j) => {
        if (i !== j && holds(a, b)) r.add(i, j);
      });
    });
    return r;
  };
  const sameLoc = (i: number, j: number): boolean => where(events[i]) >= 0 && where(events[i]) === where(events[j]);
  const sb = pairs((a, b) => a.thread >= 0 && a.thread === b.thread && a.index < b.index);
  const hb = pairs((a, b) => b.thread >= 0 && graph.happensBefore(a, b));
  const coherence = pairs((a, b) => isWrite(a) && isWrite(b) && where(a) === where(b) && co(a, b));
  const rf = pairs((a, b) => b.source === a);
  const fr = rf
    .inverse()
    .then(coherence)
    .filter((i, j) => i !== j);
  const eco = rf.union(coherence, fr).plus();
  const sequential = Relation.on(n, (i) => events[i].thread >= 0 && graph.isSeqCst(events[i]));
  const fence = Relation.on(n, (i) => events[i].label.kind === Kind.Fence && graph.isSeqCst(events[i]));
  const elsewhere = sb.filter((i, j) => !sameLoc(i, j));
  const scb = sb.union(elsewhere.then(hb, elsewhere), hb.filter(sameLoc), coherence, fr);
  const base = sequential.union(fence.then(hb.optional())).then(scb, sequential.union(hb.optional().then(fence)));
  return base.union(fence.then(hb.union(hb.then(eco, hb)), fence));
}

const { Relaxed, Acquire, Release, SeqCst } = Order;
const orders = [Relaxed, Relaxed, Acquire, Release, SeqCst, SeqCst, SeqCst, SeqCst, SeqCst];
const kinds = [Kind.Load, Kind.Load, Kind.Load, Kind.Store, Kind.Store, Kind.Rmw, Kind.Fence, Kind.Fence];

type Orders = readonly (readonly [Coherence, ChainOrder])[];

const ordersOf = (graph: ExecutionGraph): Orders =>
  Array.from(graph.locations.values(), ({ coherence }) => [coherence, coherence.order] as const);

/** Removes the events since the mark; before these the locations had the orders. */
function remove(graph: ExecutionGraph, mark: number, orders: Orders): void {
  for (const [coherence, order] of orders) coherence.order = order;
  graph.undo(mark);
}

/** Appends an event of a thread at random, under the rules of coherence alone. Returns false where that fails. */
function appendAny(graph: ExecutionGraph, random: RandomNumbers, fences: boolean): GraphEvent | undefined {
  const thread = random.below(3);
  const order = orders[random.below(orders.length)];
  const kind = kinds[random.below(fences ? kinds.length : 6)];
  if (kind === Kind.Fence) return graph.append({ thread, label: label(kind, { order }), source: null, node: null });
  const loc = random.below(2);
  const { writes, coherence } = graph.location(loc);
  const source = kind === Kind.Store ? null : writes[random.below(writes.length)];
  if (kind === Kind.Rmw && !coherence.isLast(source!)) return undefined;
  const written = kind === Kind.Load ? undefined : graph.events.length + 1;
  const mark = graph.mark();
  const before = ordersOf(graph);
  const shape = { loc, order, failOrder: Order.Relaxed, size: 4, op: kind === Kind.Rmw ? RmwOp.Xchg : 0 };
  const e = graph.append({ thread, label: label(kind, shape), source, read: source?.written, written, node: null });
  if (forceCoherence(graph, e)) return e;
  remove(graph, mark, before);
  return undefined;
}

describe.each([
  ['without fences', false, 12],
  ['with fences', true, 14],
])('random graphs %s', (_, fences, most) => {
  const graphs = 400;

  test('psc is acyclic where its definition says so', () => {
    const random = new RandomNumbers(fences ? 71 : 70);
    const seen = { cyclic: 0, acyclic: 0, open: 0 };
    for (let i = 0; i < graphs; i++) {
      const graph = new ExecutionGraph(() => 0, new C11HappensBefore('c11'));
      for (let k = 6 + random.below(most); k > 0; k--) appendAny(graph, random, fences);
      const forced = pscByDefinition(graph, (a, b) => graph.location(locOf(a)).coherence.before(a, b)).isAcyclic();
      expect(pscAcyclic(graph, forcedSteps(graph))).toBe(forced);
      // A complete order that need not be the present one.
      const complete = new Map<number, readonly number[]>();
      for (const [loc, { coherence }] of graph.locations) {
        let left = random.below(3);
        linearExtensions(coherence, (order) => {
          if (left-- >= 0) complete.set(loc, [...order]);
        });
      }
      const places = (a: GraphEvent): number => complete.get(locOf(a))!.indexOf(a.chain);
      const acyclic = pscByDefinition(graph, (a, b) =>
        a.chain === b.chain ? a.place < b.place : places(a) < places(b),
      ).isAcyclic();
      expect(
        pscAcyclic(
          graph,
          stepsOf((loc) => complete.get(loc)!),
        ),
      ).toBe(acyclic);
      seen[acyclic ? 'acyclic' : 'cyclic']++;
      if (forced && !acyclic) seen.open++;
    }
    for (const n of Object.values(seen)) expect(n).toBeGreaterThan(graphs / 200);
  });

  test('an event that is appended closes a cycle where the definition says so', () => {
    const random = new RandomNumbers(fences ? 73 : 72);
    let closed = 0;
    let leading = 0;
    for (let i = 0; i < graphs; i++) {
      const graph = new ExecutionGraph(() => 0, new C11HappensBefore('c11'));
      for (let k = 0; k < 30 && graph.events.length < most + 4; k++) {
        const before = ordersOf(graph);
        const mark = graph.mark();
        const e = appendAny(graph, random, fences);
        if (e === undefined) continue;
        const present: Before = (a, b) => {
          const { coherence } = graph.location(locOf(a));
          const { places } = coherence.order;
          return a.chain === b.chain ? a.place < b.place : places[a.chain] < places[b.chain];
        };
        const acyclic = pscByDefinition(graph, present).isAcyclic();
        const moved = before.some(([coherence, order]) => coherence.order !== order);
        if (!moved) {
          leading++;
          expect(accesses(e) && pscCyclicFrom(graph, presentSteps(graph), [e])).toBe(!acyclic);
        }
        if (acyclic) continue;
        closed++;
        remove(graph, mark, before);
      }
    }
    expect(Math.min(closed, leading)).toBeGreaterThan(graphs / 50);
  });

  test('the model rejects exactly what no coherence order makes consistent', () => {
    const random = new RandomNumbers(fences ? 75 : 74);
    const model = new Rc11('rc11');
    let rejected = 0;
    for (let i = 0; i < graphs; i++) {
      const graph = model.graph(() => 0);
      for (let k = 0; k < 30 && graph.events.length < most + 2; k++) {
        const mark = graph.mark();
        const before = ordersOf(graph);
        const e = appendAny(graph, random, fences);
        if (e === undefined) continue;
        const consistent = model.coherenceOrders(graph) > 0;
        const { thread, label: l, source, read, written } = e;
        remove(graph, mark, before);
        const appended = model.append(graph, { thread, label: l, source, read, written, node: null });
        expect(appended !== null).toBe(consistent);
        if (!consistent) rejected++;
      }
    }
    expect(rejected).toBeGreaterThan(graphs / 50);
  });
});

function locOf(w: GraphEvent): number {
  return w.thread < 0 ? w.index : w.loc;
}

test('a stale read is tested against what comes after its write, not against the whole graph', () => {
  const model = new Rc11('rc11');
  const graph = model.graph(() => 0);
  const order = Order.SeqCst;
  const store = (thread: number, loc: number, written: number): GraphEvent =>
    model.append(graph, {
      thread,
      label: label(Kind.Store, { loc, order, size: 4 }),
      source: null,
      written,
      node: null,
    })!;
  for (let i = 0; i < 1000; i++) {
    store(0, 0, i);
    store(1, 1, i);
  }
  const stale = graph.location(0).writes.at(-3)!;
  const looks = jest.spyOn(graph, 'happensBefore');
  const read = { label: label(Kind.Load, { loc: 0, order, size: 4 }), source: stale, read: stale.written, node: null };
  expect(model.append(graph, { ...read, thread: 1 })).not.toBeNull();
  expect(looks.mock.calls.length).toBeLessThan(200);
});
