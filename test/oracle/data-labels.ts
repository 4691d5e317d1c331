/** The labels of operations that are one event, and the locations of the objects in them. */
import { Kind, Order, Plain, RMW_UNUSED, RmwOp, label, type Label } from '../../src/program/label';
import { ETIMEDOUT } from './errno';
import type { Litmus, MemoryOrder, Op, Operand } from './litmus';
import { failureOrder } from './litmus-properties';

/** The orders of the model for those of the text. */
export const orders: Record<MemoryOrder, Order> = {
  rlx: Order.Relaxed,
  acq: Order.Acquire,
  rel: Order.Release,
  ar: Order.AcqRel,
  sc: Order.SeqCst,
};
const rmwOps = { add: RmwOp.Add, xchg: RmwOp.Xchg, cas: RmwOp.Cas, weak: RmwOp.CasWeak };

/** The locations of the first object of each kind. */
export function places({
  locs,
  mutexes = 0,
  conds = 0,
  rwlocks = 0,
  semaphores = [],
  barriers = [],
  onces = 0,
  threads,
}: Litmus) {
  const cond = locs + mutexes,
    rwlock = cond + conds,
    semaphore = rwlock + rwlocks;
  const barrier = semaphore + semaphores.length,
    once = barrier + barriers.length;
  const gate = once + onces,
    flag = gate + 1;
  return { mutex: locs, cond, rwlock, semaphore, barrier, once, gate, flag, futex: flag + threads.length };
}

type Simple = Exclude<
  Op,
  {
    op:
      | 'IF'
      | 'E'
      | 'AS'
      | 'MF'
      | 'CW'
      | 'CT'
      | 'BW'
      | 'AW'
      | 'AD'
      | 'CA'
      | 'XW'
      | 'FA'
      | 'FW'
      | 'UW'
      | 'RX'
      | 'LA'
      | 'RA'
      | 'SA'
      | 'LB'
      | 'X'
      | 'TC';
  }
>;

/** The event of an operation that is a single one. */
export function labelOf(op: Simple, at: ReturnType<typeof places>, get: (v: Operand) => number): Label {
  const size = 4;
  const value = 'timed' in op && op.timed ? ETIMEDOUT : 0;
  switch (op.op) {
    case 'R':
      return label(Kind.Load, { loc: op.x, order: orders[op.o], size });
    case 'W':
      return label(Kind.Store, { loc: op.x, order: orders[op.o], size, value: get(op.v) });
    case 'U':
      return label(Kind.Rmw, {
        loc: op.x,
        order: orders[op.o],
        size,
        op: rmwOps[op.k] | (op.blind === true ? RMW_UNUSED : 0),
        value: get(op.v),
        ...(op.k === 'cas' || op.k === 'weak' ? { expected: op.e, failOrder: orders[failureOrder(op)] } : {}),
      });
    case 'F':
      return label(Kind.Fence, { order: orders[op.o] });
    case 'PR':
      return label(Kind.PlainRead, { loc: op.x, order: Order.Plain, size });
    case 'PW':
      return label(Kind.PlainWrite, { loc: op.x, order: Order.Plain, size, value: get(op.v) });
    case 'AL':
      return label(Kind.PlainWrite, {
        loc: op.x,
        order: Order.Plain,
        size,
        op: op.known ? Plain.AllocatedKnown : Plain.Allocated,
      });
    case 'FR':
      return label(Kind.PlainWrite, { loc: op.x, order: Order.Plain, size, op: Plain.Freed });
    case 'C':
      return label(Kind.Create, { thread: op.t });
    case 'J':
      return label(Kind.Join, { thread: op.t });
    case 'L':
      return label(Kind.MutexLock, { loc: at.mutex + op.m });
    case 'T':
      return label(Kind.MutexTrylock, { loc: at.mutex + op.m, value });
    case 'UL':
      return label(Kind.MutexUnlock, { loc: at.mutex + op.m });
    case 'CS':
      return label(Kind.CondSignal, { loc: at.cond + op.c });
    case 'CB':
      return label(Kind.CondBroadcast, { loc: at.cond + op.c });
    case 'RL':
      return label(Kind.RwRdlock, { loc: at.rwlock + op.l });
    case 'RT':
      return label(Kind.RwTryrdlock, { loc: at.rwlock + op.l, value });
    case 'RU':
      return label(Kind.RwRdunlock, { loc: at.rwlock + op.l });
    case 'WL':
      return label(Kind.RwWrlock, { loc: at.rwlock + op.l });
    case 'WT':
      return label(Kind.RwTrywrlock, { loc: at.rwlock + op.l, value });
    case 'WU':
      return label(Kind.RwWrunlock, { loc: at.rwlock + op.l });
    case 'SW':
      return label(Kind.SemWait, { loc: at.semaphore + op.s });
    case 'ST':
      return label(Kind.SemTrywait, { loc: at.semaphore + op.s, value });
    case 'SP':
      return label(Kind.SemPost, { loc: at.semaphore + op.s });
    case 'SG':
      return label(Kind.SemGetvalue, { loc: at.semaphore + op.s });
    case 'OB':
      return label(Kind.OnceBegin, { loc: at.once + op.n });
    case 'OE':
      return label(Kind.OnceEnd, { loc: at.once + op.n });
  }
}
