/** Semaphores: what each operation may do in each state. */
import { EAGAIN, ETIMEDOUT } from '../../src/object/object';
import { semaphore } from '../../src/object/semaphore';
import { Kind } from '../../src/program/label';
import { Acting } from './acting';

const { SemInit, SemWait, SemTrywait, SemPost, SemGetvalue, SemDestroy } = Kind;
const none = new Acting(semaphore);
const two = none.after(1, SemInit, { value: 2 });
const timed = { value: ETIMEDOUT };
const took = '0 changes acquires all';

test('memory holds the count before any operation', () => {
  expect(new Acting(semaphore, semaphore.initial(3)).may(1, SemGetvalue)).toEqual(['3']);
});

test('above 0', () => {
  expect(two.may(1, SemWait)).toEqual([took]);
  expect(two.may(1, SemTrywait)).toEqual([took]);
  expect(two.may(1, SemTrywait, timed)).toEqual([took]);
  expect(two.may(1, SemPost)).toEqual(['0 changes releases shared']);
  expect(two.may(1, SemGetvalue)).toEqual(['2']);
  expect(two.after(1, SemPost).may(1, SemGetvalue)).toEqual(['3']);
  expect(two.after(2, SemWait).may(1, SemGetvalue)).toEqual(['1']);
  expect(two.after(2, SemTrywait).may(1, SemGetvalue)).toEqual(['1']);
  expect(two.may(1, SemInit, { value: 0 })).toEqual(['0 changes']);
  expect(two.may(1, SemDestroy)).toEqual(['0 changes']);
});

test('at 0', () => {
  expect(none.may(1, SemWait)).toEqual([]);
  expect(none.may(1, SemTrywait)).toEqual([`${EAGAIN}`]);
  expect(none.may(1, SemTrywait, timed)).toEqual([`${ETIMEDOUT}`]);
  expect(none.may(1, SemGetvalue)).toEqual(['0']);
  expect(none.after(1, SemPost).may(2, SemWait)).toEqual([took]);
});

test('above SEM_VALUE_MAX', () => {
  const most = none.after(1, SemInit, { value: 0x7fffffff });
  expect(most.may(1, SemPost)).toEqual(['misuse: posts a semaphore beyond SEM_VALUE_MAX']);
  expect(most.after(1, SemWait).may(1, SemPost)).toEqual(['0 changes releases shared']);
  expect(none.may(1, SemInit, { value: 0x80000000 })).toEqual([
    'misuse: initialises a semaphore with more than SEM_VALUE_MAX',
  ]);
});

test('destroyed', () => {
  const destroyed = two.after(1, SemDestroy);
  for (const dead of [true, false]) {
    const misused = (kind: Kind) => destroyed.may(1, kind, { dead });
    for (const kind of [SemWait, SemTrywait])
      expect(misused(kind)).toEqual(['misuse: waits for a semaphore that was destroyed']);
    expect(misused(SemPost)).toEqual(['misuse: posts a semaphore that was destroyed']);
    expect(misused(SemGetvalue)).toEqual(['misuse: reads a semaphore that was destroyed']);
    expect(misused(SemDestroy)).toEqual(['misuse: destroys a semaphore that was destroyed']);
  }
  expect(destroyed.after(1, SemInit, { value: 1 }, 1).may(1, SemGetvalue)).toEqual(['1']);
});
