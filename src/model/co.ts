/** Coherence orders of a graph, or parts of them, in the forms that axioms ask for. */
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { LocationId } from '../program/label';

/** Is a co-before b? Both write the same location. */
export type CoBefore = (a: GraphEvent, b: GraphEvent) => boolean;

/** A complete order of the chains of each location (graph/coherence.ts). */
export type ChainOrders = (loc: LocationId) => readonly number[];

/** The chains of the location of which co is the transitive closure: those directly after the chain. */
export type CoSteps = (loc: LocationId, chain: number) => readonly number[];

/** The location that the event writes; it may be an initial write. */
export function locationOf(w: GraphEvent): LocationId {
  return w.thread < 0 ? w.index : w.loc;
}

/** The writes directly after the write in the part of co that the steps generate. */
export function writesAfter(graph: ExecutionGraph, steps: CoSteps, w: GraphEvent): readonly GraphEvent[] {
  const loc = locationOf(w);
  const { chains } = graph.location(loc).coherence;
  const { members } = chains[w.chain];
  return w.place + 1 < members.length
    ? [members[w.place + 1]]
    : steps(loc, w.chain).map((chain) => chains[chain].members[0]);
}

/** co under complete orders. */
export function coOf(orderOf: ChainOrders): CoBefore {
  const places = placesOf(orderOf);
  return (a, b) => {
    if (a.chain === b.chain) return a.place < b.place;
    const position = places(locationOf(a));
    return position[a.chain] < position[b.chain];
  };
}

/** co under complete orders, as steps. */
export function stepsOf(orderOf: ChainOrders): CoSteps {
  const places = placesOf(orderOf);
  return (loc, chain) => {
    const at = places(loc)[chain] + 1;
    const order = orderOf(loc);
    return at < order.length ? [order[at]] : [];
  };
}

/** The orders that the locations have at present. */
export function presentSteps(graph: ExecutionGraph): CoSteps {
  return (loc, chain) => {
    const { chains, places } = graph.location(loc).coherence.order;
    const at = places[chain] + 1;
    return at < chains.length ? [chains[at]] : [];
  };
}

/** The constraints on co so far. */
export function forcedSteps(graph: ExecutionGraph): CoSteps {
  return (loc, chain) => {
    const { chains } = graph.location(loc).coherence;
    return chain === 0 ? Array.from({ length: chains.length - 1 }, (_, i) => i + 1) : chains[chain].succ;
  };
}

/** By location: the place of each chain in its order. */
function placesOf(orderOf: ChainOrders): (loc: LocationId) => readonly number[] {
  const known = new Map<LocationId, number[]>();
  return (loc) => {
    let places = known.get(loc);
    if (places === undefined) {
      known.set(loc, (places = []));
      for (const [i, chain] of orderOf(loc).entries()) places[chain] = i;
    }
    return places;
  };
}
