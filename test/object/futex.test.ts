/** Waiting on a futex: what each operation may do in each state. */
import { futex } from '../../src/object/futex';
import { ETIMEDOUT } from '../../src/object/object';
import { Kind, WaitFlag } from '../../src/program/label';
import { Acting } from './acting';

const { FutexEnter, FutexLeave, FutexAwait, FutexWake } = Kind;
const idle = new Acting(futex);
const one = { value: 1 };
const all = { value: 0xffffffff };
const timed = { op: WaitFlag.Timed };
const sleeps = (on: Acting, t: number): Acting => on.after(t, FutexEnter).after(t, FutexLeave, { op: 1 });
const two = sleeps(sleeps(idle, 2), 1);

test('nobody sleeps', () => {
  expect(idle.may(1, FutexEnter)).toEqual(['0 changes']);
  for (const many of [one, all]) expect(idle.may(1, FutexWake, many)).toEqual(['0']);
});

test('while a thread looks at the word nobody enters or wakes', () => {
  const inside = sleeps(idle, 3).after(1, FutexEnter);
  expect(inside.may(2, FutexEnter)).toEqual([]);
  for (const many of [one, all]) expect(inside.may(2, FutexWake, many)).toEqual([]);
  expect(inside.may(3, FutexAwait)).toEqual([]);
  expect(inside.may(3, FutexAwait, timed)).toEqual([`${ETIMEDOUT} changes`]);
  expect(inside.after(3, FutexAwait, timed, ETIMEDOUT).may(2, FutexEnter)).toEqual([]);
  for (const op of [0, 1]) expect(inside.may(1, FutexLeave, { op })).toEqual(['0 changes']);
  expect(inside.after(1, FutexLeave).may(2, FutexWake, all)).toEqual(['1 changes']);
  expect(inside.after(1, FutexLeave, { op: 1 }).may(2, FutexWake, all)).toEqual(['2 changes']);
});

test('one of the sleepers is woken, any of them', () => {
  expect(two.may(3, FutexWake, one)).toEqual(['2 changes', '3 changes']);
  const woken = two.after(3, FutexWake, one, 3);
  expect(woken.may(2, FutexAwait)).toEqual(['0']);
  expect(woken.may(2, FutexAwait, timed)).toEqual(['0']);
  expect(woken.may(1, FutexAwait)).toEqual([]);
  expect(woken.may(3, FutexWake, one)).toEqual(['2 changes']);
  expect(woken.after(4, FutexEnter).may(2, FutexAwait, timed)).toEqual([]);
});

test('who was woken is nothing that settled states differ in', () => {
  expect(two.after(3, FutexWake, all, 2).settled).toEqual(idle.settled);
  expect(two.after(3, FutexWake, one, 3).settled).not.toEqual(two.after(3, FutexWake, one, 2).settled);
  expect(idle.after(3, FutexEnter).settled).not.toEqual(idle.settled);
});

test('all are woken', () => {
  expect(two.may(3, FutexWake, all)).toEqual(['2 changes']);
  const woken = two.after(3, FutexWake, all, 2);
  for (const t of [1, 2]) expect(woken.may(t, FutexAwait)).toEqual(['0']);
  expect(woken.may(3, FutexWake, all)).toEqual(['0']);
});

test('a sleeper with a time-limit may go', () => {
  expect(two.may(1, FutexAwait)).toEqual([]);
  expect(two.may(1, FutexAwait, timed)).toEqual([`${ETIMEDOUT} changes`]);
  expect(two.after(1, FutexAwait, timed, ETIMEDOUT).may(3, FutexWake, one)).toEqual(['3 changes']);
  expect(idle.may(1, FutexAwait, timed)).toEqual([]);
});

test('nobody is told whether the only sleeper, or all, were woken', () => {
  const untold = { op: 1 };
  expect(idle.may(1, FutexWake, { ...all, ...untold })).toEqual(['0']);
  expect(two.may(3, FutexWake, { ...all, ...untold })).toEqual(['0 changes']);
  expect(sleeps(idle, 1).may(3, FutexWake, { ...one, ...untold })).toEqual(['0 changes']);
  expect(two.may(3, FutexWake, { ...one, ...untold })).toEqual(['2 changes', '3 changes']);
});
