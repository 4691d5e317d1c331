/**
 * A finding as plain data, with source places and names in place of addresses. Every output form is made from it. It
 * can be sent from one thread of drista to another.
 */
import type { FoundKind } from '../explore/common/verdict';
import type { Label, ThreadId, Value } from '../program/label';
import type { ReportPlace } from './source-places';
import type { TracedExecution } from './traced-execution';

/** Queries on a binary: places of events and names of data. */
export interface NameSource {
  /** The call stack at an event, the innermost frame first; empty where it is unknown. */
  stack(l: Label): readonly ReportPlace[];
  /** The name of a location in the source. */
  data(l: Label): string;
  /** What the location holds before any event; undefined where no run has shown it. */
  initial(l: Label): Value | undefined;
  /** The name of what the value points to, at the event; undefined: it is no address of anything that is known. */
  pointer(v: Value, l?: Label): string | undefined;
  /** Is the data at the location known to be volatile? */
  isVolatile(l: Label): boolean;
  /** The mutex that a wait on a condition variable is with; empty: none. */
  mutex(l: Label): string;
  /** A text of the runtime, with its placeholders replaced by places and names. */
  text(said: string): string;
  /** (creator, how-many-th child from 0) of a thread; undefined for main. */
  creator(t: ThreadId): { readonly creator: ThreadId; readonly child: number } | undefined;
}

export interface ReportEvent {
  readonly thread: ThreadId;
  readonly place: ReportPlace | undefined;
  readonly operation: string;
  /** Place in `events` of what it read from; -1: the initial value; -2: it reads nothing. */
  readonly source: number;
  /** Is it one of the events that are wrong together? */
  readonly wrong: boolean;
  /** Is it shown by default? Other events are shown with -v only. */
  readonly matters: boolean;
  /** Is it before the last moment at which all threads were synchronised, and not needed after it? */
  readonly settled?: true;
  /** The number of its call site in the report, from 0; undefined: not known. */
  readonly site?: number;
}

export interface ReportLocation extends ReportPlace {
  readonly thread: string;
}

export interface ReportError {
  readonly kind: FoundKind;
  readonly message: string;
  /**
   * The code that is not seen and may prevent the error, so that it is only a possible one; left out where it is
   * certain.
   */
  readonly possible?: readonly string[];
  /** Names of all threads of the execution. */
  readonly threads: readonly string[];
  /** The places of the events that make up the error. */
  readonly locations: readonly ReportLocation[];
  /** The call stacks of these events. */
  readonly stacks: readonly (readonly ReportPlace[])[];
  readonly events: readonly ReportEvent[];
  /** Place in `events` from which on they happen again and again; left out if the execution ends. */
  readonly loop?: number;
  /** The execution's name. */
  readonly execution: string;
  /** The length of the execution; undefined: not known. */
  readonly length?: ReportLength;
  /** The length of the execution in which the error was found, if a shorter one is reported (--tune minimise). */
  readonly foundLength?: ReportLength;
  /** The event by which the error was decided, as samples show; left out where that was not looked for, or found. */
  readonly decided?: ReportDecided;
  /** The execution as a string for `drista replay --schedule`; left out where there is none. */
  readonly schedule?: string;
  /** The events as an execution graph; executions that an older drista saved do not have it. */
  readonly traced?: TracedExecution;
}

/** Executions that were sampled all have an error if they have the same decisions up to this one. */
export interface ReportDecided {
  /** Place in `events`. */
  readonly event: number;
  /** How many executions were sampled. */
  readonly samples: number;
}

/** How long an execution is for a reader. */
export interface ReportLength {
  readonly contextSwitches: number;
  readonly events: number;
}

/** Does the execution show an error? */
export function isError(shown: ShownExecution): shown is ReportError {
  return shown.kind !== 'outcome';
}

/**
 * The places of an error, that at which it is shown first. The message of an error of two accesses names the later one
 * first (explore/common/error-text.ts), and `locations` has it last.
 */
export function placesOf<P>({ kind, locations }: { kind: string; locations: readonly P[] }): readonly P[] {
  const namesLaterFirst = kind === 'data-race' || kind === 'memory' || kind === 'uninitialised';
  return namesLaterFirst ? [...locations].reverse() : locations;
}

/** An execution with what it shows: an error, or an outcome that is none. */
export interface ShownExecution extends Omit<ReportError, 'kind'> {
  readonly kind: FoundKind | 'outcome';
}
