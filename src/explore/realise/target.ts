/**
 * A target of realisation: a combination of local histories for which a graph is wanted. It has the events of each
 * thread with what they returned, and for some reads the write that they must read from.
 */
import { isReadLike, Kind, type Label, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Done, OperationOutcome } from '../../object/object';

/** Names an event whatever graph of the same histories it is in; thread -1 is a location's initial write. */
export interface EventName {
  readonly thread: ThreadId;
  readonly index: number;
}

export interface TargetEvent {
  readonly label: Label;
  readonly node: HistoryNode | null;
  readonly read: Value | undefined;
  readonly written: Value | undefined;
  /** Operations on objects: does it change the state? */
  readonly changes: boolean;
  /** The event that it must read from; undefined: any that gives the value. */
  readonly source: EventName | undefined;
}

export type Target = readonly (readonly TargetEvent[])[];

/** Selects the reads that keep their source: all, or the reads for which the test is true. */
export type KeepsSource = (t: ThreadId, l: Label) => boolean;

/** The histories of the graph. */
export function targetOfAll(graph: ExecutionGraph, keeps: KeepsSource): TargetEvent[][] {
  const target: TargetEvent[][] = [];
  graph.threads.forEach((events, t) => {
    target[t] = events.map((e) => targetEvent(e, keeps));
  });
  return target;
}

/** The histories of the graph, with one event more at the end of thread t. */
export function targetOf(graph: ExecutionGraph, keeps: KeepsSource, t: ThreadId, extra: TargetEvent): Target {
  const target = targetOfAll(graph, keeps);
  target[t].push(extra);
  return target;
}

function targetEvent(e: GraphEvent, keeps: KeepsSource): TargetEvent {
  const fixed = e.source !== null && (!isReadLike(e.label) || e.label.kind === Kind.Join || keeps(e.thread, e.label));
  return {
    label: e.label,
    node: e.node,
    read: e.read,
    written: e.written,
    changes: e.object !== undefined,
    source: fixed ? e.source! : undefined,
  };
}

/** Does the target event write its location? */
export function targetWrites(e: TargetEvent): boolean {
  return e.written !== undefined || e.changes;
}

/** The outcome of an operation on an object that is the target event's. */
export function outcomeFor(e: TargetEvent, outcomes: readonly OperationOutcome[]): Done | undefined {
  return outcomes.find(
    (o): o is Done =>
      o.kind === 'done' && (o.next !== undefined) === e.changes && (e.read === undefined || o.value === e.read),
  );
}

/** Is the event the one of this name: the same thread, and the same place in it? */
export function isNamed(w: GraphEvent, name: EventName): boolean {
  return w.thread === name.thread && w.index === name.index;
}
