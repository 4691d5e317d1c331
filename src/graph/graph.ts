/**
 * An execution graph: for each thread its events in program order (po), where each read reads from (rf), and the
 * constraints on the coherence order (co). It grows by appending at the end of threads; undo removes the latest events.
 * Vector clocks are computed once, when an event is appended.
 */
import {
  awaits,
  cancels,
  frees,
  Kind,
  Order,
  type Label,
  type LocationId,
  type ThreadId,
  type Value,
  Plain,
} from '../program/label';
import { partOf } from '../program/pieces';
import { UNINITIALISED } from '../program/program';
import { SPURIOUS } from '../program/rmw';
import { entry, type EventClocks } from './clock';
import { Coherence } from './coherence';
import { accesses, isFault, isOpen, isWrite, type Append, type GraphEvent } from './event';
import type { HappensBefore } from './happens-before';
import { SeqCstEvents } from './seq-cst';

export interface LocationState {
  readonly initial: GraphEvent;
  /** All writes in the order of appending, the initial one first. */
  readonly writes: GraphEvent[];
  /** By thread: its reads and writes, in program order. */
  readonly accesses: GraphEvent[][];
  readonly coherence: Coherence;
  /** How many accesses are plain, and how many are atomic. */
  plain: number;
  atomic: number;
  /** How many writes free the memory. */
  frees: number;
  /**
   * Owned by Sc (model/sc.ts): is the order of writes in the witness that of appending? Always true under other models.
   */
  ordered: boolean;
}

/** An open read that was given its source. */
interface Binding {
  readonly read: GraphEvent;
  /** Its place among the open reads before. */
  readonly place: number;
  /** How many events the graph had, and how long the trail of the location's coherence was. */
  readonly events: number;
  readonly trail: number;
  /** The clocks that it and the events after it in its thread had before. */
  readonly clocks: readonly EventClocks[];
}

export class ExecutionGraph {
  readonly events: GraphEvent[] = [];
  /** Loads whose source is still to come, in the order of appending. */
  readonly open: GraphEvent[] = [];
  private readonly bindings: Binding[] = [];
  /** By thread: its events in program order; a hole where a thread is not in the graph. */
  readonly threads: GraphEvent[][] = [];
  /** Without those that have pieces: these are locations of their own. */
  readonly locations = new Map<LocationId, LocationState>();
  /** By number of the event, or of its parts: how long the trail of its location's coherence was before it. */
  private readonly trails: number[] = [];
  /** `locations` by number. */
  private readonly byNumber: (LocationState | undefined)[] = [];
  /** The events that have parts, in the order of appending. */
  readonly wholes: GraphEvent[] = [];
  /** Events that use the id of a thread: joins, detaches and stores that cancel. */
  readonly onThreads: GraphEvent[] = [];
  /** How many events are faults (--faults). */
  faults = 0;
  readonly seqCst = new SeqCstEvents();
  /**
   * By thread: the indices in program order at which a run of events at one location begins. An event without a
   * location is a run of its own.
   */
  readonly runs: number[][] = [];

  constructor(
    private readonly initialValue: (loc: LocationId) => Value,
    private readonly order: HappensBefore,
  ) {}

  /** An empty graph of the same program and model. */
  empty(): ExecutionGraph {
    return new ExecutionGraph(this.initialValue, this.order);
  }

  /** The state of the location; begins with its initial write if no event has touched it. */
  location(loc: LocationId): LocationState {
    let state = this.byNumber[loc];
    if (state === undefined) {
      const value = this.initialValue(loc);
      const initial: GraphEvent = {
        id: -1,
        thread: -1,
        index: loc,
        label: value === UNINITIALISED ? undefinedLabel : initialLabel,
        loc,
        source: null,
        parts: noParts,
        whole: undefined,
        read: undefined,
        written: value === UNINITIALISED ? 0 : value,
        object: undefined,
        sync: undefined,
        node: null,
        clocks: this.order.initial,
        chain: 0,
        place: 0,
        at: -1,
        name: -1,
      };
      state = {
        initial,
        writes: [initial],
        accesses: [],
        coherence: new Coherence(initial),
        plain: 0,
        atomic: 0,
        frees: 0,
        ordered: true,
      };
      this.locations.set(loc, state);
      this.byNumber[loc] = state;
    }
    return state;
  }

  /** Has some event accessed the location, or all of a location that has pieces? */
  isAccessed(loc: LocationId): boolean {
    return this.byNumber[loc]?.accesses.some((events) => events.length > 0) === true;
  }

