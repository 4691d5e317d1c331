import { AccessSets } from '../../../../../src/explore/strategy/state-space/key/past-accesses';
import { Sc } from '../../../../../src/model/sc';
import { Kind, label, Order } from '../../../../../src/program/label';
import { exchange, GraphBuilder } from '../../../graphs';

const read = (loc: number) => label(Kind.PlainRead, { loc, size: 4 });
const write = (loc: number) => label(Kind.PlainWrite, { loc, size: 4 });

function built() {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  const sets = new AccessSets();
  const access = (t: number, loc: number, writes: boolean): void => {
    if (writes) g.add(t, write(loc), 0);
    else g.model.append(g.graph, { thread: t, label: read(loc), source: g.initial(loc), read: 0, node: null });
  };
  return { g, access, of: (t: number) => sets.of(g.graph.threads[t]) };
}

test('a set is the same whatever the order and number of its accesses', () => {
  const { access, of } = built();
  expect(of(1)).toBe(0);
  access(1, 0, false);
  const one = of(1);
  access(1, 1, true);
  const two = of(1);
  access(1, 0, false);
  expect([one === 0, two === one, of(1)]).toEqual([false, false, two]);
  access(2, 1, true);
  access(2, 0, false);
  expect(of(2)).toBe(two);
});

test('a write stands for a read of the same', () => {
  const { access, of } = built();
  access(1, 0, false);
  access(1, 0, true);
  access(2, 0, true);
  expect(of(1)).toBe(of(2));
  access(2, 0, false);
  expect(of(1)).toBe(of(2));
});

test('a release begins anew: a store, an exchange, an unlock; a relaxed store or a load does not', () => {
  const { g, access, of } = built();
  access(1, 0, true);
  const set = of(1);
  g.write(1, 1, 1);
  g.read(1, g.graph.location(1).writes.at(-1)!, Order.SeqCst);
  expect([set > 0, of(1)]).toEqual([true, set]);
  g.write(1, 1, 2, Order.Release);
  expect(of(1)).toBe(0);
  access(1, 0, true);
  const source = g.graph.location(1).writes.at(-1)!;
  g.model.append(g.graph, { thread: 1, label: exchange(1, 3), source, read: 2, written: 3, node: null });
  expect(of(1)).toBe(0);
  access(1, 0, true);
  g.operate(1, label(Kind.MutexLock, { loc: 2 }));
  expect(of(1)).toBe(set);
  g.operate(1, label(Kind.MutexUnlock, { loc: 2 }));
  expect(of(1)).toBe(0);
});

test('a creation parts what comes before it from what comes after', () => {
  const { g, access, of } = built();
  access(1, 0, true);
  access(1, 1, true);
  access(2, 0, true);
  g.add(2, label(Kind.Create, { thread: 3 }));
  access(2, 1, true);
  expect(of(1)).not.toBe(of(2));
  g.add(1, label(Kind.Create, { thread: 3 }));
  expect(of(1)).not.toBe(of(2));
});

test('after the graph has shrunk, other events have other sets', () => {
  const { g, access, of } = built();
  const mark = g.graph.mark();
  access(1, 0, true);
  const before = of(1);
  g.graph.undo(mark);
  access(1, 1, true);
  expect([of(1) === before, of(1) === 0]).toEqual([false, false]);
});
