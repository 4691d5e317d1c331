/**
 * Sequential consistency as its definition says (Lamport 1979): all interleavings over one memory, by a search over
 * states (local histories, memory) that remembers where it has been. Counts what brute force cannot bear.
 */
import { awaits, Kind, type Label, type LocationId, type Value } from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';
import { SPURIOUS } from '../../src/program/rmw';
import { withoutAttempts, type Performed } from './attempts';
import type { Litmus } from './litmus';
import { makesAttempts } from './litmus-properties';
import { mayFail, updated, valueKey, waitsUncancelled } from './execution';
import { initialState, isLetGo, isObjectKind, ways, type State as ObjectState } from './objects';
import { allWait, beginOfTurn } from './rounds';

export interface Interleavings {
  /** Combinations of values that the read-like events return (`valueKey`), where all threads have ended. */
  readonly value: Set<string>;
  /** The same where threads are left and all wait for good. */
  readonly deadlocks: Set<string>;
  /** Does a thread wait for good in some execution that ended by exit? Not to join whoever ended it. */
  readonly waits: boolean;
  /** Texts of errors that threads come to. */
  readonly errors: Set<string>;
  /** How many states were visited. */
  readonly states: number;
}

/** The thread stands before `node.segment[offset]`, or before `node.pending`. */
export interface Cursor {
  readonly node: HistoryNode;
  readonly offset: number;
}

export interface State {
  /** By thread; undefined: not created. */
  readonly cursors: readonly (Cursor | undefined)[];
  readonly memory: ReadonlyMap<LocationId, Value>;
  readonly objects: ReadonlyMap<LocationId, ObjectState>;
}

const noContext = () => ({ steps: [], memory: [] });

/** `litmus`: the text of the program, where executions count without failed attempts. */
export function interleave(program: Program, litmus?: Litmus): Interleavings {
  const visited = new Set<string>();
  const value = new Set<string>(),
    deadlocks = new Set<string>(),
    errors = new Set<string>();
  let waits = false;
  const todo: State[] = [];
  const attempting = litmus !== undefined && makesAttempts(litmus) ? litmus : undefined;
  const keyOf = (state: State): string =>
    attempting === undefined ? historiesKey(state) : withoutAttempts(attempting, performedIn(state)).values;

  function visit(state: State): void {
    const after = settled(program, state);
    const key = stateKey(after);
    if (visited.has(key)) return;
    visited.add(key);
    todo.push(after);
  }

  visit({ cursors: [{ node: program.root(0, 0, noContext), offset: 0 }], memory: new Map(), objects: new Map() });
  for (let state = todo.pop(); state; state = todo.pop()) {
    for (let thread = 0; thread < state.cursors.length; thread++) steps(program, state, thread).forEach(visit);
    const failing = state.cursors.flatMap((c) => (c && nextOf(c)?.kind === Kind.Error ? [nextOf(c)!.text] : []));
    for (const text of failing) errors.add(text);
    if (state.cursors.every((c) => !c || !nextOf(c))) value.add(keyOf(state));
    else if (
      failing.length === 0 &&
      !state.cursors.some((c) => c && isCancelled(c, state.memory)) &&
      allWait(program, state)
    ) {
      const exited = state.cursors.some((c) => c && hasExited(c));
      (exited ? value : deadlocks).add(keyOf(state));
      waits ||= exited && state.cursors.some((c) => c && isLeft(state, c));
    }
  }
  return { value, deadlocks, errors, waits, states: visited.size };
}

/** Does the thread wait where it would have been cancelled by now? The same with a later look is an execution. */
function isCancelled({ node, offset }: Cursor, memory: State['memory']): boolean {
  const looked = node.parent?.pending;
  return (
    !!looked &&
    offset === 0 &&
    node.segment.length === 0 &&
    waitsUncancelled(looked, Number(node.value)) &&
    memory.has(looked.loc)
  );
}

/** The event that the thread stands before; null when it has ended. */
export function nextOf({ node, offset }: Cursor): Label | null {
  return node.segment[offset] ?? node.pending;
}

function hasEnded(cursor: Cursor | undefined): boolean {
  return cursor !== undefined && nextOf(cursor) === null && !hasExited(cursor);
}

/** How many threads has it created? */
function createdBy(cursor: Cursor): number {
  let n = 0;
  for (let at: HistoryNode | null = cursor.node; at !== null; at = at.parent)
    n += at.segment.filter((l) => l.kind === Kind.Create).length;
  return n;
}

/** Is the thread left, and not to join one that ended with the program? */
function isLeft({ cursors }: State, cursor: Cursor): boolean {
  const label = nextOf(cursor);
  if (label === null || awaits(label)) return false;
  const joined = label.kind === Kind.Join ? cursors[label.thread] : undefined;
  return !joined || !hasExited(joined);
}

/** Did the thread end with the program, all its handlers being over? */
function hasExited(cursor: Cursor): boolean {
  return nextOf(cursor) === null && cursor.node.segment.at(-1)?.kind !== Kind.End;
}

/**
 * Takes all steps at once that neither see nor change memory, or wait to be let go: their order among the others cannot
 * matter.
 */
