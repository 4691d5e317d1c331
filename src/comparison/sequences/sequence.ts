/**
 * A sequence of events of a program, one after the other over one memory, for strategies that reorder sequences
 * (stateless dynamic partial-order reduction). It grows by any next event of a thread, and shrinks to any prefix. It is
 * an execution of a model whose executions are the interleavings (`Model.isSequential`).
 *
 * An event here is one that other threads may observe: an atomic access, or an operation on a synchronisation object.
 * What its thread does next without a choice belongs to it, and so does what it lets other threads do: a thread that
 * joins the one that ends, or that is woken.
 *
 * Each event has a vector clock for happens-before of the sequence: the least transitive relation that has program
 * order, thread creation and joining, and the order of events that conflict (dependence.ts). It is not that of C11,
 * which decides what is a data race, and is part of it.
 */
import { entry, join, noClock, withEntry, type Clock } from '../../graph/clock';
import type { ExecutionGraph } from '../../graph/graph';
import { isChosen } from '../../object';
import { isReadLike, Kind, type Label, type LocationId } from '../../program/label';
import { ReadsFromEquivalence } from '../../explore/equivalence/equivalence';
import { goesRound, waitsOnly } from '../../program/operand';
import { mayFailSpuriously } from '../../program/rmw';
import { GraphExtender, type Pending } from '../../explore/extend/extender';
import { isAtLoopBound } from '../../explore/extend/loop-bound';
import { hasMadeAllRounds } from '../../explore/extend/rounds';
import { FutureWrites } from '../../explore/histories/future-writes';
import { BlockedState } from '../../explore/prune/blocked';
import { SpinIterations } from '../../explore/prune/spin-iterations';
import { realiserFor, type Realiser } from '../../explore/realise/realiser';
import { enabledOf, type EnabledEvent, Moves } from '../../explore/strategy/state-space/steps/moves';
import { Endings } from '../../explore/strategy/state-space/liveness/endings';
import { noThreads, type Component } from '../../explore/strategy/state-space/liveness/components';
import type { SearchContext } from '../../explore/strategy/strategy';
import { conflict, mayWrite, type ThreadEvent } from './dependence';

/** An event of a thread in one of its ways: of the same thread in the same state, those with other choices differ. */
export interface ChosenEvent extends ThreadEvent {
  readonly choice: number;
}

/** An event with its place in the happens-before of a sequence. */
export interface PlacedEvent extends ChosenEvent {
  /** Its place among the events of its thread, from 0. */
  readonly index: number;
  /** What happens before it because of what its thread has done: program order, thread creation and joining. */
  readonly from: Clock;
}

/** An event that a thread can perform next, or cannot because it waits. */
export interface NextEvent extends PlacedEvent {
  /** Undefined: the thread waits. */
  readonly enabled: EnabledEvent | undefined;
}

/** An event of the sequence. */
export interface SequenceEvent extends PlacedEvent {
  /** What happens before it, and itself: by thread, how many events. */
  readonly clock: Clock;
  /** How many events the graph had before it; its own is the next one. */
  readonly mark: number;
  /** Waits that it has let end, which might have ended without it. */
  readonly served: readonly ServedWait[];
}

/** A wait that an event has let end, as by a signal, and that might have ended before that, as by a time-out. */
export interface ServedWait {
  readonly by: SequenceEvent;
  readonly wait: PlacedEvent;
}

/** `choice`: each of the ways in which the thread can perform the event. */
export const ANY = -1;

/** May the number of ways to perform the event depend on what came before it? */
export function hasChoices(l: Label): boolean {
  return isChosen(l.kind) || l.kind === Kind.CondSignal || l.kind === Kind.FutexWake || mayFailSpuriously(l);
}

/** Are they the same event of a thread, in one state? */
export function isSame(a: ChosenEvent, b: ChosenEvent): boolean {
  return a.thread === b.thread && a.choice === b.choice;
}

