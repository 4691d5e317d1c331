/**
 * Models for programs whose atomic accesses overlap with several sizes. An access covers one or more pieces of memory
 * (Label.pieces), and each piece has its own rf, co and fr. The axioms of a model hold for each piece, with the
 * happens-before of whole accesses. Two more say that an access is one:
 *
 * - An rmw comes directly after what it reads in the co of each of its pieces.
 * - rf ∪ co ∪ fr between accesses of different threads, taken for whole accesses, is acyclic. So an access never sees
 *   a part of another one and misses a part of it (tearing), and two accesses come in the same order in all pieces
 *   that they have in common.
 *
 * The C standard has no such accesses: an object has one type. What compiled code can show is a matter of processors.
 * Both axioms are those of Armv8 for single-copy atomic accesses: there `obs`, which is rf, co and fr between threads,
 * is part of the order `ob`, which goes on from each part of an access to all of it (Alglave, Deacon, Grisenthwaite,
 * Hacquard, Maranget, Armed Cats, TOPLAS 2021; before: Flur et al., Mixed-size concurrency: ARM, POWER, C/C++11, and
 * SC, POPL 2017). x86-64 orders stores of all sizes in one memory, and so has them, too. Accesses of one thread are
 * left out on purpose: a thread may read a part of its own store before others see that, and the rest of what it reads
 * from memory as it is before stores that others see earlier.
 *
 * Under sc an access is one step on memory: program order and rf, co, fr of all threads, for whole accesses, are
 * acyclic.
 */
