/**
 * The execution of an error as plain data that can be saved: what its execution graph is made of, with names in place
 * of addresses. Pictures of the execution are computed from it (html/replayed-graph.ts).
 */
import type { FoundError, TraceEvent } from '../explore/common/verdict';
import { SPURIOUS, valueRead } from '../program/rmw';
import { showValue } from './operation';
import { Kind, label, Order, type Label, type LocationId, type Value } from '../program/label';

/** Bytes of a pointer. */
const POINTER = 8;

/** A memory location or a synchronisation object. */
export interface TracedLocation {
  readonly name: string;
  /** Bytes; 0 for an object. */
  readonly size: number;
  /** What it holds before any event; left out where no run has shown it. Hexadecimal, as all values here. */
  readonly initial?: string;
}

/** An event; fields that say "none" are left out (label.ts). */
export interface TracedEvent {
  readonly kind: string;
  /** Place in `locations`. */
  readonly location?: number;
  readonly order?: number;
  readonly failOrder?: number;
  readonly size?: number;
  readonly op?: number;
  readonly value?: string;
  readonly expected?: string;
  /** The other thread that the event names. */
  readonly other?: number;
  readonly dead?: true;
  readonly text?: string;
  /** Place in `events` of what it read from; -1: the initial value. */
  readonly source?: number;
  readonly read?: string;
  /** A weak compare-exchange: it has failed although it has read the value that it expected. */
  readonly fails?: true;
  readonly written?: string;
  /** The event never took effect. */
  readonly pending?: true;
}

export interface TracedExecution {
  readonly locations: readonly TracedLocation[];
  /** One for each event of the report, in the same order. */
  readonly events: readonly TracedEvent[];
  /** Names of what values point to, by the value in hexadecimal; left out where no value is a pointer. */
  readonly pointers?: Readonly<Record<string, string>>;
}

/** What is known of a location. */
export interface LocationFacts {
  readonly name: (l: Label) => string;
  readonly initial: (l: Label) => Value | undefined;
  /** The name of what the value points to; undefined: nothing that is known. */
  readonly pointer: (v: Value) => string | undefined;
}

/** The trace of an error, and events that never took effect, as data. */
export function tracedExecution(
  trace: readonly TraceEvent[],
  pending: FoundError['involved'],
  facts: LocationFacts,
): TracedExecution {
  const locations: TracedLocation[] = [];
  const places = new Map<LocationId, number>();
  const placeOf = (l: Label): number => {
    const known = places.get(l.loc);
    if (known !== undefined) return known;
    const initial = facts.initial(l);
    places.set(l.loc, locations.length);
    return (
      locations.push({
        name: facts.name(l),
        size: l.size,
        ...(initial === undefined ? {} : { initial: hex(initial) }),
      }) - 1
    );
  };
  const plain = (l: Label): TracedEvent => ({
    kind: Kind[l.kind],
    ...(l.loc < 0 ? {} : { location: placeOf(l) }),
    ...(l.order === none.order ? {} : { order: l.order }),
    ...(l.failOrder === none.failOrder ? {} : { failOrder: l.failOrder }),
    ...(l.size === 0 ? {} : { size: l.size }),
    ...(l.op === 0 ? {} : { op: l.op }),
    ...(l.value === 0 ? {} : { value: hex(l.value) }),
    ...(l.expected === 0 ? {} : { expected: hex(l.expected) }),
    ...(l.thread < 0 ? {} : { other: l.thread }),
    ...(l.dead ? { dead: true as const } : {}),
    ...(l.text === '' ? {} : { text: l.text }),
  });
  const events = trace.map((t): TracedEvent => ({
    ...plain(t.label),
    ...(t.source < -1 ? {} : { source: t.source }),
    ...(t.value === undefined ? {} : { read: hex(valueRead(t.label, t.value)) }),
    ...(t.value === SPURIOUS ? { fails: true as const } : {}),
    ...(t.written === undefined ? {} : { written: hex(t.written) }),
  }));
  const all = [...events, ...pending.map((p) => ({ ...plain(p.label), pending: true as const }))];
  return { events: all, locations, ...pointersIn(all, locations, facts) };
}

/** The names of the values that are as wide as a pointer. */
function pointersIn(
  events: readonly TracedEvent[],
  locations: readonly TracedLocation[],
  { pointer }: LocationFacts,
): Pick<TracedExecution, 'pointers'> {
  const values = [
    ...events.flatMap(({ size, value, read, written }) => (size === POINTER ? [value, read, written] : [])),
    ...locations.map(({ size, initial }) => (size === POINTER ? initial : undefined)),
  ];
  const named = [...new Set(values)].flatMap((text) => {
    const name = text === undefined ? undefined : pointer(unhex(text));
    return name === undefined ? [] : [[text, name] as const];
  });
  return named.length === 0 ? {} : { pointers: Object.fromEntries(named) };
}

/** A value in words: what it points to, or the number. */
export function valueText(v: Value, size: number, pointers: TracedExecution['pointers'] = {}): string {
  const text = hex(v);
  return size === POINTER && Object.hasOwn(pointers, text) ? pointers[text] : showValue(v, size);
}

const none = label(Kind.End);

/** The label of the event again; its location is the place in `locations`. */
export function tracedLabel(e: TracedEvent): Label {
  return label(Kind[e.kind as keyof typeof Kind], {
    loc: e.location ?? -1,
    order: e.order ?? Order.Relaxed,
    failOrder: e.failOrder ?? Order.Relaxed,
    size: e.size ?? 0,
    op: e.op ?? 0,
    value: unhex(e.value ?? '0'),
    expected: unhex(e.expected ?? '0'),
    thread: e.other ?? -1,
    dead: e.dead ?? false,
    text: e.text ?? '',
  });
}

function hex(v: Value): string {
  return v.toString(16);
}

/** A value again. */
export function unhex(text: string): Value {
  const v = BigInt(`0x${text}`);
  return v <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(v) : v;
}
