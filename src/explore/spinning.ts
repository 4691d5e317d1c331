/**
 * Loops that wait. At an atomic load (or a compare-exchange that fails) the runtime gives a fingerprint of the thread's machine
 * state. A thread that comes to the same fingerprint again, having only read in between, made no progress: that
 * branch is dropped, so a spinning thread simply waits for another value.
 */
import { leavesState, looksOnly } from '../object';
import { Kind, looksForCancel, MutexFlag, type Label, type LocationId, type Value } from '../program/label';
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
  for (let n = node; n.parent !== null && n.segment.every((l) => passes(l, pending)); n = n.parent) {
    const l = n.parent.pending!;
    if (underMutex(pending)) {
      // Under a mutex only plain data, which leaves no choice: an atomic read there would choose while others wait for the mutex.
      if (l.kind === pending.kind) return sameMoment(l, pending) && (l.kind !== Kind.MutexLock || n.value === 0) ? turn : undefined;
      if (pending.kind === Kind.CondBlock && isPartOfTimeOut(l, n.value)) continue;
      // A thread looks whether it is cancelled when it holds nothing that others wait for.
      if (l.kind !== Kind.PlainRead && !looksForCancel(l)) return undefined;
    }
    if (!onlyLooks(l, n.value) || (turn.has(l.loc) && turn.get(l.loc) !== n.value)) return undefined;
    // An object has a state, not a value: Stuck asks for that.
    if (looksOnly(l.kind)) return sameMoment(l, pending) ? turn : undefined;
    turn.set(l.loc, n.value);
    if (l.kind === pending.kind && sameMoment(l, pending)) return turn;
  }
  return undefined;
}

function sameMoment(a: Label, b: Label): boolean {
  return a.loc === b.loc && a.spin === b.spin;
}

/** Does the turn begin by locking a mutex, or by waiting on a condition variable? */
function underMutex(head: Label): boolean {
  return head.kind === Kind.MutexLock || head.kind === Kind.CondBlock;
}

/** May an event that needs no value be part of a turn with that head? */
function passes(l: Label, head: Label): boolean {
  if (l.kind === Kind.Fence) return true;
  if (l.kind !== Kind.MutexUnlock) return false;
  return head.kind === Kind.CondBlock ? (l.op & MutexFlag.InWait) !== 0 : head.kind === Kind.MutexLock && head.loc === l.loc;
}

/** A wait that timed out (or ended without a signal) leaves the condition variable as it was, and the mutex is locked again. */
function isPartOfTimeOut(l: Label, returned: Value): boolean {
  return (l.kind === Kind.CondWake && returned !== 0)
    || (l.kind === Kind.MutexLock && (l.op & MutexFlag.InWait) !== 0 && returned === 0);
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

/** Does the event, returning the value, leave everything as it is? (Writing the same value anew, as test-and-set does, is no progress either.) */
function onlyLooks(l: Label, returned: Value): boolean {
  switch (l.kind) {
    case Kind.Load: case Kind.PlainRead: return true;
    case Kind.Rmw: {
      const written = rmwResult(l, returned);
      return written === undefined || written === returned;
    }
    default: return leavesState(l, returned);
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
