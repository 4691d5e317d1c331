/**
 * A finding in plain data, with source places and names in place of addresses: what every form of output is made from,
 * and what can be sent from one worker to another.
 */
import type { FoundError, FoundKind, TraceEvent } from '../explore/common/verdict';
import { frees, Kind, looksForCancel, type Label, type ThreadId } from '../program/label';
import { isObjectKind } from '../object';
import { shortFunction } from './function-name';
import { isCall, operation, withoutPlace } from './operation';
import { waitingText } from './waiting';

export interface ReportPlace {
  /** Empty where it is unknown. */
  readonly file: string;
  /** From 1; 0: unknown. */
  readonly line: number;
  readonly function: string;
}

/** What is known about a binary: places of events and names of data. */
export interface NameSource {
  /** The call stack at an event, the innermost frame first; empty where it is unknown. */
  stack(l: Label): readonly ReportPlace[];
  /** A location as the programmer calls it. */
  data(l: Label): string;
  /** Is the data at the location known to be volatile? */
  isVolatile(l: Label): boolean;
  /** The mutex that a wait on a condition variable is with; empty: none. */
  mutex(l: Label): string;
  /** What the runtime says, with places and names for the addresses in it. */
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
  /** Does it matter to a reader who wants to see only what does? */
  readonly matters: boolean;
}

export interface ReportLocation extends ReportPlace {
  readonly thread: string;
}

export interface ReportError {
  readonly kind: FoundKind;
  readonly message: string;
  /** Names of all threads of the execution. */
  readonly threads: readonly string[];
  /** One for each event that is wrong. */
  readonly locations: readonly ReportLocation[];
  /** The call stacks of the same. */
  readonly stacks: readonly (readonly ReportPlace[])[];
  readonly events: readonly ReportEvent[];
  /** The execution's name. */
  readonly execution: string;
}

/** Makes the report of an error. `execution`: its name. */
export function reportError(found: FoundError, names: NameSource, execution: string): ReportError {
  const e = { ...found, trace: withoutDigests(found.trace) };
  const threads = threadNames(e, names);
  const wrong = new Set(e.involved.map((i) => `${i.thread} ${identity(i.label)}`));
  const events = e.trace.map((t, i): ReportEvent => ({
    ...reportEvent(t, names, e.trace[t.source]),
    matters: matters(e.trace, i),
  }));
  // The events that are wrong are the last ones with their labels; those that never took effect come after the trace.
  for (const { thread, label } of e.involved) {
    const at = e.trace.findLastIndex((t) => t.thread === thread && t.label === label);
    if (at >= 0) events[at] = { ...events[at], wrong: true, matters: true };
    else if (wrong.delete(`${thread} ${identity(label)}`))
      events.push({
        ...reportEvent({ thread, label, value: undefined, written: undefined, source: -2 }, names, undefined, true),
        wrong: true,
        matters: true,
      });
  }
  const stacks = e.involved.map(({ label }) => names.stack(label));
  const locations = e.involved.map(({ thread }, i): ReportLocation => ({
    ...(placeIn(stacks[i]) ?? nowhere),
    thread: threads[thread],
  }));
  return {
    kind: e.kind,
    message: message(e.kind, thing(e, names), names.text(said(e, names))) + ofLibrary(e, stacks) + ofVolatile(e, names),
    threads,
    locations,
    stacks,
    events,
    execution,
  };
}

/** What is wrong, with names for what waits. */
function said(e: FoundError, names: NameSource): string {
  if (e.kind !== 'deadlock' && e.kind !== 'livelock') return e.message;
  return waitingText(e, { data: (l) => names.data(l), place: (l) => shortPlace(placeIn(names.stack(l))) });
}

/** Where in the C++ library an assertion of its own failed. */
function ofLibrary(e: FoundError, stacks: readonly (readonly ReportPlace[])[]): string {
  const innermost = stacks[0]?.[0] as ReportPlace | undefined;
  return e.kind === 'assertion' && innermost?.file.startsWith('/usr/') === true
    ? ` in ${shortFunction(innermost.function)}`
    : '';
}

/** Who makes data volatile may think that this orders accesses to it. */
function ofVolatile(e: FoundError, names: NameSource): string {
  if (e.kind !== 'data-race' || !e.involved.every(({ label }) => names.isVolatile(label))) return '';
  return ' (it is volatile, which does not synchronise threads: make it atomic, or use a mutex)';
}

