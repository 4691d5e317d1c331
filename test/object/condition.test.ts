/** Condition variables: what each operation may do in each state. */
import { condition } from '../../src/object/condition';
import { EINTR, ETIMEDOUT } from '../../src/object/object';
import { Kind, WaitFlag } from '../../src/program/label';
import { Acting } from './acting';

const { CondInit, CondBlock, CondWake, CondSignal, CondBroadcast, CondDestroy } = Kind;
const idle = new Acting(condition);
const m = { value: 0x1000 };
const timed = { op: WaitFlag.Timed };
const spurious = { op: WaitFlag.Spurious };
const one = idle.after(2, CondBlock, m);
const two = one.after(1, CondBlock, m);

test('nobody waits', () => {
  expect(idle.may(1, CondBlock, m)).toEqual(['0 changes']);
  expect(idle.may(1, CondSignal)).toEqual(['0']);
  expect(idle.may(1, CondBroadcast)).toEqual(['0']);
  expect(idle.may(1, CondInit)).toEqual(['0 changes']);
  expect(idle.may(1, CondDestroy)).toEqual(['0 changes']);
});

test('a signal wakes one of those that wait, any of them', () => {
  expect(one.may(3, CondSignal)).toEqual(['3 changes']);
  expect(two.may(3, CondSignal)).toEqual(['2 changes', '3 changes']);
  const first = two.after(3, CondSignal, {}, 2);
  expect(first.may(1, CondWake)).toEqual(['0']);
  expect(first.may(2, CondWake)).toEqual([]);
  expect(first.may(3, CondSignal)).toEqual(['3 changes']);
  expect(first.after(3, CondSignal, {}, 3).may(3, CondSignal)).toEqual(['0']);
});

test('a broadcast wakes all', () => {
  expect(two.may(3, CondBroadcast)).toEqual(['2 changes']);
  const woken = two.after(3, CondBroadcast, {}, 2);
  expect(woken.may(1, CondWake)).toEqual(['0']);
  expect(woken.may(2, CondWake, timed)).toEqual(['0']);
  expect(woken.may(4, CondWake)).toEqual([]);
  expect(woken.may(3, CondBroadcast)).toEqual(['0']);
});

test('a wait may time out, or end without a signal', () => {
  expect(one.may(2, CondWake)).toEqual([]);
  expect(one.may(2, CondWake, timed)).toEqual([`${ETIMEDOUT} changes`]);
  expect(one.may(2, CondWake, spurious)).toEqual([`${EINTR} changes`]);
  expect(one.may(2, CondWake, { op: WaitFlag.Timed | WaitFlag.Spurious })).toEqual([
    `${EINTR} changes`,
    `${ETIMEDOUT} changes`,
  ]);
  expect(idle.may(2, CondWake, timed)).toEqual([]);
  const gone = two.after(2, CondWake, timed, ETIMEDOUT);
  expect(gone.may(3, CondSignal)).toEqual(['2 changes']);
});

test('who was woken finds that where it happened, not later', () => {
  const later = one.after(3, CondSignal, {}, 3).after(1, CondBlock, m);
  expect(later.may(2, CondWake, timed)).toEqual([]);
  expect(later.may(3, CondSignal)).toEqual(['2 changes']);
});

test('whom a signal let go, and with which mutex, is nothing that settled states differ in', () => {
  expect(one.after(3, CondSignal, {}, 3).settled).toEqual(idle.settled);
  expect(two.after(3, CondBroadcast, {}, 2).settled).toEqual(idle.settled);
  expect(two.after(3, CondSignal, {}, 2).settled).toEqual(one.settled);
  expect(two.after(3, CondSignal, {}, 3).settled).not.toEqual(one.settled);
  expect(one.settled).not.toEqual(idle.after(2, CondBlock, { value: 0x2000 }).settled);
  expect(idle.after(1, CondDestroy).settled).not.toEqual(idle.settled);
});