/**
 * How performing an event went. `entered`: it is the last one now; `ended`: the execution ends with it, by an error,
 * which is reported, by an assumption that fails, or at a limit; `spins`: an iteration of a waiting loop ends with it
 * without progress, so that the thread might as well not have performed it.
 */
export type PerformedEvent = 'entered' | 'ended' | 'spins';

/** Does event a happen before what has the clock, or is it its event? */
export function isCovered(a: PlacedEvent, clock: Clock): boolean {
  return a.index < entry(clock, a.thread);
}

export class Sequence {
  /** What the events have done so far. */
  readonly graph: ExecutionGraph;
  readonly events: SequenceEvent[] = [];
  private readonly extender: GraphExtender;
  private readonly moves: Moves;
  private readonly endings: Endings;
  private readonly loops: SpinIterations;
  private readonly realiser: Realiser;
  /** By number of the graph's event: its clock. */
  private readonly clocks: Clock[] = [];
  /** By thread: how many events it has here. */
  private readonly lengths: number[] = [];
  /** By location: the events that access it. */
  private readonly accesses = new Map<LocationId, SequenceEvent[]>();

  constructor(private readonly context: SearchContext) {
    const { program, reduction, refinement, session } = context;
    this.graph = reduction.model.graph((loc) => program.initial(loc));
    const future = new FutureWrites(program);
    this.extender = new GraphExtender(program, reduction, refinement, session, future, { steps: true });
    this.moves = new Moves(context, this.graph, this.extender, false);
    this.loops = new SpinIterations(reduction.model, program, future, true, session, undefined);
    this.realiser = realiserFor(reduction.model, new ReadsFromEquivalence(false));
    this.endings = new Endings(context, this.graph, this.extender);
  }

  /** Goes to the empty sequence: what main does before its first event. False where the execution ends with that. */
  begin(): boolean {
    this.shrink(0);
    this.graph.undo(0);
    const entered = this.extender.begin(this.graph);
    this.time(0, undefined);
    return entered;
  }

  /**
   * For each thread that has not ended its next event; several where it has several ways to perform it (a thread to
   * wake, a time-out, `drista_choose`), one that is not enabled where it waits. Threads that wait to join are left out.
   */
  next(): NextEvent[] {
    return this.extender.pending(this.graph).flatMap((pending) => this.nextOf(pending));
  }

  private nextOf(pending: Pending): NextEvent[] {
    const { thread, label } = pending;
    const from = this.clocks[this.graph.last(thread)!.id];
    const mayGoOn = !goesRound(label) || !hasMadeAllRounds(this.graph, thread);
    const enabled = mayGoOn ? enabledOf(this.graph, pending) : [];
    const index = this.lengths[thread] ?? 0;
    if (enabled.length === 0) return [{ thread, label, choice: 0, index, from, enabled: undefined }];
    return enabled.map((e) => ({ thread, label, choice: e.choice, index, from, enabled: e }));
  }

  /** Appends the enabled event. Only the result `entered` changes the sequence. May run the program. */
  perform({ thread, label, choice, index, from, enabled }: NextEvent): PerformedEvent {
    const mark = this.graph.mark();
    this.clocks.length = mark;
    const entered = this.moves.perform(enabled!);
    if (!entered || this.hasSpun(mark, enabled!.pending)) {
      this.graph.undo(mark);
      return entered ? 'spins' : 'ended';
    }
    const clock = withEntry(
      this.conflicts(label).reduce((c, e) => join(c, e.clock), from),
      thread,
      index + 1,
    );
    const served: ServedWait[] = [];
    const event: SequenceEvent = { thread, label, choice, index, from, clock, mark, served };
    this.lengths[thread] = index + 1;
    this.events.push(event);
    if (label.loc >= 0) this.accessesOf(label.loc).push(event);
    this.time(mark, clock);
    served.push(...this.servedSince(mark + 1));
    return 'entered';
  }

