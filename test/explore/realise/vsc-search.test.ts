import { targetOfAll, type TargetEvent } from '../../../src/explore/realise/target';
import { searchInterleaving } from '../../../src/explore/realise/vsc-search';
import { Sc } from '../../../src/model/sc';
import { GraphBuilder, load } from '../graphs';

const read = (loc: number, value: number): TargetEvent => ({
  label: load(loc),
  node: null,
  read: value,
  written: undefined,
  changes: false,
  source: undefined,
});

/** Store buffering: each thread writes one location and then reads the other one. */
function buffered(a: number, b: number): { g: GraphBuilder; target: TargetEvent[][] } {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  g.write(1, 0, 1);
  g.write(2, 1, 1);
  const target = targetOfAll(g.graph, () => false);
  target[1].push(read(1, a));
  target[2].push(read(0, b));
  return { g, target };
}

test.each([
  [0, 1, true],
  [1, 0, true],
  [1, 1, true],
  [0, 0, false],
])('reads of %i and %i after store buffering', (a, b, exists) => {
  const { g, target } = buffered(a, b);
  const found = searchInterleaving(g.model, g.graph, target);
  expect(found !== null).toBe(exists);
  if (found !== null) expect([1, 2].map((t) => found.threads[t][2].read)).toEqual([a, b]);
});

test('the last values that memory has to hold', () => {
  const { g, target } = buffered(1, 1);
  expect(searchInterleaving(g.model, g.graph, target, new Map([[0, 1]]))).not.toBeNull();
  expect(searchInterleaving(g.model, g.graph, target, new Map([[0, 0]]))).toBeNull();
});