  /** The last event of a thread; undefined when it has none. */
  last(t: ThreadId): GraphEvent | undefined {
    const events = this.threads[t] as GraphEvent[] | undefined;
    return events === undefined ? undefined : events[events.length - 1];
  }

  /** The End event of the thread; main may have continued after it (label.ts, `awaits`). */
  end(t: ThreadId): GraphEvent | undefined {
    const last = this.last(t);
    if (last?.label.kind === Kind.End) return last;
    return t === 0 ? this.threads[0].findLast((e) => e.label.kind === Kind.End) : undefined;
  }

  /**
   * Adds an event as the last of its thread and, if it writes, as a write of its location; returns it. The model adds
   * the constraints on coherence order. What a graph knows of a location that has pieces is only which events access
   * it, in which order they were appended: all else is known of the pieces.
   */
  append(a: Append): GraphEvent {
    const { thread: t, label: l } = a;
    const po = (this.threads[t] ??= []);
    const before = po.length > 0 ? po[po.length - 1] : undefined;
    const loc = l.loc >= 0 ? this.location(l.loc) : undefined;
    const writes = a.written !== undefined || a.object !== undefined;
    let e: GraphEvent;
    if (l.pieces.length === 0) {
      const clocks = this.order.clocks(a, po.length, before?.clocks, loc?.accesses[t]);
      e = this.event(a, po.length, l.loc, clocks, noParts);
      this.trails.push(loc?.coherence.mark() ?? 0);
    } else {
      this.locations.delete(l.loc);
      e = this.inParts(a, po.length, before?.clocks);
      this.wholes.push(e);
      for (const part of e.parts) {
        const piece = this.location(part.loc);
        this.trails.push(piece.coherence.mark());
        this.record(piece, part);
      }
    }
    this.events.push(e);
    po.push(e);
    if (isFault(e)) this.faults++;
    if (isOpen(e)) this.open.push(e);
    if (loc !== undefined && accesses(e)) this.record(loc, e);
    if (before === undefined || e.loc < 0 || e.loc !== before.loc) (this.runs[t] ??= []).push(e.index);
    if (this.order.isSequential(l, writes)) this.seqCst.add(e);
    if (isOnThread(l)) this.onThreads.push(e);
    return e;
  }

  private event(
    a: Append,
    index: number,
    loc: LocationId,
    clocks: EventClocks,
    parts: readonly GraphEvent[],
    whole?: GraphEvent,
  ): GraphEvent {
    return {
      id: this.events.length,
      thread: a.thread,
      index,
      label: a.label,
      loc,
      source: a.source,
      parts,
      whole,
      read: a.read,
      written: a.written,
      object: a.object,
      sync: a.sync,
      node: a.node,
      clocks,
      chain: -1,
      place: -1,
      at: this.events.length,
      name: -1,
    };
  }

  /**
   * An access to pieces. What it acquires by one part, all of it has acquired: it is one event for happens-before, too.
   * What it releases it releases by each part, which has the release sequences of its piece.
   */
  private inParts(a: Append, index: number, previous: EventClocks | undefined): GraphEvent {
    const { label, thread, sources, read, written } = a;
    const accesses: Append[] = label.pieces.map((piece, i) => ({
      ...a,
      source: sources?.[i] ?? null,
      read: read === undefined || read === SPURIOUS ? read : partOf(read, piece),
      written: written === undefined ? undefined : partOf(written, piece),
    }));
    const own = label.pieces.map(({ loc }) => this.location(loc).accesses[thread]);
    const clocksOf = (i: number, before: EventClocks | undefined): EventClocks =>
      this.order.clocks(accesses[i], index, before, own[i]);
    const acquired = accesses.reduce<EventClocks | undefined>((before, _, i) => clocksOf(i, before), previous);
    const parts: GraphEvent[] = [];
    const whole = this.event(a, index, label.loc, clocksOf(0, acquired), parts);
    accesses.forEach((access, i) =>
      parts.push(this.event(access, index, label.pieces[i].loc, clocksOf(i, acquired), noParts, whole)),
    );
    return whole;
  }

  /** Adds the access to the state of its location. */
  private record(loc: LocationState, e: GraphEvent): void {
    (loc.accesses[e.thread] ??= []).push(e);
    if (e.label.order === Order.Plain) loc.plain++;
    else loc.atomic++;
    if (!isWrite(e)) return;
    if (frees(e.label)) loc.frees++;
    loc.writes.push(e);
    if (e.parts.length > 0) return;
    if (e.source !== null) loc.coherence.extend(e.source, e);
    else loc.coherence.start(e);
  }

