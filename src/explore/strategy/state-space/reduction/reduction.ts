/**
 * Partial-order reduction of the state search. Where the next event of a thread is independent of all that other
 * threads may still do, it is performed alone: the executions in which others go first come to the same (persistent
 * sets; Godefroid, Partial-order methods for the verification of concurrent systems, LNCS 1032, 1996, chapter 4). On
 * each cycle of states there is one in which all threads are tried, so that none is ignored for ever.
 *
 * What others may still do is known from the steps that were seen (future-accesses.ts), which is asked after the steps
 * of the thread were explored. All answers are asked again in the end (`holds`). If they hold then, nothing was left
 * out: take the shortest execution from a visited state whose last step is of a kind that was not seen. What that step
 * accesses is known all the same, because its thread stood there. So the whole execution is independent of the event
 * that was performed alone, and also exists after it.
 *
 * An event that releases plain accesses of its thread is not independent of an access that races with them: the state
 * before it, in which that access shows the race, would be left out (docs/explanation/states.md, Data races).
 */
import { type DataOf, dataOf, type Durable, giveData } from '../../../../base/durable';
import type { GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import { Kind, type Label, type ThreadId } from '../../../../program/label';
import type { Pending } from '../../../extend/extender';
import type { StateKey } from '../key/state-key';
import { FutureAccesses, type AccessNumber } from './future-accesses';

/** Where threads stand, by thread: the number of what each may do from there on (StateKey.futures). */
export type Futures = readonly (number | undefined)[];

/** A thread before an event. */
type Before = Pick<Pending, 'thread' | 'label'>;

/** What the steps of one thread in a state did. */
export class StepAccesses {
  /**
   * `threads`: by access the thread that performed it; `ordered`: did some step do what no other may overtake, such as
   * ending the program?
   */
  constructor(
    readonly threads = new Map<AccessNumber, ThreadId>(),
    public ordered = false,
  ) {}

  /** A step that the thread `began` did this. */
  add(access: AccessNumber, thread: ThreadId, began: ThreadId): void {
    const by = this.threads.get(access);
    this.threads.set(access, by === undefined || by === thread ? thread : began);
  }
}

/** What was seen and assumed. */
export type ReductionData = DataOf<{ future: FutureAccesses; assumed: Durable<Set<AccessNumber>[]> }>;

export class Reduction {
  private readonly future = new FutureAccesses();
  /** By place: what was assumed to be independent of all that comes from there on. */
  private readonly assumed = { durable: [] as Set<AccessNumber>[] };
  private readonly parts = { future: this.future, assumed: this.assumed };

  /** `releasedBy`: the accesses that an event of the graph releases (StateKey). */
  constructor(private readonly releasedBy: StateKey['releasedBy']) {}

  get durable(): ReductionData {
    return dataOf(this.parts);
  }

  set durable(data: ReductionData) {
    giveData(this.parts, data);
  }

  /** What such an event may access; undefined: nothing that others see. */
  accessOf(l: Label): AccessNumber | undefined {
    return this.future.accessOf(l);
  }

  /** Threads stand before these events. */
  arrive(futures: Futures, standings: readonly Before[]): void {
    for (const { thread, label } of standings) this.future.next(futures[thread]!, label);
  }

  /** Threads stand before these events in a state within a move that began at the places. */
  pass(graph: ExecutionGraph, before: Futures, pending: readonly Before[]): void {
    for (const { thread, label } of pending) this.future.next(placeOf(graph, before, thread), label);
  }

  /** The thread whose steps are worth trying alone; -1: none. `enabled`: may the event at the index be performed? */
  choose(
    futures: Futures,
    standings: readonly { readonly thread: ThreadId; readonly access: AccessNumber | undefined }[],
    enabled: (at: number) => boolean,
  ): ThreadId {
    const chosen = standings.find(
      ({ thread, access }, at) => enabled(at) && (access === undefined || !this.conflicts(futures, thread, access)),
    );
    return chosen?.thread ?? -1;
  }

  /** Learns from a step: the events of the graph from the mark on, performed by threads that stood there. */
  step(graph: ExecutionGraph, mark: number, thread: ThreadId, before: Futures, into: StepAccesses): void {
    const { events } = graph;
    for (let i = mark; i < events.length; i++) {
      const e = events[i];
      for (const access of this.accessesOfEvent(graph, e)) into.add(access, e.thread, thread);
      const { kind } = e.label;
      into.ordered ||= kind === Kind.Exit || kind === Kind.Error || kind === Kind.Held;
      this.future.performed(placeOf(graph, before, e.thread), e);
    }
  }

  /**
   * An error has ended the execution in a step of the thread, or of one that performed an event since the mark. What
   * the step would have done where the others had not done as much is not known.
   */
  cut(graph: ExecutionGraph, mark: number, thread: ThreadId, before: Futures): void {
    const kind = graph.last(thread)?.label.kind;
    // These are the last events of the thread in any case.
    if (kind === Kind.Exit || kind === Kind.Error || kind === Kind.Held) return;
    this.future.cut(placeOf(graph, before, thread));
    for (const e of graph.events.slice(mark)) this.future.cut(placeOf(graph, before, e.thread));
  }

  /** What the events of the graph access and release. */
  accessesOf(graph: ExecutionGraph, events: readonly GraphEvent[]): AccessNumber[] {
    return events.flatMap((e) => this.accessesOfEvent(graph, e));
  }

  private accessesOfEvent(graph: ExecutionGraph, e: GraphEvent): AccessNumber[] {
    const own = this.future.accessOfEvent(e);
    const accesses = own === undefined ? [] : [own];
    for (const a of this.releasedBy(graph, e)) accesses.push(this.future.accessTo(a >> 1, (a & 1) !== 0));
    return accesses;
  }

  /** The thread began at the place, before the first step. */
  begins(t: ThreadId, place: number): void {
    this.future.begins(t, place);
  }

  /** A thread stands at the place before the event. */
  arriveAt(place: number, l: Label): void {
    this.future.next(place, l);
  }

  /** A thread came from one place to the other. */
  leads(from: number, to: number): void {
    this.future.leads(from, to);
  }

  /** A step led from one state to another. */
  follow(before: Futures, after: Futures): void {
    after.forEach((place, t) => {
      const from = before[t];
      if (from === undefined) this.future.begins(t, place!);
      else if (from !== place) this.future.leads(from, place!);
    });
  }

  /** Are the steps of the thread independent of all that others may still do, as far as is known? */
  independent(futures: Futures, thread: ThreadId, { threads, ordered }: StepAccesses): boolean {
    if (ordered) return false;
    for (const [access, by] of threads) if (this.conflicts(futures, thread, access, by)) return false;
    futures.forEach((place, t) => {
      if (t === thread) return;
      const assumed = (this.assumed.durable[place!] ??= new Set());
      for (const [access, by] of threads) if (by !== t) assumed.add(access);
    });
    return true;
  }

  /** Is all that was found to be independent so still, now that more was seen? */
  holds(): boolean {
    return this.assumed.durable.every((accesses, place) =>
      [...accesses].every((a) => !this.future.conflicts(place, a)),
    );
  }

  /** By place: the places from which it is reached in one step, as far as was seen. */
  get placesBefore(): readonly (readonly number[] | undefined)[] {
    return this.future.placesBefore;
  }

  /** What was seen so far, without what was assumed, as data. It does not follow what is seen later. */
  seen(): ReductionData {
    return structuredClone({ future: this.future.durable, assumed: [] });
  }

  /** What was assumed, each as a place and an access, one after the other. */
  get assumptions(): number[] {
    return this.assumed.durable.flatMap((accesses, place) => [...accesses].flatMap((access) => [place, access]));
  }

  /** Assumes what `assumptions` of another one returned. */
  assume(assumptions: readonly number[]): void {
    for (let i = 0; i < assumptions.length; i += 2)
      (this.assumed.durable[assumptions[i]] ??= new Set()).add(assumptions[i + 1]);
  }

  private conflicts(futures: Futures, thread: ThreadId, access: AccessNumber, by = thread): boolean {
    for (let t = 0; t < futures.length; t++) {
      const place = futures[t];
      if (place === undefined || t === thread || t === by) continue;
      if (this.future.conflicts(place, access)) return true;
    }
    return false;
  }
}

/** Where the thread stood; that of the thread that created it, if it did not exist. */
function placeOf(graph: ExecutionGraph, before: Futures, t: ThreadId): number {
  return before[t] ?? placeOf(graph, before, graph.threads[t][0].source!.thread);
}
