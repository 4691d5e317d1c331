/**
 * The order of all events in which memory takes effect, for models that have one: the union of
 *
 * - rf between threads, co, fr, and a thread's Create before its Begin, its End before a Join;
 * - the pairs of po that the model keeps (`KeptOrder`);
 *
 * must be acyclic (the global happens-before of Alglave, A formal hierarchy of weak memory models, FMSD 2012, section
 * 3). Operations on objects are accesses to the location of the object.
 *
 * The relation is not transitive, so events of one thread have nodes of their own for what an acquiring event and a
 * release fence lead to, and each write one for the later writes in co.
 */
import { accesses, isWrite, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { Kind } from '../program/label';
import { locationOf, presentSteps, writesAfter, type CoSteps } from './co';
import { findCycle } from './cycle';
import type { EventOrder, OpenPair } from './event-order';
import { firstIndex } from './hb-search';

/**
 * The pairs of po that an order keeps: those of which the first event acquires, or the second one releases; from a
 * release fence to writes and from reads to an acquire fence; and one kind more (`also`).
 */
export interface KeptOrder {
  /** Does everything that follows the event in its thread come after it? */
  acquires(e: GraphEvent): boolean;
  /** Does everything that precedes the event in its thread come before it? */
  releases(e: GraphEvent): boolean;
  /**
   * `locations`: pairs of accesses to one location. `reads`: what other threads have written before it is read comes
   * before all that follows the read, also where the event that reads does not acquire because it writes, too.
   */
  readonly also: 'locations' | 'reads';
}

/**
 * The order of events that keeps these pairs of po.
 *
 * It has no cycle while at most one location orders threads. Each pair of po, and each pair of two threads at another
 * location, is part of happens-before: po, creation and joining. A cycle would then be one of happens-before and of the
 * accesses to that location, which coherence excludes.
 */
export function globalOrder(kept: KeptOrder): EventOrder {
  return {
    constrains: couplesTwoLocations,
    isAcyclic: (graph, co) => new GlobalOrder(kept, graph, co).cycle(graph.events) === undefined,
    isCyclicFrom: (graph, co, from) => new GlobalOrder(kept, graph, co).cycle(from) !== undefined,
    openPair: (graph) => stepOfCycle(kept, graph),
  };
}

/** Are there two locations that several threads access, and some thread writes? */
function couplesTwoLocations(graph: ExecutionGraph): boolean {
  let shared = 0;
  for (const { accesses, writes } of graph.locations.values()) {
    if (writes.length < 2) continue;
    let threads = 0;
    for (const some of accesses as readonly (readonly GraphEvent[] | undefined)[])
      if (some !== undefined && some.length > 0) threads++;
    if (threads >= 2 && ++shared === 2) return true;
  }
  return false;
}

/**
 * A step of the present coherence orders that closes a cycle of the union and that no constraint asks for, turned
 * round. In every order without a cycle some such step of this cycle is turned round. Undefined if there is no such
 * step.
 */
function stepOfCycle(kept: KeptOrder, graph: ExecutionGraph): OpenPair | undefined {
  const present = presentSteps(graph);
  for (const w of new GlobalOrder(kept, graph, present).writesOnCycle()) {
    const { coherence } = graph.location(locationOf(w));
    for (const { chain } of writesAfter(graph, present, w))
      if (chain !== w.chain && !coherence.reaches(w.chain, chain)) return { coherence, pair: [chain, w.chain] };
  }
  return undefined;
}

/** What the nodes stand for; a node is one of these for one event. */
const enum Role {
  Event,
  /** Every write after this one in co. */
  Later,
  /** This event and all that follow it in its thread. */
  Rest,
  /** The writes among these events. */
  RestOfWrites,
  Roles,
}

class GlobalOrder {
  private readonly size: number;
  /** By number: the initial write of the location with that number. */
  private readonly initial: GraphEvent[] = [];
  /** By number of the event: the events of other threads that read from it, begin with it or join it. */
  private readonly readers: GraphEvent[][] = [];
  /** By thread: its events that release, and its fences that acquire, in program order. */
  private readonly releasing: GraphEvent[][] = [];
  private readonly acquireFences: GraphEvent[][] = [];

  constructor(
    private readonly kept: KeptOrder,
    private readonly graph: ExecutionGraph,
    private readonly co: CoSteps,
  ) {
    for (const [loc, { initial }] of graph.locations) this.initial[loc] = initial;
    this.size = graph.events.length + this.initial.length;
    for (const e of graph.events) {
      const { source } = e;
      if (source !== null && source.thread >= 0 && source.thread !== e.thread) (this.readers[source.id] ??= []).push(e);
      if (kept.releases(e)) (this.releasing[e.thread] ??= []).push(e);
      if (e.label.kind === Kind.Fence && kept.acquires(e)) (this.acquireFences[e.thread] ??= []).push(e);
    }
  }

  /** The nodes of a cycle to which the events lead; undefined if there is none. */
  cycle(from: readonly GraphEvent[]): readonly number[] | undefined {
    const roots = from.map((e) => this.node(Role.Event, e));
    return findCycle(Role.Roles * this.size, roots, (node) => this.successors(node));
  }

  /** The writes from which some cycle goes on to the next one in co. */
  writesOnCycle(): readonly GraphEvent[] {
    const nodes = this.cycle(this.graph.events) ?? [];
    return nodes.filter((node) => this.roleOf(node) === Role.Later).map((node) => this.eventOf(node));
  }

  private node(role: Role, e: GraphEvent): number {
    return role * this.size + (e.thread < 0 ? this.graph.events.length + e.index : e.id);
  }

  private roleOf(node: number): Role {
    return Math.floor(node / this.size);
  }

  private eventOf(node: number): GraphEvent {
    const { events } = this.graph;
    const number = node % this.size;
    return number < events.length ? events[number] : this.initial[number - events.length];
  }

  private successors(node: number): readonly number[] {
    const e = this.eventOf(node);
    const to: number[] = [];
    switch (this.roleOf(node)) {
      case Role.Later:
        for (const w of writesAfter(this.graph, this.co, e))
          to.push(this.node(Role.Event, w), this.node(Role.Later, w));
        break;
      case Role.Rest:
        to.push(this.node(Role.Event, e));
        this.addNext(to, Role.Rest, e);
        break;
      case Role.RestOfWrites:
        if (e.loc >= 0 && isWrite(e)) to.push(this.node(Role.Event, e));
        this.addNext(to, Role.RestOfWrites, e);
        break;
      default:
        this.addProgramOrder(to, e);
        for (const r of this.readers[e.id] ?? []) {
          to.push(this.node(Role.Event, r));
          if (this.kept.also === 'reads') this.addNext(to, Role.Rest, r);
        }
        // What comes after a read in fr comes after its source in co. An rmw comes right after its source.
        if (accesses(e)) to.push(this.node(Role.Later, isWrite(e) ? e : e.source!));
    }
    return to;
  }

  /** The part of po that is kept, from the event: some edges of which it is made. */
  private addProgramOrder(to: number[], e: GraphEvent): void {
    const { kept } = this;
    if (kept.acquires(e)) return this.addNext(to, Role.Rest, e);
    if (e.label.kind === Kind.Fence && kept.releases(e)) this.addNext(to, Role.RestOfWrites, e);
    this.addFirst(to, this.releasing[e.thread], e);
    if (!accesses(e)) return;
    if (kept.also === 'locations') this.addFirst(to, this.graph.location(e.loc).accesses[e.thread], e);
    if (e.source !== null) this.addFirst(to, this.acquireFences[e.thread], e);
  }

  private addNext(to: number[], role: Role, e: GraphEvent): void {
    const next = this.graph.threads[e.thread][e.index + 1] as GraphEvent | undefined;
    if (next !== undefined) to.push(this.node(role, next));
  }

  /** Adds the first of the events, which are of its thread and in program order, that follows it. */
  private addFirst(to: number[], events: readonly GraphEvent[] | undefined, e: GraphEvent): void {
    if (events === undefined) return;
    const i = firstIndex(events, (f) => f.index > e.index);
    if (i < events.length) to.push(this.node(Role.Event, events[i]));
  }
}
