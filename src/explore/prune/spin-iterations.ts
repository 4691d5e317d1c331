/**
 * What waiting loops (histories/spin-loops.ts) mean for the search: iterations that are left out, and threads that may
 * stay in a loop for ever.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isChosen, isObjectKind, looksOnly } from '../../object';
import { Kind, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode, Program } from '../../program/program';
import type { FutureWrites } from '../histories/future-writes';
import type { Pending } from '../extend/extender';
import { mayRead } from './readable-writes';
import { iterationsFrom, type Speculations } from '../histories/speculations';
import { isFruitless, iterationsThatMayRace, removable, type GraphIteration } from './observed-iterations';
import { hasIterations, placeIn, iterationEndingAt, iterationsThrough, type LastValues } from '../histories/spin-loops';

export class SpinIterations {
  /** `walks`: does chance decide what is done? */
  constructor(
    private readonly model: Model,
    private readonly program: Program,
    private readonly future: FutureWrites,
    readonly walks: boolean,
    private readonly speculations: () => Speculations | undefined,
  ) {}

  /**
   * Has the thread, by the pending event p, come to the node by an iteration that nobody can tell from one iteration
   * less? `pending`: what is so now.
   */
  isFruitless(graph: ExecutionGraph, pending: () => readonly Pending[], p: Pending, node: HistoryNode): boolean {
    const iteration = iterationEndingAt(node);
    if (iteration === undefined) return false;
    if (iteration.locks.size === 0) return !iteration.readsPlain || iterationsThatMayRace(graph) > 1;
    // A thread that chance chose to hold a lock goes on: there is no branch in which it waits without.
    if (this.walks && placeIn(iteration, p.node).holds) return false;
    const all = pending();
    return isFruitless(graph, iteration, (t) => this.mayBeSeen(all, t));
  }

  /** Are there iterations in the graph that can be left out? The same execution without them is another one. */
  hasRemovable(graph: ExecutionGraph): boolean {
    for (let t = 0; t < graph.threads.length; t++)
      if (this.hasIterations(t)) return iterationsThatMayRace(graph) > 0 || removable(graph).length > 0;
    return false;
  }

  /** May another thread still try a lock that the iteration takes? */
  private mayBeSeen(all: readonly Pending[], { thread, iteration }: GraphIteration): boolean {
    return all.some((q) => q.thread !== thread && [...iteration.locks].some((loc) => this.future.mayTry(q.node, loc)));
  }

  /**
   * Is one of the results known to belong to an iteration, and may it be what memory holds in the end? Then the thread
   * may go round for ever though another result is there as well. Of a lock there is one result at a time: if it makes
   * progress now, it does so as long as nobody else takes the lock, unless what follows in the iteration may choose, or
   * the iteration may be seen. `elsewhere`: may memory hold the values in the end of another graph with the same
   * histories?
   */
  maySpin(graph: ExecutionGraph, { label, node }: Pending, elsewhere: (end: LastValues) => boolean): boolean {
    const { kind, loc } = label;
    if (!this.hasIterations(node.thread)) {
      this.speculations()?.add('iterations', node, 0);
      return false;
    }
    const lock = isObjectKind(kind) && !looksOnly(kind) && !isChosen(kind);
    const spinning = new Set<Value>();
    for (const value of node.children.keys()) {
      for (const iteration of iterationsThrough(node, value, this.program.nodes))
        if (!lock || !iteration.plain || this.future.known.some((root) => this.future.mayTry(root, loc)))
          spinning.add(value);
    }
    if (spinning.size === 0) return this.noneFrom(node);
    if (kind !== Kind.Load && kind !== Kind.Rmw) return true;
    if (graph.location(loc).writes.some((w) => spinning.has(w.written!) && !this.isOverwritten(graph, w))) return true;
    return [...spinning].some((value) => elsewhere(new Map([[loc, value]]))) || this.noneFrom(node);
  }

  /** False, as far as the iterations are known that go on from the node. */
  private noneFrom(node: HistoryNode): false {
    this.speculations()?.add('iterations', node, iterationsFrom(node, this.program));
    return false;
  }

  private hasIterations(t: ThreadId): boolean {
    return hasIterations(t, this.program.nodes);
  }

  /**
   * Does the pending read, whatever it returns of what is there and `open` to it, end an iteration? Then its thread
   * waits for another write. `ambiguous`: may other graphs have the same histories?
   */
  onlySpins(
    graph: ExecutionGraph,
    { thread, label, node }: Pending,
    open: (w: GraphEvent) => boolean,
    ambiguous: () => boolean,
  ): boolean {
    if (label.kind !== Kind.Load && label.kind !== Kind.Rmw) return false;
    const { writes } = graph.location(label.loc);
    const iterations = this.hasIterations(thread);
    // The latest write is mostly one that it may read.
    for (let i = writes.length - 1; i >= 0; i--) {
      const w = writes[i];
      if (!open(w) || !mayRead(graph, thread, label, w, ambiguous)) continue;
      const child = iterations ? node.children.get(w.written!) : undefined;
      const iteration = child === undefined ? undefined : iterationEndingAt(child);
      if (iteration?.locks.size !== 0 || iteration.readsPlain) return false;
    }
    return true;
  }

  /** Does another write come after it in co, whatever else the execution does? */
  private isOverwritten(graph: ExecutionGraph, w: GraphEvent): boolean {
    const { writes } = graph.location(w.loc);
    return writes.some(
      (x) => x !== w && (x.source === w || graph.happensBefore(w, x) || this.model.isForcedBefore(graph, w, x)),
    );
  }
}
