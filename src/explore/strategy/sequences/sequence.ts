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
import { entry, join, noClock, withEntry, type Clock } from '../../../graph/clock';
import type { ExecutionGraph } from '../../../graph/graph';
import type { LocationId } from '../../../program/label';
import { GraphExtender, type Pending } from '../../extend/extender';
import { FutureWrites } from '../../histories/future-writes';
import { enabledOf, type EnabledEvent } from '../states/enabled';
import { Endings } from '../states/endings';
import { noThreads } from '../states/components';
import { Moves } from '../states/moves';
import type { SearchContext } from '../strategy';
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
}

/** Are they the same event of a thread, in one state? */
export function isSame(a: ChosenEvent, b: ChosenEvent): boolean {
  return a.thread === b.thread && a.choice === b.choice;
}

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
  /** By number of the graph's event: its clock. */
  private readonly clocks: Clock[] = [];
  /** By thread: how many events it has here. */
  private readonly lengths: number[] = [];
  /** By location: the events that access it. */
  private readonly accesses = new Map<LocationId, SequenceEvent[]>();

  constructor(private readonly context: SearchContext) {
    const { program, reduction, refinement, session } = context;
    this.graph = reduction.model.graph((loc) => program.initial(loc));
    this.extender = new GraphExtender(program, reduction, refinement, session, new FutureWrites(program), {
      steps: true,
    });
    this.moves = new Moves(context, this.graph, this.extender, false);
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
    const enabled = enabledOf(this.graph, pending);
    const index = this.lengths[thread] ?? 0;
    if (enabled.length === 0) return [{ thread, label, choice: 0, index, from, enabled: undefined }];
    return enabled.map((e) => ({ thread, label, choice: e.choice, index, from, enabled: e }));
  }

  /**
   * Appends the enabled event. False, and the sequence is as it was, where the execution ends with it: by an error,
   * which is reported, by an assumption that fails, or at a limit. May run the program.
   */
  perform({ thread, label, choice, index, from, enabled }: NextEvent): boolean {
    const mark = this.graph.mark();
    this.clocks.length = mark;
    if (!this.moves.perform(enabled!)) {
      this.graph.undo(mark);
      return false;
    }
    const clock = withEntry(
      this.conflicts(label).reduce((c, e) => join(c, e.clock), from),
      thread,
      index + 1,
    );
    const event: SequenceEvent = { thread, label, choice, index, from, clock, mark };
    this.lengths[thread] = index + 1;
    this.events.push(event);
    if (label.loc >= 0) this.accessesOf(label.loc).push(event);
    this.time(mark, clock);
    return true;
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
   * The sequence is maximal: no thread can perform another event. Counts the execution, or reports that threads wait for
   * ever.
   */
  complete(): void {
    if (this.extender.pending(this.graph).length === 0) this.endings.complete();
    else this.endings.stays(noThreads(), () => undefined);
  }

  /** Counts a state. Throws Stop at a limit. */
  tick(search: { explored(): number | undefined }): void {
    this.context.session.tick(this.events.length, search);
    this.context.session.counts.states++;
  }
}
