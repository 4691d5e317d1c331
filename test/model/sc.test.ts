/** Sequential consistency: which reads-from have an interleaving, and that the witness is one. */
import { accesses, isWrite, type GraphEvent } from '../../src/graph/event';
import type { ExecutionGraph } from '../../src/graph/graph';
import { Sc } from '../../src/model/sc';
import { RandomNumbers } from '../../src/explore/strategy/random-numbers';
import { exchange, GraphBuilder, store } from '../explore/graphs';

test('a write that nothing has read moves behind a read of an older one', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  const old = g.write(1, 0, 1);
  g.write(2, 0, 2);
  g.write(1, 1, 1);
  expect(g.tryRead(1, old)).not.toBeNull();
  expect(g.model.latest(g.graph, 0).written).toBe(2);
});

test('a write that has to come before the one which is read moves before it', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  const first = g.write(1, 0, 1);
  g.write(2, 0, 2);
  expect(g.tryRead(2, first)).not.toBeNull();
  expect(g.model.latest(g.graph, 0)).toBe(first);
  expectInterleaving(g.graph);
});

test('store buffering: not both read what was there before', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  g.write(1, 0, 1);
  g.write(2, 1, 1);
  g.read(1, g.initial(1));
  expect(g.tryRead(2, g.initial(0))).toBeNull();
  expect(g.graph.events.length).toBe(5);
  expect(g.tryRead(2, g.graph.location(0).writes[1])).not.toBeNull();
});

test('two events cannot both update the same write', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  const update = (thread: number): GraphEvent | null =>
    g.model.append(g.graph, {
      thread,
      label: exchange(0, thread),
      source: g.initial(0),
      read: 0,
      written: thread,
      node: null,
    });
  expect([update(1), update(2)].map((e) => e !== null)).toEqual([true, false]);
});

test('what is taken back leaves a witness of the rest', () => {
  const g = new GraphBuilder(new Sc());
  g.begin(1, 2);
  const first = g.write(1, 0, 1);
  const second = g.write(2, 0, 2);
  const mark = g.graph.mark();
  g.read(2, first);
  g.graph.undo(mark);
  expectInterleaving(g.graph);
  g.read(1, second);
  expectInterleaving(g.graph);
  expect(g.tryRead(2, first)).toBeNull();
});

test('random graphs: an event is appended exactly if an interleaving of all events exists', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new RandomNumbers(seed);
    const g = new GraphBuilder(new Sc());
    g.begin(0, 1, 2);
    for (let step = 0; step < 40; step++) {
      if (random.below(5) === 0) g.graph.undo(Math.max(3, g.graph.events.length - 1 - random.below(4)));
      if (g.graph.events.length > 11) continue;
      const thread = random.below(3);
      const loc = random.below(2);
      const { writes } = g.graph.location(loc);
      const source = writes[random.below(writes.length)];
      const kind = random.below(4);
      if (kind === 0) g.add(thread, store(loc, step), step);
      else {
        const written = kind === 1 ? step : undefined;
        const label = exchange(loc, step);
        const read = source.written;
        const exists = hasInterleaving(g.graph, { thread, loc, source, written });
        const e = g.model.append(g.graph, { thread, label, source, read, written, node: null });
        expect(e !== null).toBe(exists);
      }
      expectInterleaving(g.graph);
    }
  }
});

type Access = Pick<GraphEvent, 'thread' | 'loc' | 'source' | 'written'>;

/** Tries all interleavings of the graph and one event more. */
function hasInterleaving(graph: ExecutionGraph, last: Access): boolean {
  const threads: Access[][] = graph.threads.map((events) => events.slice());
  threads[last.thread].push(last);
  const go = (positions: readonly number[], memory: readonly (Access | undefined)[]): boolean => {
    if (positions.every((p, t) => p === threads[t].length)) return true;
    return positions.some((p, t) => {
      const e = threads[t][p] as Access | undefined;
      if (e === undefined) return false;
      if (e.source !== null && (memory[e.loc] ?? graph.location(e.loc).initial) !== e.source) return false;
      const after = e.written === undefined ? memory : Object.assign(memory.slice(), { [e.loc]: e });
      return go(positions.with(t, p + 1), after);
    });
  };
  return go(
    threads.map(() => 0),
    [],
  );
}

/** The witness, with each event right after the write at its `at`, gives every read its write. */
function expectInterleaving(graph: ExecutionGraph): void {
  const order = graph.events
    .slice()
    .sort((a, b) => a.at - b.at || Number(isWrite(b)) - Number(isWrite(a)) || a.id - b.id);
  const memory = new Map<number, GraphEvent>();
  const positions: number[] = [];
  for (const e of order) {
    expect(positions[e.thread] ?? 0).toBe(e.index);
    positions[e.thread] = e.index + 1;
    if (!accesses(e)) continue;
    if (e.source !== null) expect(memory.get(e.loc) ?? graph.location(e.loc).initial).toBe(e.source);
    if (isWrite(e)) memory.set(e.loc, e);
  }
}
