import {
  hidesOrder,
  LatestAccesses,
  orderingOf,
} from '../../../../../src/explore/strategy/state-space/key/past-accesses';
import { Sc } from '../../../../../src/model/sc';
import { Kind, label, Order } from '../../../../../src/program/label';
import { GraphBuilder } from '../../../graphs';

const write = label(Kind.PlainWrite, { loc: 0, size: 4 });
const lock = label(Kind.MutexLock, { loc: 1 });
const unlock = label(Kind.MutexUnlock, { loc: 1 });
const tryLock = label(Kind.MutexTrylock, { loc: 1 });

function built() {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  return g;
}

test('a read of a relaxed store, or a lock that is found taken, hides an order; one that synchronises does not', () => {
  const g = built();
  const stored = [g.write(1, 0, 1), g.write(1, 2, 1, Order.Release)];
  const reads = stored.map((w) => g.read(2, w, Order.Acquire));
  expect(reads.map((e) => hidesOrder(g.graph, e))).toEqual([true, false]);
  expect(hidesOrder(g.graph, g.read(1, stored[0]))).toBe(false);
  expect(hidesOrder(g.graph, g.read(1, g.initial(3)))).toBe(false);
  const other = built();
  other.operate(1, lock);
  expect(hidesOrder(other.graph, other.operate(2, tryLock))).toBe(true);
  other.operate(1, unlock);
  expect(hidesOrder(other.graph, other.operate(2, lock))).toBe(false);
});

test('without plain data there is nothing to tell', () => {
  const g = built();
  g.write(1, 0, 1);
  expect(orderingOf(g.graph, new LatestAccesses())).toBe('');
});

test('it matters who knows of an access, not how', () => {
  const texts = ['nothing', 'lock', 'flag'].map((how) => {
    const g = built();
    const latest = new LatestAccesses();
    g.add(1, write, 0);
    g.operate(1, lock);
    g.operate(1, unlock);
    const flag = g.write(1, 2, 1, Order.SeqCst);
    if (how === 'lock') {
      g.operate(2, lock);
      g.operate(2, unlock);
    }
    if (how === 'flag') g.read(2, flag, Order.SeqCst);
    return orderingOf(g.graph, latest);
  });
  expect([texts[0] === texts[1], texts[1] === texts[2]]).toEqual([false, true]);
});

test('what is known of a graph that has shrunk is not taken for that of another one', () => {
  const g = built();
  const latest = new LatestAccesses();
  const mark = g.graph.mark();
  g.add(1, write, 0);
  const one = orderingOf(g.graph, latest);
  g.graph.undo(mark);
  g.add(2, write, 0);
  const two = orderingOf(g.graph, latest);
  expect(one === two).toBe(false);
  expect(two).toBe(orderingOf(g.graph, new LatestAccesses()));
});
