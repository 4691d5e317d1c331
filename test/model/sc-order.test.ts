/** What comes before what in every interleaving of a graph. */
import { Sc } from '../../src/model/sc';
import { ScOrder } from '../../src/model/sc-order';
import { GraphBuilder, load } from '../explore/graphs';

function built(): { g: GraphBuilder; order: ScOrder } {
  const g = new GraphBuilder(new Sc());
  g.begin(0, 1, 2);
  return { g, order: new ScOrder() };
}

test('a read comes before the writes that follow its source', () => {
  const { g, order } = built();
  const first = g.write(1, 0, 1);
  g.write(1, 0, 2);
  const read = g.read(2, first);
  order.follow(g.graph);
  const [, , second] = g.graph.threads[1];
  expect([order.allows(second, [1, 2, 1]), order.allows(second, [1, 2, read.index + 1])]).toEqual([false, true]);
});

test('a write that comes before a read comes before its source', () => {
  const { g, order } = built();
  const source = g.write(1, 0, 1);
  g.write(2, 0, 2);
  g.read(2, source);
  order.follow(g.graph);
  expect([order.allows(source, [1, 1, 1]), order.allows(source, [1, 1, 2])]).toEqual([false, true]);
});

test('what follows is taken back with the events', () => {
  const { g, order } = built();
  const source = g.write(1, 0, 1);
  g.write(2, 0, 2);
  const mark = g.graph.mark();
  g.read(2, source);
  order.follow(g.graph);
  g.graph.undo(mark);
  order.follow(g.graph);
  expect(order.allows(source, [1, 1, 1])).toBe(true);
});

test('threads that are new, and another graph', () => {
  const { g, order } = built();
  g.write(1, 0, 1);
  order.follow(g.graph);
  g.begin(3);
  const read = g.read(3, g.graph.location(0).writes[1]);
  order.follow(g.graph);
  expect([order.allows(read, [1, 1, 1, 1]), order.allows(read, [1, 2, 1, 1])]).toEqual([false, true]);
  const other = built();
  const alone = other.g.write(1, 0, 1);
  order.follow(other.g.graph);
  expect(order.allows(alone, [0, 1, 0])).toBe(true);
});

test('a write is hidden that another one follows, as far as that is forced', () => {
  const { g, order } = built();
  const first = g.write(1, 0, 1);
  const last = g.write(1, 0, 2);
  const apart = g.write(0, 0, 3);
  order.follow(g.graph);
  const hides = (source: typeof first): boolean =>
    order.hides({ thread: 2, label: load(0), source, read: source.written, node: null });
  expect([hides(first), hides(last)]).toEqual([false, false]);
  g.read(2, last);
  order.follow(g.graph);
  expect([g.initial(0), first, last, apart].map(hides)).toEqual([true, true, false, false]);
});
