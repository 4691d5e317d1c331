/** What an exploration returns. */
import type { GraphEvent } from '../graph/event';
import type { Label, ThreadId, Value } from '../program/label';
import type { Schedule } from '../program/program';
import { witnessOf } from './witness';

export type FoundKind = 'data-race' | 'assertion' | 'abort' | 'crash' | 'deadlock' | 'livelock' | 'misuse' | 'memory'
  | 'exit-code';

/** One event of an execution, as it is told to people. */
export interface TraceEvent {
  readonly thread: ThreadId;
  readonly label: Label;
  readonly value: Value | undefined;
  readonly written: Value | undefined;
  /** Place in the trace of what it read from; -1: the initial value; -2: it reads nothing. */
  readonly source: number;
}

export interface FoundError {
  readonly kind: FoundKind;
  readonly message: string;
  /** The events that are wrong together; last the one that completed the error. */
  readonly involved: readonly { readonly thread: ThreadId; readonly label: Label }[];
  readonly trace: readonly TraceEvent[];
  /** Brings the program there. */
  readonly schedule: Schedule;
}

export interface Counts {
  executions: number;
  /** Executions that end with a thread that waits without that being an error. */
  blocked: number;
  /** Branches begun whose execution belongs to another branch. */
  deadEnds: number;
  /** Events appended to graphs. */
  events: number;
  /** States entered. */
  states: number;
}

export interface Verdict extends Counts {
  readonly errors: readonly FoundError[];
  readonly notes: readonly string[];
  readonly limitsHit: readonly string[];
  /** Where a limit ended the exploration: how much was explored, from 0 to 1, an estimate. */
  readonly explored?: number;
}

export function traceOf(events: readonly GraphEvent[]): TraceEvent[] {
  const place = new Map<GraphEvent, number>();
  return witnessOf(events).map((e, i) => {
    place.set(e, i);
    const source = e.source === null ? -2 : e.source.thread < 0 ? -1 : place.get(e.source)!;
    return { thread: e.thread, label: e.label, value: e.read, written: e.written, source };
  });
}
