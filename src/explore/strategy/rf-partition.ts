/**
 * The partition of all executions by reads-from (docs/explanation/architecture.md, "The algorithm"): a pending event
 * either reads from a write that is present now, or it is deferred and reads from one that is not. These cases exclude
 * each other, so the search reaches every reads-from class once, without storing what it has seen.
 *
 * Under the observational equivalence, executions with the same values count once. Where they turn out to be many
 * (`Equivalence.mergesStates`), the cases are values. A combination of values may then be reached on several paths, and
 * a table of closed states tells them apart.
 */
import { DristaError } from '../../base/errors';
import type { Decision } from '../common/decision';
import type { Branch, Part, WorkerGroup } from '../session/worker-group';
import { takeBranch, type OpenState } from './branch-to-share';
import { Estimate, noSizes, type Branching, type Sizes } from './tree-size-estimate';
import type { ClosedStates } from '../store/closed-states';
import type { Pending } from '../extend/extender';
import type { RecordPieces } from '../store/byte-table';
import {
  countsByValue,
  ObservationalEquivalence,
  ReadsFromEquivalence,
  ValuesOfGraphs,
  type Equivalence,
} from '../equivalence/equivalence';
import { GraphSearch, type GraphSearchKnowledge, type GraphSearchMark } from './graph-search';
import type { SearchContext, StrategyFactory } from './strategy';
import type { Choice } from '../extend/candidates';
import type { ThreadId } from '../../program/label';
import { DepthFirst, type DepthFirstFrame, type PathCheckpoint, type StepResult } from './depth-first';

/** A state whose exploration is under way. */
export interface PartitionFrame extends DepthFirstFrame, OpenState {
  readonly mark: GraphSearchMark;
  readonly pending: readonly Pending[];
  /** The order in which pending events are tried until one can be performed. That one is the frame's event. */
  readonly order: readonly Pending[];
  /** May each of `order` be deferred, as far as was known when the state was entered? */
  readonly deferrable: readonly boolean[];
  /** The index in `order` of the event that is tried now, and its choices. */
  at: number;
  choices: readonly Choice[];
  /** The threads whose events may be exchanged with the event that is tried now. */
  others: readonly ThreadId[];
  next: number;
  /** Branches that were handed over: each waits until its branch is explored, and says whether it could begin. */
  readonly handedOver: (() => boolean)[];
  performed: boolean;
  deferred: boolean;
}

/** The search as data. */
export interface PartitionCheckpoint extends PathCheckpoint<Decision> {
  readonly state: GraphSearchKnowledge;
  readonly closed: RecordPieces;
}

/** After so many rounds with a failed speculation, failed attempts are not left out any more. */
const MAX_FAILED = 20;
/** The number of states after which speculations are checked in the first round. */
const FIRST_CHECK = 64;

/** Where the exploration of a state begins. */
const first: Omit<Decision, 'order'> = { at: 0, next: 0, performed: false, deferred: false };

export class RfPartition extends DepthFirst<PartitionFrame, Decision, PartitionCheckpoint> {
  private readonly closed: ClosedStates | undefined;
  /** After so many states it is checked whether what the search relies on still holds, so as to restart early. */
  private nextCheck: number;

  /** `failedSpeculations`: of earlier rounds, which were of no use. */
  constructor(
    private readonly state: GraphSearch,
    failedSpeculations = 0,
  ) {
    super(state.session, new Estimate());
    this.nextCheck = FIRST_CHECK * 2 ** failedSpeculations;
    this.closed = state.equivalence.mergesStates ? state.session.closedStates() : undefined;
  }

  resume(checkpoint: PartitionCheckpoint): void {
    this.state.durable = checkpoint.state;
    if (this.closed !== undefined) this.closed.durable = checkpoint.closed;
    this.resumePath(checkpoint);
  }

  checkpoint(): PartitionCheckpoint {
    return { ...this.path(), state: this.state.durable, closed: this.closed?.durable ?? [] };
  }

  /** By the estimate of how many executions there are, where that is of what this search comes to. */
  override explored(): number {
    const { session, closed } = this;
    const total = session.total?.();
    if (total === undefined || closed !== undefined || session.workers !== undefined) return super.explored();
    const { executions } = session.counts;
    return Math.min(executions / (executions + 1), (executions + session.repeated) / total);
  }

  /** Explores a branch that another worker has handed over. Could its first event be performed? */
  exploreBranch(branch: Branch): boolean {
    return this.explorePart({ path: branch, base: branch.length });
  }

  /** Explores a part of another search. Could its first event be performed? */
  explorePart({ path, base, back }: Part): boolean {
    const { state, frames } = this;
    state.addKnownRoots();
    if (path.length === 0) {
      this.run();
      return true;
    }
    this.replay(path, path.length - 1);
    state.noticeAttempts();
    const f = frames[frames.length - 1];
    this.base = base;
    if (back === true) {
      this.arrived = false;
    } else if (f.deferred) {
      state.defer(f.order[f.at], f.others);
      f.performed = this.arrived = true;
    } else {
      this.arrived = this.perform(f, f.choices[f.next - 1]) === 'entered';
    }
    this.search();
    return f.performed;
  }

