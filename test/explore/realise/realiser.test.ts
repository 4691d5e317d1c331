/** What decides whether histories have an execution, for both kinds of witness. */
import { realiserFor } from '../../../src/explore/realise/realiser';
import { searchReadsFrom } from '../../../src/explore/realise/rf-search';
import { targetOf, targetOfAll, type TargetEvent } from '../../../src/explore/realise/target';
import { searchInterleaving } from '../../../src/explore/realise/vsc-search';
import { Rc11 } from '../../../src/model/rc11';
import { Sc } from '../../../src/model/sc';
import { candidates } from '../../../src/explore/extend/candidates';
import { bySource, byValue, exchange, GraphBuilder, load, pendingOf } from '../graphs';

const loadOf = (loc: number, read: number): TargetEvent => ({
  label: load(loc),
  node: null,
  read,
  written: undefined,
  changes: false,
  source: undefined,
});

describe.each([
  ['graph', new Rc11('rc11'), searchReadsFrom],
  ['interleaving', new Sc(), searchInterleaving],
] as const)('%s', (witness, model, search) => {
  test('the model names the procedure', () => {
    expect(model.witness).toBe(witness);
  });

  test('finds a graph of the histories, or that there is none', () => {
    const g = new GraphBuilder(model);
    g.begin(1, 2);
    g.write(1, 0, 1);
    g.write(1, 0, 0);
    g.read(2, g.graph.location(0).writes[1]);
    const realiser = realiserFor(model, byValue);
    // After the 1, thread 2 may read the 0 that follows it, but a 2 is never written.
    const target = targetOf(g.graph, () => false, 2, loadOf(0, 0));
    const found = realiser.realise(g.graph, target);
    expect(found?.threads[2].map((e) => e.read)).toEqual([undefined, 1, 0]);
    expect(search(model, g.graph, target)?.events.length).toBe(found?.events.length);
    expect(
      realiser.realise(
        g.graph,
        targetOf(g.graph, () => false, 2, loadOf(0, 2)),
      ),
    ).toBeNull();
    expect(
      search(
        model,
        g.graph,
        targetOf(g.graph, () => false, 2, loadOf(0, 2)),
      ),
    ).toBeNull();
  });

  test('which values memory may hold at the end', () => {
    const g = new GraphBuilder(model);
    g.begin(1, 2);
    g.write(1, 0, 1);
    g.write(1, 0, 2);
    g.write(2, 0, 3);
    const realiser = realiserFor(model, byValue);
    const ends = (value: number): boolean =>
      realiser.mayEndWith(g.graph, () => targetOfAll(g.graph, () => false), new Map([[0, value]]));
    expect([0, 1, 2, 3].map(ends)).toEqual([false, false, true, true]);
  });
});

test.each([new Rc11('rc11'), new Sc()])('by source, what the model does not append is inconsistent: $name', (model) => {
  const g = new GraphBuilder(model);
  g.begin(1, 2);
  g.write(1, 0, 1);
  const p = pendingOf(2, exchange(0, 5));
  const [first] = candidates(g.graph, 2, p.label);
  expect(realiserFor(model, bySource).isRuledOut(g.graph, p, [first])).toBe(true);
});
