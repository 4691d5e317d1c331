import { searchReadsFrom } from '../../../src/explore/realise/rf-search';
import { targetOfAll, type TargetEvent } from '../../../src/explore/realise/target';
import { Rc11 } from '../../../src/model/rc11';
import { exchange, GraphBuilder, load } from '../graphs';

const model = new Rc11('rc11');

/** Thread t exchanges the 0 for the value. */
const exchanged = (value: number): TargetEvent => ({
  label: exchange(0, value),
  node: null,
  read: 0,
  written: value,
  changes: false,
  source: undefined,
});

test('two exchanges cannot both take the only 0, but can with another one', () => {
  const g = new GraphBuilder(model);
  g.begin(1, 2, 3);
  const target = targetOfAll(g.graph, () => false);
  target[1].push(exchanged(1));
  target[2].push(exchanged(2));
  expect(searchReadsFrom(model, g.graph, target)).toBeNull();
  g.write(3, 0, 0);
  target[3] = targetOfAll(g.graph, () => false)[3];
  const found = searchReadsFrom(model, g.graph, target)!;
  const [a, b] = [found.threads[1][1].source, found.threads[2][1].source];
  expect(new Set([a?.thread, b?.thread])).toEqual(new Set([-1, 3]));
});

test('reads that keep their source get it', () => {
  const g = new GraphBuilder(model);
  g.begin(1, 2);
  g.write(1, 0, 1);
  const second = g.write(1, 0, 1);
  g.read(2, second);
  const found = searchReadsFrom(
    model,
    g.graph,
    targetOfAll(g.graph, () => true),
  )!;
  expect(found.threads[2][1].source).toMatchObject({ thread: 1, index: second.index });
  expect(found.threads[2][1].label).toEqual(load(0));
});
