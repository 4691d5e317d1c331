/**
 * Sequential consistency (Lamport 1979): one interleaving gives every read its value. The graph carries one as its
 * witness. `at` is a write's place in it. An event that writes nothing comes as early as possible, right after the
 * write at its `at`: the later one of its source and of its predecessor in program order. An appended write comes last.
 * So an event fits if its source is not overwritten at its place, which is a cheap test that mostly succeeds. If it
 * does not fit, the witness is rearranged (sc-witness.ts), unless the order common to all interleavings (sc-order.ts)
 * forbids the event.
 *
 * An interleaving of a graph is one of each of its prefixes, so the witness stays valid when events are undone.
 *
 * Happens-before, and with it what is a data race, is still that of C11: relaxed accesses do not synchronise.
 */
import { isWrite, type Append, type GraphEvent } from '../graph/event';
import { ExecutionGraph } from '../graph/graph';
import type { LocationId, Value } from '../program/label';
import { C11HappensBefore } from './c11-happens-before';
import { forceCoherence } from './coherent';
import { countOrders } from './linear-extensions';
import { ScOfMixedSizes } from './mixed-sizes';
import type { Model } from './model';
import { coOf, type CoBefore } from './co';
import { ScOrder } from './sc-order';
import { rearranged } from './sc-witness';

export class Sc implements Model {
  readonly name = 'sc';
  readonly witness = 'interleaving';
  readonly isSequential = true;
  readonly ordersAllEvents = true;
  readonly strengthening = undefined;
  readonly mixedSizes: ScOfMixedSizes;
  /** The next place in a witness. */
  private places = 0;
  private readonly order = new ScOrder();

  /** `happensBefore`: decides what is a data race. */
  constructor(readonly happensBefore = new C11HappensBefore('c11')) {
    this.mixedSizes = new ScOfMixedSizes(happensBefore);
  }

  graph(initial: (loc: LocationId) => Value): ExecutionGraph {
    return new ExecutionGraph(initial, this.happensBefore);
  }

  couplesLocations(): boolean {
    return true;
  }

  append(graph: ExecutionGraph, a: Append): GraphEvent | null {
    const { source } = a;
    if (source !== null && a.label.loc >= 0 && !fits(graph, a, source)) return this.rearrange(graph, a);
    const e = graph.append(a);
    this.place(graph, e);
    return e;
  }

  /** Appends the event after the witness was rearranged; null where no interleaving has it. */
  private rearrange(graph: ExecutionGraph, a: Append): GraphEvent | null {
    const { order } = this;
    order.follow(graph);
    if (order.hides(a)) return null;
    const mark = graph.mark();
    const e = graph.append(a);
    e.at = this.places++;
    const taken = order.add(e) ? rearranged(graph, order, e) : null;
    if (taken === null) {
      graph.undo(mark);
      return null;
    }
    for (const f of taken) this.place(graph, f);
    for (const loc of new Set(taken.filter(isWrite).map((w) => w.loc))) {
      const state = graph.location(loc);
      state.ordered = state.writes.every((w, i) => i === 0 || w.at > state.writes[i - 1].at);
    }
    return e;
  }

  /** Places the event after those that are in the witness. */
  private place(graph: ExecutionGraph, e: GraphEvent): void {
    if (isWrite(e)) e.at = this.places++;
    else e.at = Math.max(e.index > 0 ? graph.threads[e.thread][e.index - 1].at : -1, e.source?.at ?? -1);
  }

  latest(graph: ExecutionGraph, loc: LocationId): GraphEvent {
    const { writes, ordered } = graph.location(loc);
    return ordered ? writes[writes.length - 1] : writes.reduce((last, w) => (w.at > last.at ? w : last));
  }

  mayEndWith(graph: ExecutionGraph, final: ReadonlyMap<LocationId, Value>): boolean {
    return [...final].every(([loc, value]) => this.latest(graph, loc).written === value);
  }

  /** No order of writes is forced: another interleaving may have another one. */
  isForcedBefore(): boolean {
    return false;
  }

  coherenceOrders(graph: ExecutionGraph, onStep?: () => void): number {
    // hb is part of every interleaving, so its constraints on co narrow the search.
    for (const e of graph.events) forceCoherence(graph, e);
    const count = countOrders(graph, (orders) => interleaves(graph, coOf(orders)), onStep);
    for (const { coherence } of graph.locations.values()) coherence.undo(0);
    return count;
  }
}

/** Is the source not overwritten in the witness at the event's place? */
function fits(graph: ExecutionGraph, a: Append, source: GraphEvent): boolean {
  const { writes, ordered } = graph.location(a.label.loc);
  const here = a.written !== undefined || a.object !== undefined ? Infinity : (graph.last(a.thread)?.at ?? -1);
  for (let i = writes.length - 1; i >= 0 && !(ordered && writes[i] === source); i--)
    if (writes[i].at > source.at && writes[i].at <= here) return false;
  return true;
}

/** Is po ∪ rf ∪ co ∪ fr (with thread creation and joining) acyclic? */
function interleaves(graph: ExecutionGraph, co: CoBefore): boolean {
  const follows = (a: GraphEvent, b: GraphEvent): boolean => {
    if (a === b) return false;
    if (a.thread === b.thread) return a.index < b.index;
    if (b.source === a) return true;
    if (a.loc < 0 || a.loc !== b.loc || !isWrite(b)) return false;
    if (isWrite(a) && co(a, b)) return true;
    return a.source !== null && a.source !== b && co(a.source, b);
  };
  // Removes events without remaining predecessors until none is left or none can be removed.
  let left = graph.events.slice();
  while (left.length > 0) {
    const rest = left.filter((b) => left.some((a) => follows(a, b)));
    if (rest.length === left.length) return false;
    left = rest;
  }
  return true;
}
