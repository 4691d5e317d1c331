/** Which writes a thread may still read from: by coherence, and by the atomicity of read-modify-writes. */
import { mayRead } from '../../../src/explore/prune/readable-writes';
import { Rc11 } from '../../../src/model/rc11';
import type { GraphEvent } from '../../../src/graph/event';
import { Kind, label, Order, RmwOp, type Label } from '../../../src/program/label';
import { exchange, GraphBuilder, load, node } from '../graphs';

const never = (): boolean => false,
  always = (): boolean => true;

const cas = (loc: number, expected: number, value: number): Label =>
  label(Kind.Rmw, { loc, expected, value, order: Order.AcqRel, size: 4, op: RmwOp.Cas });

/** Thread 1 exchanges what it reads from the write for 7. */
function take(g: GraphBuilder, source: GraphEvent): GraphEvent {
  const l = exchange(source.loc, 7);
  return g.model.append(g.graph, {
    thread: 1,
    label: l,
    source,
    read: source.written,
    written: 7,
    node: node(1, l),
  })!;
}

test('no two read-modify-writes that write read from the same write; one that fails may', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const initial = g.initial(0);
  expect(mayRead(g.graph, 2, cas(0, 0, 5), initial, never)).toBe(true);
  const taken = take(g, initial);
  expect(mayRead(g.graph, 2, cas(0, 0, 5), initial, never)).toBe(false);
  expect(mayRead(g.graph, 2, exchange(0, 5), initial, never)).toBe(false);
  expect(mayRead(g.graph, 2, cas(0, 7, 5), initial, never)).toBe(true);
  expect(mayRead(g.graph, 2, load(0), initial, never)).toBe(true);
  expect(mayRead(g.graph, 2, cas(0, 7, 5), taken, never)).toBe(true);
});

test('in another graph of the same histories it may have read from another write of the value, if there is one', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2, 3);
  const initial = g.initial(0);
  take(g, initial);
  // Whatever graph it is, the only 0 is taken.
  expect(mayRead(g.graph, 2, cas(0, 0, 5), initial, always)).toBe(false);
  g.write(3, 0, 0);
  expect(mayRead(g.graph, 2, cas(0, 0, 5), initial, always)).toBe(true);
  expect(mayRead(g.graph, 2, cas(0, 0, 5), initial, never)).toBe(false);
});

test('a write that another one has hidden from the thread', () => {
  const g = new GraphBuilder(new Rc11('rc11'));
  g.begin(1, 2);
  const first = g.write(1, 0, 1);
  g.write(1, 0, 2);
  const flag = g.write(1, 1, 1, Order.Release);
  expect(mayRead(g.graph, 2, load(0), first, never)).toBe(true);
  g.read(2, flag, Order.Acquire);
  expect(mayRead(g.graph, 2, load(0), first, never)).toBe(false);
  expect(mayRead(g.graph, 2, load(0), first, always)).toBe(true);
});
