/** Operations in words. */
import { describeWaiting } from '../../src/explore/common/error-text';
import type { TraceEvent } from '../../src/explore/common/verdict';
import { EAGAIN, EBUSY, EDEADLK, EINTR, EOWNERDEAD, ETIMEDOUT } from '../../src/object/object';
import {
  Cancel,
  ChoiceOf,
  Kind,
  label,
  MutexFlag,
  MutexType,
  WaitFlag,
  type Label,
  type Value,
} from '../../src/program/label';
import { operation } from '../../src/report/operation';

const event = (kind: Kind, value?: Value, fields: Partial<Label> = {}): TraceEvent => ({
  thread: 1,
  label: label(kind, { loc: 0, ...fields }),
  value,
  written: undefined,
  source: -2,
});
const spin = { op: MutexType.Spin };
const inWait = { op: MutexFlag.InWait };
const timed = { value: ETIMEDOUT };
const fault = { loc: -1, op: ChoiceOf.Fault, text: 'malloc(8)\nfails: ENOMEM' };

test.each<[string, Kind, Value, Partial<Label>?]>([
  ['initialises mutex x', Kind.MutexInit, 0],
  ['initialises spinlock x', Kind.MutexInit, 0, spin],
  ['locks x', Kind.MutexLock, 0],
  ['locks spinlock x', Kind.MutexLock, 0, spin],
  ['locks x again', Kind.MutexLock, 0, inWait],
  ['locks x (returns EDEADLK)', Kind.MutexLock, EDEADLK],
  ['locks x (returns 99)', Kind.MutexLock, 99],
  ['tries to lock x: done', Kind.MutexTrylock, 0],
  ['tries to lock x: busy', Kind.MutexTrylock, EBUSY],
  ['tries to lock x (returns EOWNERDEAD)', Kind.MutexTrylock, EOWNERDEAD],
  ['tries to lock spinlock x: busy', Kind.MutexTrylock, EBUSY, spin],
  ['locks x with a time-limit', Kind.MutexTrylock, 0, timed],
  ['locks x with a time-limit: timed out', Kind.MutexTrylock, ETIMEDOUT, timed],
  ['unlocks x', Kind.MutexUnlock, 0],
  ['unlocks x to wait', Kind.MutexUnlock, 0, inWait],
  ['unlocks spinlock x', Kind.MutexUnlock, 0, spin],
  ['destroys spinlock x', Kind.MutexDestroy, 0, spin],
  ['has ended and still holds x', Kind.MutexDied, 0],
  ['makes x consistent (returns EINVAL)', Kind.MutexConsistent, 22],
  ['waits on cond x with mutex m', Kind.CondBlock, 0],
  ['is woken', Kind.CondWake, 0],
  ['times out', Kind.CondWake, ETIMEDOUT, { op: WaitFlag.Timed }],
  ['leaves cond x', Kind.CondWake, 0, { op: WaitFlag.Cancelled }],
  ['leaves cond x: wakes thread 2', Kind.CondWake, 3, { op: WaitFlag.Cancelled }],
  ['cancels thread 2', Kind.Store, 0, { op: Cancel.Point, thread: 2 }],
  ['is cancelled', Kind.Load, 1, { op: Cancel.Wait }],
  ['is not cancelled', Kind.Load, 0, { op: Cancel.Point }],
  ['malloc(8) fails: ENOMEM', Kind.Choose, 1, fault],
  ['read(3, 8) reads at most 4', Kind.Choose, 1, { ...fault, text: 'read(3, 8)\nreads at most 4\nfails: EINTR' }],
  ['read(3, 8) fails: EINTR', Kind.Choose, 2, { ...fault, text: 'read(3, 8)\nreads at most 4\nfails: EINTR' }],
  ['malloc(8)', Kind.Choose, 0, fault],
  ['wakes up without a signal', Kind.CondWake, EINTR, { op: WaitFlag.Spurious }],
  ['signals x: nobody waits', Kind.CondSignal, 0],
  ['signals x: wakes main', Kind.CondSignal, 1],
  ['signals x: wakes thread 2', Kind.CondSignal, 3],
  ['broadcasts x: nobody waits', Kind.CondBroadcast, 0],
  ['broadcasts x: wakes 1 thread', Kind.CondBroadcast, 1],
  ['broadcasts x: wakes 2 threads', Kind.CondBroadcast, 2],
  ['locks x for reading', Kind.RwRdlock, 0],
  ['locks x for writing', Kind.RwWrlock, 0],
  ['unlocks x', Kind.RwRdunlock, 0],
  ['tries to lock x for reading: busy', Kind.RwTryrdlock, EBUSY],
  ['tries to lock x for writing: done', Kind.RwTrywrlock, 0],
  ['locks x for writing with a time-limit: timed out', Kind.RwTrywrlock, ETIMEDOUT, timed],
  ['initialises semaphore x with 3', Kind.SemInit, 0, { value: 3 }],
  ['decrements x', Kind.SemWait, 0],
  ['posts x', Kind.SemPost, 0],
  ['tries to decrement x: it is 0', Kind.SemTrywait, EAGAIN],
  ['decrements x with a time-limit: timed out', Kind.SemTrywait, ETIMEDOUT, timed],
  ['reads semaphore x = 3', Kind.SemGetvalue, 3],
  ['initialises barrier x for 2', Kind.BarrierInit, 0, { value: 2 }],
  ['waits at barrier x', Kind.BarrierArrive, 0],
  ['is the last at barrier x', Kind.BarrierArrive, 1],
  ['leaves barrier x', Kind.BarrierLeave, 0],
  ['begins the once-routine of x', Kind.OnceBegin, 1],
  ['finds the once-routine of x done', Kind.OnceBegin, 0],
  ['ends the once-routine of x', Kind.OnceEnd, 0],
  ['gives up the once-routine of x', Kind.OnceEnd, 0, { op: 1 }],
  ['looks at futex x', Kind.FutexEnter, 0],
  ['sleeps on futex x', Kind.FutexLeave, 0, { op: 1 }],
  ['does not sleep on futex x', Kind.FutexLeave, 0],
  ['is woken', Kind.FutexAwait, 0],
  ['futex_wake(x): nobody sleeps', Kind.FutexWake, 0, { value: 1 }],
  ['futex_wake(x): wakes thread 2', Kind.FutexWake, 3, { value: 1 }],
  ['futex_wake(x): wakes 3 threads', Kind.FutexWake, 3, { value: 0xffffffff }],
])('%s', (text, kind, value, fields = {}) => {
  expect(operation(event(kind, value, fields), 'x', false, { mutex: 'm' })).toBe(text);
});