export function settled(program: Program, state: State): State {
  const isLocal = [Kind.Begin, Kind.End, Kind.Create, Kind.Join, Kind.Fence, Kind.Exit];
  for (let thread = 0; thread < state.cursors.length; thread++) {
    const cursor = state.cursors[thread];
    const next = cursor && nextOf(cursor);
    const [after] = next && (isLocal.includes(next.kind) || isLetGo(next)) ? steps(program, state, thread) : [];
    if (after as State | undefined) {
      state = after;
      thread = -1; // it may be what an earlier thread waits for
    }
  }
  return state;
}

/**
 * The states after the thread's next event; none when it has none, waits, or does nothing but go round in a loop. A
 * turn of a loop leaves no trace: after it the thread is where it was before.
 */
export function steps(program: Program, { cursors, memory, objects }: State, thread: number): State[] {
  const cursor = cursors[thread];
  const label = cursor && nextOf(cursor);
  if (!label) return [];

  const { kind, loc } = label;
  const held = memory.get(loc) ?? program.initial(loc);
  const isPending = cursor.offset === cursor.node.segment.length;
  const go = (returned: Value, change: Partial<State> = {}): State => {
    const moved = (change.cursors ?? cursors).slice();
    if (isPending) moved[thread] = { node: program.child(cursor.node, returned, noContext), offset: 0 };
    else moved[thread] = { node: cursor.node, offset: cursor.offset + 1 };
    const { node, offset } = moved[thread];
    const begin = offset === node.segment.length ? beginOfTurn(node) : undefined;
    if (begin) moved[thread] = { node: begin, offset: begin.segment.length };
    return { memory, objects, ...change, cursors: moved };
  };
  const write = (returned: Value, written: Value | undefined): State =>
    go(returned, written === undefined ? {} : { memory: new Map(memory).set(loc, written) });

  const isElsewhere = (after: State): boolean => after.cursors[thread]!.node !== cursor.node;

  switch (kind) {
    case Kind.Begin:
    case Kind.End:
    case Kind.Fence:
    case Kind.LoopBound:
    case Kind.Exit:
      return [go(0)];
    case Kind.Error:
      return [];
    case Kind.Create: {
      const more = cursors.slice();
      more[label.thread] = { node: program.root(label.thread, 0, noContext), offset: 0 };
      return [go(0, { cursors: more })];
    }
    case Kind.Join:
      return hasEnded(cursors[label.thread]) ? [go(awaits(label) ? createdBy(cursors[label.thread]!) : 0)] : [];
    case Kind.Load:
    case Kind.PlainRead:
      return [go(held)].filter(isElsewhere);
    case Kind.Store:
    case Kind.PlainWrite:
      return [write(0, label.value)];
    case Kind.Rmw:
      return [
        write(held, updated(label, Number(held))),
        ...(mayFail(label, Number(held)) ? [go(SPURIOUS)] : []),
      ].filter(isElsewhere);
    case Kind.Choose:
      return [0, 1].filter((v) => faultsIn(cursors) + v <= Number(label.expected)).map((v) => go(v));
    default:
      if (!isObjectKind(kind)) throw new Error(`the oracle does not know events of kind ${kind}`);
      return ways(objects.get(loc) ?? initialState(kind, program.initial(loc)), label, thread)
        .map(({ value, next }) => go(value, next === undefined ? {} : { objects: new Map(objects).set(loc, next) }))
        .filter((after) => isElsewhere(after) || !isPending);
  }
}

/** How many calls have failed. */
function faultsIn(cursors: State['cursors']): number {
  let n = 0;
  for (const cursor of cursors)
    for (let at = cursor?.node; at?.parent; at = at.parent)
      n += Number(at.parent.pending!.kind === Kind.Choose && at.value !== 0);
  return n;
}

export function stateKey({ cursors, memory, objects }: State): string {
  const threads = Array.from(cursors, (c) => (c ? `${c.node.id}.${c.offset}` : ''));
  const cells = [...memory, ...objects].sort(([a], [b]) => a - b).map(([loc, v]) => `${loc}=${String(v)}`);
  return `${threads.join()} ${cells.join()}`;
}

export function historiesKey({ cursors }: State): string {
  return valueKey(Array.from(cursors, (c) => (c ? valuesOf(c.node) : [])));
}

/** What the threads did, by their histories, without sources. */
function performedIn({ cursors }: State): Performed[][] {
  return Array.from(cursors, (c) => {
    const performed: Performed[] = [];
    for (let at = c?.node; at !== undefined; at = at.parent ?? undefined) {
      const done = at === c!.node ? at.segment.slice(0, c!.offset) : at.segment;
      performed.unshift(...done.map((l) => ({ label: l, value: 0, source: null })));
      if (at.parent !== null) performed.unshift({ label: at.parent.pending!, value: at.value, source: null });
    }
    return performed;
  });
}

function valuesOf(node: HistoryNode): Value[] {
  const values: Value[] = [];
  for (let at = node; at.parent; at = at.parent) values.unshift(at.value);
  return values;
}
