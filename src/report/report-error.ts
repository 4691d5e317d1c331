/** Makes the report of an error that an exploration found. */
import { ifOthersStandStill, whileOthersGoOn } from '../explore/common/error-text';
import { waitingKinds, type FoundError, type FoundKind, type TraceEvent } from '../explore/common/verdict';
import { isObjectKind } from '../object';
import {
  allocates,
  frees,
  describeThread,
  isVolatileAccess,
  Kind,
  prints,
  type Label,
  type Value,
} from '../program/label';
import { settledEvents } from './common-past';
import { shortFunction } from '../debug-info/function-name';
import { bytesText, operation, withoutPlace } from './operation';
import { nowhere, placeIn, shortPlace, type ReportPlace } from './source-places';
import { callOf, mattering } from './relevance';
import type { NameSource, ReportError, ReportEvent, ReportLocation, ShownExecution } from './report';
import { threadTitles } from './thread-titles';
import { tracedExecution } from './traced-execution';
import { waitingText } from './waiting';

/** Makes the report of an error. `execution`: its name. */
export function reportError(e: FoundError, names: NameSource, execution: string): ReportError {
  const loop = e.loop === undefined ? {} : { loop: e.loop };
  const threads = threadTitles(e, names);
  const wrong = new Set(e.involved.map((i) => `${i.thread} ${identity(i.label)}`));
  const sites = [...new Set(e.trace.map((t) => t.label.site))].filter((site) => site >= 0);
  const numbers = new Map(sites.map((site, number) => [site, { site: number }]));
  const shown = mattering(e.trace, names);
  const events = e.trace.map((t, i): ReportEvent => ({
    ...reportEvent(t, names, e.trace),
    ...numbers.get(t.label.site),
    matters: shown[i],
  }));
  // The events that make up the error are the last ones with their labels; those that never took effect come after the
  // trace.
  const pending: (typeof e.involved)[number][] = [];
  for (const { thread, label } of e.involved) {
    const at = e.trace.findLastIndex((t) => t.thread === thread && t.label === label);
    // What a thread waits to perform it may have performed earlier; in the loop in which it waits that is shown.
    if (at >= (waitingKinds.has(e.kind) ? (e.loop ?? Infinity) : 0))
      events[at] = { ...events[at], wrong: true, matters: true };
    else if (wrong.delete(`${thread} ${identity(label)}`)) {
      pending.push({ thread, label });
      events.push({
        ...reportEvent({ thread, label, value: undefined, written: undefined, source: -2 }, names, [], true),
        wrong: true,
        matters: true,
      });
    }
  }
  const settled =
    e.loop !== undefined || e.trace.some(({ sources }) => sources !== undefined)
      ? new Set<number>()
      : settledEvents(
          e.trace,
          events.map((event) => event.matters),
          events.flatMap((event, i) => (event.wrong && i < e.trace.length ? [i] : [])),
          pending,
        );
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
    events: events.map((event, i) => (settled.has(i) ? { ...event, settled: true } : event)),
    execution,
    ...loop,
    ...tracedOf(e.trace, pending, names),
  };
}

/**
 * Makes the report of a complete execution without an error. `message`: its outcome; `execution`: its name.
 */
export function reportOutcome(
  { trace, message }: Pick<FoundError, 'trace' | 'message'>,
  names: NameSource,
  execution: string,
): ShownExecution {
  const shown = mattering(trace, names);
  const events = trace.map((t, i): ReportEvent => ({
    ...reportEvent(t, names, trace),
    matters: shown[i],
  }));
  const threads = threadTitles({ trace, involved: [] }, names);
  const traced = tracedOf(trace, [], names);
  return { kind: 'outcome', message, threads, locations: [], stacks: [], events, execution, ...traced };
}

/** What pictures are made of. They know no accesses of several sizes that overlap. */
function tracedOf(
  trace: FoundError['trace'],
  pending: FoundError['involved'],
  names: NameSource,
): Pick<ShownExecution, 'traced'> {
  if ([...trace, ...pending].some(({ label }) => label.pieces.length > 0)) return {};
  const facts = {
    name: (l: Label): string => names.data(l),
    initial: (l: Label): Value | undefined => names.initial(l),
    pointer: (v: Value): string | undefined => names.pointer(v),
  };
  return { traced: tracedExecution(trace, pending, facts) };
}

/** The message, with names in a deadlock. */
function said(e: FoundError, names: NameSource): string {
  if (!waitingKinds.has(e.kind)) return e.message;
  const text = waitingText(e, { data: (l) => names.data(l), place: (l) => shortPlace(placeIn(names.stack(l))) });
  if (e.kind !== 'starvation') return text;
  return `${text} ${e.message.endsWith(ifOthersStandStill) ? ifOthersStandStill : whileOthersGoOn}`;
}

