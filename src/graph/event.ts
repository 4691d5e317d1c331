/** Events of execution graphs. */
import type { ObjectState, Sync } from '../object/object';
import type { HistoryNode } from '../program/program';
import { choosesFault } from '../program/operand';
import { Kind, type Label, type LocationId, type ThreadId, type Value } from '../program/label';
import type { EventClocks } from './clock';

/** An event to append to a graph. */
export interface Append {
  readonly thread: ThreadId;
  readonly label: Label;
  /**
   * Reads: the write. Begin: the Create event. Join: the End event. Null where the event reads nothing, and for a load
   * whose source is to come.
   */
  readonly source: GraphEvent | null;
  /** Reads of pieces (Label.pieces): the write of each, a part or an initial one; `source` is their `wholeSource`. */
  readonly sources?: readonly GraphEvent[];
  /** The value that the event returns to its thread. */
  readonly read?: Value | undefined;
  readonly written?: Value | undefined;
  /** Operations on objects: the state that it leaves, where it changes the state. */
  readonly object?: ObjectState | undefined;
  /** Operations on objects: what it acquires and releases. */
  readonly sync?: Sync | undefined;
  readonly node: HistoryNode | null;
}

/**
 * An event of an execution graph. Its own fields do not change once its history is known. The others are side data of
 * one owner each, which alone writes them and gives them their meaning; why they are fields and
 * what was measured is in docs/explanation/decisions/0008-side-data-of-events.md.
 */
export interface GraphEvent {
  /** Place in the order of appending, from 0; -1 for a location's initial write. */
  readonly id: number;
  /** -1 for a location's initial write. */
  readonly thread: ThreadId;
  /** Place in program order, from 0. Of an initial write: its location. */
  readonly index: number;
  readonly label: Label;
  readonly loc: LocationId;
  /**
   * The write that it reads from; null where it reads nothing, and for an open read, whose source is still to come.
   * Changed by ExecutionGraph.bind alone.
   */
  source: GraphEvent | null;
  /**
   * An access to pieces (Label.pieces): its access to each of them. A part is an event at the location of its piece,
   * with that part of the value; it has the place of the whole in its thread, and is not among the events of the graph.
   */
  readonly parts: readonly GraphEvent[];
  /** A part: the event that it is part of. */
  readonly whole: GraphEvent | undefined;
  readonly read: Value | undefined;
  readonly written: Value | undefined;
  /** State of the synchronisation object after the event, where it changes one. */
  readonly object: ObjectState | undefined;
  /** Operations on objects: what it acquires and releases. */
  readonly sync: Sync | undefined;
  /** The thread's local history when the event was appended (for a read-like event: after it, set when known). */
  node: HistoryNode | null;
  /**
   * Owned by the model's HappensBefore: the clocks of the event, and what else the rules of the model need. Changed by
   * ExecutionGraph.bind alone.
   */
  clocks: EventClocks;
  /** Writes, owned by Coherence: number of the chain, and place in it. */
  chain: number;
  place: number;
  /** Owned by Sc (model/sc.ts, model/mixed-sizes.ts): place in the witness. Under other models: `id`. */
  at: number;
  /** Owned by HistoryIds (explore/equivalence/history-ids.ts): number of the thread's history here; -1: not asked. */
  name: number;
}

/** The events by which the event accesses single locations: its parts, or itself. */
export function partsOf(e: GraphEvent): readonly GraphEvent[] {
  return e.parts.length === 0 ? [e] : e.parts;
}

/** The event of the program that the event is, or is part of. */
export function wholeOf(e: GraphEvent): GraphEvent {
  return e.whole ?? e;
}

/** The events that the event takes something from; those of `parts` come as wholes, or as initial writes. */
export function sourcesOf(e: GraphEvent): readonly GraphEvent[] {
  if (e.parts.length === 0) return e.source === null ? [] : [e.source];
  return [...new Set(e.parts.flatMap(({ source }) => (source === null ? [] : [wholeOf(source)])))];
}

/** The latest one of the writes of pieces that an access reads from, as a whole: Append.source of the access. */
export function wholeSource(sources: readonly GraphEvent[]): GraphEvent {
  return sources.map(wholeOf).reduce((last, w) => (w.id > last.id ? w : last));
}

/** Does the event write its location? */
export function isWrite(e: GraphEvent): boolean {
  return e.written !== undefined || e.object !== undefined;
}

/** Is it a load whose source is still to come? */
export function isOpen(e: GraphEvent): boolean {
  return e.source === null && e.label.kind === Kind.Load;
}

/** Does a call fail, or do less than it could (--faults)? */
export function isFault(e: GraphEvent): boolean {
  return choosesFault(e.label) && e.read !== 0;
}

/** Does the event read or write its location? (An unlock that returns an error does neither.) */
export function accesses(e: GraphEvent): boolean {
  return e.loc >= 0 && (e.source !== null || isWrite(e));
}
