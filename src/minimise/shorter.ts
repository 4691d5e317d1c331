/** Executions that show an error with fewer context switches and fewer events, made of one that has shown it. */
import { describeRace } from '../explore/common/error-text';
import { waitingKinds, type FoundError, type TraceEvent } from '../explore/common/verdict';
import { isReadLike, type ThreadId } from '../program/label';
import type { Schedule } from '../program/program';
import { changes, contextSwitches } from './accesses';
import { fewestSwitches } from './fewest-switches';
import { interleavingOf, isInterleaving } from './interleaving';
import { neededEvents } from './needed';

/** How long an execution is for a reader. */
export interface Length {
  /** Does each read see the latest write? Otherwise context switches do not explain the execution. */
  readonly interleaved: boolean;
  readonly switches: number;
  readonly events: number;
}

/** The length of the error's execution, up to the event that completes it. */
export function lengthOf(e: FoundError): Length {
  return {
    interleaved: isInterleaving(e.trace),
    switches: contextSwitches(e.trace, completing(e)),
    events: e.trace.length + e.involved.filter((i) => !e.trace.some((t) => isEvent(t, i.thread, i.label))).length,
  };
}

/** Is `a` easier to read: an interleaving where `b` is none, or else with fewer context switches, or fewer events? */
export function isShorter(a: Length, b: Length): boolean {
  if (a.interleaved !== b.interleaved) return a.interleaved;
  return a.switches < b.switches || (a.switches === b.switches && a.events < b.events);
}

/** Executions with more events stay as they are. */
const LONGEST = 20_000;

/**
 * The same execution in an order with fewer context switches: without the events that the error does not need, and with
 * all events. Only those that are shorter than the given one, the shortest first.
 */
export function shorterOrders(e: FoundError): FoundError[] {
  if (e.trace.length > LONGEST) return [];
  const needed = neededEvents(e);
  const part = taken(e, needed);
  const whole = needed.length < e.trace.length ? [e] : [];
  const before = lengthOf(e);
  return [part, ...otherWayRound(part), ...whole]
    .map(reordered)
    .map((o) => ({ o, length: lengthOf(o) }))
    .filter(({ length }) => isShorter(length, before))
    .sort((a, b) => Number(isShorter(b.length, a.length)) - Number(isShorter(a.length, b.length)))
    .map(({ o }) => o);
}

/** A data race with its first access last, if nothing comes after that in its thread and nothing reads from it. */
function otherWayRound(e: FoundError): FoundError[] {
  if (e.kind !== 'data-race' || completing(e) !== undefined) return [];
  const [first, second] = e.involved;
  const at = e.trace.findLastIndex((t) => isEvent(t, first.thread, first.label));
  if (at < 0 || e.trace.some((t, i) => t.source === at || (i > at && t.thread === first.thread))) return [];
  const order = e.trace.flatMap((_, i) => (i === at ? [] : [i]));
  const swapped = { ...e, involved: [second, first], message: describeRace(second, first) };
  return [taken(swapped, [...order, at])];
}

/** The error's execution in an order with the fewest context switches. */
function reordered(e: FoundError): FoundError {
  const isLast = e.involved.some(({ thread, label }) => isEvent(e.trace.at(-1), thread, label));
  const order = isInterleaving(e.trace) ? undefined : interleavingOf(e.trace, isLast);
  const start = order === undefined ? e : taken(e, order);
  return taken(start, fewestSwitches(start.trace, isLast, completing(e)));
}

/** The thread of the event that completes the error, where that is none of the trace. */
function completing({ kind, involved, trace }: FoundError): ThreadId | undefined {
  const last = involved.at(-1);
  if (last === undefined || waitingKinds.has(kind)) return undefined;
  return trace.some((e) => isEvent(e, last.thread, last.label)) ? undefined : last.thread;
}

function isEvent(e: TraceEvent | undefined, thread: ThreadId, label: TraceEvent['label']): boolean {
  return e?.thread === thread && e.label === label;
}

/** The execution with these events of its trace, in this order. The sources of all of them must be among them. */
function taken(e: FoundError, order: readonly number[]): FoundError {
  const place = new Map(order.map((from, to) => [from, to]));
  const trace = order.map((i) => {
    const { source } = e.trace[i];
    return source < 0 ? e.trace[i] : { ...e.trace[i], source: place.get(source)! };
  });
  const steps = trace
    .filter(({ label }) => isReadLike(label))
    .map(({ thread, label, value }) => ({ thread, label, value: value! }));
  return { ...e, trace, schedule: { ...e.schedule, steps, memory: memoryAfter(e) } };
}

/**
 * What the memory holds after the execution, where its threads go on waiting for ever: they must find the latest
 * values, and in another order other writes come last in the run. Other errors end the run.
 */
function memoryAfter({ kind, trace, schedule: { memory } }: FoundError): Schedule['memory'] {
  if (!waitingKinds.has(kind)) return memory;
  const after = new Map(memory.map(({ loc, value }) => [loc, value]));
  const writers = new Map<number, Set<ThreadId>>();
  for (const e of trace) {
    if (!changes(e) || e.written === undefined) continue;
    const threads = writers.get(e.label.loc) ?? new Set();
    writers.set(e.label.loc, threads.add(e.thread));
  }
  const known = new Set(memory.map(({ loc }) => loc));
  for (const { label, written, thread } of trace) {
    if (known.has(label.loc) || written === undefined) continue;
    const threads = writers.get(label.loc);
    if (threads !== undefined && threads.has(thread) && threads.size > 1) after.set(label.loc, written);
  }
  return [...after].map(([loc, value]) => ({ loc, value }));
}
