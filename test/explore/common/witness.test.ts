/**
 * Under sc an event may be appended after others that come after it in the witness; the order that is shown is an
 * interleaving nevertheless.
 */
import { witnessOf } from '../../../src/explore/common/witness';
import type { GraphEvent } from '../../../src/graph/event';
import { Sc } from '../../../src/model/sc';
import { Kind, label } from '../../../src/program/label';

test('a read of an older write comes before the next one, with what its thread did before', () => {
  const model = new Sc();
  const graph = model.graph(() => 0);
  const begin = (thread: number): void => {
    model.append(graph, { thread, label: label(Kind.Begin), source: null, node: null });
  };
  const write = (thread: number, loc: number, value: number): GraphEvent | null =>
    model.append(graph, { thread, label: label(Kind.Store, { loc, value }), source: null, written: value, node: null });
  const read = (thread: number, loc: number, source: GraphEvent): GraphEvent | null =>
    model.append(graph, { thread, label: label(Kind.Load, { loc }), source, read: source.written, node: null });
  begin(1);
  begin(2);
  begin(3);
  write(1, 0, 1);
  write(1, 1, 1);
  begin(4);
  const { initial } = graph.location(0);
  const before = read(4, 2, graph.location(2).initial);
  const old = read(2, 0, initial);
  const alsoOld = read(4, 0, initial);
  const seesLast = read(3, 1, graph.location(1).writes[1]);
  expect([before, old, alsoOld, seesLast].map((e) => e !== null)).toEqual([true, true, true, true]);
  // Thread 3 saw the write to 1, which came after that to 0.
  expect(read(3, 0, initial)).toBeNull();
  // The write that comes between is appended last, but comes before all of thread 1.
  write(2, 3, 1);
  expect(read(2, 0, initial)).not.toBeNull();
  const order = witnessOf(graph.events).map((e) => `${e.thread}${Kind[e.label.kind][0]}${e.loc < 0 ? '' : e.loc}`);
  expect(order).toEqual(['1B', '2B', '3B', '4B', '4L2', '2L0', '4L0', '2S3', '2L0', '1S0', '1S1', '3L1']);
});
