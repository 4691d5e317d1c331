import { hasAlternative, isHidden, isOverwritten } from '../../../src/explore/realise/ambiguity';
import { candidates } from '../../../src/explore/extend/candidates';
import { Rc11 } from '../../../src/model/rc11';
import { Order } from '../../../src/program/label';
import { GraphBuilder, load, pendingOf } from '../graphs';

test('there is another graph of the same histories where two writes have the value', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const one = g.write(1, 0, 1);
  g.read(2, one);
  expect(hasAlternative(g.graph, () => false)).toBe(false);
  g.write(1, 0, 1);
  expect(hasAlternative(g.graph, () => false)).toBe(true);
  expect(hasAlternative(g.graph, () => true)).toBe(false);
});

test('a write is hidden from a thread that synchronised with a later one', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const first = g.write(1, 0, 1);
  g.write(1, 0, 2);
  const flag = g.write(1, 1, 1, Order.Release);
  expect(isHidden(g.graph, first, 2)).toBe(false);
  const p = pendingOf(2, load(0));
  const stale = candidates(g.graph, 2, p.label).find((c) => c.source === first)!;
  expect(isOverwritten(g.graph, p, stale)).toBe(false);
  g.read(2, flag, Order.Acquire);
  expect(isHidden(g.graph, first, 2)).toBe(true);
  expect(isOverwritten(g.graph, p, stale)).toBe(true);
});
