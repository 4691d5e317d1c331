/** Mutexes and spinlocks: what each operation may do in each state. */
import { mutex, ownerOf } from '../../src/object/mutex';
import { EBUSY, EDEADLK, EINVAL, ENOTRECOVERABLE, EOWNERDEAD, EPERM, ETIMEDOUT } from '../../src/object/object';
import { Kind, label, MutexFlag, MutexType } from '../../src/program/label';
import { Acting } from './acting';

const { MutexInit, MutexLock, MutexTrylock, MutexUnlock, MutexDestroy, MutexDied, MutexConsistent } = Kind;
const free = new Acting(mutex);
const held = free.after(1, MutexLock);
const timed = { value: ETIMEDOUT };
const recursive = { op: MutexType.Recursive };
const errorCheck = { op: MutexType.ErrorCheck };
const spin = { op: MutexType.Spin };
const inWait = { op: MutexFlag.InWait };
const robust = { op: MutexFlag.Robust };
const took = '0 changes acquires all';
const passed = '0 changes acquires all releases exclusive';

test('free', () => {
  expect(free.may(1, MutexLock)).toEqual([took]);
  expect(free.may(1, MutexTrylock)).toEqual([took]);
  expect(free.may(1, MutexTrylock, timed)).toEqual([took]);
  expect(free.may(1, MutexInit)).toEqual([passed]);
  expect(free.may(1, MutexDestroy)).toEqual([passed]);
  expect(free.may(1, MutexUnlock)).toEqual(['misuse: unlocks a mutex that is not locked']);
  expect(free.may(1, MutexUnlock, spin)).toEqual(['misuse: unlocks a spinlock that is not locked']);
  expect(free.may(1, MutexUnlock, inWait)).toEqual([
    'misuse: waits on a condition variable with a mutex that is not locked',
  ]);
  expect(free.may(1, MutexConsistent, robust)).toEqual([`${EINVAL}`]);
  for (const type of [recursive, errorCheck, robust]) expect(free.may(1, MutexUnlock, type)).toEqual([`${EPERM}`]);
});

test('held by another thread', () => {
  for (const type of [{}, recursive, errorCheck, spin, inWait, robust]) {
    expect(held.may(2, MutexLock, type)).toEqual([]);
    expect(held.may(2, MutexTrylock, type)).toEqual([`${EBUSY}`]);
    expect(held.may(2, MutexTrylock, { ...timed, ...type })).toEqual([`${ETIMEDOUT}`]);
  }
  expect(held.may(2, MutexUnlock)).toEqual(['misuse: unlocks a mutex that thread 1 holds']);
  expect(held.may(2, MutexUnlock, spin)).toEqual(['misuse: unlocks a spinlock that thread 1 holds']);
  expect(held.may(2, MutexUnlock, inWait)).toEqual([
    'misuse: waits on a condition variable with a mutex that thread 1 holds',
  ]);
  expect(held.may(2, MutexUnlock, { op: MutexType.ErrorCheck | MutexFlag.InWait })).toEqual([
    'misuse: waits on a condition variable with a mutex that thread 1 holds',
  ]);
  for (const type of [recursive, errorCheck, robust]) expect(held.may(2, MutexUnlock, type)).toEqual([`${EPERM}`]);
});

test('held by any thread', () => {
  for (const [t, holds] of [
    [1, 'it holds'],
    [2, 'thread 1 holds'],
  ] as const) {
    expect(held.may(t, MutexInit)).toEqual([`misuse: initialises a mutex that ${holds}`]);
    expect(held.may(t, MutexDestroy)).toEqual([`misuse: destroys a mutex that ${holds}`]);
    expect(held.may(t, MutexInit, spin)).toEqual([`misuse: initialises a spinlock that ${holds}`]);
    expect(held.may(t, MutexDestroy, spin)).toEqual([`misuse: destroys a spinlock that ${holds}`]);
  }
});

test('held by the thread itself', () => {
  expect(held.may(1, MutexLock)).toEqual(['misuse: locks a normal mutex that it already holds']);
  expect(held.may(1, MutexLock, spin)).toEqual(['misuse: locks a spinlock that it already holds']);
  expect(held.may(1, MutexLock, errorCheck)).toEqual([`${EDEADLK}`]);
  expect(held.may(1, MutexTrylock)).toEqual([`${EBUSY}`]);
  expect(held.may(1, MutexTrylock, spin)).toEqual([`${EBUSY}`]);
  expect(held.may(1, MutexTrylock, errorCheck)).toEqual([`${EBUSY}`]);
  expect(held.may(1, MutexTrylock, timed)).toEqual([`${ETIMEDOUT}`]);
  expect(held.may(1, MutexTrylock, { ...timed, ...errorCheck })).toEqual([`${EDEADLK}`]);
  for (const type of [{}, spin, errorCheck, inWait]) {
    expect(held.may(1, MutexUnlock, type)).toEqual([passed]);
    expect(held.after(1, MutexUnlock, type).may(2, MutexLock)).toEqual([took]);
  }
});

