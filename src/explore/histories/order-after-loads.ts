/**
 * The order of a thread's events that load buffering leaves (model/imm.ts), by their labels: what follows a load that
 * is still open, because a store that comes after it may reach other threads before it returns.
 */
import { cancels, checksCancellation, Kind, RmwOp, type Label } from '../../program/label';
import { isAcquire, isRelease } from '../../program/memory-order';
import { rmwOperation } from '../../program/operand';

/**
 * How an event stands to earlier loads of its thread. `free`: by its label it need not wait for them; `released`: the
 * thread goes on, but others see it after them; `waits`: it, and all that follows, comes after them.
 */
export type OrderAfterLoads = 'free' | 'released' | 'waits';

/** May other events of the thread take effect before the load returns? Only a relaxed load, and no rmw (imm.ts). */
export function mayBeOpen(l: Label): boolean {
  return l.kind === Kind.Load && !isAcquire(l.order) && !checksCancellation(l);
}

/**
 * How the event stands to the thread's open loads, but for dependencies. What is not known to be free, or released,
 * waits: creating and ending threads, output, and calls that put a thread to sleep are calls of the system.
 */
export function orderAfterLoads(l: Label): OrderAfterLoads {
  switch (l.kind) {
    case Kind.Load:
      return checksCancellation(l) ? 'waits' : 'free';
    case Kind.Store:
      if (cancels(l)) return 'waits';
      return isRelease(l.order) ? 'released' : 'free';
    case Kind.Rmw:
      if ([RmwOp.Append, RmwOp.Digest].includes(rmwOperation(l))) return 'waits';
      return isRelease(l.order) ? 'released' : 'free';
    case Kind.PlainRead:
    case Kind.PlainWrite:
    case Kind.Choose:
    case Kind.MutexLock:
    case Kind.MutexTrylock:
    case Kind.RwRdlock:
    case Kind.RwWrlock:
    case Kind.RwTryrdlock:
    case Kind.RwTrywrlock:
    case Kind.SemWait:
    case Kind.SemTrywait:
      return 'free';
    case Kind.MutexUnlock:
    case Kind.RwRdunlock:
    case Kind.RwWrunlock:
    case Kind.SemPost:
      return 'released';
    default:
      return 'waits';
  }
}