  private servedSince(mark: number): ServedWait[] {
    const { events, threads } = this.graph;
    const found: ServedWait[] = [];
    for (const { thread, index, label, source } of events.slice(mark)) {
      if (!isChosen(label.kind) || waitsOnly(label)) continue;
      const from = this.clocks[threads[thread][index - 1].id];
      const by = this.events.findLast((e) => e.mark <= source!.id);
      if (by === undefined || isCovered(by, from)) continue;
      found.push({ by, wait: { thread, label, choice: ANY, index: this.lengths[thread] ?? 0, from } });
    }
    return found;
  }

  /** Has the thread, by its event at the mark, ended an iteration of a waiting loop without progress? */
  private hasSpun(mark: number, { thread, label }: Pending): boolean {
    const { graph, loops } = this;
    return (
      isReadLike(label) &&
      [graph.events[mark], graph.last(thread)!].some(({ node }) => loops.isFruitlessInAnyOrder(graph, thread, node!))
    );
  }

  /** Removes all events but the first `length` ones. */
  shrink(length: number): void {
    while (this.events.length > length) {
      const { thread, label, mark } = this.events.pop()!;
      this.lengths[thread]--;
      if (label.loc >= 0) this.accessesOf(label.loc).pop();
      this.graph.undo(mark);
    }
  }

  /** The events that access the location, in order. */
  accessesOf(loc: LocationId): SequenceEvent[] {
    let list = this.accesses.get(loc);
    if (list === undefined) this.accesses.set(loc, (list = []));
    return list;
  }

  /** The latest events that one with the label would conflict with: the others happen before one of these. */
  private conflicts(label: SequenceEvent['label']): SequenceEvent[] {
    const found: SequenceEvent[] = [];
    const list = label.loc < 0 ? [] : this.accessesOf(label.loc);
    for (let i = list.length - 1; i >= 0; i--) {
      if (conflict(list[i].label, label)) found.push(list[i]);
      if (mayWrite(list[i].label)) break;
    }
    return found;
  }

  /** Gives the events of the graph from the mark on their clocks; `clock`: that of the first one. */
  private time(mark: number, clock: Clock | undefined): void {
    const { events, threads } = this.graph;
    for (let i = mark; i < events.length; i++) {
      const { thread, index, source } = events[i];
      const before = index === 0 ? noClock : this.clocks[threads[thread][index - 1].id];
      const from = source === null || source.thread < 0 ? noClock : this.clocks[source.id];
      this.clocks[i] = i === mark && clock !== undefined ? clock : join(before, from);
    }
  }

  /**
   * The sequence is maximal: no thread can perform another event, as far as that does not end an iteration without
   * progress (`spins`: of some thread it does). Counts the execution, or reports that threads wait for ever.
   */
  complete(spins: boolean): void {
    const { graph, extender, endings, loops } = this;
    const { counts } = this.context.session;
    const pending = extender.pending(graph);
    if (isAtLoopBound(graph)) counts.deadEnds++;
    else if (pending.length === 0 && loops.hasRemovable(graph)) counts.deadEnds++;
    else if (pending.length === 0) endings.complete();
    else if (!spins) endings.stays(noThreads(), () => undefined);
    else if (this.waitsForEver(pending)) endings.stays(withLooks(pending), () => undefined);
    else counts.deadEnds++;
  }

  /** Would threads that spin go round for ever? Otherwise another sequence has what they do. */
  private waitsForEver(pending: readonly Pending[]): boolean {
    const { program } = this.context;
    const waiting = new BlockedState(this.realiser, this.graph, pending, () => true, program, undefined);
    return waiting.forEver();
  }

  /** Counts a state. Throws Stop at a limit. */
  tick(search: { explored(): number | undefined }): void {
    this.context.session.tick(this.events.length, search);
    this.context.session.counts.states++;
  }
}

/** What the threads do if those that wait in a loop look again and again. */
function withLooks(pending: readonly Pending[]): Component['threads'] {
  const looking = pending.filter(({ label: { kind } }) => kind === Kind.Load || kind === Kind.Rmw);
  return { ...noThreads(), looks: new Set(looking.map(({ thread }) => thread)) };
}
