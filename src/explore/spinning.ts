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
 * The turn of a loop that ends at the node: the thread is in the same state as at an earlier node, from where it only read.
 * Undefined when it made progress. A turn that read one location twice with different values made some.
 */
export function turnEndingAt(node: HistoryNode): Turn | undefined {
  const { pending } = node;
  if (pending === null || !pending.spin) return undefined;
  const turn = new Map<LocationId, Value>();
  for (let n = node; n.parent !== null && n.segment.length === 0; n = n.parent) {
    const l = n.parent.pending!;
    const onlyReads = l.kind === Kind.Load || (l.kind === Kind.Rmw && keeps(l, n.value));
    if (!onlyReads || (turn.has(l.loc) && turn.get(l.loc) !== n.value)) return undefined;
    turn.set(l.loc, n.value);
    if (l.kind === pending.kind && l.loc === pending.loc && l.spin === pending.spin) return turn;
  }
  return undefined;
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

/** Does the rmw, reading the value, leave it as it is? (Writing it anew, as test-and-set does, is no progress either.) */
function keeps(l: Label, read: Value): boolean {
  const written = rmwResult(l, read);
  return written === undefined || written === read;
}
