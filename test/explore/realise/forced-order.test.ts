/** What all graphs of the same histories have in common: where it rules out that there is another one. */
import { ForcedOrder } from '../../../src/explore/realise/forced-order';
import type { GraphEvent } from '../../../src/graph/event';
import type { ExecutionGraph } from '../../../src/graph/graph';
import { noSync } from '../../../src/object/object';
import { Rc11 } from '../../../src/model/rc11';
import { Kind, label, RmwOp } from '../../../src/program/label';
import type { HistoryNode } from '../../../src/program/program';

/** Graphs of one location that starts at 0, and what is done to it. */
function made(model: Rc11) {
  const graph = model.graph(() => 0);
  const write = (thread: number, value: number, loc = 0): GraphEvent =>
    model.append(graph, {
      thread,
      label: label(Kind.Store, { loc, value }),
      source: null,
      written: value,
      node: null,
    })!;
  const read = (thread: number, source: GraphEvent): GraphEvent =>
    model.append(graph, {
      thread,
      label: label(Kind.Load, { loc: source.loc }),
      source,
      read: source.written!,
      node: null,
    })!;
  const exchange = (thread: number, source: GraphEvent, value: number): GraphEvent =>
    model.append(graph, { thread, label: rmw(value), source, read: source.written!, written: value, node: null })!;
  return { graph, write, read, exchange, initial: graph.location(0).initial };
}

const rmw = (value: number) => label(Kind.Rmw, { loc: 0, op: RmwOp.Xchg, value });
const byValue = (): boolean => false;

/** Is there no other graph of the same histories in which thread t exchanges what it reads from the source? */
function ruledOut(graph: ExecutionGraph, t: number, source: GraphEvent, value: number): boolean {
  const pending = { thread: t, label: rmw(value), node: null as unknown as HistoryNode };
  const candidate = {
    source,
    read: source.written!,
    written: value,
    object: undefined,
    sync: noSync,
    misuse: undefined,
  };
  return new ForcedOrder(byValue).is(graph, { last: { pending, candidate } });
}

test('a read that has one write left forces what follows from reading it', () => {
  const { graph, write, read, exchange, initial } = made(new Rc11('rc11'));
  const taken = exchange(1, initial, 1);
  const free = write(1, 0);
  read(2, taken);
  read(2, free);
  // The 0 cannot be the initial one, which comes before the 1; so the 1 is overwritten for the thread.
  expect(ruledOut(graph, 2, taken, 2)).toBe(true);
  // For a thread that has not seen the 1 the 0 may be either.
  read(3, free);
  expect(ruledOut(graph, 3, taken, 2)).toBe(false);
});

test('a write is taken by one exchange', () => {
  const { graph, write, exchange, initial } = made(new Rc11('rc11'));
  exchange(1, initial, 1);
  const free = write(1, 0);
  exchange(2, free, 2);
  expect([initial, free].map((w) => ruledOut(graph, 3, w, 3))).toEqual([true, true]);
});

test('the same graph asked about again after it went another way', () => {
  const { graph, write, read, exchange, initial } = made(new Rc11('rc11'));
  const only = new ForcedOrder(byValue);
  const taken = exchange(1, initial, 1);
  const free = write(1, 0);
  const mark = graph.mark();
  read(2, free);
  expect(only.is(graph)).toBe(false);
  graph.undo(mark);
  read(2, taken);
  expect(only.is(graph)).toBe(true);
});

test('values that memory cannot end with, whatever ambiguous reads read from', () => {
  const { graph, write, read } = made(new Rc11('rc11'));
  write(1, 1);
  const last = write(1, 0);
  read(2, last);
  const only = new ForcedOrder(byValue);
  expect([0, 1].map((value) => only.is(graph, { final: new Map([[0, value]]) }))).toEqual([false, true]);
});
