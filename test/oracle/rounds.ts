/**
 * Loops that wait, in the litmus programs of the oracle: each turn only looks, but for locks that it gives back and
 * waits that time out, and the loop is left when it sees what it waits for. So a thread that comes to the same
 * fingerprint again has gone round.
 */
import { Kind } from '../../src/program/label';
import type { HistoryNode, Program } from '../../src/program/program';
import { nextOf, steps, type Cursor, type State } from './interleave';

/** The node at which the turn began that ends at the node; undefined: none does. */
export function beginOfTurn(node: HistoryNode): HistoryNode | undefined {
  if (!node.pending?.spin) return undefined;
  for (let at = node; at.parent; at = at.parent) {
    const { kind, spin } = at.parent.pending!;
    if (kind === Kind.CondWake && at.value === 0) return undefined; // somebody woke it
    if (spin === node.pending.spin) return at.parent;
  }
  return undefined;
}

/**
 * Do all threads that are left wait for good: at an operation that nobody will make possible, or in a loop whose turns
 * go round in this memory?
 */
export function allWait(program: Program, state: State): boolean {
  return state.cursors.every((cursor, thread) => !cursor || !nextOf(cursor) || waits(program, state, thread));
}

function waits(program: Program, start: State, thread: number): boolean {
  const { node, offset } = start.cursors[thread]!;
  let state: State | undefined = steps(program, start, thread)[0];
  if (!state) return true;
  if (holdsInTurn(start.cursors[thread]!)) return false; // others may go on when it gives that back
  for (let n = 0; state && n < 40; n++) {
    const now: Cursor = state.cursors[thread]!;
    if (now.node === node && now.offset === offset) return true;
    state = steps(program, state, thread)[0];
  }
  return false;
}

/** Does the thread stand in a turn, with a lock that it took in it? */
function holdsInTurn({ node, offset }: Cursor): boolean {
  let locks = 0;
  for (let at: HistoryNode | null = node; at; at = at.parent) {
    const before = at.parent?.pending;
    const segment = at === node ? at.segment.slice(0, offset) : at.segment;
    for (const l of before && at.value === 0 ? [...segment, before] : segment) {
      if (l.site === node.pending?.site) locks += takes.includes(l.kind) ? 1 : givesBack.includes(l.kind) ? -1 : 0;
    }
  }
  return locks > 0;
}

const takes: readonly Kind[] = [
  Kind.MutexLock,
  Kind.MutexTrylock,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.SemWait,
  Kind.FutexEnter,
];
const givesBack: readonly Kind[] = [Kind.MutexUnlock, Kind.RwRdunlock, Kind.RwWrunlock, Kind.SemPost, Kind.FutexLeave];