  /** Throws ExplorationRestart where something does not hold that a search of one worker relied on. */
  protected override search(): void {
    super.search();
    if (this.session.workers !== undefined) return;
    this.state.checkEqualThreads();
    this.state.check(this.session.speculations);
  }

  protected begin(): boolean {
    return this.state.begin();
  }

  /** A state has no frame if it is complete, infeasible, beyond the bound, or covered by a closed one. */
  protected enter(): PartitionFrame | undefined {
    const { state, session } = this;
    state.balanceMerging();
    if (session.workers === undefined && session.counts.states >= this.nextCheck) {
      this.nextCheck *= 2;
      state.check(session.speculations);
    }
    const { workers } = session;
    if (workers?.isWorkWanted() === true) {
      if (workers.take === undefined) this.share(workers);
      else workers.take((branches) => this.split(branches));
    }
    if (this.closed?.covers(state.combination(), state.exclusionsNow) === true || !state.withinBound())
      return undefined;
    const pending = state.pending();
    if (pending.length === 0) {
      if (!state.complete()) this.close();
      return undefined;
    }
    const feasibility = state.feasibility(pending);
    if ((state.exclusionsNow.length > 0 || state.knowsAttempts) && feasibility.isInfeasible()) {
      session.counts.deadEnds++;
      this.close();
      return undefined;
    }
    const { order, later } = feasibility.inOrder();
    return this.newFrame(pending, order, later, first);
  }

  protected backtrack(f: PartitionFrame): void {
    this.state.backtrack(f.mark);
  }

  protected step(f: PartitionFrame): StepResult {
    const { state } = this;
    if (f.next < f.end) return this.perform(f, f.choices[f.next++]);
    if (f.handedOver.length > 0) this.awaitBranches(f);
    const p = f.order[f.at];
    if (f.performed) {
      if (f.deferred || f.deferredElsewhere || !state.feasibility(f.pending).mayBeDeferred(p)) return 'finished';
      f.deferred = true;
      state.defer(p, f.others);
      return 'entered';
    }
    if (f.at < f.order.length && ++f.at < f.order.length) {
      [f.choices, f.others] = this.choices(f.order[f.at], f.pending);
      f.end = f.choices.length;
      f.next = 0;
      return 'continue';
    }
    // That execution belongs to another branch: an excluded write could be read, or a loop does not read the last
    // values.
    if (!state.blocked(f.pending)) this.session.counts.deadEnds++;
    return 'finished';
  }

  protected leave(f: PartitionFrame): void {
    this.estimate.learn(f.sizes, f.choices.length);
    this.close();
  }

  protected branch(f: PartitionFrame): keyof Sizes {
    return f.deferred ? 'deferred' : f.next <= 1 ? 'first' : 'later';
  }

  protected branching({ choices, next, deferred }: PartitionFrame): Branching {
    return { choices: choices.length, begun: next, deferred };
  }

  protected decision(f: PartitionFrame): Decision {
    const { order, at, next, performed, deferred } = f;
    const end = f.end < f.choices.length ? { end: f.end } : {};
    const elsewhere = f.deferredElsewhere ? { deferredElsewhere: true } : {};
    const deferrable = f.deferrable[at] ? { deferrable: true } : {};
    return { order: order.map((p) => p.thread), at, next, performed, deferred, ...end, ...deferrable, ...elsewhere };
  }

  protected frameOf(decision: Decision): PartitionFrame {
    const pending = this.state.pending();
    const inOrder = decision.order.map((t) => pending.find((p) => p.thread === t)!);
    const deferrable: boolean[] = [];
    deferrable[decision.at] = decision.deferrable === true;
    return this.newFrame(pending, inOrder, deferrable, decision);
  }

  protected repeat(f: PartitionFrame): boolean {
    if (!f.deferred) return this.state.perform(f.order[f.at], f.choices[f.next - 1], true, f.others) === 'entered';
    this.state.defer(f.order[f.at], f.others);
    return true;
  }

  /** A frame of the present state. */
  private newFrame(
    pending: readonly Pending[],
    order: readonly Pending[],
    deferrable: readonly boolean[],
    { at, next, performed, deferred, end, deferredElsewhere = false }: Omit<Decision, 'order'>,
  ): PartitionFrame {
    const [choices, others] = at < order.length ? this.choices(order[at], pending) : [[], []];
    return {
      mark: this.state.mark(),
      pending,
      order,
      deferrable,
      at,
      choices,
      others,
      next,
      end: end ?? choices.length,
      handedOver: [],
      performed,
      deferred,
      deferredElsewhere,
      sizes: noSizes(),
      since: 0,
    };
  }