test('misuse', () => {
  expect(one.may(1, CondBlock, { value: 0x2000 })).toEqual([
    'misuse: waits on a condition variable that thread 2 waits on with another mutex',
  ]);
  expect(one.may(1, CondInit)).toEqual(['misuse: initialises a condition variable that thread 2 waits on']);
  expect(one.may(1, CondDestroy)).toEqual(['misuse: destroys a condition variable that thread 2 waits on']);
  expect(one.after(1, CondBroadcast, {}, 1).may(1, CondBlock, { value: 0x2000 })).toEqual(['0 changes']);
});

test('destroyed', () => {
  const destroyed = idle.after(1, CondDestroy);
  const misused = (kind: Kind) => destroyed.may(1, kind, { dead: true, ...m });
  expect(misused(CondBlock)).toEqual(['misuse: waits on a condition variable that was destroyed']);
  expect(misused(CondSignal)).toEqual(['misuse: signals a condition variable that was destroyed']);
  expect(misused(CondBroadcast)).toEqual(['misuse: broadcasts on a condition variable that was destroyed']);
  expect(misused(CondDestroy)).toEqual(['misuse: destroys a condition variable that was destroyed']);
  expect(misused(CondInit)).toEqual(['1 changes']); // it was destroyed
  expect(destroyed.may(1, CondSignal)).toEqual(['0']); // initialised statically since
  expect(destroyed.may(1, CondSignal, {}, false)).toEqual(['misuse: signals a condition variable that was destroyed']);
});

test('whoever wakes the last one may destroy it before that one goes on', () => {
  const woken = one.after(1, CondBroadcast, {}, 1);
  expect(woken.after(1, CondDestroy).may(2, CondWake, { dead: true })).toEqual([]);
  expect(woken.may(2, CondWake, { dead: true })).toEqual(['0']);
});

const cancelled = { op: WaitFlag.Cancelled };
const three = idle
  .after(1, CondBlock, { ...m, ...cancelled })
  .after(2, CondBlock, { ...m, ...cancelled })
  .after(3, CondBlock, m);

test('who is cancelled waits no more', () => {
  const left = three.after(1, CondWake, cancelled);
  expect(left.may(4, CondSignal)).toEqual(['3 changes', '4 changes']);
  expect(left.may(4, CondBroadcast)).toEqual(['2 changes']);
});

test('who is cancelled after a signal has woken it hands that on to one that has waited since before', () => {
  const chosen = three.after(4, CondSignal, {}, 2);
  expect(chosen.may(1, CondWake)).toEqual(['0']);
  expect(chosen.may(1, CondWake, cancelled)).toEqual(['3 changes', '4 changes']);
  expect(chosen.after(4, CondBlock, m).may(1, CondWake, cancelled)).toEqual(['3 changes', '4 changes']); // came later
  const handed = chosen.after(1, CondWake, cancelled, 3);
  expect(handed.may(2, CondWake)).toEqual(['0']);
  expect(handed.may(4, CondSignal)).toEqual(['4 changes']);
  // And that one in turn, but not back.
  expect(handed.may(2, CondWake, cancelled)).toEqual(['4 changes']);
});

test('when nobody else waits the signal is gone', () => {
  expect(three.after(4, CondSignal, {}, 2).after(4, CondBroadcast, {}, 2).may(1, CondWake, cancelled)).toEqual([
    '0 changes',
  ]);
  expect(three.after(4, CondBroadcast, {}, 3).after(4, CondBlock, m).may(1, CondWake, cancelled)).toEqual([
    '0 changes',
  ]);
  const twice = three.after(4, CondSignal, {}, 2).after(4, CondSignal, {}, 3);
  expect(twice.may(1, CondWake, cancelled)).toEqual(['4 changes']);
  expect(twice.after(1, CondWake, cancelled, 4).may(2, CondWake, cancelled)).toEqual(['0 changes']);
  // Whoever woke all may destroy it before they leave.
  expect(three.after(4, CondBroadcast, {}, 3).after(4, CondDestroy).may(1, CondWake, cancelled)).toEqual(['0 changes']);
});
