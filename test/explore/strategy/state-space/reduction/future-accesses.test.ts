import { FutureAccesses } from '../../../../../src/explore/strategy/state-space/reduction/future-accesses';
import { Kind, label, type Label } from '../../../../../src/program/label';
import type { GraphEvent } from '../../../../../src/graph/event';

const load = (loc: number): Label => label(Kind.Load, { loc });
const store = (loc: number): Label => label(Kind.Store, { loc });
const event = (l: Label): GraphEvent =>
  ({ label: l, loc: l.loc, written: l.kind === Kind.Store ? 1 : undefined }) as GraphEvent;

test('what comes after a place is known at all places that lead to it, in whatever order it is seen', () => {
  const future = new FutureAccesses();
  const write = future.accessOf(store(7))!;
  future.leads(1, 2);
  future.leads(2, 3);
  future.next(3, load(7));
  expect([1, 2, 3].map((place) => future.conflicts(place, write))).toEqual([true, true, true]);
  future.leads(4, 1);
  expect(future.conflicts(4, write)).toBe(true);
  expect(future.conflicts(5, write)).toBe(false);
});

test('two reads do not conflict; a read and a write do, and two operations on an object', () => {
  const future = new FutureAccesses();
  future.next(1, load(7));
  future.next(2, store(7));
  future.next(3, label(Kind.MutexLock, { loc: 8 }));
  const [read, write] = [future.accessOf(load(7))!, future.accessOf(store(7))!];
  expect([future.conflicts(1, read), future.conflicts(1, write)]).toEqual([false, true]);
  expect([future.conflicts(2, read), future.conflicts(2, write)]).toEqual([true, true]);
  expect(future.conflicts(3, future.accessOf(label(Kind.MutexTrylock, { loc: 8 }))!)).toBe(true);
  expect(future.conflicts(3, write)).toBe(false);
});

test('cycles of places end', () => {
  const future = new FutureAccesses();
  future.leads(1, 2);
  future.leads(2, 1);
  future.performed(1, event(store(3)));
  expect([1, 2].map((place) => future.conflicts(place, future.accessOf(load(3))!))).toEqual([true, true]);
});

test('what a thread does that is created later counts for the one that creates it', () => {
  const future = new FutureAccesses();
  const access = future.accessOf(load(3))!;
  future.performed(1, event(label(Kind.Create, { thread: 2 })));
  future.begins(2, 5);
  future.next(5, store(3));
  future.begins(3, 6);
  future.next(6, store(4));
  expect(future.conflicts(1, access)).toBe(true);
  future.performed(7, event(label(Kind.Create, { thread: 3 })));
  expect(future.conflicts(7, future.accessOf(load(4))!)).toBe(true);
  expect(future.conflicts(7, access)).toBe(false);
});

test('joining and detaching one thread conflict, waiting for its end does not', () => {
  const future = new FutureAccesses();
  future.next(1, label(Kind.Join, { thread: 2 }));
  expect(future.conflicts(1, future.accessOf(label(Kind.Detach, { thread: 2 }))!)).toBe(true);
  expect(future.conflicts(1, future.accessOf(label(Kind.Detach, { thread: 3 }))!)).toBe(false);
  expect(future.accessOf(label(Kind.Join, { thread: 2, op: 1 }))).toBeUndefined();
});
