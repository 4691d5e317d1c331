/** Other interleavings of a graph. */
import type { GraphEvent } from '../../src/graph/event';
import { Sc } from '../../src/model/sc';
import { ScOrder } from '../../src/model/sc-order';
import { rearranged } from '../../src/model/sc-witness';
import { GraphBuilder, load } from '../explore/graphs';

test('only what comes after the write that is read changes its place', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2, 3);
  const before = g.write(1, 1, 1);
  const source = g.write(1, 0, 1);
  const next = g.write(2, 0, 2);
  g.read(3, before);
  const seen = g.write(3, 1, 2);
  const order = new ScOrder();
  order.follow(g.graph);
  // Thread 3 is where the witness has passed `next`.
  const e = g.graph.append({ thread: 3, label: load(0), source, read: 1, node: null });
  e.at = seen.at + 1;
  expect(order.add(e)).toBe(true);
  expect(rearranged(g.graph, order, e)).toEqual([source, seen, e, next]);
});

/**
 * Locations 0 and 1 have two writes each. Both reads of 0 come after the writes to 1, and both reads of 1 after the
 * writes to 0. After the last one of the four writes, two reads of one location are left, with different sources.
 */
test('none exists, though nothing forced shows it', () => {
  const g = new GraphBuilder(new Sc());
  const threads = [1, 2, 3, 4, 5, 6, 7, 8];
  g.begin(...threads);
  const write = (thread: number, loc: number): GraphEvent => {
    const w = g.write(thread, loc, thread);
    g.write(thread, 1 + thread, 1);
    return w;
  };
  const [a, b, c, d] = [write(1, 0), write(2, 0), write(3, 1), write(4, 1)];
  const readAfter = (thread: number, others: number[], source: GraphEvent): GraphEvent | null => {
    for (const other of others) g.read(thread, g.graph.location(1 + other).writes[1]);
    return g.tryRead(thread, source);
  };
  expect(readAfter(5, [3, 4], a)).not.toBeNull();
  expect(readAfter(6, [3, 4], b)).not.toBeNull();
  expect(readAfter(7, [1, 2], c)).not.toBeNull();
  expect(readAfter(8, [1, 2], d)).toBeNull();
  const order = new ScOrder();
  order.follow(g.graph);
  const e = g.graph.append({ thread: 8, label: load(1), source: d, read: 4, node: null });
  e.at = 100;
  expect(order.add(e)).toBe(true);
  expect(rearranged(g.graph, order, e)).toBeNull();
});
