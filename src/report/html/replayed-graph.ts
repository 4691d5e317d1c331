/** The execution graph of a saved execution, rebuilt event by event under its memory model. */
import { outcomesAfter } from '../../explore/extend/candidates';
import { isWrite, type Append, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { modelOf } from '../../model';
import type { Model } from '../../model/model';
import type { ModelName } from '../../model/names';
import { isAtOnce, isObjectKind } from '../../object';
import { Kind, type Label, type ThreadId, type Value } from '../../program/label';
import { SPURIOUS } from '../../program/rmw';
import { tracedLabel, unhex, type TracedExecution } from '../traced-execution';

/** An event of the trace. Those that never took effect are not part of the graph. */
export interface TracedStep {
  readonly thread: ThreadId;
  readonly label: Label;
  /** Place in the trace; -1: the initial write; -2: it reads nothing. */
  readonly source: number;
  readonly read: Value | undefined;
  readonly written: Value | undefined;
  readonly pending: boolean;
}

/** The trace does not make a consistent graph: it was changed by hand. */
export class Inconsistent extends Error {}

export class ReplayedGraph {
  readonly steps: readonly TracedStep[];
  readonly model: Model;
  readonly graph: ExecutionGraph;
  /** By place in the trace; undefined: not in the graph (yet). */
  readonly events: (GraphEvent | undefined)[] = [];
  private readonly places = new Map<GraphEvent, number>();

  /** A graph without events. `threads`: the thread of each event. */
  constructor(traced: TracedExecution, threads: readonly ThreadId[], model: ModelName) {
    this.steps = traced.events.map((e, i) => ({
      thread: threads[i],
      label: tracedLabel(e),
      source: e.source ?? -2,
      read: e.fails === true ? SPURIOUS : e.read === undefined ? undefined : unhex(e.read),
      written: e.written === undefined ? undefined : unhex(e.written),
      pending: e.pending === true,
    }));
    this.model = modelFor(model, this.steps);
    const initials = traced.locations.map(({ initial }) => (initial === undefined ? 0 : unhex(initial)));
    this.graph = this.model.graph((loc) => initials[loc]);
  }

  /**
   * Appends the event at the place, whose source must be in the graph unless the model has load buffering. Throws
   * Inconsistent where it does not fit.
   */
  append(i: number): GraphEvent {
    const e = this.model.append(this.graph, this.appendOf(i));
    if (e === null) throw new Inconsistent(`event ${i} does not fit the events before it`);
    this.events[i] = e;
    this.places.set(e, i);
    for (const read of this.graph.open.filter((open) => this.steps[this.place(open)].source === i))
      if (this.model.bind?.(this.graph, read, e) !== true)
        throw new Inconsistent(`event ${i} cannot be read before it`);
    return e;
  }

  /** Removes all events since the mark of the graph; `from`: the place of the first one in the trace. */
  undo(mark: number, from: number): void {
    this.graph.undo(mark);
    for (let i = from; i < this.events.length; i++) this.events[i] = undefined;
    this.events.length = Math.min(this.events.length, from);
  }

  /** The event's place in the trace; -1: an initial write. */
  place(e: GraphEvent): number {
    return e.thread < 0 ? -1 : this.places.get(e)!;
  }

  /** The write that the place stands for, of the location. */
  write(place: number, loc: number): GraphEvent {
    return place < 0 ? this.graph.location(loc).initial : this.events[place]!;
  }

  /** May the graph be extended by the event? The graph stays as it is. */
  admits(a: Append): boolean {
    const mark = this.graph.mark();
    const e = this.model.append(this.graph, a);
    if (e !== null) this.graph.undo(mark);
    return e !== null;
  }

  private appendOf(i: number): Append {
    const { thread, label, source: from, read, written } = this.steps[i];
    const source = from === -2 ? null : from < 0 ? this.initial(label, i) : this.events[from];
    if (source === undefined && label.kind === Kind.Load && this.model.bind !== undefined)
      return { thread, label, source: null, read, node: null };
    if (source === undefined) throw new Inconsistent(`event ${i} reads from an event that is not there`);
    if (source !== null && !mayReadFrom(label, source))
      throw new Inconsistent(`event ${i} cannot read from event ${from}`);
    const plain = { thread, label, source, read, written, node: null };
    if (!isObjectKind(label.kind) || source === null) return plain;
    const outcome = outcomesAfter(this.graph, source, thread, label).find(
      (o) => o.kind === 'done' && (isAtOnce(label.kind) || o.value === read),
    );
    if (outcome?.kind !== 'done') throw new Inconsistent(`event ${i} cannot return what it returned`);
    return { ...plain, object: outcome.next, sync: outcome.sync };
  }

  private initial(l: Label, i: number): GraphEvent {
    if (l.loc < 0) throw new Inconsistent(`event ${i} reads, but names no location`);
    return this.graph.location(l.loc).initial;
  }
}

/** Is the source an event of the kind that such an event reads from? */
function mayReadFrom({ kind, loc }: Label, source: GraphEvent): boolean {
  if (kind === Kind.Begin) return source.label.kind === Kind.Create;
  if (kind === Kind.Join) return source.label.kind === Kind.End;
  return loc >= 0 && source.loc === loc && isWrite(source);
}

/** The model, or a stronger one that has the same executions of these events. */
function modelFor(name: ModelName, steps: readonly TracedStep[]): Model {
  const model = modelOf(name);
  const { strengthening } = model;
  return strengthening !== undefined && steps.every(({ label }) => strengthening.allows(label))
    ? strengthening.model
    : model;
}