  /**
   * The choices of the event, and the threads whose events may be exchanged with it. If there are some, choices come in
   * the order of the writes, so that those tried before can be left to this thread (GraphSearch.perform).
   */
  private choices(p: Pending, pending: readonly Pending[]): [readonly Choice[], readonly ThreadId[]] {
    const others = this.state.exchangeable(p, pending);
    const choices = this.state.choices(p);
    return [others.length === 0 ? choices : choices.sort(byWrite), others];
  }

  private perform(f: PartitionFrame, choice: Choice): StepResult {
    const how = this.state.perform(f.order[f.at], choice, false, f.others);
    if (how === 'entered' || how === 'ended') f.performed = true;
    return how === 'entered' ? 'entered' : 'continue';
  }

  /** Hands a branch over, if there is one. */
  private share(group: WorkerGroup): void {
    const removed = this.removeBranch();
    removed?.from.handedOver.push(group.handOver(removed.branch));
  }

  /**
   * Removes a branch that has not begun from this search: one as near to the root as possible, since those are large.
   */
  private removeBranch(): { readonly from: PartitionFrame; readonly branch: Branch } | undefined {
    const taken = takeBranch(this.frames, this.base);
    if (taken === undefined) return undefined;
    const { state, choice } = taken;
    const from = this.frames[state];
    const deferred = choice === 'deferred';
    const last = { ...this.decision(from), next: deferred ? from.end + 1 : choice + 1, deferred };
    const path = this.frames.slice(0, state).map((above) => this.decision(above));
    return { from, branch: [...path, last] };
  }

  /**
   * What remains of this search between two steps, where the present state is a new one: at most so many branches as
   * near to the root as possible, and the rest as one part.
   */
  split(branches: number): Part[] {
    const parts: Part[] = [];
    while (parts.length < branches) {
      const removed = this.removeBranch();
      if (removed === undefined) break;
      parts.push({ path: removed.branch, base: removed.branch.length });
    }
    return [...parts, { path: this.frames.map((f) => this.decision(f)), base: this.base }];
  }

  /** What remains of this search between two steps; undefined: nothing. */
  get rest(): Part | undefined {
    const { frames, base, arrived } = this;
    if (!arrived && frames.length <= base) return undefined;
    return { path: frames.map((f) => this.decision(f)), base, ...(arrived ? {} : { back: true }) };
  }

  /** Waits for the branches of the frame that were handed over. */
  private awaitBranches(f: PartitionFrame): void {
    for (const wait of f.handedOver) if (wait()) f.performed = true;
    f.handedOver.length = 0;
    this.state.backtrack(f.mark);
  }

  /**
   * The present state is explored: enters it into the table. A state that differs from its parent by a deferred event
   * alone is left out, since the parent is entered soon, and covers it.
   */
  private close(): void {
    const { closed, frames, state } = this;
    if (closed === undefined || (frames.length > this.base && frames[frames.length - 1].deferred)) return;
    closed.add(state.combination(), state.exclusionsNow);
  }
}

/** Is a's write before b's, by number of the thread? */
function byWrite([{ source: a }]: Choice, [{ source: b }]: Choice): number {
  if (a === null || b === null) return 0;
  return a.thread - b.thread || a.index - b.index;
}

/** For all programs. */
export const partition: StrategyFactory<PartitionCheckpoint> = {
  name: 'partition',
  applies: () => true,
  create: (context) => new RfPartition(partitionState(context), context.failedSpeculations),
};

const notBounded =
  '--bound preemptions does not know atomic accesses of several sizes that overlap, as this program performs them';

/**
 * The states that a partition explores. How many preemptions an execution needs is a question about its graph, so a
 * bound on them tells executions apart by reads-from. Where accesses of several sizes overlap, graphs are kept apart,
 * too, and no execution is left out that another one stands for: what all that relies on is argued for reads from one
 * write.
 */
export function partitionState({
  program,
  options,
  reduction,
  refinement,
  session,
  failedSpeculations,
}: SearchContext): GraphSearch {
  const { equivalence: name, preemptions } = options;
  const bounded = preemptions !== undefined;
  const mixed = program.mixesSizes === true;
  if (bounded && mixed) throw new DristaError(notBounded);
  let equivalence: Equivalence;
  if (!countsByValue(name) || program.hidesData === true)
    equivalence = new ReadsFromEquivalence(name === 'co' && !bounded);
  else if (bounded || mixed) equivalence = new ValuesOfGraphs(program);
  else equivalence = new ObservationalEquivalence(refinement, program);
  const attempts = options.attempts !== false && !mixed && failedSpeculations < MAX_FAILED;
  // Which preemptions a graph needs depends on these orders.
  const meets = options.meets !== false && !bounded && !mixed;
  const symmetry = options.symmetry === true && !bounded && !mixed && program.hidesData !== true;
  return new GraphSearch(program, reduction, equivalence, refinement, session, {
    preemptions,
    attempts,
    meets,
    symmetry,
  });
}