  /**
   * The open read reads from the write from now on, which has the value that it has returned. The model adds the
   * constraints on coherence order. No event of another thread synchronises with what follows the read in its thread.
   */
  bind(read: GraphEvent, source: GraphEvent): void {
    const loc = this.location(read.loc);
    const after = this.threads[read.thread].slice(read.index);
    const clocks = after.map((e) => e.clocks);
    const place = this.open.indexOf(read);
    this.bindings.push({ read, place, events: this.events.length, trail: loc.coherence.mark(), clocks });
    this.open.splice(place, 1);
    read.source = source;
    const own = (loc.accesses[read.thread] ??= []);
    const later = own.findIndex((e) => e.index > read.index);
    own.splice(later < 0 ? own.length : later, 0, read);
    loc.atomic++;
    for (const e of after) {
      const earlier = e.loc < 0 ? undefined : this.location(e.loc).accesses[e.thread]?.filter((a) => a.index < e.index);
      e.clocks = this.order.clocks(e, e.index, this.threads[e.thread][e.index - 1].clocks, earlier);
    }
  }

  private unbind({ read, place, trail, clocks }: Binding): void {
    const loc = this.location(read.loc);
    loc.coherence.undo(trail);
    loc.atomic--;
    const own = loc.accesses[read.thread];
    own.splice(own.indexOf(read), 1);
    read.source = null;
    this.open.splice(place, 0, read);
    clocks.forEach((c, i) => (this.threads[read.thread][read.index + i].clocks = c));
  }

  /** The present length of the graph, for `undo`. */
  mark(): number {
    return this.events.length + this.bindings.length;
  }

  /** Takes back all that was appended and bound since the mark. */
  undo(mark: number): void {
    while (this.mark() > mark) {
      const { length } = this.bindings;
      if (length > 0 && this.bindings[length - 1].events === this.events.length) this.unbind(this.bindings.pop()!);
      else this.pop(this.events.pop()!);
    }
  }

  private pop(e: GraphEvent): void {
    if (isOpen(e)) this.open.pop();
    if (isFault(e)) this.faults--;
    this.threads[e.thread].pop();
    const runs = this.runs[e.thread];
    if (runs[runs.length - 1] === e.index) runs.pop();
    if (this.isSeqCst(e)) this.seqCst.remove(e);
    if (isOnThread(e.label)) this.onThreads.pop();
    if (e.parts.length === 0) {
      const trail = this.trails.pop()!;
      if (accesses(e)) this.takeBack(e, trail);
      return;
    }
    this.wholes.pop();
    this.takeBack(e, 0);
    for (let i = e.parts.length - 1; i >= 0; i--) this.takeBack(e.parts[i], this.trails.pop()!);
  }

  /** Removes the last access from the state of its location. */
  private takeBack(e: GraphEvent, trail: number): void {
    const loc = this.byNumber[e.loc]!;
    loc.coherence.undo(trail);
    loc.accesses[e.thread].pop();
    if (e.label.order === Order.Plain) loc.plain--;
    else loc.atomic--;
    if (!isWrite(e)) return;
    if (frees(e.label)) loc.frees--;
    loc.writes.pop();
    if (e.parts.length === 0) loc.coherence.remove(e);
  }

  /** Is it a seq_cst access or fence? */
  isSeqCst(e: GraphEvent): boolean {
    return this.order.isSequential(e.label, isWrite(e));
  }

  /** Does a happen before b, or is it b? The initial writes happen before everything. */
  happensBefore(a: GraphEvent, b: GraphEvent): boolean {
    return a.thread < 0 || (a.thread === b.thread ? a.index <= b.index : entry(b.clocks.before, a.thread) > a.index);
  }

  /** Whether a happens before b by thread creation, joining and program order alone. */
  createdOrJoinedBefore(a: GraphEvent, b: GraphEvent): boolean {
    return a.thread < 0 || (a.thread === b.thread ? a.index <= b.index : entry(b.clocks.fork, a.thread) > a.index);
  }
}

const noParts: readonly GraphEvent[] = [];

const initialLabel: Label = {
  kind: Kind.Store,
  loc: -1,
  pieces: [],
  order: Order.Relaxed,
  failOrder: Order.Relaxed,
  own: -1,
  size: 0,
  op: 0,
  value: 0,
  expected: 0,
  thread: -1,
  site: -1,
  spin: 0,
  machine: 0,
  atWaitingLoop: false,
  dead: false,
  text: '',
};

/** The initial write of memory that nothing has initialised. */
const undefinedLabel: Label = { ...initialLabel, kind: Kind.PlainWrite, op: Plain.Allocated };

function isOnThread(l: Label): boolean {
  return (l.kind === Kind.Join && !awaits(l)) || l.kind === Kind.Detach || cancels(l);
}
