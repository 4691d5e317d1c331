/**
 * The axioms of RC11 (Lahav et al., Repairing sequential consistency in C/C++11, PLDI 2017) over a happens-before that
 * the model chooses: coherence, atomicity, psc, and no cycle in po ∪ rf, which appending never closes. A model may have
 * another order of events in place of psc.
 */
import { accesses, isWrite, partsOf, type Append, type GraphEvent } from '../graph/event';
import { ExecutionGraph } from '../graph/graph';
import type { LocationId, Value } from '../program/label';
import type { ChainOrder, Coherence } from '../graph/coherence';
import type { HappensBefore } from '../graph/happens-before';
import { forceCoherence } from './coherent';
import type { EventOrder } from './event-order';
import { countOrders, linearExtensions } from './linear-extensions';
import type { Model, Strengthening } from './model';
import { forcedSteps, presentSteps, stepsOf } from './co';
import { pscAcyclic, pscCyclicFrom } from './psc';

/** psc of RC11. */
export const psc: EventOrder = {
  constrains: (graph) => graph.seqCst.count >= 2,
  isAcyclic: (graph, co) => pscAcyclic(graph, co),
  isCyclicFrom: (graph, co, from) => pscCyclicFrom(graph, co, from),
  openPair(graph) {
    for (const { coherence } of graph.locations.values()) {
      const pair = coherence.openPair();
      if (pair !== undefined) return { coherence, pair };
    }
    return undefined;
  },
};

/**
 * The order of events is acyclic under the orders that the locations keep (`Coherence.order`), at any time between two
 * calls: undoing events preserves that, and appending an event closes a cycle only if an order has changed or the order
 * of events leads on from the event.
 */
export class C11Model implements Model {
  readonly witness = 'graph';
  readonly isSequential = false;
  readonly ordersAllEvents: boolean;

  /**
   * `happensBefore`: also which events psc orders. `strengthening` has no default, since what it may allow depends on
   * how `happensBefore` treats memory orders. `order`: the order of events that must be acyclic. `mixedSizes`: see
   * Model.
   */
  constructor(
    readonly name: string,
    readonly happensBefore: HappensBefore,
    readonly strengthening: Strengthening | undefined,
    private readonly order: EventOrder = psc,
    readonly mixedSizes: Model | undefined = undefined,
  ) {
    this.ordersAllEvents = order !== psc;
  }

  couplesLocations(graph: ExecutionGraph): boolean {
    // The next event may be at another location than those that the order constrains now.
    return this.ordersAllEvents || this.order.constrains(graph);
  }

  graph(initial: (loc: LocationId) => Value): ExecutionGraph {
    return new ExecutionGraph(initial, this.happensBefore);
  }

  append(graph: ExecutionGraph, a: Append): GraphEvent | null {
    if (!this.isAtomic(graph, a)) return null;
    const mark = graph.mark();
    const e = graph.append(a);
    if (e.loc < 0) return e;
    const parts = partsOf(e);
    const orders = parts.map(({ loc }) => graph.location(loc).coherence.order);
    if (
      parts.every((part) => forceCoherence(graph, part)) &&
      (!this.order.constrains(graph) || this.keepsOrder(graph, e, orders))
    )
      return e;
    orders.forEach((order, i) => (graph.location(parts[i].loc).coherence.order = order));
    graph.undo(mark);
    return null;
  }

  /** Atomicity: only the last of a chain can be read by an rmw. */
  private isAtomic(graph: ExecutionGraph, { label, source, sources, written, object }: Append): boolean {
    if (source === null || (written === undefined && object === undefined)) return true;
    return sources === undefined
      ? graph.location(label.loc).coherence.isLast(source)
      : sources.every((w, i) => graph.location(label.pieces[i].loc).coherence.isLast(w));
  }

  latest(graph: ExecutionGraph, loc: LocationId): GraphEvent {
    return graph.location(loc).coherence.latest();
  }

