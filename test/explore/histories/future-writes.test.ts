/** What threads may still write, and who can be served. */
import { FutureWrites } from '../../../src/explore/histories/future-writes';
import { canBeServed, type WaitingThread } from '../../../src/explore/histories/wait-for';
import { Kind, label, RmwOp, type Label } from '../../../src/program/label';
import type { HistoryNode } from '../../../src/program/program';
import { programOf } from '../../oracle/program-of';

const load = (loc: number): Label => label(Kind.Load, { loc });
const store = (loc: number): Label => label(Kind.Store, { loc, value: 1 });

test('what a thread may write grows with its tree', () => {
  const program = programOf([
    function* () {
      if ((yield load(0)) === 1) yield store(1);
      if ((yield load(0)) === 2) yield store(2);
    },
  ]);
  const future = new FutureWrites(program);
  const none = (): never => {
    throw new Error('no run is needed');
  };
  const root = program.root(0, 0, none);
  expect(future.mayWrite(root, 7)).toBe(true);
  const first = program.child(root, 0, none);
  expect(future.mayWrite(root, 7)).toBe(true);
  program.child(first, 0, none);
  expect([1, 2].map((loc) => future.mayWrite(root, loc))).toEqual([false, false]);
  program.child(first, 2, none);
  expect([1, 2].map((loc) => future.mayWrite(root, loc))).toEqual([false, true]);
  const other = program.child(root, 1, none);
  expect([1, 2, 7].map((loc) => future.mayWrite(root, loc))).toEqual([true, true, true]);
  program.child(other, 0, none);
  expect([1, 2, 7].map((loc) => future.mayWrite(root, loc))).toEqual([true, true, false]);
  expect([1, 2].map((loc) => future.mayWrite(other, loc))).toEqual([false, false]);
});

test('a thread that is created counts as what it writes', () => {
  const program = programOf([
    function* () {
      yield load(0);
      yield label(Kind.Create, { thread: 1 });
    },
    function* () {
      yield label(Kind.Rmw, { loc: 5, op: RmwOp.Add, value: 1, size: 4 });
    },
  ]);
  const none = (): never => {
    throw new Error('no run is needed');
  };
  const future = new FutureWrites(program);
  const root = program.root(0, 0, none);
  program.child(root, 0, none);
  expect(future.mayWrite(root, 5)).toBe(true);
  const created = program.root(1, 0, none);
  program.child(created, 0, none);
  future.addRoot(created);
  expect([5, 6].map((loc) => future.mayWrite(root, loc))).toEqual([true, false]);
});

test('threads that wait for each other cannot be served, unless somebody can go on', () => {
  const node = (id: number): HistoryNode => ({ id }) as HistoryNode;
  const standing = (thread: number, needsWrite: number, needsEnd: number, mustContinue: boolean): WaitingThread => ({
    thread,
    node: node(thread),
    needsWrite,
    needsEnd,
    useless: new Set(),
    mustContinue,
  });
  // Thread 1 writes location 1, thread 2 writes 2, thread 3 writes 3.
  const mayWrite = (n: HistoryNode, loc: number): boolean => n.id === loc;
  const ring = [standing(1, 2, -1, true), standing(2, 1, -1, true)];
  expect(canBeServed(ring, { mayWrite })).toBe(false);
  expect(
    canBeServed([standing(1, 2, -1, true), standing(2, 3, -1, true), standing(3, -1, -1, false)], { mayWrite }),
  ).toBe(true);
  expect(
    canBeServed([standing(1, 2, -1, true), standing(2, -1, 3, false), standing(3, 1, -1, false)], { mayWrite }),
  ).toBe(false);
  expect(
    canBeServed([standing(1, 2, -1, true), standing(2, -1, 3, false), standing(3, -1, -1, false)], { mayWrite }),
  ).toBe(true);
  expect(canBeServed([standing(1, 1, -1, true)], { mayWrite })).toBe(false);
  // Who may wait for ever need not be served, but brings nothing either.
  expect(canBeServed([standing(1, 2, -1, false), standing(2, -1, 1, false)], { mayWrite })).toBe(true);
  expect(canBeServed([standing(1, 2, -1, false), standing(2, 1, -1, true)], { mayWrite })).toBe(false);
});
