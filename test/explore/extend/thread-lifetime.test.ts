import { lateCancel } from '../../../src/explore/extend/thread-lifetime';
import { Rc11 } from '../../../src/model/rc11';
import { Cancel, Kind, label, Order } from '../../../src/program/label';
import { GraphBuilder } from '../graphs';

const cancel = label(Kind.Store, { loc: 0, value: 1, order: Order.Release, op: Cancel.Point, thread: 1 });

function ended(): GraphBuilder {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(0, 1, 2);
  return g;
}

test('cancelling a thread that may have been joined before is misuse', () => {
  const g = ended();
  const end = g.add(1, label(Kind.End));
  const join = g.model.append(g.graph, {
    thread: 0,
    label: label(Kind.Join, { thread: 1 }),
    source: end,
    read: 0,
    node: null,
  })!;
  expect(lateCancel(g.graph, join)).toBeUndefined();
  const by = g.add(2, cancel, 1);
  expect(lateCancel(g.graph, by)).toEqual({
    by,
    message: 'cancels thread 1, which another thread may have joined before',
  });
});

test('a detached thread may be cancelled until it may have ended', () => {
  const g = ended();
  g.add(0, label(Kind.Detach, { thread: 1 }));
  const by = g.add(2, cancel, 1);
  expect(lateCancel(g.graph, by)).toBeUndefined();
  expect(lateCancel(g.graph, g.add(1, label(Kind.End)))?.message).toBe(
    'cancels thread 1, which is detached and may have ended',
  );
});