test('a recursive mutex is free when it was unlocked as often as it was locked', () => {
  expect(held.may(1, MutexLock, recursive)).toEqual([took]);
  expect(held.may(1, MutexTrylock, recursive)).toEqual([took]);
  expect(held.may(1, MutexTrylock, { ...timed, ...recursive })).toEqual([took]);
  const once = held.after(1, MutexTrylock, recursive).after(1, MutexUnlock, recursive);
  expect(once.may(2, MutexLock, recursive)).toEqual([]);
  expect(once.after(1, MutexUnlock, recursive).may(2, MutexLock, recursive)).toEqual([took]);
});

test('robust: the next owner is told of the death, and makes it consistent or loses it', () => {
  expect(held.may(1, MutexDied, robust)).toEqual([passed]);
  const dead = held.after(1, MutexDied, robust);
  for (const kind of [MutexLock, MutexTrylock])
    expect(dead.may(2, kind, robust)).toEqual([`${EOWNERDEAD} changes acquires all`]);
  expect(dead.may(2, MutexConsistent, robust)).toEqual([`${EINVAL}`]);
  expect(dead.may(2, MutexUnlock, robust)).toEqual([`${EPERM}`]);
  const told = dead.after(2, MutexLock, robust, EOWNERDEAD);
  expect(told.may(3, MutexLock, robust)).toEqual([]);
  expect(told.may(3, MutexConsistent, robust)).toEqual([`${EINVAL}`]);
  expect(told.may(2, MutexConsistent, robust)).toEqual(['0 changes']);
  const sound = told.after(2, MutexConsistent, robust);
  expect(sound.may(2, MutexConsistent, robust)).toEqual([`${EINVAL}`]);
  expect(sound.after(2, MutexUnlock, robust).may(3, MutexLock, robust)).toEqual([took]);
  const lost = told.after(2, MutexUnlock, robust);
  for (const fields of [robust, { ...timed, ...robust }])
    expect(lost.may(3, MutexTrylock, fields)).toEqual([`${ENOTRECOVERABLE}`]);
  expect(lost.may(3, MutexLock, robust)).toEqual([`${ENOTRECOVERABLE}`]);
  expect(lost.after(3, MutexDestroy, robust).after(3, MutexInit, robust, 1).may(3, MutexLock, robust)).toEqual([took]);
  expect(told.after(2, MutexDied, robust).may(3, MutexLock, robust)).toEqual([`${EOWNERDEAD} changes acquires all`]);
});

test('destroyed', () => {
  const destroyed = free.after(1, MutexDestroy);
  const misused = (kind: Kind, fields = {}) => destroyed.may(1, kind, { dead: true, ...fields });
  expect(misused(MutexLock)).toEqual(['misuse: locks a mutex that was destroyed']);
  expect(misused(MutexTrylock)).toEqual(['misuse: tries to lock a mutex that was destroyed']);
  expect(misused(MutexLock, spin)).toEqual(['misuse: locks a spinlock that was destroyed']);
  expect(misused(MutexUnlock)).toEqual(['misuse: unlocks a mutex that was destroyed']);
  expect(misused(MutexUnlock, inWait)).toEqual([
    'misuse: waits on a condition variable with a mutex that was destroyed',
  ]);
  expect(misused(MutexDestroy)).toEqual(['misuse: destroys a mutex that was destroyed']);
  expect(misused(MutexInit)).toEqual([passed.replace('0', '1')]); // it was destroyed
});

test('initialised statically since it was destroyed: only where that was before', () => {
  const destroyed = free.after(1, MutexDestroy);
  expect(destroyed.may(1, MutexLock)).toEqual([took]);
  expect(destroyed.may(2, MutexLock, {}, false)).toEqual(['misuse: locks a mutex that was destroyed']);
});

test('who holds it', () => {
  expect(ownerOf(mutex.initial(0))).toBe(-1);
  const [o] = mutex.outcomes(mutex.initial(0), label(MutexLock), 3, true);
  expect(o.kind === 'done' && ownerOf(o.next!)).toBe(3);
});
