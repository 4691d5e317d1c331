/** Hashes of histories that all workers agree on. */
import { HistoryHashes } from '../../../src/explore/equivalence/history-hashes';
import { HistoryIds } from '../../../src/explore/equivalence/history-ids';
import type { GraphEvent } from '../../../src/graph/event';
import { Rc11 } from '../../../src/model/rc11';
import type { HistoryNode, Program } from '../../../src/program/program';
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
  const nodes: HistoryNode[] = [];
  for (const n of [root, after]) nodes[n.id] = n;
  return { reading, writes, program: { nodes } as unknown as Program };
}

test('hashes by source and by value, alike in another worker', () => {
  /** Of the history in which thread 2 read that write, in a worker that names the other one first or last. */
  const worker = (order: readonly number[]): { sources: string; values: string }[] => {
    const { reading, writes, program } = made();
    const hashes = new HistoryHashes(new HistoryIds(() => true), program);
    const found: { sources: string; values: string }[] = [];
    for (const i of order) {
      const threads = [undefined, undefined, reading(writes[i])];
      found[i] = { sources: hashes.ofSources(threads), values: hashes.ofValues(threads) };
    }
    return found;
  };
  const [a, b] = worker([0, 1]);
  expect(a.sources).toMatch(/^[0-9a-f]{32}$/);
  expect([a.sources === b.sources, a.values === b.values]).toEqual([false, true]);
  expect(worker([1, 0])).toEqual([a, b]);
});
