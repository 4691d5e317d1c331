/** Execution graphs of the oracle: events in program order, where each read reads from, and a total co per location. */
import type { Label, LocationId, ThreadId } from '../../src/program/label';
import { Cancel, Kind, RmwOp } from '../../src/program/label';
import { rmwOperation, tellsNobody } from '../../src/program/operand';

export interface Event {
  readonly thread: ThreadId;
  /** Its place in its thread, counting all events; Begin is 0. */
  readonly index: number;
  readonly label: Label;
  /** What it returned; 0 when it returns nothing. */
  readonly value: number;
  /** What it wrote to its location; undefined when it wrote nothing. */
  readonly written: number | undefined;
  /**
   * Where its value comes from: a read's write (null: the initial one), a Join's End, the unlock that a lock follows
   * (null: none), the lock that an unlock undoes. Null for events that take nothing.
   */
  readonly source: Event | null;
}

export interface Execution {
  /** In an order that extends program order, reads-from and thread creation. */
  readonly events: readonly Event[];
  /** The writes of each location that was accessed, in coherence order, without the initial one. */
  readonly co: ReadonlyMap<LocationId, readonly Event[]>;
}

/** What an rmw writes when it reads `read` (C11 7.17.7); undefined for a compare-exchange that fails. */
export function updated(l: Label, read: number): number | undefined {
  switch (rmwOperation(l)) {
    case RmwOp.Add:
      return (read + Number(l.value)) >>> 0;
    case RmwOp.Xchg:
      return Number(l.value);
    case RmwOp.Cas:
    case RmwOp.CasWeak:
      return read === Number(l.expected) ? Number(l.value) : undefined;
    default:
      throw new Error(`the oracle does not know read-modify-write ${l.op}`);
  }
}

/** May the rmw fail spuriously when it reads the value (C11 7.17.7.4p4)? */
export function mayFail(l: Label, read: number): boolean {
  return l.op === RmwOp.CasWeak && read === Number(l.expected);
}

/**
 * Has a thread that did this last, and got the value, looked whether it is cancelled, found that it is not, and begun
 * to wait?
 */
export function waitsUncancelled(l: Label, value: number): boolean {
  return l.kind === Kind.Load && l.op === Cancel.Wait && value === 0;
}

/**
 * Does the order in which the operation was performed among its like show nowhere? An arrival at a barrier of which
 * nobody is told whether it is the last one; who leaves waits for all that arrive; an update without a result.
 */
function hasNoSource(l: Label): boolean {
  return l.kind === Kind.BarrierLeave || (l.kind === Kind.BarrierArrive && l.op !== 0) || isBlind(l);
}

/** An event that reads, of the brute force or of the engine. */
interface Reading {
  readonly label: Label;
  readonly source: { readonly thread: ThreadId; readonly index: number; readonly label: Label } | null;
}

/**
 * Where the event has its value from: null: an initial write, or where does not show. Which of several updates without
 * a result is the last one does not show.
 */
export function sourceOf({ label, source }: Reading): readonly [ThreadId, number] | null {
  if (source === null || source.thread < 0 || hasNoSource(label)) return null;
  return isBlind(source.label) ? [UPDATED, source.label.loc] : [source.thread, source.index];
}

/** In the place of the thread, where the source is one of several updates. */
const UPDATED = -1;

/** Is it an update whose result the thread does not use? */
export function isBlind(l: Label): boolean {
  return l.kind === Kind.Rmw && tellsNobody(l);
}

/** The value equivalence class: for each thread, by number, the values that its read-like events returned. */
export function valueKey(values: readonly (readonly unknown[])[]): string {
  return joined(values.map((list) => list.map(String)));
}

/**
 * The reads-from class: for each thread the sources of its read-like events as (thread, index), null: initial or none.
 */
export function rfKey(sources: readonly (readonly (readonly [ThreadId, number] | null)[])[]): string {
  return joined(sources.map((list) => list.map((s) => (s ? `${s[0]}.${s[1]}` : 'init'))));
}

/** Threads at the end that read nothing leave no trace, for some may not exist. */
function joined(threads: readonly (readonly string[])[]): string {
  return threads
    .slice(0, threads.findLastIndex((list) => list.length > 0) + 1)
    .map((list) => list.join(','))
    .join(' | ');
}