/** A place without its folder; empty where the line is not known. */
function shortPlace(p: ReportPlace | undefined): string {
  return p === undefined || p.line === 0 ? '' : `${p.file.slice(p.file.lastIndexOf('/') + 1)}:${p.line}`;
}

/** What a race or a misuse is about, for the headline. */
function thing(e: FoundError, names: NameSource): string {
  const [{ label }] = e.involved;
  if (e.kind === 'data-race' || (e.kind === 'memory' && e.involved.length > 1))
    return ` on ${names.data(objectIn(e) ?? label)}`;
  const name = e.kind === 'misuse' && isObjectKind(label.kind) ? names.data(label) : '';
  return name === '' || name.includes('0x') ? '' : ` of ${name}`; // an address says nothing to a reader
}

/**
 * What is wrong may be an access with which the runtime begins or ends a call on a synchronisation object: it is about
 * that.
 */
function objectIn({ involved, trace }: FoundError): Label | undefined {
  for (const { thread, label } of involved) {
    const at = trace.findLastIndex((t) => t.thread === thread && t.label === label);
    const call = at < 0 ? undefined : callOf(trace, at);
    if (call !== undefined) return call.label;
  }
  return undefined;
}

/**
 * Of a program whose memory accesses are not seen: what stands for them (runtime/memory/unobserved.c) has no place in it,
 * and is not shown.
 */
function withoutDigests(trace: readonly TraceEvent[]): TraceEvent[] {
  const isDigest = ({ label: { kind, site } }: TraceEvent): boolean =>
    (kind === Kind.PlainRead || kind === Kind.PlainWrite) && site < 0;
  const kept = trace.filter((t) => !isDigest(t));
  if (kept.length === trace.length) return kept;
  const place = new Map(kept.map((t, i) => [t, i]));
  return kept.map((t) => (t.source < 0 ? t : { ...t, source: place.get(trace[t.source]) ?? -2 }));
}

const nowhere: ReportPlace = { file: '', line: 0, function: '' };

function identity(l: Label): string {
  return `${l.kind} ${l.loc} ${l.site}`;
}

function reportEvent(t: TraceEvent, names: NameSource, source?: TraceEvent, pending = false): ReportEvent {
  const { label, thread } = t;
  return {
    thread,
    source: tellsSource(t, source) ? t.source : -2,
    place: placeIn(names.stack(label)),
    wrong: false,
    matters: false,
    operation: names.text(
      operation(t, frees(label) ? wholeOf(names.data(label)) : names.data(label), pending, {
        mutex: names.mutex(label),
      }),
    ),
  };
}

/** The block that something on the heap is part of: it is freed as a whole. */
function wholeOf(name: string): string {
  return name.replace(/^(\w+(?:\[\])?@[^+]*)\+\d+$/, '$1');
}

/** A reader wants to know where values come from, who had a lock before, and who ended a wait. */
function tellsSource(t: TraceEvent, source: TraceEvent | undefined): boolean {
  const { kind } = t.label;
  if (kind === Kind.Load || kind === Kind.Rmw || kind === Kind.PlainRead) return true;
  if (kind === Kind.CondWake || kind === Kind.FutexAwait) return t.value === 0;
  return source !== undefined && served.has(kind);
}

const served: ReadonlySet<Kind> = new Set([
  Kind.MutexLock,
  Kind.MutexTrylock,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwTryrdlock,
  Kind.RwTrywrlock,
  Kind.SemWait,
  Kind.SemTrywait,
  Kind.BarrierLeave,
  Kind.OnceBegin,
]);

/** Events that only hold an execution together. */
const frame: ReadonlySet<Kind> = new Set([
  Kind.Begin,
  Kind.End,
  Kind.Detach,
  Kind.MutexInit,
  Kind.CondInit,
  Kind.RwInit,
  Kind.SemInit,
  Kind.BarrierInit,
  Kind.FutexEnter,
  Kind.Exit,
]);

/**
 * Left out are also events before there was a second thread, unless one is read from; and what stands for a part of one
 * call.
 */
function matters(trace: readonly TraceEvent[], i: number): boolean {
  const { label, value } = trace[i];
  if (looksForCancel(label) && value === 0) return false;
  if (
    frame.has(label.kind) ||
    (isCall(label) && label.kind !== Kind.MutexLock) ||
    isPartOfCall(trace, i) ||
    callOf(trace, i) !== undefined ||
    isFreedWith(trace, i)
  )
    return false;
  const first = trace.findIndex((t) => t.label.kind === Kind.Create);
  return i >= first || trace.some((t) => t.source === i);
}

