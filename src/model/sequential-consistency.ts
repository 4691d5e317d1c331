/**
 * Programs that have the same executions under RC11 and under sequential consistency: every atomic access is seq_cst,
 * and there are neither fences nor operations on objects other than locking and unlocking mutexes (Lahav et al.,
 * Repairing sequential consistency in C/C++11, PLDI 2017, 4.1).
 */
import { isObjectKind } from '../object';
import { Kind, Order, RmwOp, type Label } from '../program/label';
import { rmwOperation } from '../program/operand';
import type { Strengthening } from './model';
import { Sc } from './sc';

/** For models that order seq_cst accesses as RC11 does. */
export const scOfSeqCst: Strengthening = { model: new Sc(), allows: isSequentiallyConsistent };

/** May such a program perform the event? */
function isSequentiallyConsistent(l: Label): boolean {
  switch (l.kind) {
    case Kind.Fence:
      return false;
    case Kind.Load:
    case Kind.Store:
      return l.order === Order.SeqCst;
    case Kind.Rmw:
      return l.order === Order.SeqCst && (rmwOperation(l) !== RmwOp.Cas || l.failOrder === Order.SeqCst);
    // Each operation on a mutex happens before the next one. Operations on other objects may follow each other without
    // such an order.
    case Kind.MutexInit:
    case Kind.MutexLock:
    case Kind.MutexUnlock:
    case Kind.MutexDestroy:
      return true;
    default:
      return !isObjectKind(l.kind);
  }
}
