/** What comes before what in every interleaving of a target. */
import { Saturation } from '../../../src/explore/realise/saturation';
import { targetOf, targetOfAll } from '../../../src/explore/realise/target';
import { Sc } from '../../../src/model/sc';
import { GraphBuilder, load } from '../graphs';

const byValue = (): boolean => false;

test('a read comes after the only write of its value, also where that is not said', () => {
  const g = new GraphBuilder(new Sc());
  g.write(1, 1, 0);
  g.read(2, g.write(1, 0, 1));
  const stale = { label: load(0), node: null, read: 0, written: undefined, changes: false, source: undefined };
  expect(Saturation.of(g.graph, targetOfAll(g.graph, byValue))).toBeDefined();
  expect(Saturation.of(g.graph, targetOf(g.graph, byValue, 2, stale))).toBeUndefined();
});

test('the last value is that of a write which no other one must follow', () => {
  const g = new GraphBuilder(new Sc());
  g.write(1, 0, 1);
  g.write(1, 0, 2);
  g.write(2, 0, 3);
  const target = targetOfAll(g.graph, byValue);
  const ends = (value: number): boolean => Saturation.of(g.graph, target, new Map([[0, value]])) !== undefined;
  expect([0, 1, 2, 3].map(ends)).toEqual([false, false, true, true]);
});

test('an event may come next once all that must precede it has come', () => {
  const g = new GraphBuilder(new Sc());
  g.write(1, 0, 1);
  g.read(2, g.graph.location(0).writes[1]);
  const saturation = Saturation.of(g.graph, targetOfAll(g.graph, byValue))!;
  expect([saturation.allows(2, 0, [0, 0, 0]), saturation.allows(2, 0, [0, 1, 0])]).toEqual([false, true]);
});
