/** Numbers of histories within a worker. */
import { HistoryIds } from '../../../src/explore/equivalence/history-ids';
import type { GraphEvent } from '../../../src/graph/event';
import { Rc11 } from '../../../src/model/rc11';
import { GraphBuilder, load, node } from '../graphs';

/** Thread 2 reads a 1, of which thread 1 writes two. */
function made() {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const root = node(2, load(0));
  const after = node(2, null, { parent: root, value: 1 });
  g.graph.threads[2][0].node = root;
  const writes = [g.write(1, 0, 1), g.write(1, 0, 1)];
  const reading = (w: GraphEvent): readonly GraphEvent[] => {
    const mark = g.graph.mark();
    g.read(2, w).node = after;
    const events = g.graph.threads[2].slice();
    g.graph.undo(mark);
    return events;
  };
  return { reading, writes };
}

test('sources tell histories apart where they count', () => {
  for (const bySource of [true, false]) {
    const { reading, writes } = made();
    const ids = new HistoryIds(() => bySource);
    const [a, b] = writes.map((w) => ids.of(reading(w)));
    expect(a === b).toBe(!bySource);
    expect(ids.of(reading(writes[0]))).toBe(a);
    expect(ids.of([])).toBe(0);
  }
});
