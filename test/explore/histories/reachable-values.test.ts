/** Who may still be served, where what a thread can read is looked at too. */
import { ReachableValues } from '../../../src/explore/histories/reachable-values';
import type { WaitingThread } from '../../../src/explore/histories/wait-for';
import { Kind, label, RmwOp, type Label, type Value } from '../../../src/program/label';
import type { HistoryNode } from '../../../src/program/program';

let count = 0;
/** A node that stands before the event; `segment`: what came just before. */
function node(pending: Label | null, children: Record<number, HistoryNode> = {}, segment: Label[] = []): HistoryNode {
  const known = new Map(Object.entries(children).map(([value, child]) => [Number(value) as Value, child]));
  return {
    id: count++,
    thread: 0,
    parent: null,
    value: 0,
    segment: pending === null ? [...segment, label(Kind.End)] : segment,
    pending,
    children: known,
  };
}
const load = (loc: number): Label => label(Kind.Load, { loc });
const store = (loc: number, value = 1): Label => label(Kind.Store, { loc, value });
const cas = (loc: number, expected: number): Label => label(Kind.Rmw, { loc, op: RmwOp.Cas, value: 7, expected });
const end = (...segment: Label[]): HistoryNode => node(null, {}, segment);

const waits = (loc: number): WaitingThread => ({
  thread: 1,
  node: node(load(loc)),
  needsWrite: loc,
  needsEnd: -1,
  useless: new Set(),
  mustContinue: true,
});
const goesOn = (n: HistoryNode): WaitingThread => ({
  thread: 2,
  node: n,
  needsWrite: -1,
  needsEnd: -1,
  useless: new Set(),
  mustContinue: false,
});
/** Memory holds 0 everywhere. */
const served = (...all: WaitingThread[]): boolean =>
  new ReachableValues({ values: () => [0], isLeftOut: () => false }, undefined).canBeServed(all);

test('what follows a value that nobody writes is left out', () => {
  expect(served(waits(5), goesOn(node(load(1), { 0: end(), 3: end(store(5)) })))).toBe(false);
  expect(served(waits(5), goesOn(node(load(1), { 0: end(store(5)), 3: end() })))).toBe(true);
});

test('a value that somebody may write is not', () => {
  const reader = node(load(1), { 0: end(), 3: end(store(5)) });
  expect(served(waits(5), goesOn(reader), { ...goesOn(node(load(2), { 0: end(store(1, 3)) })), thread: 3 })).toBe(true);
  expect(served(waits(5), goesOn(reader), { ...goesOn(node(load(2), { 0: end(store(1, 4)) })), thread: 3 })).toBe(
    false,
  );
  expect(served(waits(5), goesOn(reader), { ...goesOn(node(load(2), { 0: end(store(4)) })), thread: 3 })).toBe(false);
  // By the thread itself.
  expect(served(waits(5), goesOn(node(load(2), { 0: { ...reader, segment: [store(1, 3)] } })))).toBe(true);
});

test('a value with which the thread makes no progress does not help', () => {
  const stores = (value: number): HistoryNode => node(load(1), { 0: end(label(Kind.Store, { loc: 5, value })) });
  const waiting = { ...waits(5), useless: new Set([3]) };
  expect(served(waiting, goesOn(stores(3)))).toBe(false);
  expect(served(waiting, goesOn(stores(4)))).toBe(true);
  // What an exchange that succeeds writes.
  expect(served({ ...waits(5), useless: new Set([7]) }, goesOn(node(cas(5, 0), { 0: end() })))).toBe(false);
});

test('a compare-exchange writes where what it expects may be there', () => {
  expect(served(waits(5), goesOn(node(cas(5, 0), { 0: end() })))).toBe(true);
  expect(served(waits(5), goesOn(node(cas(5, 4), { 0: end() })))).toBe(false);
});

test('where the trees show nothing, nothing is left out', () => {
  expect(served(waits(5), goesOn(node(load(1), { 3: end() })))).toBe(true);
  expect(served(waits(5), goesOn(node(load(1))))).toBe(true);
  expect(served(waits(5), goesOn(node(load(1), { 0: end(label(Kind.Create, { thread: 4 })) })))).toBe(true);
});

test('who waits for another that waits', () => {
  const first = { ...waits(5), node: node(load(5), { 0: end(store(6)) }) };
  const second = { ...waits(6), thread: 2, node: node(load(6), { 0: end(store(5)) }) };
  expect(served(first, second)).toBe(false);
  expect(served(first, second, { ...goesOn(node(load(1), { 0: end(store(6)) })), thread: 3 })).toBe(true);
  expect(served(first, { ...second, needsWrite: -1, needsEnd: 3 }, { ...goesOn(end()), thread: 3 })).toBe(true);
});
