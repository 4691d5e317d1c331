/** Which part of an execution lies before a moment at which all threads were synchronised. */
import type { TraceEvent } from '../explore/common/verdict';
import { Kind, Order, type ThreadId } from '../program/label';
import { isFault } from './relevance';

/** By thread: how many of its events are ordered before an event, that event included. */
type Clock = number[];

/**
 * The places in the trace such that all events before one are ordered before all later ones by program order and
 * synchronisation, in ascending order. `waiting`: threads that have an event after the trace. Less may be found than
 * happens-before orders: release sequences and fences are left out.
 */
export function synchronisedPlaces(trace: readonly TraceEvent[], waiting: readonly ThreadId[]): number[] {
  const clocks = clocksOf(trace);
  const counts: Clock = [];
  /** By thread: the places of its events that are still to come, the next one last. */
  const rest = new Map<ThreadId, number[]>();
  for (const [i, { thread }] of [...trace.entries()].reverse()) {
    const places = rest.get(thread);
    if (places === undefined) rest.set(thread, [i]);
    else places.push(i);
  }
  const latest = new Map<ThreadId, Clock>();
  const places: number[] = [];
  for (const [i, { thread }] of trace.entries()) {
    rest.get(thread)!.pop();
    latest.set(thread, clocks[i]);
    counts[thread] = (counts[thread] ?? 0) + 1;
    const later = [
      ...[...rest.values()].flatMap((of) => (of.length > 0 ? [clocks[of.at(-1)!]] : [])),
      ...waiting.flatMap((t) => ((rest.get(t)?.length ?? 0) > 0 ? [] : [latest.get(t) ?? []])),
    ];
    if (later.length > 0 && later.every((clock) => isUpTo(counts, clock))) places.push(i + 1);
  }
  return places;
}

function isUpTo(counts: Clock, clock: Clock): boolean {
  return counts.every((n, t) => n <= (clock[t] ?? 0));
}

function clocksOf(trace: readonly TraceEvent[]): Clock[] {
  const clocks: Clock[] = [];
  const latest = new Map<ThreadId, Clock>();
  for (const e of trace) {
    const clock = [...(latest.get(e.thread) ?? [])];
    if (e.source >= 0 && synchronises(trace[e.source], e))
      clocks[e.source].forEach((n, t) => (clock[t] = Math.max(n, clock[t] ?? 0)));
    clock[e.thread] = (clock[e.thread] ?? 0) + 1;
    clocks.push(clock);
    latest.set(e.thread, clock);
  }
  return clocks;
}

/** Does the event synchronise with its source (C11 5.1.2.4p11; POSIX.1-2017 XBD 4.12)? */
function synchronises(source: TraceEvent, { label: { kind, order }, value }: TraceEvent): boolean {
  if (kind === Kind.MutexTrylock) return value === 0;
  if (kind === Kind.Load || kind === Kind.Rmw) return acquires.has(order) && releases.has(source.label.order);
  return orders.has(kind);
}

const orders: ReadonlySet<Kind> = new Set([
  Kind.Begin,
  Kind.Join,
  Kind.MutexLock,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.SemWait,
  Kind.BarrierArrive,
  Kind.BarrierLeave,
  Kind.OnceBegin,
]);
const acquires: ReadonlySet<Order> = new Set([Order.Acquire, Order.AcqRel, Order.SeqCst]);
const releases: ReadonlySet<Order> = new Set([Order.Release, Order.AcqRel, Order.SeqCst]);

/**
 * The events before the last moment at which all threads were synchronised, if the error and what several threads do
 * before it come later: a reader need not know them. `shown`: by event, whether it is shown otherwise; `wrong`: the
 * places of the events that make up the error; `waiting`: the threads whose events of the error come after the trace.
 * Events that later ones read from are not among them, none on the objects that threads wait for, and no faults.
 */
export function settledEvents(
  trace: readonly TraceEvent[],
  shown: readonly boolean[],
  wrong: readonly number[],
  waiting: readonly Pick<TraceEvent, 'thread' | 'label'>[],
): ReadonlySet<number> {
  const first = Math.min(trace.length, ...wrong);
  const threads = waiting.map((w) => w.thread);
  const isShared = (place: number): boolean =>
    new Set([...threads, ...trace.flatMap((e, i) => (i >= place && shown[i] ? [e.thread] : []))]).size > 1;
  const place = synchronisedPlaces(trace, threads).findLast((p) => p <= first && isShared(p)) ?? 0;
  const kept = new Set(trace.flatMap((e, i) => (i >= place && shown[i] ? [e.source] : [])));
  const objects = new Set(waiting.map((w) => w.label.loc).filter((loc) => loc >= 0));
  const settled = trace.flatMap((e, i) =>
    i < place && shown[i] && !kept.has(i) && !objects.has(e.label.loc) && !isFault(e) ? [i] : [],
  );
  return new Set(settled.length > 1 ? settled : []);
}
