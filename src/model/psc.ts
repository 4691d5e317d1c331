/**
 * The partial order on seq_cst events of RC11 (Lahav et al., PLDI 2017, 3.2):
 *   scb  = sb ∪ (sb|≠loc ; hb ; sb|≠loc) ∪ hb|loc ∪ co ∪ fr
 *   psc  = ([Esc] ∪ [Fsc];hb?) ; scb ; ([Esc] ∪ hb?;[Fsc])  ∪  [Fsc] ; (hb ∪ hb;eco;hb) ; [Fsc]
 * must be acyclic.
 */
import { Kind, type LocationId } from '../program/label';
import { isWrite, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';

/**
 * Is a co-before b? Both write the same location. It may answer for a part of co only; then psc is that of this part.
 */
export type CoBefore = (a: GraphEvent, b: GraphEvent) => boolean;

/** Is psc acyclic under this coherence order? */
export function pscAcyclic(graph: ExecutionGraph, co: CoBefore): boolean {
  if (graph.seqCst.length < 2) return true;
  const edges = new EdgeSet(graph.seqCst.length);
  const fences = new Fences(graph);
  fences.order(edges);
  const relevant = relevantEvents(graph, fences);
  const accesses = relevant.filter((r) => r.isAccess);
  const add = (a: Relevant, b: Relevant): void => {
    if (scb(graph, a.event, b.event, co)) edges.addAll(a.starts, b.stops);
    else if (a.fencesBefore.length > 0 && b.fencesAfter.length > 0 && eco(a.event, b.event, co))
      edges.addAll(a.fencesBefore, b.fencesAfter);
  };
  const pairs = (from: readonly Relevant[], to: readonly Relevant[]): void => {
    for (const a of from) if (a.starts.length > 0) for (const b of to) if (a !== b && b.stops.length > 0) add(a, b);
  };
  pairs(accesses, relevant);
  pairs(
    relevant.filter((r) => !r.isAccess),
    accesses,
  );
  // For accesses at different locations hb orders the fences around them as well, so only pairs at one location matter.
  for (const some of byLocation(relevant).values()) pairs(some, some);
  return edges.acyclic();
}

/**
 * May psc lead from the event, the last of its thread, to another one, under the present orders of the locations? Such
 * an edge goes to later accesses in co, if the event and the later access are seq_cst or have a seq_cst fence on their
 * side.
 */
export function mayLeadOn(graph: ExecutionGraph, e: GraphEvent): boolean {
  if (e.loc < 0 || (e.source === null && !isWrite(e))) return false;
  const { coherence, accesses } = graph.location(e.loc);
  if (coherence.isLatest(isWrite(e) ? e : e.source!)) return false;
  const fences = new Fences(graph);
  if (graph.seqCst.at(-1) !== e && fences.before(e).length === 0) return false;
  const sequential = new Set(graph.seqCst);
  const co = presentCo(graph);
  return accesses.some(
    (events) => events?.some((b) => (sequential.has(b) || fences.after(b).length > 0) && eco(e, b, co)) === true,
  );
}

/** The seq_cst fences of a graph: by thread, in program order, each with its place in graph.seqCst. */
class Fences {
  private readonly threads: { readonly event: GraphEvent; readonly place: number }[][] = [];

  constructor(private readonly graph: ExecutionGraph) {
    if (graph.seqCstFences === 0) return;
    graph.seqCst.forEach((event, place) => {
      if (event.label.kind === Kind.Fence) (this.threads[event.thread] ??= []).push({ event, place });
    });
  }

  /** For each thread its last fence that happens before the event; earlier ones are ordered before that one. */
  before(e: GraphEvent): number[] {
    const found: number[] = [];
    this.threads.forEach((fences) => {
      const n = firstIndex(fences, (f) => f.event === e || !this.graph.happensBefore(f.event, e));
      if (n > 0) found.push(fences[n - 1].place);
    });
    return found;
  }

  /** For each thread its first fence that happens after the event. */
  after(e: GraphEvent): number[] {
    const found: number[] = [];
    this.threads.forEach((fences) => {
      const n = firstIndex(fences, (f) => f.event !== e && this.graph.happensBefore(e, f.event));
      if (n < fences.length) found.push(fences[n].place);
    });
    return found;
  }

  /** Adds [Fsc];hb;[Fsc], up to transitivity. */
  order(edges: EdgeSet): void {
    this.threads.forEach((fences) => {
      for (const { event, place } of fences) for (const before of this.before(event)) edges.add(before, place);
    });
  }
}

/** The index of the first element for which `holds`, as for all after it; the number of elements if there is none. */
function firstIndex<T>(all: readonly T[], holds: (one: T) => boolean): number {
  let from = 0;
  for (let to = all.length; from < to;) {
    const middle = (from + to) >>> 1;
    if (holds(all[middle])) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** An event with the seq_cst events from which and to which psc connects it, as indices in graph.seqCst. */
interface Relevant {
  readonly event: GraphEvent;
  /** Is it seq_cst, and no fence? */
  readonly isAccess: boolean;
  /** [Esc] ∪ [Fsc];hb? before the event; of a sequence of fences the one next to it. */
  readonly starts: readonly number[];
  /** [Esc] ∪ hb?;[Fsc] after it. */
  readonly stops: readonly number[];
  readonly fencesBefore: readonly number[];
  readonly fencesAfter: readonly number[];
}

function relevantEvents(graph: ExecutionGraph, fences: Fences): Relevant[] {
  const place = new Map<GraphEvent, number>();
  graph.seqCst.forEach((e, i) => place.set(e, i));
  const result: Relevant[] = [];
  for (const event of graph.seqCstFences > 0 ? graph.events : graph.seqCst) {
    const own = place.get(event);
    const fencesBefore = fences.before(event);
    const fencesAfter = fences.after(event);
    const starts = own === undefined ? fencesBefore : [own, ...fencesBefore];
    const stops = own === undefined ? fencesAfter : [own, ...fencesAfter];
    if (starts.length + stops.length === 0) continue;
    result.push({
      event,
      isAccess: own !== undefined && event.label.kind !== Kind.Fence,
      starts,
      stops,
      fencesBefore,
      fencesAfter,
    });
  }
  return result;
}

function byLocation(all: readonly Relevant[]): ReadonlyMap<LocationId, readonly Relevant[]> {
  const locations = new Map<LocationId, Relevant[]>();
  for (const r of all) {
    if (r.event.loc < 0) continue;
    const some = locations.get(r.event.loc);
    if (some === undefined) locations.set(r.event.loc, [r]);
    else some.push(r);
  }
  return locations;
}

function scb(graph: ExecutionGraph, a: GraphEvent, b: GraphEvent, co: CoBefore): boolean {
  if (graph.happensBefore(a, b)) {
    if (a.thread === b.thread || (a.loc >= 0 && a.loc === b.loc)) return true;
    const first = differentLocation(graph, a, 1);
    const second = differentLocation(graph, b, -1);
    // hb is strict; the same event on both sides would make it sb, which is covered above.
    if (first !== undefined && second !== undefined && graph.happensBefore(first, second)) return true;
  }
  if (a.loc < 0 || a.loc !== b.loc || !isWrite(b)) return false;
  if (isWrite(a) && co(a, b)) return true;
  return a.source !== null && a.source !== b && co(a.source, b);
}

/** The nearest event po-after (step 1) or po-before (step -1) whose location is another one. */
function differentLocation(graph: ExecutionGraph, e: GraphEvent, step: 1 | -1): GraphEvent | undefined {
  const po = graph.threads[e.thread];
  let i = e.index + step;
  while (i >= 0 && i < po.length && po[i].loc === e.loc && e.loc >= 0) i += step;
  return po[i];
}

/** Extended coherence order (rf ∪ co ∪ fr)+ between two accesses. */
function eco(a: GraphEvent, b: GraphEvent, co: CoBefore): boolean {
  if (a.loc < 0 || a.loc !== b.loc) return false;
  const from = [isWrite(a) ? a : null, a.source];
  for (const w of from) {
    if (w === null) continue;
    // b writes a's source: fr reaches only what is strictly later in co.
    const strict = w !== a;
    if (isWrite(b) && w !== b && co(w, b)) return true;
    if (b.source !== null && ((!strict && b.source === w) || (b.source !== w && co(w, b.source)))) return true;
  }
  return false;
}

/** A directed graph over few nodes. */
class EdgeSet {
  private readonly succ: Set<number>[];

  constructor(n: number) {
    this.succ = Array.from({ length: n }, () => new Set<number>());
  }

  add(a: number, b: number): void {
    this.succ[a].add(b);
  }

  addAll(from: readonly number[], to: readonly number[]): void {
    for (const a of from) for (const b of to) this.succ[a].add(b);
  }

  acyclic(): boolean {
    const state = new Uint8Array(this.succ.length);
    const visit = (v: number): boolean => {
      state[v] = 1;
      for (const s of this.succ[v]) {
        if (state[s] === 1) return false;
        if (state[s] === 0 && !visit(s)) return false;
      }
      state[v] = 2;
      return true;
    };
    for (let v = 0; v < this.succ.length; v++) if (state[v] === 0 && !visit(v)) return false;
    return true;
  }
}

/** Positions in complete orders of the locations' chains, as a test for co. */
export function coOf(orderOf: (loc: LocationId) => readonly number[]): CoBefore {
  const positions = new Map<LocationId, number[]>();
  return (a, b) => {
    if (a.chain === b.chain) return a.place < b.place;
    const loc = a.thread < 0 ? b.loc : a.loc;
    let position = positions.get(loc);
    if (position === undefined) {
      position = [];
      for (const [i, c] of orderOf(loc).entries()) position[c] = i;
      positions.set(loc, position);
    }
    return position[a.chain] < position[b.chain];
  };
}

/** The present orders of the locations, as a test. */
export function presentCo(graph: ExecutionGraph): CoBefore {
  return (a, b) => {
    if (a.chain === b.chain) return a.place < b.place;
    const { places } = graph.location(a.thread < 0 ? b.loc : a.loc).coherence.order;
    return places[a.chain] < places[b.chain];
  };
}

/** The constraints on co so far, as a test. */
export function forcedCo(graph: ExecutionGraph): CoBefore {
  return (a, b) => graph.location(a.thread < 0 ? b.loc : a.loc).coherence.before(a, b);
}
