/**
 * State search, for the equivalence `state`: executions that go through the same states count as one. It keeps one
 * interleaving as an execution graph, in which every event reads what memory holds, and enters each state once
 * (state-key.ts). Two histories of a thread with the same local state are the same place (`HistoryNode.state`), so
 * loops that come back close, and programs that never end may have finitely many states.
 *
 * Every error that some execution has is found, because what a state allows follows from the state alone.
 * docs/architecture/states.md has the argument, data races included.
 *
 * It is for models whose executions are the interleavings (`Model.isSequential`). The exploration uses such a model for
 * RC11 too, while all atomic accesses are seq_cst.
 */
import type { GraphEvent } from '../../../graph/event';
import type { ExecutionGraph } from '../../../graph/graph';
import { describeThread, isReadLike, Kind, Order, type ThreadId } from '../../../program/label';
import { ExplorationRestart } from '../../common/restart';
import { triesToLock } from '../../../object';
import { appendOf } from '../../extend/candidates';
import { GraphExtender, type Pending } from '../../extend/extender';
import { isHeld } from '../../extend/held-waits';
import { FutureWrites } from '../../histories/future-writes';
import { taken } from '../../histories/spin-loops';
import { isCancelled, threadsThatEnded } from '../../prune/blocked';
import { Completion } from '../../session/completion';
import { LeftWaiting } from '../../session/left-waiting';
import { noteLockedAtEnd } from '../../session/locked-at-end';
import { VectorSet } from '../../store/vector-set';
import { DepthFirst, type DepthFirstFrame, type StepResult } from '../depth-first';
import { Stop } from '../../session/stop';
import type { SearchContext, StrategyFactory } from '../strategy';
import { Estimate, noSizes, type Branching, type Sizes } from '../tree-size-estimate';
import { Components, type Reach, type StepKind, type StepKinds } from './components';
import { enabledOf, type EnabledEvent } from './enabled';
import { Locksets } from './locksets';
import { hidesOrder } from './ordering';
import { Reduction, StepAccesses, type Futures } from './reduction';
import { StateKey, type KeyPart } from './state-key';

/** A state on the path. */
interface StateFrame extends DepthFirstFrame {
  readonly mark: number;
  readonly futures: Futures;
  /** Those of the thread that is tried alone come first. */
  readonly moves: readonly EnabledEvent[];
  /** The thread that is tried alone, and how many moves it has; -1 and 0: none. */
  readonly alone: ThreadId;
  readonly movesAlone: number;
  readonly accesses: StepAccesses;
  /** Did one of its moves lead back to the path? */
  returned: boolean;
  /** How many moves have begun. */
  begun: number;
  /** What threads did in the last move. */
  did: StepKinds;
  readonly reach: Reach;
}

/** The note of a program some of whose executions go on for ever. */
export const neverEnds = 'the program does not end: some executions go on for ever';

const nothing: StepKinds = new Map();
const LEAST_BRANCH = 0.01;

export class StateSearch extends DepthFirst<StateFrame, number, never> {
  private readonly graph: ExecutionGraph;
  private readonly extender: GraphExtender;
  private readonly visited: VectorSet;
  private readonly key: StateKey;
  private readonly components = new Components();
  private readonly locksets = new Locksets();
  private readonly reduction = new Reduction();
  private readonly reduces: boolean;
  private readonly completion: Completion;
  private readonly leftWaiting: LeftWaiting;
  /**
   * Has some execution plain data whose accesses are events? Does some event depend on what need not come before it?
   */
  private plain = false;
  private hidden = false;

  /** `without`: parts of the state that are left out, for tests. */
  constructor(
    private readonly context: SearchContext,
    without?: ReadonlySet<KeyPart>,
  ) {
    super(context.session, new Estimate(LEAST_BRANCH));
    const { program, reduction, refinement, session } = context;
    const { model } = reduction;
    this.graph = model.graph((loc) => program.initial(loc));
    this.extender = new GraphExtender(program, reduction, refinement, session, new FutureWrites(program), {
      steps: true,
      // A path may be as long as there are states.
      maxSteps: context.options.maxSteps ?? Infinity,
    });
    this.key = new StateKey(
      this.extender.checks.exits,
      (length) => {
        this.visited.relayout(length, (from) => from);
      },
      without,
    );
    this.visited = new VectorSet(this.key.vector.length);
    this.reduces = context.failedSpeculations === 0 && context.options.reduction !== false;
    session.byStates = true;
    this.completion = new Completion(program, model, session);
    this.leftWaiting = new LeftWaiting(program, session);
  }

