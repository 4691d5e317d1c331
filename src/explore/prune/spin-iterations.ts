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
import type { Session } from '../session/session';
import { mayRace, mayRaceAlone } from '../histories/racing-reads';
import { returns, SPURIOUS } from '../../program/rmw';
import { offersFailure } from '../histories/spurious-failures';
import type { Attempts } from './attempts';
import { mayRead } from './readable-writes';
import { iterationsFrom, relying } from '../histories/speculations';
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

const none: ReadonlySet<Value> = new Set();

export class SpinIterations {
  /** `walks`: are decisions taken at random? `attempts`: undefined: failed attempts are not left out. */
  constructor(
    private readonly model: Model,
    private readonly program: Program,
    private readonly future: FutureWrites,
    readonly walks: boolean,
    private readonly session: Pick<Session, 'recording' | 'speculations'>,
    private readonly attempts: Attempts | undefined,
  ) {}

  /**
   * Has the thread, by the pending event p, reached the node by an iteration that no other thread can observe?
   * `pending`: the present pending events.
   */
  isFruitless(graph: ExecutionGraph, pending: () => readonly Pending[], p: Pending, node: HistoryNode): boolean {
    const iteration = iterationEndingAt(node);
    if (iteration === undefined) return this.isFailedAttempt(graph, pending, p.thread, node);
    if (mayRaceAlone(iteration, node, this.program) && this.kept(graph) <= 1) return false;
    if (iteration.locks.size === 0) return true;
    // In a walk, a thread that holds a lock continues: no other branch has the execution in which it waits without the
    // lock.
    if (this.walks && placeIn(iteration, p.node).holds) return false;
    const all = pending();
    return isFruitless(graph, iteration, (t) => this.mayBeSeen(all, t));
  }

  private isFailedAttempt(
    graph: ExecutionGraph,
    pending: () => readonly Pending[],
    thread: ThreadId,
    node: HistoryNode,
  ): boolean {
    const attempt = this.attempts?.endingAt(node);
    if (attempt === undefined) return false;
    const { speculations } = this.session;
    const mayRace = (): boolean => this.attempts!.mayRaceWith(pending(), thread, attempt.reads);
    return !relying(speculations, mayRace, false) || this.kept(graph) > 1;
  }

  /** The number of iterations in the graph that are there only because they may race. */
  private kept(graph: ExecutionGraph): number {
    return iterationsThatMayRace(graph, this.program) + (this.attempts?.kept(graph) ?? 0);
  }

  /**
   * Whether the event that returns the value ends a fruitless iteration, as far as this is known without performing the
   * event. `pending`: the present pending events.
   */
  isKnownFruitless({ node }: Pending, value: Value, pending: () => readonly Pending[]): boolean {
    // Where histories have pasts, the value alone does not say which follows.
    const child = node.past === undefined ? node.children.get(value) : undefined;
    if (child === undefined) return false;
    const iteration = iterationEndingAt(child);
    if (iteration === undefined) return this.attempts?.isKnown(child, pending) === true;
    return iteration.locks.size === 0 && !mayRaceAlone(iteration, child, this.program);
  }

  /** Does an iteration or attempt without progress end at the node, which the thread need not continue from? */
  isLeftOut(node: HistoryNode, pending: () => readonly Pending[]): boolean {
    const iteration = iterationEndingAt(node);
    return iteration === undefined ? this.attempts?.isKnown(node, pending) === true : iteration.locks.size === 0;
  }

  /**
   * The values with which the pending event ends an attempt that is left out, as far as is known, or an iteration that
   * cannot be repeated for ever: with others the thread may stay there. Only where attempts are known: the order of
   * branches does not prove that no other value comes (Speculations).
   */
  useless(p: Pending, pending: () => readonly Pending[]): ReadonlySet<Value> {
    if (!this.knowsAttempts || !this.mayRetry(p.thread)) return none;
    const values = new Set<Value>();
    for (const child of p.node.children.values()) {
      const mayStay = iterationEndingAt(child)?.values !== undefined;
      if (!mayStay && this.isKnownFruitless(p, child.value, pending)) values.add(child.value);
    }
    return values;
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
    if (this.attempts !== undefined && this.attempts.kept(graph) > 0) return true;
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
      this.session.recording?.add('iterations', node, 0);
      return false;
    }
    const lock = isObjectKind(kind) && !mayOnlyRead(kind) && !isChosen(kind);
    const spinning = new Set<Value>();
    for (const { value } of node.children.values()) {
      for (const iteration of iterationsThrough(node, value, this.program.nodes))
        if (
          iteration.mayLast &&
          (!lock || !iteration.plain || this.future.known.some((root) => this.future.mayTry(root, loc)))
        )
          spinning.add(value);
    }
    if (spinning.size === 0) return this.noneFrom(node);
    // Which of these values memory may hold in the end is not asked of accesses to pieces.
    if ((kind !== Kind.Load && kind !== Kind.Rmw) || label.pieces.length > 0) return true;
    if (graph.location(loc).writes.some((w) => spinning.has(w.written!) && !this.isOverwritten(graph, w))) return true;
    return [...spinning].some((value) => elsewhere(new Map([[loc, value]]))) || this.noneFrom(node);
  }

  /** Returns false, and records that it relies on the known iterations that continue from the node. */
  private noneFrom(node: HistoryNode): false {
    this.session.recording?.add('iterations', node, iterationsFrom(node, this.program));
    return false;
  }

  /** Are failed attempts left out? */
  get knowsAttempts(): boolean {
    return this.attempts !== undefined && this.attempts.threads.size > 0;
  }

  /** Are iterations or failed attempts of the thread known? */
  private mayRetry(t: ThreadId): boolean {
    return this.hasIterations(t) || this.attempts?.threads.has(t) === true;
  }

  private hasIterations(t: ThreadId): boolean {
    return hasIterations(t, this.program.nodes);
  }

  /**
   * Does the pending read end an iteration, whichever of the present writes that are `open` to it it reads from? Then
   * its thread waits for another write. `ambiguous`: may other graphs have the same histories? `pending`: the present
   * pending events.
   */
  onlySpins(
    graph: ExecutionGraph,
    p: Pending,
    open: (w: GraphEvent) => boolean,
    ambiguous: () => boolean,
    pending: () => readonly Pending[],
  ): boolean {
    const { thread, label, node } = p;
    if ((label.kind !== Kind.Load && label.kind !== Kind.Rmw) || label.pieces.length > 0) return false;
    if (node.past !== undefined) return false; // The value alone does not say which history follows.
    const { writes } = graph.location(label.loc);
    const iterations = this.mayRetry(thread);
    // The latest write is tried first: mostly the read may read from it.
    for (let i = writes.length - 1; i >= 0; i--) {
      const w = writes[i];
      if (!open(w)) continue;
      for (const value of returns(label, w.written!)) {
        if (value === SPURIOUS && !offersFailure(node, label)) continue;
        if (!mayRead(graph, thread, label, w, ambiguous, value)) continue;
        if (!iterations || !this.isKnownFruitless(p, value, pending)) return false;
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
