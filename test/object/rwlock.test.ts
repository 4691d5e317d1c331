/** Read-write locks: what each operation may do in each state. */
import { EBUSY, ETIMEDOUT } from '../../src/object/object';
import { rwlock } from '../../src/object/rwlock';
import { Kind } from '../../src/program/label';
import { Acting } from './acting';

const { RwInit, RwRdlock, RwWrlock, RwTryrdlock, RwTrywrlock, RwRdunlock, RwWrunlock, RwDestroy } = Kind;
const free = new Acting(rwlock);
const read = free.after(1, RwRdlock);
const written = free.after(1, RwWrlock);
const timed = { value: ETIMEDOUT };
const reads = '0 changes acquires exclusive';
const writes = '0 changes acquires all';

test('free', () => {
  for (const kind of [RwRdlock, RwTryrdlock]) expect(free.may(1, kind)).toEqual([reads]);
  for (const kind of [RwWrlock, RwTrywrlock]) expect(free.may(1, kind)).toEqual([writes]);
  expect(free.may(1, RwTryrdlock, timed)).toEqual([reads]);
  expect(free.may(1, RwTrywrlock, timed)).toEqual([writes]);
  expect(free.may(1, RwInit)).toEqual(['0 changes']);
  expect(free.may(1, RwDestroy)).toEqual(['0 changes']);
  for (const kind of [RwRdunlock, RwWrunlock])
    expect(free.may(1, kind)).toEqual(['misuse: unlocks a read-write lock that is not locked']);
});

test('held for reading', () => {
  for (const [t, holds] of [
    [1, 'it holds'],
    [2, 'thread 1 holds'],
  ] as const) {
    expect(read.may(t, RwRdlock)).toEqual([reads]);
    expect(read.may(t, RwTryrdlock)).toEqual([reads]);
    expect(read.may(t, RwTrywrlock)).toEqual([`${EBUSY}`]);
    expect(read.may(t, RwTrywrlock, timed)).toEqual([`${ETIMEDOUT}`]);
    expect(read.may(t, RwInit)).toEqual([`misuse: initialises a read-write lock that ${holds}`]);
    expect(read.may(t, RwDestroy)).toEqual([`misuse: destroys a read-write lock that ${holds}`]);
  }
  expect(read.may(2, RwWrlock)).toEqual([]);
  expect(read.may(1, RwWrlock)).toEqual([
    'misuse: locks for writing a read-write lock that it already holds for reading',
  ]);
  expect(read.may(1, RwRdunlock)).toEqual(['0 changes releases shared']);
  expect(read.may(2, RwRdunlock)).toEqual(['misuse: unlocks a read-write lock that thread 1 holds']);
  expect(read.after(1, RwRdunlock).may(2, RwWrlock)).toEqual([writes]);
});

test('every reader has to unlock, as often as it has locked', () => {
  const twice = read.after(2, RwTryrdlock).after(1, RwRdlock);
  const once = twice.after(1, RwRdunlock);
  expect(once.may(1, RwWrlock)).toEqual([
    'misuse: locks for writing a read-write lock that it already holds for reading',
  ]);
  const other = once.after(1, RwRdunlock);
  expect(other.may(1, RwRdunlock)).toEqual(['misuse: unlocks a read-write lock that thread 2 holds']);
  expect(other.may(1, RwWrlock)).toEqual([]);
  expect(other.after(2, RwRdunlock).may(1, RwWrlock)).toEqual([writes]);
});

test('held for writing', () => {
  for (const [t, holds] of [
    [1, 'it holds'],
    [2, 'thread 1 holds'],
  ] as const) {
    for (const kind of [RwTryrdlock, RwTrywrlock]) {
      expect(written.may(t, kind)).toEqual([`${EBUSY}`]);
      expect(written.may(t, kind, timed)).toEqual([`${ETIMEDOUT}`]);
    }
    expect(written.may(t, RwInit)).toEqual([`misuse: initialises a read-write lock that ${holds}`]);
    expect(written.may(t, RwDestroy)).toEqual([`misuse: destroys a read-write lock that ${holds}`]);
  }
  for (const kind of [RwRdlock, RwWrlock]) expect(written.may(2, kind)).toEqual([]);
  expect(written.may(1, RwRdlock)).toEqual([
    'misuse: locks for reading a read-write lock that it already holds for writing',
  ]);
  expect(written.may(1, RwWrlock)).toEqual([
    'misuse: locks for writing a read-write lock that it already holds for writing',
  ]);
  expect(written.may(1, RwWrunlock)).toEqual(['0 changes releases exclusive']);
  expect(written.may(2, RwWrunlock)).toEqual(['misuse: unlocks a read-write lock that thread 1 holds']);
  expect(written.after(1, RwWrunlock).may(2, RwRdlock)).toEqual([reads]);
});

test('destroyed', () => {
  const destroyed = free.after(1, RwDestroy);
  const misused = (kind: Kind) => destroyed.may(1, kind, { dead: true });
  expect(misused(RwRdlock)).toEqual(['misuse: locks for reading a read-write lock that was destroyed']);
  expect(misused(RwTryrdlock)).toEqual(['misuse: tries to lock for reading a read-write lock that was destroyed']);
  expect(misused(RwWrlock)).toEqual(['misuse: locks for writing a read-write lock that was destroyed']);
  expect(misused(RwTrywrlock)).toEqual(['misuse: tries to lock for writing a read-write lock that was destroyed']);
  for (const kind of [RwRdunlock, RwWrunlock])
    expect(misused(kind)).toEqual(['misuse: unlocks a read-write lock that was destroyed']);
  expect(misused(RwDestroy)).toEqual(['misuse: destroys a read-write lock that was destroyed']);
  expect(misused(RwInit)).toEqual(['1 changes']); // it was destroyed
  expect(destroyed.after(1, RwInit, {}, 1).may(1, RwRdlock)).toEqual([reads]);
  expect(destroyed.may(1, RwWrlock)).toEqual([writes]); // initialised statically since
  expect(destroyed.may(1, RwWrlock, {}, false)).toEqual([
    'misuse: locks for writing a read-write lock that was destroyed',
  ]);
});
