import { Rc11 } from '../../src/model/rc11';
import type { GraphEvent } from '../../src/graph/event';
import { Kind, label } from '../../src/program/label';

test('complete orders of chains that come and go', () => {
  const model = new Rc11('rc11');
  const graph = model.graph(() => 0);
  const write = (thread: number): GraphEvent =>
    model.append(graph, {
      thread,
      label: label(Kind.Store, { loc: 0, value: thread }),
      source: null,
      written: thread,
      node: null,
    })!;
  const { coherence } = graph.location(0);
  const mark = graph.mark();
  const [a, b] = [write(1), write(2)];
  expect(coherence.force(b, a)).toBe(true);
  expect(coherence.order.chains).toEqual([0, 2, 1]);
  graph.undo(mark);
  expect(coherence.order.chains).toEqual([0]);
  const [c, d, e] = [write(3), write(3), write(4)];
  expect([coherence.before(c, d), coherence.before(d, c), coherence.before(e, c)]).toEqual([true, false, false]);
  expect(coherence.order.chains).toEqual([0, 1, 2, 3]);
  expect([coherence.force(e, c), coherence.force(d, e)]).toEqual([true, false]);
  expect(coherence.order.chains.indexOf(3)).toBe(1);
});
