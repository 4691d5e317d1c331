/** Calls that may not time out any more because of --tune timeouts. */
import { Kind } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { isPartOfWait } from '../../program/operand';

/**
 * Does the thread, before the node's pending event, wait in a call that may not time out any more (Kind.Held)? A call
 * on files consists of repeated tries.
 */
export function isHeld(node: HistoryNode): boolean {
  // A thread that stands before the last events of its life waits for nothing.
  if (node.pending === null) return false;
  const { site } = node.pending;
  for (let n: HistoryNode | null = node; n !== null && n.pending!.site === site; n = n.parent) {
    if (n.segment.at(-1)?.kind === Kind.Held) return true;
    const { kind } = n.pending!;
    if (kind !== Kind.Load && kind !== Kind.PlainRead && (kind !== Kind.MutexLock || isPartOfWait(n.pending!)))
      return false;
  }
  return false;
}
