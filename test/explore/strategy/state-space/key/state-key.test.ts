/** That each part is needed is in test/oracle/states/state-key.test.ts. */
import { hashOf, StateKey } from '../../../../../src/explore/strategy/state-space/key/state-key';
import { Sc } from '../../../../../src/model/sc';
import { Kind, label, Order, type Label } from '../../../../../src/program/label';
import type { HistoryNode } from '../../../../../src/program/program';
import { GraphBuilder, load, node, store } from '../../../graphs';

/** A graph of threads 1 and 2, which stand before loads in the local states. */
function built(states: readonly number[] = [1, 2]) {
  const g = new GraphBuilder(new Sc());
  states.forEach((state, i) => {
    g.model.append(g.graph, {
      thread: i + 1,
      label: label(Kind.Begin),
      source: null,
      node: { ...node(i + 1, load(0)), state },
    });
  });
  return g;
}

function keys() {
  let longest = 0;
  const key = new StateKey(new Set(), (length) => {
    longest = length;
  });
  const of = (g: GraphBuilder, ordered = false): string => {
    key.take(g.graph, { countsOrder: ordered, ordersAll: () => false });
    return key.vector.join().replace(/(?:,0)+$/, '');
  };
  return { key, of, longest: () => longest };
}

test('histories of a thread with the same local state are one place; without a number each is its own', () => {
  const { of } = keys();
  expect(of(built([1, 2]))).toBe(of(built([1, 2])));
  expect(of(built([1, 2]))).not.toBe(of(built([3, 2])));
  expect(of(built([0, 2]))).not.toBe(of(built([0, 2])));
});

test('threads with equal numbers are still different threads', () => {
  const { key, of } = keys();
  of(built([1, 1]));
  expect(key.futures[1] === key.futures[2]).toBe(false);
});

test('a location counts by its value alone: the initial one, too, whoever wrote it and how often', () => {
  const { of } = keys();
  const after = (...values: number[]): string => {
    const g = built();
    values.forEach((v, i) => g.model.append(g.graph, wrote(1 + (i % 2), v, g)));
    return of(g);
  };
  expect(after(3, 0)).toBe(after());
  expect(after(0)).toBe(after());
  expect(after(1, 2)).toBe(after(2));
  expect(after(2, 1)).not.toBe(after(2));
});

test('a mutex that is free again is as if nobody had locked it', () => {
  const { of } = keys();
  const g = built();
  const before = of(g);
  operate(g, 1, label(Kind.MutexLock, { loc: 5 }));
  const held = of(g);
  operate(g, 1, label(Kind.MutexUnlock, { loc: 5 }));
  expect([held === before, of(g) === before]).toEqual([false, true]);
});

test('memory that was freed is not memory that holds the same', () => {
  const { of } = keys();
  const texts = [0, 1].map((op) => {
    const g = built();
    const l = label(Kind.PlainWrite, { loc: 0, size: 4, op });
    g.model.append(g.graph, { thread: 1, label: l, source: null, written: 0, node: standing(1, g) });
    return of(g);
  });
  expect(texts[0] === texts[1]).toBe(false);
});

test('the id of a thread that was joined or detached is used up', () => {
  const { of } = keys();
  const texts = [undefined, Kind.Join, Kind.Detach].map((kind) => {
    const g = built();
    if (kind !== undefined)
      g.model.append(g.graph, { thread: 1, label: label(kind, { thread: 2 }), source: null, node: standing(1, g) });
    return of(g);
  });
  expect(new Set(texts).size).toBe(3);
});

test('the vector grows, and its hash does not depend on how long it is', () => {
  const { key, of, longest } = keys();
  const g = built();
  of(g);
  const { hash } = key;
  expect(hash).toBe(hashOf(new Int32Array([...key.vector, 0, 0, 0])));
  for (let loc = 0; loc < 40; loc++) g.model.append(g.graph, wrote(1, 1, g, loc));
  of(g);
  expect([longest(), key.vector.length, key.hash === hash]).toEqual([128, 128, false]);
});

/** The event leaves the thread in its local state. */
const standing = (t: number, g: GraphBuilder): HistoryNode | null => g.graph.last(t)!.node;

function wrote(thread: number, value: number, g: GraphBuilder, loc = 0) {
  return {
    thread,
    label: store(loc, value, Order.SeqCst),
    source: null,
    written: value,
    node: standing(thread, g),
  };
}

function operate(g: GraphBuilder, thread: number, l: Label): void {
  const at = standing(thread, g);
  g.operate(thread, l).node = at;
}
