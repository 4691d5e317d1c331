/** The result of an exploration. */
import { wholeOf, type GraphEvent } from '../../graph/event';
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
  'starvation',
  'misuse',
  'memory',
  'after-crash',
  'uninitialised',
  'exit-code',
  'specification',
] as const;

export type FoundKind = (typeof foundKinds)[number];

/** Kinds of errors whose events are those that threads wait to perform. */
export const waitingKinds: ReadonlySet<FoundKind> = new Set(['deadlock', 'livelock', 'starvation']);

/** One event of an execution, for reports. */
export interface TraceEvent {
  readonly thread: ThreadId;
  readonly label: Label;
  readonly value: Value | undefined;
  readonly written: Value | undefined;
  /** Place in the trace of what it read from; -1: the initial value; -2: it reads nothing. */
  readonly source: number;
  /**
   * Where parts of what it read are from different events: for each piece (Label.pieces) the place in the trace, or -1.
   */
  readonly sources?: readonly number[];
  /** The event changes the state of its synchronisation object. */
  readonly changesObject?: true;
}

export interface FoundError {
  readonly kind: FoundKind;
  readonly message: string;
  /** The events that make up the error; the one that completed it is last. */
  readonly involved: readonly { readonly thread: ThreadId; readonly label: Label }[];
  readonly trace: readonly TraceEvent[];
  /** The schedule that brings the program to the error. */
  readonly schedule: Schedule;
  /** The symbolic input of the execution (encodeInput). */
  readonly input?: Uint8Array;
  /** Place in the trace from which on the execution goes round for ever; the trace has it once. */
  readonly loop?: number;
}

export interface Counts {
  executions: number;
  /** Executions that end while a thread waits, without that being an error. */
  blocked: number;
  /** Executions that end with a loss of power after which nothing is wrong (--crash). */
  crashes: number;
  /** Branches begun whose execution belongs to another branch. */
  deadEnds: number;
  /** Events appended to graphs. */
  events: number;
  /** States entered. */
  states: number;
}

/** Adds the counts. */
export function addCounts(to: Counts, counts: Readonly<Counts>): void {
  to.executions += counts.executions;
  to.blocked += counts.blocked;
  to.crashes += counts.crashes;
  to.deadEnds += counts.deadEnds;
  to.events += counts.events;
  to.states += counts.states;
}

/** The counts of nothing. */
export function noCounts(): Counts {
  return { executions: 0, blocked: 0, crashes: 0, deadEnds: 0, events: 0, states: 0 };
}

/** The counts of several explorations together. */
export function totalCounts(all: readonly Readonly<Counts>[]): Counts {
  const total = noCounts();
  for (const counts of all) addCounts(total, counts);
  return total;
}

export interface Verdict extends Counts {
  readonly errors: readonly FoundError[];
  readonly notes: readonly string[];
  readonly limitsHit: readonly string[];
  /** Set if `states` counts distinct states, and `executions` those in which executions end or stay for ever. */
  readonly byStates?: boolean;
  /** How many workers have explored states, where several were to. */
  readonly stateWorkers?: number;
  /** If a limit ended the exploration: an estimate of the explored fraction, from 0 to 1. */
  readonly explored?: number;
  /** The executions that were sampled at random (sampling.ts); left out if there were none. */
  readonly sampled?: Sampled;
}

/**
 * Has the exploration ended without a limit and without an execution of any kind? Every program has one, so that is a
 * bug of the exploration, such as a wrong description of an operation in src/object/index.ts.
 */
export function isEmpty({ executions, blocked, crashes, errors, limitsHit, sampled }: Verdict): boolean {
  const found = executions + blocked + crashes + errors.length + limitsHit.length + (sampled?.errors.length ?? 0);
  return found === 0;
}

export interface Sampled {
  readonly executions: number;
  /** The number of runs for them. */
  readonly runs: number;
  /** The errors that the exploration itself has not found, in the numbering of the sampled program. */
  readonly errors: readonly FoundError[];
}

/** A name of an event of an error, by which errors are distinguished. */
export type TraceEventName = (thread: ThreadId, l: Label) => string;

const bySite: TraceEventName = (thread, { site, kind, loc }) =>
  site >= 0 ? `${site}` : `${thread} ${Kind[kind]} ${loc}`;

/**
 * The key of an error. Errors with equal keys count as one: they have the same text and places. The order of two racing
 * accesses does not matter.
 */
export function errorKey({ kind, message, involved }: FoundError, nameOf: TraceEventName = bySite): string {
  const places = involved.map(({ thread, label }) => nameOf(thread, label));
  return `${kind} ${kind === 'data-race' ? '' : message} ${places.sort().join(' ')}`;
}

/** The events of a graph as a trace, in the order of `witnessOf`. */
export function traceOf(events: readonly GraphEvent[]): TraceEvent[] {
  const order = witnessOf(events);
  const place = new Map(order.map((e, i) => [e, i]));
  const placeOf = (w: GraphEvent): number => (w.thread < 0 ? -1 : place.get(w)!);
  return order.map((e) => {
    const source = e.source === null ? -2 : placeOf(e.source);
    const all = e.parts.flatMap((part) => (part.source === null ? [] : [placeOf(wholeOf(part.source))]));
    const sources = new Set(all).size > 1 ? { sources: all } : {};
    const changes = e.object === undefined ? {} : ({ changesObject: true } as const);
    return { thread: e.thread, label: e.label, value: e.read, written: e.written, source, ...sources, ...changes };
  });
}
