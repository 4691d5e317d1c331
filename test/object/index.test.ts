/** What the exploration is told of the operations. */
import { isAtOnce, isChosen, isObjectKind, leavesState, mayOnlyRead, objectOf, ordersMemory } from '../../src/object';
import { EAGAIN, EBUSY, EDEADLK, ENOTRECOVERABLE, EOWNERDEAD, ETIMEDOUT } from '../../src/object/object';
import { EventPlace, placeOf } from '../../src/program/events';
import { Kind, label } from '../../src/program/label';

const kinds = Object.values(Kind).filter((k): k is Kind => typeof k === 'number');
const named = (of: (k: Kind) => boolean): string[] => kinds.filter(of).map((k) => Kind[k]);

test('all operations on objects have one', () => {
  expect(named((k) => !isObjectKind(k))).toEqual([
    'Begin',
    'End',
    'Create',
    'Join',
    'Detach',
    'Load',
    'Store',
    'Rmw',
    'Fence',
    'PlainRead',
    'PlainWrite',
    'Choose',
    'AssumeFailed',
    'Held',
    'Error',
    'Exit',
    'Unsupported',
    'Observe',
    'LoopBound',
  ]);
  expect(named((k) => placeOf(k) === EventPlace.Object)).toEqual(named(isObjectKind));
  const nouns = new Set(kinds.filter(isObjectKind).map((k) => objectOf(k).noun));
  expect([...nouns].sort()).toEqual([
    'barrier',
    'condition variable',
    'futex',
    'mutex',
    'once control',
    'read-write lock',
    'semaphore',
  ]);
});

test('what they may do', () => {
  expect(named(mayOnlyRead)).toEqual([
    'MutexTrylock',
    'CondSignal',
    'CondBroadcast',
    'RwTryrdlock',
    'RwTrywrlock',
    'SemTrywait',
    'SemGetvalue',
    'OnceBegin',
    'FutexWake',
  ]);
  expect(named(isChosen)).toEqual(['CondWake', 'BarrierLeave', 'FutexAwait']);
  expect(named(isAtOnce)).toEqual([
    'MutexUnlock',
    'MutexDied',
    'MutexConsistent',
    'RwWrunlock',
    'OnceEnd',
    'FutexLeave',
  ]);
  expect(named((k) => isObjectKind(k) && !ordersMemory(k))).toEqual([
    'CondInit',
    'CondBlock',
    'CondWake',
    'CondSignal',
    'CondBroadcast',
    'CondDestroy',
    'SemInit',
    'SemGetvalue',
    'SemDestroy',
    'BarrierInit',
    'BarrierArrive',
    'BarrierDestroy',
    'FutexEnter',
    'FutexLeave',
    'FutexAwait',
    'FutexWake',
  ]);
});

test('what leaves the state as it was', () => {
  const tries = [Kind.MutexTrylock, Kind.RwTryrdlock, Kind.RwTrywrlock, Kind.SemTrywait];
  for (const kind of tries) {
    for (const v of [EBUSY, EAGAIN, ETIMEDOUT, EDEADLK, ENOTRECOVERABLE])
      expect(leavesState(label(kind), v)).toBe(true);
    for (const v of [0, EOWNERDEAD]) expect(leavesState(label(kind), v)).toBe(false);
  }
  for (const kind of [Kind.CondSignal, Kind.CondBroadcast, Kind.FutexWake, Kind.OnceBegin]) {
    expect(leavesState(label(kind), 0)).toBe(true);
    expect(leavesState(label(kind), 1)).toBe(false);
  }
  expect(leavesState(label(Kind.SemGetvalue), 3)).toBe(true);
});
