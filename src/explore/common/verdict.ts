/** What an exploration returns. */
import type { GraphEvent } from '../../graph/event';
import { Kind, type Label, type ThreadId, type Value } from '../../program/label';
import type { Schedule } from '../../program/program';
import { witnessOf } from './witness';

/** All kinds of errors. Reports and scripts rely on these names. */
export const foundKinds = [
  'data-race',
  'assertion',
  'abort',
  'crash',
  'deadlock',
  'livelock',
  'misuse',
  'memory',
  'exit-code',
] as const;

export type FoundKind = (typeof foundKinds)[number];

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
  /** Set where `states` counts distinct states, and `executions` those in which executions end or stay for ever. */
  readonly byStates?: boolean;
  /** Where a limit ended the exploration: how much was explored, from 0 to 1, an estimate. */
  readonly explored?: number;
  /** What chance has chosen beside (sampling.ts). Left out where that was nothing. */
  readonly sampled?: Sampled;
}

/**
 * Did the exploration end as if it had explored everything, and without an execution of any kind? Every program has
 * one, so that is a mistake of the exploration's own, such as an operation on an object that src/object/index.ts
 * describes wrongly.
 */
export function isEmpty({ executions, blocked, errors, limitsHit, sampled }: Verdict): boolean {
  const found = executions + blocked + errors.length + limitsHit.length + (sampled?.errors.length ?? 0);
  return found === 0;
}

export interface Sampled {
  readonly executions: number;
  /** How often the program ran for them. */
  readonly runs: number;
  /** Those that the exploration has not found itself, in terms of the program that was sampled. */
  readonly errors: readonly FoundError[];
}

/** Names an event of an error, to tell errors apart. */
export type TraceEventName = (thread: ThreadId, l: Label) => string;

const bySite: TraceEventName = (thread, { site, kind, loc }) =>
  site >= 0 ? `${site}` : `${thread} ${Kind[kind]} ${loc}`;

/**
 * Errors with the same text are the same one: the same is wrong at the same places. Of a race the order of the two does
 * not matter.
 */
export function errorKey({ kind, message, involved }: FoundError, nameOf: TraceEventName = bySite): string {
  const places = involved.map(({ thread, label }) => nameOf(thread, label));
  return `${kind} ${kind === 'data-race' ? '' : message} ${places.sort().join(' ')}`;
}

/** The events of a graph as a trace, in the order of `witnessOf`. */
export function traceOf(events: readonly GraphEvent[]): TraceEvent[] {
  const place = new Map<GraphEvent, number>();
  return witnessOf(events).map((e, i) => {
    place.set(e, i);
    const source = e.source === null ? -2 : e.source.thread < 0 ? -1 : place.get(e.source)!;
    return { thread: e.thread, label: e.label, value: e.read, written: e.written, source };
  });
}