  mayEndWith(graph: ExecutionGraph, final: ReadonlyMap<LocationId, Value>): boolean {
    const wanted = [...final];
    const choose = (i: number): boolean => {
      if (i === wanted.length) return !this.order.constrains(graph) || this.search(graph);
      const [loc, value] = wanted[i];
      const { coherence } = graph.location(loc);
      return coherence.chains.some((chain, last) => {
        if (chain.members.at(-1)!.written !== value) return false;
        const mark = coherence.mark();
        const possible =
          coherence.chains.every((_, c) => c === last || coherence.forceChains(c, last)) && choose(i + 1);
        coherence.undo(mark);
        return possible;
      });
    };
    const orders = ordersOf(graph);
    const possible = choose(0);
    for (const [coherence, order] of orders) coherence.order = order;
    return possible;
  }

  isForcedBefore(graph: ExecutionGraph, a: GraphEvent, b: GraphEvent): boolean {
    return a.parts.length === 0 && graph.location(a.loc).coherence.before(a, b);
  }

  coherenceOrders(graph: ExecutionGraph, onStep?: () => void): number {
    if (this.order.constrains(graph))
      return countOrders(graph, (orders) => this.order.isAcyclic(graph, stepsOf(orders)), onStep);
    return [...graph.locations.values()].reduce((product, loc) => {
      let n = 0;
      const count = (): void => {
        n++;
      };
      linearExtensions(loc.coherence, count, onStep);
      return product * n;
    }, 1);
  }

  /**
   * The event was just appended or bound, the locations of its parts had the orders before: is there still a coherence
   * order under which the order of events is acyclic? If so, the locations adopt it; otherwise they are unchanged.
   *
   * Pairs that are new go from the event to later accesses in co, or from accesses at its location that have
   * changed places; or from fences that happen before these.
   */
  protected keepsOrder(graph: ExecutionGraph, e: GraphEvent, before: readonly ChainOrder[]): boolean {
    if (!accesses(e)) return true;
    const from = [e];
    let latest = true;
    partsOf(e).forEach((part, i) => {
      const { coherence } = graph.location(part.loc);
      if (coherence.order !== before[i]) from.push(...exchanged(graph, part.loc, before[i]));
      latest &&= coherence.isLatest(isWrite(part) ? part : part.source!);
    });
    if (from.length === 1 && latest) return true;
    if (!this.order.isCyclicFrom(graph, presentSteps(graph), from)) return true;
    return !this.order.isCyclicFrom(graph, forcedSteps(graph), from) && this.reorder(graph);
  }

  /**
   * Is there a coherence order under which the order of events is acyclic? If so, the locations adopt it; otherwise
   * they are unchanged.
   */
  private search(graph: ExecutionGraph): boolean {
    return this.order.isAcyclic(graph, presentSteps(graph)) || this.reorder(graph);
  }

  /** As `search`, for a graph whose present orders have a cycle. */
  private reorder(graph: ExecutionGraph): boolean {
    if (!this.order.isAcyclic(graph, forcedSteps(graph))) return false;
    const orders = ordersOf(graph);
    // Decide one open pair of chains, first in one order, then in the other.
    const open = this.order.openPair(graph);
    if (open !== undefined) {
      const { coherence, pair } = open;
      for (const [a, b] of [pair, [pair[1], pair[0]]]) {
        const mark = coherence.mark();
        coherence.forceChains(a, b);
        const found = this.search(graph);
        coherence.undo(mark);
        if (found) return true;
      }
    }
    for (const [coherence, order] of orders) coherence.order = order;
    return false;
  }
}

/** The accesses at the location that read or write what has another place among the writes than it had before. */
function exchanged(graph: ExecutionGraph, loc: LocationId, before: ChainOrder): readonly GraphEvent[] {
  const { accesses, coherence } = graph.location(loc);
  const { chains, places } = coherence.order;
  const from = chains.findIndex((chain, i) => chain !== before.chains[i]);
  const to = chains.findLastIndex((chain, i) => chain !== before.chains[i]);
  return accesses.flat().filter((e) => {
    const place = places[(isWrite(e) ? e : e.source!).chain];
    return place >= from && place <= to;
  });
}

function ordersOf(graph: ExecutionGraph): readonly (readonly [Coherence, ChainOrder])[] {
  return Array.from(graph.locations.values(), ({ coherence }) => [coherence, coherence.order] as const);
}
