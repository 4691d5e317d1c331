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
 */
export type Body = () => Generator<Label, void, number>;

const localStates = new WeakMap<Label, string>();

/**
 * The event, of a thread that was in that local state when the operation began which the event is part of. All that
 * the thread does depends on this and on what its events have returned since. Undefined: the state is not known.
 */
export function inLocalState(l: Label, state: string | undefined): Label {
  if (state !== undefined) localStates.set(l, state);
  return l;
}

/** The event, in the local state of another one of its operation. */
export function inSameState(l: Label, other: Label): Label {
  return inLocalState(l, localStates.get(other));
}

const beginnings = new WeakSet<Label>();

/** The event, which does not depend on what the events before it returned. */
export function beginning(l: Label): Label {
  beginnings.add(l);
  return l;
}

/** The event, in a part of its operation of which the local state is known. */
export function inPartOf(l: Label, part: string): Label {
  const state = localStates.get(l);
  return inLocalState(l, state === undefined ? undefined : `${state} ${part}`);
}

/** The program whose thread i runs `bodies[i]`; 0 is main. `initial`: values of locations that do not start at 0. */
export function programOf(bodies: readonly Body[], initial: ReadonlyMap<LocationId, Value> = new Map()): Program {
  const roots = new Map<ThreadId, HistoryNode>();
  const nodes: HistoryNode[] = [];
  const states = new Map<string, number>();

  function node(thread: ThreadId, parent: HistoryNode | null, value: Value): HistoryNode {
    const { segment, pending, local } = lastSegment(bodies[thread], valuesOf(parent, value));
    const children = new Map<Value, HistoryNode>();
    const state = local === undefined ? 0 : getOrMake(states, `${thread} ${local}`, () => states.size + 1);
    const made = { id: nodes.length, thread, parent, value, segment, pending, state, children };
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

interface Segment {
  readonly segment: Label[];
  readonly pending: Label | null;
  /** The thread's local state before `pending`; undefined: not known. */
  readonly local?: string | undefined;
}

/** What the thread does after its read-like events returned these values. */
function lastSegment(body: Body, values: readonly Value[]): Segment {
  const run = body();
  let began: string | undefined;
  let since: Value[] = [];
  let segment = [label(Kind.Begin)];
  let returned = 0;
  let exits = false;
  for (let event = run.next(0); ;) {
    if (event.done) {
      if (returned < values.length) throw new Error('the thread ended before it had read all values of its history');
      if (!exits) segment.push(label(Kind.End));
      return { segment, pending: null };
    }
    const operation = localStates.get(event.value);
    if (operation !== began || beginnings.has(event.value)) since = [];
    began = operation;
    if (!isReadLike(event.value)) {
      segment.push(event.value);
      if (closes(event.value)) return { segment, pending: null };
      exits ||= event.value.kind === Kind.Exit;
      event = run.next(0);
    } else if (returned < values.length) {
      segment = [];
      since.push(values[returned]);
      event = run.next(Number(values[returned++]));
    } else {
      const local = began === undefined ? undefined : `${event.value.kind} ${began} ${since.join()}`;
      return { segment, pending: event.value, local };
    }
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}