test('a mutex whose name is not known is left out', () => {
  expect(operation(event(Kind.CondBlock, 0), 'x', false)).toBe('waits on cond x');
});

test.each<[string, string, Kind, Partial<Label>?]>([
  ['waits to join thread 2', 'main waits for the end of thread 2', Kind.Join, { thread: 2 }],
  ['waits for mutex x', 'main waits for a mutex', Kind.MutexLock],
  ['waits for spinlock x', 'main waits for a spinlock', Kind.MutexLock, spin],
  ['waits to lock x again', 'main waits for a mutex', Kind.MutexLock, inWait],
  ['waits for a signal on x', 'main waits for a signal on a condition variable', Kind.CondWake],
  ['waits to lock x for reading', 'main waits for a read-write lock for reading', Kind.RwRdlock],
  ['waits to lock x for writing', 'main waits for a read-write lock for writing', Kind.RwWrlock],
  ['waits for a post of x', 'main waits for a post of a semaphore', Kind.SemWait],
  ['waits for the others at barrier x', 'main waits for the others at a barrier', Kind.BarrierLeave],
  ['waits for the end of the once-routine of x', 'main waits for the end of a once-routine', Kind.OnceBegin],
  ['looks whether it is cancelled', 'main waits in a loop', Kind.Load, { op: Cancel.Point }],
  ['waits for a wake-up on futex x', 'main waits for a wake-up on a futex', Kind.FutexAwait],
  ['waits to look at futex x', 'main waits for a futex', Kind.FutexEnter],
  ['tries to lock x', 'main waits in a loop', Kind.MutexTrylock],
  ['locks x with a time-limit', 'main waits in a loop', Kind.MutexTrylock, timed],
  ['x.load(relaxed)', 'main waits in a loop', Kind.Load],
  ['reads x', 'main waits in a loop', Kind.PlainRead],
  ['signals x', 'main waits in a loop', Kind.CondSignal],
])('pending: %s: %s', (text, waiting, kind, fields = {}) => {
  expect(operation(event(kind, undefined, fields), 'x', true)).toBe(text);
  expect(describeWaiting(0, label(kind, fields))).toBe(waiting);
});
