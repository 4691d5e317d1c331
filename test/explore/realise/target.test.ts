import { isNamed, outcomeFor, targetOf, targetOfAll, targetWrites } from '../../../src/explore/realise/target';
import { outcomesAfter } from '../../../src/explore/extend/candidates';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label } from '../../../src/program/label';
import { GraphBuilder } from '../graphs';

test('histories with the sources that count', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const w = g.write(1, 0, 1);
  g.read(2, w);
  const free = targetOfAll(g.graph, () => false);
  expect(free[2][1]).toMatchObject({ read: 1, written: undefined, changes: false, source: undefined });
  expect(free[1].map(targetWrites)).toEqual([false, true]);
  const kept = targetOfAll(g.graph, () => true);
  expect(isNamed(w, kept[2][1].source!)).toBe(true);
  expect(isNamed(g.initial(0), kept[2][1].source!)).toBe(false);
  expect(targetOf(g.graph, () => false, 1, free[2][1])[1]).toHaveLength(3);
});

test('the outcome of an operation is the one with the same result and change', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const l = label(Kind.MutexTrylock, { loc: 0 });
  const taken = { label: l, node: null, read: 0, written: undefined, changes: true, source: undefined };
  const outcomes = outcomesAfter(g.graph, g.initial(0), 1, l);
  expect(outcomeFor(taken, outcomes)?.value).toBe(0);
  expect(outcomeFor({ ...taken, changes: false }, outcomes)).toBeUndefined();
});
