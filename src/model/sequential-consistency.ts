/**
 * Programs that have the same executions under RC11 and under sequential consistency: every atomic access is seq_cst,
 * and there are neither fences nor operations on objects other than locking and unlocking mutexes (Lahav et al.,
 * Repairing sequential consistency in C/C++11, PLDI 2017, 4.1).
 */
import { isObjectKind } from '../object';
import { Kind, leavesCancelled, Order, type Label } from '../program/label';
import { hasMemoryOrder } from '../program/memory-order';
import { mayBeCancelled } from '../program/operand';
import { isCompareExchange } from '../program/rmw';
import type { C11HappensBefore } from './c11-happens-before';
import type { Strengthening } from './model';
import { Sc } from './sc';

/** For models that order seq_cst accesses as RC11 does. */
export const scOfSeqCst: Strengthening = {
  model: new Sc(),
  allows: isSequentiallyConsistent,
  allowsStates: (l) => isSequentiallyConsistent(l) || isOrderedOrCommutes(l),
  mayBeRobust: () => false,
};

/**
 * For models that keep coherence with this happens-before, and have no cycles of po ∪ rf
 * (strategy/state-space/key/robustness.ts). `ordersSeqCst`: as RC11 does; otherwise a seq_cst access may do more.
 */
export function scWhereRobust(happensBefore: C11HappensBefore, ordersSeqCst = true): Strengthening {
  const { allows, allowsStates } = scOfSeqCst;
  const isOrdered = (l: Label): boolean => ordersSeqCst || !hasMemoryOrder(l);
  return {
    model: new Sc(happensBefore),
    allows: (l) => isOrdered(l) && allows(l),
    allowsStates: (l) => isOrdered(l) && allowsStates(l),
    mayBeRobust: hasMemoryOrder,
  };
}

/** May such a program perform the event? */
function isSequentiallyConsistent(l: Label): boolean {
  switch (l.kind) {
    case Kind.Fence:
      return false;
    case Kind.Load:
    case Kind.Store:
      return l.order === Order.SeqCst;
    case Kind.Rmw:
      return l.order === Order.SeqCst && (!isCompareExchange(l) || l.failOrder === Order.SeqCst);
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

/**
 * Is it an operation on an object of which any two either happen one before the other, or have the same results
 * whichever comes first? Then there is an interleaving with the same results: psc is acyclic (the paper, 4.1), and any
 * order will do that extends it and happens-before.
 *
 * - Read-write locks: readers come in no order with each other, and change nothing for each other.
 * - Semaphores: a wait comes after all posts that are before it in the semaphore's order, and these are enough for it
 *   and all waits before it. So in no order that extends happens-before does the count get below zero.
 * - pthread_once: everyone else comes after the end of the routine.
 * - Condition variables: where all that block and signal hold one mutex, the mutex orders them, and whoever was woken
 *   locks it next. A wait that is cancelled may hand its signal on, which is another matter.
 *
 * What looks whether something holds now, such as a trylock, is not among them.
 */
function isOrderedOrCommutes(l: Label): boolean {
  switch (l.kind) {
    case Kind.RwInit:
    case Kind.RwRdlock:
    case Kind.RwWrlock:
    case Kind.RwRdunlock:
    case Kind.RwWrunlock:
    case Kind.RwDestroy:
    case Kind.SemInit:
    case Kind.SemWait:
    case Kind.SemPost:
    case Kind.SemDestroy:
    case Kind.OnceBegin:
    case Kind.OnceEnd:
    case Kind.CondInit:
    case Kind.CondSignal:
    case Kind.CondBroadcast:
    case Kind.CondDestroy:
      return true;
    case Kind.CondBlock:
      return !mayBeCancelled(l);
    case Kind.CondWake:
      return !leavesCancelled(l);
    default:
      return false;
  }
}
