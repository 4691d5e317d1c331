import type { ObjectState, Sync } from '../object/object';
import type { HistoryNode } from '../program/program';
import type { Label, LocationId, ThreadId, Value } from '../program/label';
import type { EventClocks } from './clock';

/** An event of an execution graph. Nothing in it changes after its history is known. */
export interface GraphEvent {
  readonly id: number;
  /** -1 for a location's initial write. */
  readonly thread: ThreadId;
  /** Place in program order, from 0. */
  readonly index: number;
  readonly label: Label;
  readonly loc: LocationId;
  /** The write that it reads from; null where it reads nothing. */
  readonly source: GraphEvent | null;
  readonly read: Value | undefined;
  readonly written: Value | undefined;
  /** State of the synchronisation object after the event, where it changes one. */
  readonly object: ObjectState | undefined;
  /** Operations on objects: what it acquires and releases. */
  readonly sync: Sync | undefined;
  /** The thread's local history when the event was appended (for a read-like event: after it, set when known). */
  node: HistoryNode | null;
  readonly clocks: EventClocks;
  /** Writes: number of the chain in Coherence, and place in it. */
  chain: number;
  place: number;
  /** Under sc: the event after which this one comes in the witness (model/sc.ts); its own id otherwise. */
  at: number;
  /** Number of the thread's history here (explore/names.ts); -1 while nobody asked. */
  name: number;
}

/** What is appended; the graph adds its clocks and places. */
export interface Append {
  readonly thread: ThreadId;
  readonly label: Label;
  /** Reads: the write. Begin: the Create event. Join: the End event. */
  readonly source: GraphEvent | null;
  readonly read?: Value;
  readonly written?: Value;
  /** Operations on objects: the state that it leaves, where it changes it. */
  readonly object?: ObjectState | undefined;
  readonly sync?: Sync | undefined;
  readonly node: HistoryNode | null;
}

export function isWrite(e: GraphEvent): boolean {
  return e.written !== undefined || e.object !== undefined;
}

/** Does the event read or write its location? (An unlock that returns an error does neither.) */
export function accesses(e: GraphEvent): boolean {
  return e.loc >= 0 && (e.source !== null || isWrite(e));
}
