/** Barriers: what each operation may do in each state. */
import { barrier } from '../../src/object/barrier';
import { Kind } from '../../src/program/label';
import { Acting } from './acting';

const { BarrierInit, BarrierArrive, BarrierLeave, BarrierDestroy } = Kind;
const three = { value: 3 };
const empty = new Acting(barrier).after(0, BarrierInit, three);
const one = empty.after(3, BarrierArrive, three);
const two = one.after(1, BarrierArrive, three);
const complete = two.after(2, BarrierArrive, three, 1);

test('a round: the first releases anew, the last acquires all and goes on', () => {
  expect(empty.may(3, BarrierArrive, three)).toEqual(['0 changes releases anew']);
  expect(one.may(1, BarrierArrive, three)).toEqual(['0 changes releases shared']);
  expect(two.may(2, BarrierArrive, three)).toEqual(['1 changes acquires all releases shared']);
});

test('the others leave when the last one has come, and only then', () => {
  expect(two.may(1, BarrierLeave)).toEqual([]);
  for (const t of [1, 3]) expect(complete.may(t, BarrierLeave)).toEqual(['0 acquires all']);
  expect(complete.may(2, BarrierLeave)).toEqual([]);
});

test('the next round begins before all have left: they left the state before', () => {
  expect(complete.may(2, BarrierArrive, three)).toEqual(['0 changes releases anew']);
  const next = complete.after(2, BarrierArrive, three);
  expect(next.may(1, BarrierLeave)).toEqual([]);
  expect(next.may(1, BarrierArrive, three)).toEqual(['0 changes releases shared']);
});

test('whom a round let go is nothing that settled states differ in', () => {
  expect(complete.settled).toEqual(empty.settled);
  expect(one.settled).not.toEqual(empty.settled);
});

test('a barrier for one thread orders nothing', () => {
  expect(empty.may(1, BarrierArrive, { value: 1 })).toEqual(['1 changes releases anew']);
});

test('misuse', () => {
  expect(empty.may(1, BarrierInit, { value: 0 })).toEqual(['misuse: initialises a barrier for no threads']);
  expect(new Acting(barrier).may(1, BarrierArrive)).toEqual(['misuse: waits at a barrier that was never initialised']);
  expect(one.may(1, BarrierInit, three)).toEqual(['misuse: initialises a barrier at which thread 3 waits']);
  expect(one.may(1, BarrierDestroy)).toEqual(['misuse: destroys a barrier at which thread 3 waits']);
  const destroyed = empty.after(1, BarrierDestroy);
  for (const dead of [true, false]) {
    expect(destroyed.may(1, BarrierArrive, { dead, ...three })).toEqual([
      'misuse: waits at a barrier that was destroyed',
    ]);
    expect(destroyed.may(1, BarrierDestroy, { dead })).toEqual(['misuse: destroys a barrier that was destroyed']);
  }
  expect(destroyed.after(1, BarrierInit, three, 1).may(1, BarrierArrive, three)).toEqual(['0 changes releases anew']);
});

test('the last one may destroy it before the others have left', () => {
  expect(complete.may(2, BarrierDestroy)).toEqual(['0 changes']);
  expect(complete.may(2, BarrierInit, three)).toEqual(['0 changes']);
  expect(complete.after(2, BarrierDestroy).may(1, BarrierLeave, { dead: true })).toEqual([]);
  expect(complete.may(1, BarrierLeave, { dead: true })).toEqual(['0 acquires all']);
});
