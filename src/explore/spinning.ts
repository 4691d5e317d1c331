/**
 * Loops that wait. At an atomic load (or a compare-exchange that fails) the runtime gives a fingerprint of the thread's machine
 * state. A thread that comes to the same fingerprint again, having only read in between, made no progress: that
 * branch is dropped, so a spinning thread simply waits for another value.
 */
import { Kind, type Label, type LocationId, type Value } from '../program/label';
import type { HistoryNode } from '../program/program';
import { rmwResult } from '../program/rmw';

/** What the reads of one turn of a waiting loop returned. */
export type Turn = ReadonlyMap<LocationId, Value>;

/**
 * The turn of a loop that ends at the node: the thread is in the same state as at an earlier node, from where it only looked.
 * Undefined when it made progress. A turn that read one location twice with different values made some.
 */
export function turnEndingAt(node: HistoryNode): Turn | undefined {
  const { pending } = node;
  if (pending === null || !pending.spin) return undefined;
  const turn = new Map<LocationId, Value>();
  const passes = (l: Label): boolean => l.kind === Kind.Fence || (l.kind === Kind.MutexUnlock && isLockOf(pending, l));
  for (let n = node; n.parent !== null && n.segment.every(passes); n = n.parent) {
    const l = n.parent.pending!;
    if (pending.kind === Kind.MutexLock) {
      // Under a mutex only plain data, which leaves no choice: an atomic read there would choose while others wait for the mutex.
      if (l.kind === Kind.MutexLock) return isLockOf(l, pending) && l.spin === pending.spin && n.value === 0 ? turn : undefined;
      if (l.kind !== Kind.PlainRead) return undefined;
    }
    if (!onlyLooks(l, n.value) || (turn.has(l.loc) && turn.get(l.loc) !== n.value)) return undefined;
    // A mutex has a state, not a value: Stuck asks for that.
    if (l.kind === Kind.MutexTrylock) return l.loc === pending.loc && l.spin === pending.spin ? turn : undefined;
    turn.set(l.loc, n.value);
    if (l.kind === pending.kind && l.loc === pending.loc && l.spin === pending.spin) return turn;
  }
  return undefined;
}

/** The turns that end when the node's pending event returns the value, plain reads that follow included. */
export function turnsAfter(node: HistoryNode, value: Value): Turn[] {
  const after = node.children.get(value);
  if (after === undefined) return [];
  const turn = turnEndingAt(after);
  if (turn !== undefined) return [turn];
  if (after.pending?.kind !== Kind.PlainRead) return [];
  return [...after.children.keys()].flatMap((v) => turnsAfter(after, v));
}

function isLockOf(lock: Label, l: Label): boolean {
  return lock.kind === Kind.MutexLock && lock.loc === l.loc;
}

/** Does the event, returning the value, leave everything as it is? (Writing the same value anew, as test-and-set does, is no progress either.) */
function onlyLooks(l: Label, returned: Value): boolean {
  switch (l.kind) {
    case Kind.Load: case Kind.PlainRead: return true;
    case Kind.MutexTrylock: return returned !== 0;
    case Kind.Rmw: {
      const written = rmwResult(l, returned);
      return written === undefined || written === returned;
    }
    default: return false;
  }
}

/** The two together; undefined when they need different values at one location. */
export function both(a: Turn, b: Turn): Turn | undefined {
  const merged = new Map(a);
  for (const [loc, value] of b) {
    if (merged.has(loc) && merged.get(loc) !== value) return undefined;
    merged.set(loc, value);
  }
  return merged;
}