/**
 * Is it the access to a byte of a synchronisation object with which the runtime begins a call on it, or ends its
 * initialisation? (docs/architecture/objects.md.) The call itself, which is told: the next event of the
 * thread, or the one before, at the same site.
 */
function callOf(trace: readonly TraceEvent[], i: number): TraceEvent | undefined {
  const {
    thread,
    label: { kind, site },
  } = trace[i];
  if (site < 0 || !isPlain(kind)) return undefined;
  const other = (t: TraceEvent): boolean => t.thread === thread && !(isPlain(t.label.kind) && t.label.site === site);
  const next = kind === Kind.PlainRead ? trace.find((t, at) => at > i && other(t)) : undefined;
  const near = [next, trace.slice(0, i).findLast(other)];
  return near.find((t) => t !== undefined && isObjectKind(t.label.kind) && t.label.site === site);
}

function isPlain(kind: Kind): boolean {
  return kind === Kind.PlainRead || kind === Kind.PlainWrite;
}

/**
 * The look at the word in a wait on a futex, and fences that the runtime adds to a call (docs/architecture.md,
 * "Synchronisation objects").
 */
function isPartOfCall(trace: readonly TraceEvent[], i: number): boolean {
  const {
    thread,
    label: { kind, site },
  } = trace[i];
  if (kind === Kind.Load)
    return (
      trace.slice(0, i).findLast((t) => t.thread === thread && t.label.kind !== Kind.Fence)?.label.kind ===
      Kind.FutexEnter
    );
  if (kind !== Kind.Fence) return false;
  const next = trace.find((t, at) => at > i && t.thread === thread)?.label;
  return next !== undefined && next.kind !== Kind.Fence && next.site === site;
}

/** Memory is freed piece by piece: does the event follow another piece of the same call? */
function isFreedWith(trace: readonly TraceEvent[], i: number): boolean {
  const before = trace[i - 1] as TraceEvent | undefined;
  return (
    before !== undefined &&
    frees(before.label) &&
    frees(trace[i].label) &&
    before.thread === trace[i].thread &&
    before.label.site === trace[i].label.site
  );
}

/** Where a programmer looks first: the innermost place that is not in a file of the system's. */
export function placeIn(stack: readonly ReportPlace[]): ReportPlace | undefined {
  const own = stack.filter((p) => p.file !== '' && !isLibrary(p));
  return own.find((p) => p.line > 0) ?? own[0] ?? stack.find((p) => p.file !== '') ?? stack[0];
}

function threadNames(e: FoundError, names: NameSource): string[] {
  const count = Math.max(...e.trace.map((t) => t.thread), ...e.involved.map((i) => i.thread)) + 1;
  return Array.from({ length: count }, (_, t) => {
    if (t === 0) return 'main';
    const begin = e.trace.find((x) => x.thread === t && x.label.kind === Kind.Begin);
    const start = begin === undefined ? undefined : names.stack(begin.label)[0];
    const own = start === undefined || isLibrary(start) ? outermost(e, names, t) : start;
    return own?.function ? `thread ${t} (${shortFunction(own.function)})` : `thread ${t}`;
  });
}

/**
 * Is nothing but an address known, or is it the system's, or drista's? A thread that a library creates begins there.
 */
function isLibrary(p: ReportPlace): boolean {
  return p.file === '' ? p.function.includes('/') : p.file.startsWith('/usr/') || p.file.endsWith('/include/drista.h');
}

/** The function of the program's own that all of the thread runs in, as far as its events show. */
function outermost(e: FoundError, names: NameSource, t: ThreadId): ReportPlace | undefined {
  for (const { thread, label } of [...e.trace, ...e.involved]) {
    const own = thread === t ? names.stack(label).findLast((p) => !isLibrary(p) && p.file !== '') : undefined;
    if (own !== undefined) return own;
  }
  return undefined;
}

function message(k: FoundKind, data: string, text: string): string {
  const said = withoutPlace(text);
  return k === 'assertion' && said !== text ? said : `${headline(k)}${data}: ${said}`;
}

function headline(k: FoundKind): string {
  switch (k) {
    case 'data-race':
      return 'data race';
    case 'assertion':
      return 'assertion failed';
    case 'abort':
      return 'the program aborts';
    case 'crash':
      return 'the program crashes';
    case 'deadlock':
      return 'deadlock';
    case 'livelock':
      return 'livelock';
    case 'misuse':
      return 'misuse';
    case 'memory':
      return 'memory error';
    case 'exit-code':
      return 'exit code';
  }
}
