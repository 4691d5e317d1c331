/** Graphs and history nodes made by hand, for unit tests of the modules of explore/. */
import type { Equivalence } from '../../src/explore/equivalence/equivalence';
import type { Pending } from '../../src/explore/extend/extender';
import type { GraphEvent } from '../../src/graph/event';
import type { ExecutionGraph } from '../../src/graph/graph';
import type { Model } from '../../src/model/model';
import { outcomesAfter } from '../../src/explore/extend/candidates';
import { Kind, label, Order, RmwOp, type Label, type Value } from '../../src/program/label';
import type { HistoryNode } from '../../src/program/program';

/** Counts reads by value and merges states, as observational does without plain data. */
export const byValue: Pick<Equivalence, 'branchesBySource' | 'mergesStates' | 'fixesOrder'> = {
  branchesBySource: () => false,
  mergesStates: true,
  fixesOrder: false,
};
/** Counts reads by source. */
export const bySource: typeof byValue = { branchesBySource: () => true, mergesStates: false, fixesOrder: false };

let ids = 0;
/** A node that stands before the event, below the parent. */
export function node(
  thread: number,
  pending: Label | null,
  { parent = null, value = 0, segment = [] }: Partial<Pick<HistoryNode, 'parent' | 'value' | 'segment'>> = {},
): HistoryNode {
  const made: HistoryNode = { id: ids++, thread, parent, value, segment, pending, children: new Map() };
  if (parent !== null) (parent.children as Map<Value, HistoryNode>).set(value, made);
  return made;
}

export const load = (loc: number, order = Order.Relaxed, spin = 0): Label =>
  label(Kind.Load, { loc, order, size: 4, spin });
export const store = (loc: number, value: number, order = Order.Relaxed): Label =>
  label(Kind.Store, { loc, value, order, size: 4 });
export const exchange = (loc: number, value: number): Label =>
  label(Kind.Rmw, { loc, value, order: Order.AcqRel, size: 4, op: RmwOp.Xchg });
export const pendingOf = (thread: number, l: Label): Pending => ({ thread, label: l, node: node(thread, l) });

/** A graph whose locations start at 0, and how it grows. All but `tryRead` throw where the model forbids it. */
export class GraphBuilder {
  readonly graph: ExecutionGraph;

  constructor(readonly model: Model) {
    this.graph = model.graph(() => 0);
  }

  initial(loc: number): GraphEvent {
    return this.graph.location(loc).initial;
  }

  /** An event that reads nothing. */
  add(thread: number, l: Label, written?: Value): GraphEvent {
    return this.must(this.model.append(this.graph, { thread, label: l, source: null, written, node: null }));
  }

  begin(...threads: number[]): void {
    for (const t of threads) this.add(t, label(Kind.Begin));
  }

  write(thread: number, loc: number, value: number, order = Order.Relaxed): GraphEvent {
    return this.add(thread, store(loc, value, order), value);
  }

  tryRead(thread: number, source: GraphEvent, order = Order.Relaxed): GraphEvent | null {
    const l = load(source.loc, order);
    return this.model.append(this.graph, { thread, label: l, source, read: source.written, node: null });
  }

  read(thread: number, source: GraphEvent, order = Order.Relaxed): GraphEvent {
    return this.must(this.tryRead(thread, source, order));
  }

  /** An operation on an object, after the last one; its first outcome. */
  operate(thread: number, l: Label): GraphEvent {
    const source = this.graph.location(l.loc).writes.at(-1)!;
    const [outcome] = outcomesAfter(this.graph, source, thread, l);
    if (outcome.kind !== 'done') throw new Error('it waits or is misuse');
    const { value, next, sync } = outcome;
    return this.must(
      this.model.append(this.graph, { thread, label: l, source, read: value, object: next, sync, node: null }),
    );
  }

  private must(e: GraphEvent | null): GraphEvent {
    if (e === null) throw new Error('the model forbids it');
    return e;
  }
}
