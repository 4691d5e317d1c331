/**
 * Plain accesses that a thread repeats, where a weak compare-exchange has failed spuriously: `new->next = old` in
 * `do { new->next = old; } while (!compare_exchange_weak(&head, &old, new))`.
 *
 * Between the first access and the second one the thread has released nothing: it has read, and written plain data. So
 * what happens before the first one happens before the second one, and what the second one happens before, the first
 * one does too. Whatever races with the second one races with the first one. A second write of the same value leaves
 * what others read as it is: they may read from the first one instead, since a write in between would race with both.
 */
import { frees, hidesValue, Kind, type Label, type Value } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { rmwResult } from '../../program/rmw';

/**
 * Is the plain access number `at` of the node's segment (-1: what led to the node) the same as an earlier one of the
 * thread, which has released nothing since? Of a write: as a write of the same value; of a read: as any access.
 */
export function isRepeated(l: Label, node: HistoryNode, at: number): boolean {
  if (frees(l) || (l.kind === Kind.PlainWrite && hidesValue(l)) || l.pieces.length > 0) return false;
  let i = at - 1;
  for (let n: HistoryNode | null = node; n !== null; n = n.parent, i = n === null ? 0 : n.segment.length - 1) {
    for (; i >= 0; i--) {
      const before = n.segment[i];
      if (before.kind !== Kind.PlainWrite || frees(before)) return false;
      if (before.loc === l.loc) return l.kind === Kind.PlainRead || before.value === l.value;
    }
    const { parent } = n;
    if (parent === null) return false;
    // The access itself led to its node.
    if (n === node && at < 0) continue;
    const read = parent.pending!;
    if (read.kind === Kind.PlainRead && read.loc === l.loc && l.kind === Kind.PlainRead) return true;
    if (!onlyReads(read, n.value)) return false;
  }
  return false;
}

/** Does the event read and not write, where it returns the value? */
export function onlyReads(l: Label, returned: Value): boolean {
  return (
    l.kind === Kind.Load || l.kind === Kind.PlainRead || (l.kind === Kind.Rmw && rmwResult(l, returned) === undefined)
  );
}
