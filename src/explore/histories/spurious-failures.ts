/**
 * Spurious failures of weak compare-exchanges (C11 7.17.7.4p4). One that leads back to the head of a retry loop in the
 * same state is an iteration without progress (spin-loops.ts), and is left out. Where each failure leads to another
 * state, as where the loop counts its attempts, a thread could fail for ever: so it fails at most so often in a row at
 * one place.
 */
import { RmwOp, type Label } from '../../program/label';
import { rmwOperation } from '../../program/operand';
import type { HistoryNode } from '../../program/program';
import { mayFailSpuriously, SPURIOUS } from '../../program/rmw';

/**
 * Two suffice where the thread comes back to the same state only the second time, since what lies in registers or on
 * its stack is not known exactly.
 */
export const MAX_IN_A_ROW = 2;

/** Has the thread, which stands at the node before a weak compare-exchange, failed spuriously as often as it may? */
function isAtLimit(node: HistoryNode): boolean {
  const { site } = node.pending!;
  // A program in memory has no places, and no such loops.
  if (site < 0) return false;
  let inARow = 0;
  for (let n = node; n.parent !== null; n = n.parent) {
    if (n.parent.pending!.site !== site) continue;
    if (n.value !== SPURIOUS) return false;
    if (++inARow === MAX_IN_A_ROW) return true;
  }
  return false;
}

const known = new WeakMap<HistoryNode, boolean>();

/** May the node's pending event, a compare-exchange with this label, fail spuriously? */
export function offersFailure(node: HistoryNode | null | undefined, l: Label): boolean {
  if (!mayFailSpuriously(l)) return false;
  if (!node) return true;
  let atLimit = known.get(node);
  if (atLimit === undefined) known.set(node, (atLimit = isAtLimit(node)));
  return !atLimit;
}

/** Why the compare-exchange, which succeeds, does not fail instead; undefined: in other executions it does. */
export function heldBack(node: HistoryNode, l: Label): 'by option' | 'in a row' | undefined {
  if (rmwOperation(l) === RmwOp.CasHeld) return 'by option';
  return mayFailSpuriously(l) && !offersFailure(node, l) ? 'in a row' : undefined;
}