import { isWrite, sourcesOf, wholeOf, type Append, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { HappensBefore } from '../graph/happens-before';
import { C11Model, psc } from './c11-model';
import { locationOf, presentSteps, writesAfter, type CoSteps } from './co';
import { findCycle } from './cycle';
import type { EventOrder, OpenPair } from './event-order';
import type { Model } from './model';

/** RC11, or a variant of it with another happens-before, for such programs. */
export function c11OfMixedSizes(name: string, happensBefore: HappensBefore): Model {
  const atOnce = orderOf(betweenThreads);
  const isAcyclic = (graph: ExecutionGraph, co: CoSteps): boolean =>
    (!psc.constrains(graph) || psc.isAcyclic(graph, co)) && atOnce.isAcyclic(graph, co);
  return new C11Model(name, happensBefore, undefined, {
    constrains: () => true,
    isAcyclic,
    isCyclicFrom: (graph, co) => !isAcyclic(graph, co),
    openPair: (graph) => (atOnce.isAcyclic(graph, presentSteps(graph)) ? psc.openPair(graph) : atOnce.openPair(graph)),
  });
}

/** Sequential consistency for such programs. Races are those of C11. */
export class ScOfMixedSizes extends C11Model {
  constructor(happensBefore: HappensBefore) {
    super('sc', happensBefore, undefined, orderOf(interleaving));
  }

  /** Also gives the events their places in an interleaving (GraphEvent.at), for reports. */
  override append(graph: ExecutionGraph, a: Append): GraphEvent | null {
    const e = super.append(graph, a);
    if (e !== null) placeInOrder(graph, interleaving(graph, presentSteps(graph)));
    return e;
  }
}

/** Of the events that may come next, the one comes that was appended first. */
function placeInOrder(graph: ExecutionGraph, edges: Edges): void {
  const waiting = graph.events.map(() => 0);
  for (const some of edges) for (const { to } of some ?? []) waiting[to.id]++;
  const placed = new Set<GraphEvent>();
  while (placed.size < graph.events.length) {
    const next = graph.events.find((e) => waiting[e.id] === 0 && !placed.has(e))!;
    next.at = placed.size;
    placed.add(next);
    for (const { to } of edges[next.id] ?? []) waiting[to.id]--;
  }
}

/** A pair of events of which one comes after the other; `co`: the two writes whose order in co it follows from. */
interface Edge {
  readonly to: GraphEvent;
  readonly co?: readonly [GraphEvent, GraphEvent];
}

/** By number of the event: what comes after it. */
type Edges = readonly (readonly Edge[] | undefined)[];

/** The order of events that has these edges. */
function orderOf(edgesOf: (graph: ExecutionGraph, co: CoSteps) => Edges): EventOrder {
  const cycle = (graph: ExecutionGraph, edges: Edges): readonly number[] | undefined =>
    findCycle(graph.events.length, graph.events.keys(), (e) => edges[e]?.map(({ to }) => to.id) ?? []);
  const isAcyclic = (graph: ExecutionGraph, co: CoSteps): boolean => cycle(graph, edgesOf(graph, co)) === undefined;
  return {
    constrains: () => true,
    isAcyclic,
    isCyclicFrom: (graph, co) => !isAcyclic(graph, co),
    openPair: (graph) => {
      const edges = edgesOf(graph, presentSteps(graph));
      return openOn(graph, edges, cycle(graph, edges) ?? []);
    },
  };
}

/**
 * Two writes on the cycle whose order no constraint asks for, turned round. In every order without a cycle some such
 * pair is turned round. Undefined if there is none.
 */
function openOn(graph: ExecutionGraph, edges: Edges, cycle: readonly number[]): OpenPair | undefined {
  for (const [i, e] of cycle.entries()) {
    const next = cycle[(i + 1) % cycle.length];
    const between = edges[e]!.filter(({ to }) => to.id === next);
    if (between.some(({ co }) => co === undefined)) continue;
    for (const { co } of between) {
      const [a, b] = co!;
      const { coherence } = graph.location(locationOf(a));
      if (a.chain !== b.chain && !coherence.reaches(a.chain, b.chain)) return { coherence, pair: [b.chain, a.chain] };
    }
  }
  return undefined;
}

/** rf, co and fr between accesses of different threads to locations with pieces. */
function betweenThreads(graph: ExecutionGraph, co: CoSteps): Edges {
  const edges: Edge[][] = [];
  const later = new LaterWrites(graph, co);
  const add = (a: GraphEvent, b: GraphEvent, pair?: Edge['co']): void => {
    if (a.thread < 0 || a.thread === b.thread) return;
    (edges[a.id] ??= []).push(pair === undefined ? { to: wholeOf(b) } : { to: wholeOf(b), co: pair });
  };
  for (const { parts } of graph.wholes) {
    for (const e of parts) {
      if (isWrite(e)) for (const w of later.of(e)) add(e, w, [e, w]);
      if (e.source === null) continue;
      add(e.source, e);
      for (const w of later.of(e.source)) add(e, w, [e.source, w]);
    }
  }
  return edges;
}

/** Program order, rf, co and fr of all events. */
function interleaving(graph: ExecutionGraph, co: CoSteps): Edges {
  const edges: Edge[][] = graph.events.map(() => []);
  const add = (a: GraphEvent, b: GraphEvent, pair?: Edge['co']): void => {
    const [from, to] = [wholeOf(a), wholeOf(b)];
    if (from.thread >= 0 && from !== to) edges[from.id].push(pair === undefined ? { to } : { to, co: pair });
  };
  for (const e of graph.events) {
    if (e.index > 0) add(graph.threads[e.thread][e.index - 1], e);
    for (const source of sourcesOf(e)) add(source, e);
  }
  for (const { writes, accesses } of graph.locations.values()) {
    for (const w of writes) for (const next of writesAfter(graph, co, w)) add(w, next, [w, next]);
    for (const e of accesses.flat()) {
      const { source } = e;
      if (source !== null) for (const next of writesAfter(graph, co, source)) add(e, next, [source, next]);
    }
  }
  return edges;
}

/** For each write the writes that come after it in the part of co. */
class LaterWrites {
  private readonly known = new Map<GraphEvent, ReadonlySet<GraphEvent>>();

  constructor(
    private readonly graph: ExecutionGraph,
    private readonly co: CoSteps,
  ) {}

  of(w: GraphEvent): ReadonlySet<GraphEvent> {
    const known = this.known.get(w);
    if (known !== undefined) return known;
    const later = new Set<GraphEvent>();
    for (const next of writesAfter(this.graph, this.co, w)) {
      later.add(next);
      for (const l of this.of(next)) later.add(l);
    }
    this.known.set(w, later);
    return later;
  }
}
