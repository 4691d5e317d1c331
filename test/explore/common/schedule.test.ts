import { reorderedSchedule, scheduleOf } from '../../../src/explore/common/schedule';
import { Rc11 } from '../../../src/model/rc11';
import { Sc } from '../../../src/model/sc';
import { Kind, label } from '../../../src/program/label';

const store = (loc: number, value: number) => label(Kind.Store, { loc, value });
const load = (loc: number) => label(Kind.Load, { loc });

test('what each thread is to return, in the order of the graph', () => {
  const model = new Rc11('rc11');
  const graph = model.graph(() => 0);
  const write = model.append(graph, { thread: 1, label: store(0, 5), source: null, written: 5, node: null })!;
  model.append(graph, { thread: 2, label: load(0), source: write, read: 5, node: null });
  model.append(graph, { thread: 1, label: load(0), source: write, read: 5, node: null });
  expect(scheduleOf(model, graph)).toEqual({
    steps: [
      { thread: 2, label: load(0), value: 5, source: { thread: 1, index: 0 } },
      { thread: 1, label: load(0), value: 5, source: { thread: 1, index: 0 } },
    ],
    memory: [],
  });
});

test('memory says which write is the last, where that is not the one appended last', () => {
  const model = new Rc11('rc11');
  const graph = model.graph(() => 0);
  const { initial } = graph.location(0);
  const write = model.append(graph, { thread: 1, label: store(0, 5), source: null, written: 5, node: null });
  // An exchange stands behind what it reads at once, so before the store.
  const rmw = label(Kind.Rmw, { loc: 0, value: 2 });
  model.append(graph, { thread: 2, label: rmw, source: initial, read: 0, written: 2, node: null });
  expect(model.latest(graph, 0)).toBe(write);
  expect(scheduleOf(model, graph)).toEqual({
    steps: [{ thread: 2, label: rmw, value: 0, source: 'initial' }],
    memory: [{ loc: 0, value: 5 }],
  });
});

test('reordered: later threads first, but none before what it reads from', () => {
  const model = new Sc();
  const graph = model.graph(() => 0);
  const { initial } = graph.location(1);
  model.append(graph, { thread: 0, label: load(1), source: initial, read: 0, node: null });
  const write = model.append(graph, { thread: 0, label: store(0, 1), source: null, written: 1, node: null })!;
  model.append(graph, { thread: 1, label: load(0), source: write, read: 1, node: null });
  model.append(graph, { thread: 2, label: load(1), source: initial, read: 0, node: null });
  const order = (steps: readonly { readonly thread: number }[]): number[] => steps.map(({ thread }) => thread);
  expect(order(scheduleOf(model, graph).steps)).toEqual([0, 1, 2]);
  const reordered = reorderedSchedule(graph);
  expect([order(reordered.steps), reordered.reversed]).toEqual([[2, 0, 1], true]);
});
