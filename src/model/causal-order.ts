/**
 * The order of events in a sequence under CCon (Singh, Sharma, Sharma, Drišta: DPOR modulo observational equivalence
 * for C/C++11, section 5). An execution of CCon is a sequence of all events in which a read returns the last write
 * before it. A graph has such a sequence if and only if this union is acyclic:
 *
 * - rf, co, fr, and a thread's Create before its Begin, its End before a Join;
 * - po between accesses of one location;
 * - po that the paper calls mhb: from everything to an event that releases (ro), from an event that acquires to
 *   everything (ao), from a release fence to writes and from reads to an acquire fence (fo). seq_cst events do both,
 *   loads and stores too: the paper orders seq_cst above acquire and release.
 *
 * An operation on a synchronisation object acquires and releases as its `sync` says, but for those that give back what
 * the thread holds: what they acquire, the thread has acquired before, so they only release. Creating and ending a
 * thread release, beginning and joining one acquire. so of the paper, which orders synchronised accesses of plain
 * data, follows from these.
 *
 * The relation is not transitive, so events of one thread have nodes of their own for what an acquiring event and a
 * release fence lead to, and each write one for the later writes in co.
 */
import { accesses, isWrite, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { isAtOnce, isObjectKind } from '../object';
import { Kind } from '../program/label';
import { isAcquire, isRelease, readOrder } from '../program/memory-order';
import { locationOf, presentSteps, writesAfter, type CoSteps } from './co';
import { findCycle } from './cycle';
import type { OpenPair } from './event-order';
import { firstIndex } from './hb-search';

/** Is the union acyclic under this coherence order, or this part of it? */
export function causalAcyclic(graph: ExecutionGraph, co: CoSteps): boolean {
  return !causalCyclicFrom(graph, co, graph.events);
}

/**
 * Does the union have a cycle to which one of the events leads? Where all edges that were added to an acyclic one go
 * from these, that is any cycle at all.
 */
export function causalCyclicFrom(graph: ExecutionGraph, co: CoSteps, from: readonly GraphEvent[]): boolean {
  return new CausalOrder(graph, co).cycle(from) !== undefined;
}

/**
 * A step of the present coherence orders that closes a cycle of the union and that no constraint asks for, turned
 * round. In every order without a cycle some such step of this cycle is turned round. Undefined if there is no such
 * step.
 */
export function stepOfCycle(graph: ExecutionGraph): OpenPair | undefined {
  const present = presentSteps(graph);
  for (const w of new CausalOrder(graph, present).writesOnCycle()) {
    const { coherence } = graph.location(locationOf(w));
    for (const { chain } of writesAfter(graph, present, w))
      if (chain !== w.chain && !coherence.reaches(w.chain, chain)) return { coherence, pair: [chain, w.chain] };
  }
  return undefined;
}

/** Does everything that follows the event in its thread come after it? */
function acquires({ label: l, sync, written, object }: GraphEvent): boolean {
  if (l.kind === Kind.Begin || l.kind === Kind.Join) return true;
  if (isObjectKind(l.kind)) return sync !== undefined && sync.acquires !== 'nothing' && !isAtOnce(l.kind);
  return isAccessOrFence(l.kind) && isAcquire(readOrder(l, written !== undefined || object !== undefined));
}

/** Does everything that precedes the event in its thread come before it? */
function releases({ label: l, sync, written, object }: GraphEvent): boolean {
  if (l.kind === Kind.Create || l.kind === Kind.End) return true;
  if (isObjectKind(l.kind)) return sync !== undefined && sync.releases !== 'nothing';
  return isAccessOrFence(l.kind) && isRelease(readOrder(l, written !== undefined || object !== undefined));
}

function isAccessOrFence(k: Kind): boolean {
  return k === Kind.Load || k === Kind.Store || k === Kind.Rmw || k === Kind.Fence;
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

class CausalOrder {
  private readonly size: number;
  /** By number: the initial write of the location with that number. */
  private readonly initial: GraphEvent[] = [];
  /** By number of the event: the events that read from it, begin with it or join it. */
  private readonly readers: GraphEvent[][] = [];
  /** By thread: its events that release, and its fences that acquire, in program order. */
  private readonly releasing: GraphEvent[][] = [];
  private readonly acquireFences: GraphEvent[][] = [];

  constructor(
    private readonly graph: ExecutionGraph,
    private readonly co: CoSteps,
  ) {
    for (const [loc, { initial }] of graph.locations) this.initial[loc] = initial;
    this.size = graph.events.length + this.initial.length;
    for (const e of graph.events) {
      if (e.source !== null && e.source.thread >= 0) (this.readers[e.source.id] ??= []).push(e);
      if (releases(e)) (this.releasing[e.thread] ??= []).push(e);
      if (e.label.kind === Kind.Fence && acquires(e)) (this.acquireFences[e.thread] ??= []).push(e);
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
        for (const r of this.readers[e.id] ?? []) to.push(this.node(Role.Event, r));
        // What comes after a read in fr comes after its source in co. An rmw comes right after its source.
        if (accesses(e)) to.push(this.node(Role.Later, isWrite(e) ? e : e.source!));
    }
    return to;
  }

  /** The part of po that every sequence keeps, from the event: some edges of which it is made. */
  private addProgramOrder(to: number[], e: GraphEvent): void {
    if (acquires(e)) return this.addNext(to, Role.Rest, e);
    if (e.label.kind === Kind.Fence && releases(e)) this.addNext(to, Role.RestOfWrites, e);
    this.addFirst(to, this.releasing[e.thread], e);
    if (!accesses(e)) return;
    this.addFirst(to, this.graph.location(e.loc).accesses[e.thread], e);
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