  resume(): never {
    throw new Error('a state search cannot be resumed');
  }

  checkpoint(): never {
    throw new Error('a state search has no checkpoint');
  }

  override run(): void {
    try {
      super.run();
    } catch (e) {
      if (e instanceof Stop && e.resumable) throw new Stop(e.message);
      throw e;
    }
    if (!this.reduction.holds())
      throw new ExplorationRestart({ kind: 'failed-speculation', why: 'threads may access more than was seen' });
  }

  protected begin(): boolean {
    this.graph.undo(0);
    const entered = this.extender.begin(this.graph);
    this.observe(0);
    return entered;
  }

  protected enter(): StateFrame | 'known' | undefined {
    const { graph, key, visited, frames } = this;
    key.take(graph, this.context.refinement.countsOrder);
    const above = frames.at(-1);
    if (above !== undefined) this.reduction.follow(above.futures, key.futures);
    else
      key.futures.forEach((place, t) => {
        this.reduction.begins(t, place);
      });
    const known = visited.lookUp(key.vector, key.hash);
    if (known !== 0) {
      if (above !== undefined) {
        above.returned ||= this.components.reachesPath(known);
        this.components.known(above.reach, known, above.did);
      }
      return 'known';
    }
    const pending = this.extender.pending(graph);
    if (pending.length === 0) this.complete();
    const state = visited.numberOf(key.vector, key.hash);
    if (pending.length > 0) return this.newFrame(state, pending);
    if (above !== undefined) above.reach.leaves = true;
    return undefined;
  }

  private newFrame(state: number, pending: readonly Pending[]): StateFrame {
    const { futures } = this.key;
    const moves = new Map(pending.map((p) => [p, enabledOf(this.graph, p)]));
    this.reduction.arrive(futures, pending);
    const alone = this.reduces ? this.reduction.choose(futures, pending, (p) => moves.get(p)!.length > 0) : -1;
    const first = pending.filter((p) => p.thread === alone);
    const others = pending.filter((p) => p.thread !== alone);
    return {
      mark: this.graph.mark(),
      futures,
      moves: [...first, ...others].flatMap((p) => moves.get(p)!),
      alone,
      movesAlone: first.reduce((n, p) => n + moves.get(p)!.length, 0),
      accesses: new StepAccesses(),
      returned: false,
      begun: 0,
      did: nothing,
      reach: this.components.enter(state),
      sizes: noSizes(),
      since: 0,
    };
  }

  protected backtrack(f: StateFrame): void {
    this.graph.undo(f.mark);
  }

  protected step(f: StateFrame): StepResult {
    if (f.begun === f.moves.length || this.isEnough(f)) {
      this.finish(f);
      return 'finished';
    }
    const move = f.moves[f.begun++];
    const mark = this.graph.mark();
    const entered = this.perform(move);
    this.observe(mark);
    f.did = this.kindsOf(mark);
    this.reduction.step(this.graph, mark, move.pending.thread, f.futures, f.accesses);
    if (!entered) f.reach.leaves = true;
    return entered ? 'entered' : 'continue';
  }

  /** Need other threads not be tried in the state? */
  private isEnough({ begun, alone, movesAlone, accesses, returned, futures }: StateFrame): boolean {
    return begun === movesAlone && alone >= 0 && !returned && this.reduction.independent(futures, alone, accesses);
  }

  /** False when the execution ends with the move. */
  private perform({ pending, candidate }: EnabledEvent): boolean {
    const { graph, extender } = this;
    const { thread, label, node } = pending;
    if (candidate === undefined) return extender.step(graph, thread);
    if (candidate.misuse !== undefined) {
      extender.errors.misuse(graph, thread, label, candidate.misuse);
      return false;
    }
    const e = this.context.reduction.model.append(graph, appendOf(thread, label, candidate))!;
    return extender.enter(graph, e, node) && extender.proceed(graph, e);
  }

