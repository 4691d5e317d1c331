/**
 * The partial order on seq_cst events of RC11 (Lahav et al., PLDI 2017, 3.2):
 *   scb  = sb ∪ (sb|≠loc ; hb ; sb|≠loc) ∪ hb|loc ∪ co ∪ fr
 *   psc  = ([Esc] ∪ [Fsc];hb?) ; scb ; ([Esc] ∪ hb?;[Fsc])  ∪  [Fsc] ; (hb ∪ hb;eco;hb) ; [Fsc]
 * must be acyclic.
 */
import { Kind, type LocationId } from '../program/label';
import { isWrite, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';

/** Is a co-before b? Both write the same location. May know only a part of co; then only what it knows counts. */
export type CoBefore = (a: GraphEvent, b: GraphEvent) => boolean;

/** Is psc acyclic under this coherence order? */
export function pscAcyclic(graph: ExecutionGraph, co: CoBefore): boolean {
  const nodes = graph.seqCst;
  if (nodes.length < 2) return true;
  const edges = new EdgeSet(nodes.length);
  const relevant = relevantEvents(graph);
  for (const a of relevant) {
    if (a.starts.length === 0) continue;
    for (const b of relevant) {
      if (a === b || b.stops.length === 0) continue;
      if (scb(graph, a.event, b.event, co)) edges.addAll(a.starts, b.stops);
      else if (a.fencesBefore.length > 0 && b.fencesAfter.length > 0 && eco(a.event, b.event, co))
        edges.addAll(a.fencesBefore, b.fencesAfter);
    }
  }
  // [Fsc];hb;[Fsc]
  nodes.forEach((f, i) => {
    if (f.label.kind !== Kind.Fence) return;
    nodes.forEach((g, j) => {
      if (i !== j && g.label.kind === Kind.Fence && graph.happensBefore(f, g)) edges.add(i, j);
    });
  });
  return edges.acyclic();
}

/** An event with the seq_cst events that psc reaches it from and goes on to, as places in graph.seqCst. */
interface Relevant {
  readonly event: GraphEvent;
  /** [Esc] ∪ [Fsc];hb? before the event. */
  readonly starts: number[];
  /** [Esc] ∪ hb?;[Fsc] after it. */
  readonly stops: number[];
  readonly fencesBefore: number[];
  readonly fencesAfter: number[];
}

function relevantEvents(graph: ExecutionGraph): Relevant[] {
  const nodes = graph.seqCst;
  const place = new Map<GraphEvent, number>();
  nodes.forEach((e, i) => place.set(e, i));
  const result: Relevant[] = [];
  const events = graph.seqCstFences > 0 ? graph.events : nodes;
  for (const event of events) {
    const own = place.get(event);
    const fencesBefore: number[] = [];
    const fencesAfter: number[] = [];
    if (graph.seqCstFences > 0) {
      nodes.forEach((f, i) => {
        if (f.label.kind !== Kind.Fence || f === event) return;
        if (graph.happensBefore(f, event)) fencesBefore.push(i);
        else if (graph.happensBefore(event, f)) fencesAfter.push(i);
      });
    }
    const starts = own === undefined ? fencesBefore : [own, ...fencesBefore];
    const stops = own === undefined ? fencesAfter : [own, ...fencesAfter];
    if (starts.length + stops.length > 0) result.push({ event, starts, stops, fencesBefore, fencesAfter });
  }
  return result;
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
    // Reading a.source: only what is strictly later in co is reached (fr).
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

/** What is forced of co so far, as a test. */
export function forcedCo(graph: ExecutionGraph): CoBefore {
  return (a, b) => graph.location(a.thread < 0 ? b.loc : a.loc).coherence.before(a, b);
}
