/**
 * Waiting loops (histories/spin-loops.ts) in the search: iterations that are left out, and threads that may stay in a
 * loop for ever.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isChosen, isObjectKind, mayOnlyRead } from '../../object';
import { Kind, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode, Program } from '../../program/program';
import type { FutureWrites } from '../histories/future-writes';
import type { Pending } from '../extend/extender';
import { mayRace, mayRaceAlone } from '../histories/racing-reads';
import { returns, SPURIOUS } from '../../program/rmw';
import { offersFailure } from '../histories/spurious-failures';
import { mayRead } from './readable-writes';
import { iterationsFrom, type Speculations } from '../histories/speculations';
import {
  isFruitless,
  iterationsThatMayRace,
  racingIterationEndingAt,
  removable,
  type GraphIteration,
} from './observed-iterations';
import {
  hasIterations,
  iterationEndingAt,
  iterationsThrough,
  mayWait,
  placeIn,
  type LastValues,
} from '../histories/spin-loops';

export class SpinIterations {
  /** `walks`: are decisions taken at random? */
  constructor(
    private readonly model: Model,
    private readonly program: Program,
    private readonly future: FutureWrites,
    readonly walks: boolean,
    private readonly speculations: () => Speculations | undefined,
  ) {}

  /**
   * Has the thread, by the pending event p, reached the node by an iteration that no other thread can observe?
   * `pending`: the present pending events.
   */
  isFruitless(graph: ExecutionGraph, pending: () => readonly Pending[], p: Pending, node: HistoryNode): boolean {
    const iteration = iterationEndingAt(node);
    if (iteration === undefined) return false;
    if (mayRaceAlone(iteration, node, this.program) && iterationsThatMayRace(graph, this.program) <= 1) return false;
    if (iteration.locks.size === 0) return true;
    // In a walk, a thread that holds a lock continues: no other branch has the execution in which it waits without the
    // lock.
    if (this.walks && placeIn(iteration, p.node).holds) return false;
    const all = pending();
    return isFruitless(graph, iteration, (t) => this.mayBeSeen(all, t));
  }

  /**
   * Whether the event that returns the value ends a fruitless iteration, as far as this is known without performing the
   * event.
   */
  isKnownFruitless({ node }: Pending, value: Value): boolean {
    // Where histories have pasts, the value alone does not say which follows.
    const child = node.past === undefined ? node.children.get(value) : undefined;
    const iteration = child === undefined ? undefined : iterationEndingAt(child);
    return iteration?.locks.size === 0 && !mayRaceAlone(iteration, child!, this.program);
  }

  /**
   * As `isFruitless`, for searches that reorder events. The answer depends only on the events of the thread itself, so
   * it is the same in each order of independent events: each thread keeps one iteration that may race. Loops that take
   * locks are not recognised.
   */
  isFruitlessInAnyOrder(graph: ExecutionGraph, thread: ThreadId, node: HistoryNode): boolean {
    const iteration = iterationEndingAt(node);
    if (iteration === undefined || iteration.locks.size > 0) return false;
    if (!mayRace(iteration, node, this.program)) return true;
    const isKept = (e: GraphEvent): boolean => racingIterationEndingAt(e, this.program, mayRace)?.locks.size === 0;
    return graph.threads[thread].some((e) => e.node !== node && isKept(e));
  }

  /** Are there iterations in the graph that can be left out? The same execution without them is another one. */
  hasRemovable(graph: ExecutionGraph): boolean {
    for (let t = 0; t < graph.threads.length; t++)
      if (this.hasIterations(t)) return iterationsThatMayRace(graph, this.program) > 0 || removable(graph).length > 0;
    return false;
  }

  /** May another thread still try a lock that the iteration takes? */
  private mayBeSeen(all: readonly Pending[], { thread, iteration }: GraphIteration): boolean {
    return all.some((q) => q.thread !== thread && [...iteration.locks].some((loc) => this.future.mayTry(q.node, loc)));
  }

  /**
   * Is one of the results known to belong to an iteration, and may memory hold its value in the end? Then the thread
   * may repeat the iteration for ever, even if another result is possible as well. An operation on a lock has one
   * result at a time: if it makes progress now, it does so as long as no other thread takes the lock, unless later
   * events of the iteration have a choice, or the iteration may be observed. `elsewhere`: may memory hold the values at
   * the end of another graph with the same histories?
   */
  maySpin(graph: ExecutionGraph, { label, node }: Pending, elsewhere: (end: LastValues) => boolean): boolean {
    const { kind, loc } = label;
    if (!mayWait(node.thread, this.program.nodes)) {
      this.speculations()?.add('iterations', node, 0);
      return false;
    }
    const lock = isObjectKind(kind) && !mayOnlyRead(kind) && !isChosen(kind);
    const spinning = new Set<Value>();
    for (const { value } of node.children.values()) {
      for (const iteration of iterationsThrough(node, value, this.program.nodes))
        if (
          !iteration.fails &&
          (!lock || !iteration.plain || this.future.known.some((root) => this.future.mayTry(root, loc)))
        )
          spinning.add(value);
    }
    if (spinning.size === 0) return this.noneFrom(node);
    if (kind !== Kind.Load && kind !== Kind.Rmw) return true;
    if (graph.location(loc).writes.some((w) => spinning.has(w.written!) && !this.isOverwritten(graph, w))) return true;
    return [...spinning].some((value) => elsewhere(new Map([[loc, value]]))) || this.noneFrom(node);
  }

  /** Returns false, and records that it relies on the known iterations that continue from the node. */
  private noneFrom(node: HistoryNode): false {
    this.speculations()?.add('iterations', node, iterationsFrom(node, this.program));
    return false;
  }

  private hasIterations(t: ThreadId): boolean {
    return hasIterations(t, this.program.nodes);
  }

  /**
   * Does the pending read end an iteration, whichever of the present writes that are `open` to it it reads from? Then
   * its thread waits for another write. `ambiguous`: may other graphs have the same histories?
   */
  onlySpins(
    graph: ExecutionGraph,
    { thread, label, node }: Pending,
    open: (w: GraphEvent) => boolean,
    ambiguous: () => boolean,
  ): boolean {
    if (label.kind !== Kind.Load && label.kind !== Kind.Rmw) return false;
    if (node.past !== undefined) return false; // The value alone does not say which history follows.
    const { writes } = graph.location(label.loc);
    const iterations = this.hasIterations(thread);
    // The latest write is tried first: mostly the read may read from it.
    for (let i = writes.length - 1; i >= 0; i--) {
      const w = writes[i];
      if (!open(w)) continue;
      for (const value of returns(label, w.written!)) {
        if (value === SPURIOUS && !offersFailure(node, label)) continue;
        if (!mayRead(graph, thread, label, w, ambiguous, value)) continue;
        const child = iterations ? node.children.get(value) : undefined;
        const iteration = child === undefined ? undefined : iterationEndingAt(child);
        if (iteration?.locks.size !== 0 || mayRaceAlone(iteration, child!, this.program)) return false;
      }
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