  /**
   * Looks at the events from the mark on. Throws ExplorationRestart when the order of events must count from now on.
   */
  private observe(mark: number): void {
    const { graph } = this;
    for (let i = mark; i < graph.events.length; i++) {
      const e = graph.events[i];
      this.plain ||= e.label.order === Order.Plain;
      this.hidden ||= hidesOrder(graph, e);
      if (!this.locksets.add(graph, e)) this.context.reduction.excludeStates();
    }
    if (this.plain && this.hidden) this.context.refinement.countOrder();
  }

  /** What threads did by the events from the mark on, which were performed in one move. */
  private kindsOf(mark: number): StepKinds {
    const { events } = this.graph;
    const kinds = new Map<ThreadId, StepKind>();
    for (let i = mark; i < events.length; i++) {
      const { thread, label } = events[i];
      if (label.kind === Kind.Fence) continue;
      const [before, kind] = [kinds.get(thread), kindOf(events[i])];
      if (before === undefined || kind === 'changes' || before === 'locks') kinds.set(thread, kind);
    }
    return kinds;
  }

  protected leave(): void {
    /* All is done in `finish`. */
  }

  /** All that is reached from the present state, which is the frame's, was searched. */
  private finish(f: StateFrame): void {
    const above = this.frames.at(-2);
    const complete = this.components.leave(f.reach, above?.reach, above?.did ?? nothing);
    if (complete && !f.reach.leaves) this.stays(f);
  }

  /** The execution stays in the component that the state belongs to: for ever, where it has no transition at all. */
  private stays({ reach: { threads } }: StateFrame): void {
    const { graph, extender, session } = this;
    const pending = extender.pending(graph);
    // It would have been cancelled: in another execution it looks whether it is after that.
    if (pending.some((p) => isCancelled(graph, p))) {
      session.counts.deadEnds++;
      return;
    }
    const exited = threadsThatEnded(graph, pending);
    const goesOn = (t: ThreadId): boolean => threads.changes.has(t) || (threads.locks.has(t) && !threads.looks.has(t));
    const waiting = pending.filter((p) => !goesOn(p.thread));
    if (exited.size > 0) {
      this.leftWaiting.note(
        waiting.filter((p) => isReadLike(p.label) && !isHeld(p.node)),
        (t) => exited.has(t),
      );
      this.complete();
    } else if (waiting.length === pending.length) {
      const locked = pending.some(({ thread, label }) => label.kind !== Kind.Join && !threads.looks.has(thread));
      extender.errors.waitForEver(graph, pending, threads.looks.size > 0 && !locked ? 'livelock' : 'deadlock');
    } else {
      session.note(neverEnds);
      for (const { thread, label } of waiting)
        if (label.kind !== Kind.Join) session.note(`${describeThread(thread)} may wait for ever while others go on`);
      session.mayComplete();
      session.complete(() => graph, 1);
    }
  }

  /** Counts the present state, in which all threads have ended. */
  private complete(): void {
    const { graph, session } = this;
    session.mayComplete();
    if (this.extender.checks.exits.size > 1) this.completion.compareExits(graph);
    noteLockedAtEnd(graph, session);
    this.completion.complete(() => graph, graph.threads.length);
  }

  protected branch(f: StateFrame): keyof Sizes {
    return f.begun <= 1 ? 'first' : 'later';
  }

  protected branching({ moves, begun }: StateFrame): Branching {
    return { choices: moves.length, begun, deferred: false };
  }

  protected decision(): never {
    throw new Error('a state search has no checkpoint');
  }

  protected frameOf(): never {
    throw new Error('a state search cannot be resumed');
  }

  protected repeat(): never {
    throw new Error('a state search cannot be resumed');
  }
}

function kindOf({ label, read }: GraphEvent): StepKind {
  const change = taken(label, read ?? 0);
  if (change === undefined) return 'changes';
  // A wait that ends without a signal looks, too.
  return change === 0 || label.kind === Kind.CondWake || triesToLock(label.kind) ? 'looks' : 'locks';
}

/** For sequential models. */
export const stateSearch: StrategyFactory<never> = {
  name: 'states',
  mergesHistories: true,
  applies: ({ options: { equivalence, preemptions }, reduction }) =>
    equivalence === 'state' && preemptions === undefined && reduction.model.isSequential,
  create: (context) => new StateSearch(context),
};