/** The place in the C++ library of a failed assertion of its own. */
function ofLibrary(e: FoundError, stacks: readonly (readonly ReportPlace[])[]): string {
  const innermost = stacks[0]?.[0] as ReportPlace | undefined;
  return e.kind === 'assertion' && innermost?.file.startsWith('/usr/') === true
    ? ` in ${shortFunction(innermost.function)}`
    : '';
}

/** A hint for volatile data: volatile does not order accesses. */
function ofVolatile(e: FoundError, names: NameSource): string {
  if (e.kind !== 'data-race' || !e.involved.every(({ label }) => isVolatile(label, names))) return '';
  return ' (it is volatile, which does not synchronise threads: make it atomic, or use a mutex)';
}

/** What lies on the heap has no declaration: the access says it then. */
function isVolatile(label: Label, names: NameSource): boolean {
  return isVolatileAccess(label) || names.isVolatile(label);
}

/** The name of the object of a race or a misuse, for the headline. */
function thing(e: FoundError, names: NameSource): string {
  if (e.involved.length === 0) return '';
  const [{ label }] = e.involved;
  if (e.kind === 'data-race' || e.kind === 'uninitialised' || (e.kind === 'memory' && e.involved.length > 1))
    return ` on ${names.data(objectIn(e) ?? label)}`;
  const name = e.kind === 'misuse' && isObjectKind(label.kind) ? names.data(label) : '';
  return name === '' || name.includes('0x') ? '' : ` of ${name}`; // an address does not help a reader
}

/**
 * The operation on a synchronisation object, if the error is in an access with which the runtime begins or ends that
 * call.
 */
function objectIn({ involved, trace }: FoundError): Label | undefined {
  for (const { thread, label } of involved) {
    const at = trace.findLastIndex((t) => t.thread === thread && t.label === label);
    const call = at < 0 ? undefined : callOf(trace, at);
    if (call !== undefined) return call.label;
  }
  return undefined;
}

function identity(l: Label): string {
  return `${l.kind} ${l.loc} ${l.site}`;
}

function reportEvent(t: TraceEvent, names: NameSource, trace: readonly TraceEvent[], pending = false): ReportEvent {
  const { label, thread, sources } = t;
  const named = names.text(
    operation(t, frees(label) || allocates(label) ? blockOf(names.data(label)) : names.data(label), pending, {
      mutex: names.mutex(label),
      pointer: (v) => names.pointer(v, label),
    }),
  );
  return {
    thread,
    source: sources === undefined && namesSource(t, trace[t.source]) ? t.source : -2,
    place: placeIn(names.stack(label)),
    wrong: false,
    matters: false,
    operation: sources === undefined ? named : `${named} (${partsText(t, sources, names, trace)})`,
  };
}

/** Where the parts of what the event read are from. */
function partsText(
  { label: { pieces } }: TraceEvent,
  sources: readonly number[],
  names: NameSource,
  trace: readonly TraceEvent[],
): string {
  const texts: string[] = [];
  for (let i = 0; i < pieces.length;) {
    let end = i + 1;
    while (end < pieces.length && sources[end] === sources[i]) end++;
    const { at, size } = pieces[end - 1];
    const from = sources[i] < 0 ? undefined : trace[sources[i]];
    const line = from === undefined ? 0 : (placeIn(names.stack(from.label))?.line ?? 0);
    const who = from === undefined ? 'initial' : describeThread(from.thread) + (line > 0 ? `, line ${line}` : '');
    texts.push(`${bytesText(pieces[i].at, at + size)}: ${who}`);
    i = end;
  }
  return texts.join('; ');
}

/** The name of the whole block of which the named object on the heap is a part: blocks are freed as a whole. */
function blockOf(name: string): string {
  return name.replace(/^(\w+(?:\[\])?@[^+]*|\*[^+]*)\+\d+$/, '$1');
}

/**
 * Does the report name the source of the event: where a value comes from, who had a lock before, and who ended a wait?
 */
function namesSource(t: TraceEvent, source: TraceEvent | undefined): boolean {
  const { kind } = t.label;
  if (kind === Kind.Load || (kind === Kind.Rmw && !prints(t.label)) || kind === Kind.PlainRead) return true;
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
    case 'starvation':
      return 'starvation';
    case 'misuse':
      return 'misuse';
    case 'memory':
      return 'memory error';
    case 'after-crash':
      return 'after the crash';
    case 'uninitialised':
      return 'uninitialised memory';
    case 'exit-code':
      return 'exit code';
    case 'specification':
      return 'not as specified';
  }
}
