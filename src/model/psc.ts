/**
 * The partial order on seq_cst events of RC11 (Lahav et al., PLDI 2017, 3.2):
 *   scb  = sb ∪ (sb|≠loc ; hb ; sb|≠loc) ∪ hb|loc ∪ co ∪ fr
 *   psc  = ([Esc] ∪ [Fsc];hb?) ; scb ; ([Esc] ∪ hb?;[Fsc])  ∪  [Fsc] ; (hb ∪ hb;eco;hb) ; [Fsc]
 * must be acyclic.
 *
 * Of the pairs of psc only some are computed, of which it is the transitive closure: of the events of a thread that an
 * event leads to, the first one, since sb leads on from there. co and what continues it have nodes of their own, one
 * for each write, so that a read does not lead to each later write by itself.
 *
 * An access to several pieces (Label.pieces) is one event of psc. co, fr and hb|loc are those of each of its pieces.
 * Events are at different locations where no access overlaps both: that is the smaller sb|≠loc.
 */
import { Kind } from '../program/label';
import { isWrite, partsOf, wholeOf, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { writesAfter, type CoSteps } from './co';
import { hasCycle } from './cycle';
import { fencesAfter, fencesBefore, firstAfter, firstAt, firstIndex, lastBefore } from './hb-search';

/** Is psc acyclic under this coherence order, or this part of it? */
export function pscAcyclic(graph: ExecutionGraph, co: CoSteps): boolean {
  return !new Psc(graph, co).hasCycle(graph.seqCst.byThread.flat());
}

/**
 * Does psc have a cycle to which one of the accesses leads? Where all pairs of psc that were added to an acyclic one go
 * from these, or from seq_cst fences that happen before them, that is any cycle at all.
 */
export function pscCyclicFrom(graph: ExecutionGraph, co: CoSteps, accesses: readonly GraphEvent[]): boolean {
  const roots = new Set<GraphEvent>();
  for (const e of accesses) {
    if (graph.isSeqCst(e)) roots.add(e);
    for (const f of fencesBefore(graph, e)) roots.add(f);
  }
  return new Psc(graph, co).hasCycle(roots);
}

const none: readonly GraphEvent[] = [];
const unnumbered: ReadonlyMap<GraphEvent, number> = new Map();

/** What the nodes stand for; a node is one of these for one event. */
const enum Role {
  /** A seq_cst event. */
  Event,
  /** Every write after this one in co, as what scb leads to. */
  Later,
  /** Every read of a write after this one in co, as what eco leads to from one fence to another. */
  LaterReads,
  Roles,
}

class Psc {
  private readonly size: number;
  private readonly fenced: boolean;
  private readonly readers: ReadonlyMap<GraphEvent, readonly GraphEvent[]> = new Map();
  /** By number: the initial write of the location with that number. */
  private readonly initial: GraphEvent[] = [];
  /** Parts of events, and for each its number there. */
  private readonly parts: readonly GraphEvent[];
  private readonly numbers: ReadonlyMap<GraphEvent, number>;

  constructor(
    private readonly graph: ExecutionGraph,
    private readonly co: CoSteps,
  ) {
    for (const [loc, { initial }] of graph.locations) this.initial[loc] = initial;
    this.parts = graph.wholes.length === 0 ? none : graph.wholes.flatMap((e) => e.parts);
    this.numbers = this.parts.length === 0 ? unnumbered : new Map(this.parts.map((e, i) => [e, i]));
    this.size = graph.events.length + this.initial.length + this.parts.length;
    this.fenced = graph.seqCst.fenceCount > 0;
    if (this.fenced) this.readers = readersOf(graph);
  }

  /** Do the events lead to a cycle? */
  hasCycle(from: Iterable<GraphEvent>): boolean {
    const roots = Array.from(from, (e) => this.node(Role.Event, e));
    return hasCycle(Role.Roles * this.size, roots, (node) => this.successors(node));
  }

  private node(role: Role, e: GraphEvent): number {
    const { events } = this.graph;
    const own = e.thread < 0 ? events.length + e.index : e.id;
    const number = e.whole === undefined ? own : events.length + this.initial.length + this.numbers.get(e)!;
    return role * this.size + number;
  }

  private eventOf(number: number): GraphEvent {
    const { events } = this.graph;
    if (number < events.length) return events[number];
    const other = number - events.length;
    return other < this.initial.length ? this.initial[other] : this.parts[other - this.initial.length];
  }

  private successors(node: number): readonly number[] {
    const number = node % this.size;
    const e = this.eventOf(number);
    const to: number[] = [];
    switch ((node - number) / this.size) {
      case Role.Later:
        this.addLater(to, e);
        break;
      case Role.LaterReads:
        for (const w of writesAfter(this.graph, this.co, e)) {
          this.addFencesAfterReaders(to, w);
          to.push(this.node(Role.LaterReads, w));
        }
        break;
      default:
        this.addEvent(to, this.graph.seqCst.byThread[e.thread], e.index + 1);
        if (e.label.kind === Kind.Fence) this.addAfterFence(to, e);
        else this.addAfterAccess(to, e);
    }
    return to;
  }

  /** [Esc] ; scb ; ([Esc] ∪ hb?;[Fsc]) from an access, but for sb. */
  private addAfterAccess(to: number[], e: GraphEvent): void {
    const { graph } = this;
    const po = graph.threads[e.thread];
    const elsewhere = po[this.nextRun(e)] as GraphEvent | undefined;
    const next = po[e.index + 1] as GraphEvent | undefined;
    const parts = partsOf(e);
    for (let t = 0; t < graph.threads.length; t++) {
      if (t === e.thread || graph.threads[t] === undefined) continue;
      if (elsewhere !== undefined) this.addElsewhere(to, elsewhere, t);
      for (const part of parts) this.addHere(to, part, graph.location(part.loc).accesses[t]);
    }
    if (this.fenced && next !== undefined) this.addFencesAfter(to, next);
    for (const part of parts) to.push(this.node(Role.Later, isWrite(part) ? part : part.source!));
  }

  /** hb ; sb|≠loc to the first seq_cst event of another thread. */
  private addElsewhere(to: number[], e: GraphEvent, t: number): void {
    const first = firstAfter(this.graph, e, this.graph.threads[t]);
    if (first !== undefined) this.addEvent(to, this.graph.seqCst.byThread[t], this.nextRun(first));
  }

  /** hb|loc to the first seq_cst access among those of a thread at the location; and [..] ; hb|loc ; hb? ; [Fsc]. */
  private addHere(to: number[], e: GraphEvent, accesses: readonly GraphEvent[] | undefined): void {
    const { graph } = this;
    if (accesses === undefined) return;
    const i = firstAt(graph, e, accesses);
    if (i === accesses.length) return;
    const found = accesses.find((a, at) => at >= i && graph.isSeqCst(a));
    if (found !== undefined) to.push(this.node(Role.Event, wholeOf(found)));
    if (this.fenced) this.addFencesAfter(to, accesses[i]);
  }

  /** [Fsc];hb? ; scb ; ([Esc] ∪ hb?;[Fsc])  ∪  [Fsc] ; (hb ∪ hb;eco;hb) ; [Fsc] from a fence, but for sb. */
  private addAfterFence(to: number[], e: GraphEvent): void {
    const { graph } = this;
    for (let t = 0; t < graph.threads.length; t++) {
      if (t === e.thread || graph.threads[t] === undefined) continue;
      const first = firstAfter(graph, e, graph.threads[t]);
      if (first === undefined) continue;
      // The fence happens before all later ones through the first one: a pair of hb and sb.
      this.addEvent(to, graph.seqCst.byThread[t], first.index + 1);
      if (graph.isSeqCst(first) && (first.label.kind === Kind.Fence || this.isReachedHere(e, first)))
        to.push(this.node(Role.Event, first));
    }
    for (const { accesses } of graph.locations.values())
      for (const some of accesses) {
        const first = some === undefined ? undefined : firstAfter(graph, e, some);
        if (first !== undefined) this.addAfterFenced(to, first);
      }
  }

  /** [Fsc] ; hb ; (co ∪ fr ∪ eco;hb;[Fsc]), where the fence happens before the access. */
  private addAfterFenced(to: number[], e: GraphEvent): void {
    const write = isWrite(e) ? e : e.source!;
    to.push(this.node(Role.Later, write), this.node(Role.LaterReads, write));
    if (write === e) this.addFencesAfterReaders(to, e);
  }

  /** Does [Fsc];hb ; hb|loc lead from the fence to the access? */
  private isReachedHere(fence: GraphEvent, e: GraphEvent): boolean {
    return partsOf(e).some((part) =>
      this.graph.location(part.loc).accesses.some((some) => {
        const x = lastBefore(part, some);
        return x !== undefined && this.graph.happensBefore(fence, x);
      }),
    );
  }

  private addLater(to: number[], e: GraphEvent): void {
    for (const w of writesAfter(this.graph, this.co, e)) {
      if (this.graph.isSeqCst(w)) to.push(this.node(Role.Event, wholeOf(w)));
      if (this.fenced) this.addFencesAfter(to, w);
      to.push(this.node(Role.Later, w));
    }
  }

  private addFencesAfterReaders(to: number[], w: GraphEvent): void {
    for (const r of this.readers.get(w) ?? []) this.addFencesAfter(to, r);
  }

  /** hb? ; [Fsc] from the event. */
  private addFencesAfter(to: number[], e: GraphEvent): void {
    for (const f of fencesAfter(this.graph, e)) to.push(this.node(Role.Event, f));
  }

  /** Adds the first of the events, which are in program order, whose index is at least this one. */
  private addEvent(to: number[], events: readonly GraphEvent[] | undefined, from: number): void {
    if (events === undefined) return;
    const i = firstIndex(events, (e) => e.index >= from);
    if (i < events.length) to.push(this.node(Role.Event, events[i]));
  }

  /** The index in program order of the nearest later event whose location is another one; beyond the last: none. */
  private nextRun(e: GraphEvent): number {
    const runs = this.graph.runs[e.thread];
    const i = firstIndex(runs, (from) => from > e.index);
    return i < runs.length ? runs[i] : this.graph.threads[e.thread].length;
  }
}

/** For each write its reads. */
function readersOf(graph: ExecutionGraph): ReadonlyMap<GraphEvent, readonly GraphEvent[]> {
  const readers = new Map<GraphEvent, GraphEvent[]>();
  for (const e of graph.wholes.length === 0 ? graph.events : graph.events.flatMap(partsOf)) {
    if (e.source === null || e.loc < 0) continue;
    const some = readers.get(e.source);
    if (some === undefined) readers.set(e.source, [e]);
    else some.push(e);
  }
  return readers;
}
