/** The edges of an execution graph, for people: only those that others do not imply. */
import { entry } from '../../graph/clock';
import { accesses, isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { Kind, type LocationId } from '../../program/label';
import type { DrawnEdge, Edges } from './picture';
import type { ReplayedGraph } from './replayed-graph';

/**
 * The writes of each location in a coherence order that the model allows, the initial write first. Where several orders
 * are possible it is the one that the graph keeps.
 */
export function coherenceOrders(model: Model, graph: ExecutionGraph): Map<LocationId, GraphEvent[]> {
  const orders = new Map<LocationId, GraphEvent[]>();
  for (const [loc, { coherence, writes }] of graph.locations) {
    const order =
      model.witness === 'interleaving'
        ? writes.slice().sort((a, b) => a.at - b.at)
        : coherence.order.chains.flatMap((chain) => coherence.chains[chain].members);
    orders.set(loc, order);
  }
  return orders;
}

/** All edges of the graph, which is complete. `orders`: the writes of each location in coherence order. */
export function edgesOf(replayed: ReplayedGraph, orders: ReadonlyMap<LocationId, readonly GraphEvent[]>): Edges {
  const rf: DrawnEdge[] = [];
  const sw: DrawnEdge[] = [];
  const co: DrawnEdge[] = [];
  const fr: DrawnEdge[] = [];
  const place = (e: GraphEvent): number => replayed.place(e);
  const next = new Map<GraphEvent, GraphEvent>();
  for (const [, order] of [...orders].filter(([loc]) => isMemory(replayed.graph, loc))) {
    for (let i = 1; i < order.length; i++) next.set(order[i - 1], order[i]);
    for (let i = 2; i < order.length; i++) co.push([place(order[i - 1]), place(order[i])]);
  }
  for (const e of replayed.graph.events) {
    for (const from of synchronisedWith(replayed.graph, e)) sw.push([place(from), place(e)]);
    if (!isMemoryRead(e)) continue;
    if (e.source!.thread >= 0) rf.push([place(e.source!), place(e)]);
    const overwriting = next.get(e.source!);
    if (overwriting !== undefined && overwriting !== e) fr.push([place(e), place(overwriting)]);
  }
  return { rf, sw, co, fr };
}

/** Does the event read memory? */
export function isMemoryRead({ label: { kind }, source }: GraphEvent): boolean {
  return source !== null && (kind === Kind.Load || kind === Kind.Rmw || kind === Kind.PlainRead);
}

/** Is the location memory, and no object? */
function isMemory(graph: ExecutionGraph, loc: LocationId): boolean {
  return graph.location(loc).writes.every((w) => w.object === undefined);
}

/**
 * The events of other threads by which happens-before newly comes to the event: those that none of the others, and
 * nothing earlier in its own thread, implies. A release write or fence, an unlock, the creation of the thread, the end
 * of a joined one.
 */
export function synchronisedWith(graph: ExecutionGraph, e: GraphEvent): GraphEvent[] {
  const before = e.index === 0 ? undefined : graph.threads[e.thread][e.index - 1].clocks.before;
  if (before === e.clocks.before) return [];
  const found: GraphEvent[] = [];
  for (let t = 0; t < graph.threads.length; t++) {
    const n = t === e.thread ? 0 : entry(e.clocks.before, t);
    if (n > (before === undefined ? 0 : entry(before, t))) found.push(graph.threads[t][n - 1]);
  }
  return found.filter((f) => !found.some((g) => g !== f && graph.happensBefore(f, g)));
}

/** The last event of the location that `seen` events of thread t include; undefined: none. */
export function lastSeen(list: readonly GraphEvent[] | undefined, seen: number): GraphEvent | undefined {
  if (list === undefined) return undefined;
  let i = list.length - 1;
  while (i >= 0 && list[i].index >= seen) i--;
  return list[i];
}

/** The write that an access of the location stands for: itself, or what it read. */
export function writeOf(e: GraphEvent): GraphEvent {
  return isWrite(e) || !accesses(e) ? e : e.source!;
}
