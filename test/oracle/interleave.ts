/**
 * Sequential consistency as its definition says (Lamport 1979): all interleavings over one memory, by a search over
 * states (local histories, memory) that remembers where it has been. Counts what brute force cannot bear.
 */
import { Kind, type Label, type LocationId, type Value } from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';
import { updated, valueKey } from './execution';
import { EBUSY } from './litmus';

export interface Interleavings {
  /** Combinations of values that the read-like events return (`valueKey`), where all threads have ended. */
  readonly value: Set<string>;
  /** The same where threads are left and none can go on. */
  readonly deadlocks: Set<string>;
  /** How many states were visited. */
  readonly states: number;
}

/** The thread stands before `node.segment[offset]`, or before `node.pending`. */
interface Cursor {
  readonly node: HistoryNode;
  readonly offset: number;
}

interface State {
  /** By thread; undefined: not created. */
  readonly cursors: readonly (Cursor | undefined)[];
  readonly memory: ReadonlyMap<LocationId, Value>;
}

const noContext = () => ({ steps: [], memory: [] });

export function interleave(program: Program): Interleavings {
  const visited = new Set<string>();
  const value = new Set<string>(), deadlocks = new Set<string>();
  const todo: State[] = [];

  function visit(state: State): void {
    const settled = settle(program, state);
    const key = stateKey(settled);
    if (visited.has(key)) return;
    visited.add(key);
    todo.push(settled);
  }

  visit({ cursors: [{ node: program.root(0, 0, noContext), offset: 0 }], memory: new Map() });
  for (let state = todo.pop(); state; state = todo.pop()) {
    let moved = false;
    for (let thread = 0; thread < state.cursors.length; thread++) {
      const after = step(program, state, thread);
      if (after) visit(after);
      moved ||= after !== undefined;
    }
    if (moved) continue;
    (state.cursors.every(c => !c || !nextOf(c)) ? value : deadlocks).add(historiesKey(state));
  }
  return { value, deadlocks, states: visited.size };
}

/** The event that the thread stands before; null when it has ended. */
function nextOf({ node, offset }: Cursor): Label | null {
  return node.segment[offset] ?? node.pending;
}

function hasEnded(cursor: Cursor | undefined): boolean {
  return cursor !== undefined && nextOf(cursor) === null;
}

/** Takes all steps at once that neither see nor change memory: their order among the others cannot matter. */
function settle(program: Program, state: State): State {
  const isLocal = [Kind.Begin, Kind.End, Kind.Create, Kind.Join, Kind.Fence];
  for (let thread = 0; thread < state.cursors.length; thread++) {
    const cursor = state.cursors[thread];
    const next = cursor && nextOf(cursor);
    const after = next && isLocal.includes(next.kind) ? step(program, state, thread) : undefined;
    if (after) {
      state = after;
      thread = -1; // it may be what an earlier thread waits for
    }
  }
  return state;
}

/** The state after the thread's next event; undefined when it has none, or waits. */
function step(program: Program, { cursors, memory }: State, thread: number): State | undefined {
  const cursor = cursors[thread];
  const label = cursor && nextOf(cursor);
  if (!label) return undefined;

  const { kind, loc } = label;
  const held = memory.get(loc) ?? program.initial(loc);
  const moved = cursors.slice();
  const isPending = cursor.offset === cursor.node.segment.length;
  const go = (returned: Value, written?: Value): State => {
    moved[thread] = isPending
      ? { node: program.child(cursor.node, returned, noContext), offset: 0 }
      : { node: cursor.node, offset: cursor.offset + 1 };
    return { cursors: moved, memory: written === undefined ? memory : new Map(memory).set(loc, written) };
  };

  switch (kind) {
    case Kind.Begin: case Kind.End: case Kind.Fence: return go(0);
    case Kind.Create:
      moved[label.thread] = { node: program.root(label.thread, 0, noContext), offset: 0 };
      return go(0);
    case Kind.Join: return hasEnded(cursors[label.thread]) ? go(0) : undefined;
    case Kind.Load: case Kind.PlainRead: return go(held);
    case Kind.Store: case Kind.PlainWrite: return go(0, label.value);
    case Kind.Rmw: return go(held, updated(label, Number(held)));
    case Kind.MutexLock: return held === 0 ? go(0, 1) : undefined;
    case Kind.MutexTrylock: return held === 0 ? go(0, 1) : go(EBUSY);
    case Kind.MutexUnlock: return go(0, 0);
    default: throw new Error(`the oracle does not know events of kind ${kind}`);
  }
}

function stateKey({ cursors, memory }: State): string {
  const threads = Array.from(cursors, c => (c ? `${c.node.id}.${c.offset}` : ''));
  const cells = [...memory].sort(([a], [b]) => a - b).map(([loc, v]) => `${loc}=${v}`);
  return `${threads.join()} ${cells.join()}`;
}

function historiesKey({ cursors }: State): string {
  return valueKey(Array.from(cursors, c => (c ? valuesOf(c.node) : [])));
}

function valuesOf(node: HistoryNode): Value[] {
  const values: Value[] = [];
  for (let at = node; at.parent; at = at.parent) values.unshift(at.value);
  return values;
}
