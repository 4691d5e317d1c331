/**
 * The table of synchronisation objects, by the kinds of their operations, with the properties of operations that the
 * exploration relies on.
 */
import { isReadLike, Kind, label, type Label, type Value } from '../program/label';
import { tellsNobody } from '../program/operand';
import { barrier } from './barrier';
import { condition } from './condition';
import { futex } from './futex';
import { mutex } from './mutex';
import { EAGAIN, EBUSY, EDEADLK, ENOTRECOVERABLE, ETIMEDOUT, type ObjectKind } from './object';
import { once } from './once';
import { rwlock } from './rwlock';
import { semaphore } from './semaphore';

interface Operations {
  readonly object: ObjectKind;
  readonly kinds: readonly Kind[];
  /**
   * The operations that may return without a change of state. Each may read from an older operation than the last, as a
   * load may. This is a promise: in every state some result is possible, or no operation can overwrite the state for
   * which the operation waits (OnceBegin: a routine that has ended). If the promise does not hold, deadlocks go
   * unnoticed. An operation that returns without a change in some states and waits in others does not belong here: it
   * follows the last operation that changed the state, and changes nothing (MutexLock that returns EDEADLK).
   */
  readonly mayOnlyRead?: readonly Kind[];
  /**
   * The operations that wait until another operation chooses them. This is a promise: exactly one state serves the
   * operation. So there is one way to perform it, the search takes it as soon as it exists, and tries no other branch.
   */
  readonly awaits?: readonly Kind[];
  /**
   * The operations on which happens-before depends: if threads pass plain data, it matters which operation they follow.
   */
  readonly orders: readonly Kind[];
}

const mutexKinds = [
  Kind.MutexInit,
  Kind.MutexLock,
  Kind.MutexTrylock,
  Kind.MutexUnlock,
  Kind.MutexDestroy,
  Kind.MutexDied,
  Kind.MutexConsistent,
];
const rwlockKinds = [
  Kind.RwInit,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwTryrdlock,
  Kind.RwTrywrlock,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
  Kind.RwDestroy,
];

const table: readonly Operations[] = [
  { object: mutex, kinds: mutexKinds, mayOnlyRead: [Kind.MutexTrylock], orders: mutexKinds },
  {
    object: condition,
    kinds: [Kind.CondInit, Kind.CondBlock, Kind.CondWake, Kind.CondSignal, Kind.CondBroadcast, Kind.CondDestroy],
    mayOnlyRead: [Kind.CondSignal, Kind.CondBroadcast],
    awaits: [Kind.CondWake],
    orders: [],
  },
  { object: rwlock, kinds: rwlockKinds, mayOnlyRead: [Kind.RwTryrdlock, Kind.RwTrywrlock], orders: rwlockKinds },
  {
    object: semaphore,
    kinds: [Kind.SemInit, Kind.SemWait, Kind.SemTrywait, Kind.SemPost, Kind.SemGetvalue, Kind.SemDestroy],
    mayOnlyRead: [Kind.SemTrywait, Kind.SemGetvalue],
    orders: [Kind.SemWait, Kind.SemTrywait, Kind.SemPost],
  },
  {
    object: barrier,
    kinds: [Kind.BarrierInit, Kind.BarrierArrive, Kind.BarrierLeave, Kind.BarrierDestroy],
    awaits: [Kind.BarrierLeave],
    orders: [Kind.BarrierLeave],
  },
  {
    object: once,
    kinds: [Kind.OnceBegin, Kind.OnceEnd],
    mayOnlyRead: [Kind.OnceBegin],
    orders: [Kind.OnceBegin, Kind.OnceEnd],
  },
  {
    object: futex,
    kinds: [Kind.FutexEnter, Kind.FutexLeave, Kind.FutexAwait, Kind.FutexWake],
    mayOnlyRead: [Kind.FutexWake],
    awaits: [Kind.FutexAwait],
    orders: [],
  },
];

/** The nouns of all kinds of objects. */
export const objectNouns: readonly string[] = table.map(({ object }) => object.noun);

const objects: (ObjectKind | undefined)[] = [];
const onlyReading: boolean[] = [];
const awaiting: boolean[] = [];
const ordering: boolean[] = [];
const atOnce: boolean[] = [];
for (const { object, kinds, mayOnlyRead, awaits, orders } of table) {
  for (const kind of kinds) {
    objects[kind] = object;
    onlyReading[kind] = mayOnlyRead?.includes(kind) ?? false;
    awaiting[kind] = awaits?.includes(kind) ?? false;
    ordering[kind] = orders.includes(kind);
    atOnce[kind] = !isReadLike(label(kind));
  }
}

/** Is it an operation on a synchronisation object? */
export function isObjectKind(k: Kind): boolean {
  return objects[k] !== undefined;
}

/** The kind of object that the operation is on. */
export function objectOf(k: Kind): ObjectKind {
  const object = objects[k];
  if (object === undefined) throw new Error(`not an operation on an object: ${Kind[k]}`);
  return object;
}

/** Is it an operation on a semaphore? */
export function isSemaphore(k: Kind): boolean {
  return objects[k] === semaphore;
}

/** May the operation return without changing the state? Then it may read an older state. */
export function mayOnlyRead(k: Kind): boolean {
  return onlyReading[k] ?? false;
}

/** Does the operation wait to be chosen by another one? */
export function isChosen(k: Kind): boolean {
  return awaiting[k] ?? false;
}

/** Does happens-before depend on which operation it follows? */
export function ordersMemory(k: Kind): boolean {
  return ordering[k] ?? false;
}

/** Does the operation take effect as soon as its thread reaches it, because the thread holds the object? */
export function isAtOnce(k: Kind): boolean {
  return atOnce[k] ?? false;
}

/** Does the operation return that others hold the lock? */
export function triesToLock(k: Kind): boolean {
  return k === Kind.MutexTrylock || k === Kind.RwTryrdlock || k === Kind.RwTrywrlock;
}

/**
 * May the result, or what comes after the operation, be another one because another thread holds the lock, or a unit of
 * the semaphore, and is to give it back?
 */
export function seesHolder(k: Kind): boolean {
  return triesToLock(k) || k === Kind.SemTrywait || k === Kind.SemGetvalue || k === Kind.SemInit;
}

/** Results of tries and calls with a time limit that change nothing. */
const inVain: ReadonlySet<Value> = new Set([EBUSY, EAGAIN, ETIMEDOUT, EDEADLK, ENOTRECOVERABLE]);

/** Does the operation leave the state unchanged when it returns the value? */
export function leavesState(l: Label, returned: Value): boolean {
  switch (l.kind) {
    case Kind.MutexTrylock:
    case Kind.RwTryrdlock:
    case Kind.RwTrywrlock:
    case Kind.SemTrywait:
      return inVain.has(returned);
    case Kind.CondSignal:
    case Kind.CondBroadcast:
    case Kind.OnceBegin:
      return returned === 0;
    case Kind.FutexWake:
      return returned === 0 && !tellsNobody(l);
    case Kind.SemGetvalue:
      return true;
    default:
      return false;
  }
}
