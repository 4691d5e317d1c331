/** A `Program` in memory, made of one generator for each thread. */
import {
  closes,
  Kind,
  isReadLike,
  label,
  type Label,
  type LocationId,
  type ThreadId,
  type Value,
} from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';

/**
 * A thread: it yields its events one by one and is given the value that each returned (0 when it needs none). It must
 * be deterministic, for it is run anew for every local history. Begin is added before it, and End behind it, unless it
 * calls exit. An error ends it.
 *
 * It calls `at` where its further behaviour depends on nothing but what it says there: then histories meet in one local
 * state. An event with a fingerprint of a waiting loop says as much by that, together with the last call.
 */
export type Body = (at?: (state: string) => void) => Generator<Label, void, number>;

/** The program whose thread i runs `bodies[i]`; 0 is main. `initial`: values of locations that do not start at 0. */
export function programOf(bodies: readonly Body[], initial: ReadonlyMap<LocationId, Value> = new Map()): Program {
  const roots = new Map<ThreadId, HistoryNode>();
  const nodes: HistoryNode[] = [];
  const states = new Map<string, number>();

  function node(thread: ThreadId, parent: HistoryNode | null, value: Value): HistoryNode {
    const { segment, pending, place } = lastSegment(bodies[thread], valuesOf(parent, value));
    const children = new Map<Value, HistoryNode>();
    const state = getOrMake(states, `${thread} ${place}`, () => states.size + 1);
    const made = { id: nodes.length, thread, parent, value, segment, pending, children, state };
    nodes.push(made);
    return made;
  }

  return {
    root(thread) {
      return getOrMake(roots, thread, () => node(thread, null, 0));
    },
    child(parent, value) {
      if (!parent.pending)
        throw new Error(`thread ${parent.thread} has ended: it has no pending event to return ${value}`);
      return getOrMake(parent.children as Map<Value, HistoryNode>, value, () => node(parent.thread, parent, value));
    },
    nodes,
    initial: (loc) => initial.get(loc) ?? 0,
  };
}

/**
 * A main that creates threads 1..n in order, joins them in order, the last one first or not at all, and does nothing
 * else.
 */
export function starter(n: number, lastFirst = false, joinsNone = false): Body {
  return function* () {
    for (let t = 1; t <= n; t++) yield label(Kind.Create, { thread: t });
    for (let i = 1; i <= n && !joinsNone; i++) yield label(Kind.Join, { thread: lastFirst ? n + 1 - i : i });
  };
}

function valuesOf(parent: HistoryNode | null, value: Value): Value[] {
  if (!parent) return [];
  const values = valuesOf(parent.parent, parent.value);
  values.push(value);
  return values;
}

interface Last {
  readonly segment: Label[];
  readonly pending: Label | null;
  /** Names the local state: what was said last, what was returned since, and what the thread stands before. */
  readonly place: string;
}

/** What the thread does after its read-like events returned these values. */
function lastSegment(body: Body, values: readonly Value[]): Last {
  let said = 'begin',
    since: Value[] = [];
  const run = body((state) => {
    said = state;
    since = [];
  });
  const last = (pending: Label | null): Last => {
    const closing = segment.at(-1);
    const place =
      pending === null
        ? `ended ${closing?.kind} ${closing?.value} ${closing?.text}`
        : `${said} ${textOf(since, pending)}`;
    return { segment, pending, place };
  };
  let segment = [label(Kind.Begin)];
  let returned = 0;
  let exits = false;
  for (let event = run.next(0); ;) {
    if (event.done) {
      if (returned < values.length) throw new Error('the thread ended before it had read all values of its history');
      if (!exits) segment.push(label(Kind.End));
      return last(null);
    }
    if (!isReadLike(event.value)) {
      segment.push(event.value);
      if (closes(event.value)) return last(null);
      exits ||= event.value.kind === Kind.Exit;
      event = run.next(0);
    } else if (returned < values.length) {
      segment = [];
      if (event.value.spin !== 0) since = [];
      since.push(stateIn(event.value.spin), values[returned]);
      event = run.next(Number(values[returned++]));
    } else {
      if (event.value.spin !== 0) since = [];
      return last(event.value);
    }
  }
}

/** The fingerprint without the number of the thread's stores, which is above that. */
export function stateIn(spin: Value): Value {
  return Number(spin) % 2 ** 28;
}

function textOf(since: readonly Value[], pending: Label): string {
  const { spin, ...event } = pending;
  return `${since.join()} ${Object.values(event).join()} ${stateIn(spin)}`;
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}
