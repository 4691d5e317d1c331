/**
 * The partition: a pending event either reads from a write that is present now, or it is postponed and reads from one
 * that is not. These cases exclude each other, so every reads-from class is reached once without storing what has been
 * seen. Under the observational equivalence executions with the same values are counted once; where they turn out to be
 * many (Equivalence.mergesStates) the cases are values, and a combination of values that may be reached on several ways
 * is told apart by a table of finished states.
 *
 * The search keeps its own stack: one frame for each state between the beginning and the present one. So the depth is
 * not bounded, and the decisions in the frames name the present state.
 */
import type { Decision } from '../common/decision';
import type { Branch, WorkerGroup } from '../session/worker-group';
import { Estimate, type Sizes } from './tree-size-estimate';
import { ClosedStates } from '../store/closed-states';
import type { Pending } from '../extend/extender';
import type { ByteTableCheckpoint } from '../store/byte-table';
import type { Session } from '../session/session';
import type { StateCheckpoint, StateMark, SearchState } from './state';
import type { Choice } from '../extend/candidates';
import type { Counts } from '../common/verdict';

/** A state whose exploration is under way. */
interface PartitionFrame {
  readonly saved: StateMark;
  readonly pending: readonly Pending[];
  /** The order in which pending events are tried until one can be performed: that one is the frame's. */
  readonly order: readonly Pending[];
  /** May each be postponed, as far as was known when the state was entered? */
  readonly later: readonly boolean[];
  /** Which of them is tried now, and its ways. */
  at: number;
  choices: readonly Choice[];
  /** The next way, and how many of them are for this worker: the others were handed over. */
  next: number;
  end: number;
  /** Branches that were handed over: wait until they are explored, and say whether they could begin. */
  readonly handed: (() => boolean)[];
  /** Could some way be performed? */
  served: boolean;
  /** Has the branch begun in which the event is postponed? Or was it handed over? */
  deferred: boolean;
  left: boolean;
  /** How large its branches were so far, and how many states had been entered when the last one began. */
  readonly sizes: Sizes;
  since: number;
}

/** The search as data: the decisions that lead to the present state, and what is over. */
export interface PartitionCheckpoint {
  readonly state: StateCheckpoint;
  readonly frames: readonly Decision[];
  /** Is the present state that below the last frame? Else it is that of the last frame. */
  readonly arrived: boolean;
  readonly finished: ByteTableCheckpoint;
}

export class RfPartition {
  private readonly stack: PartitionFrame[] = [];
  private readonly estimate = new Estimate();
  /** Is the present state a new one, for which there is no frame yet? */
  private arrived = false;
  private readonly finished: ClosedStates | undefined;
  private readonly session: Session;

  /** Where its own part of the search begins: that is what is below so many frames. */
  private base = 0;

  constructor(private readonly state: SearchState) {
    this.session = state.session;
    this.finished = state.equivalence.mergesStates ? this.session.finished() : undefined;
  }

  /** Explores from the beginning. */
  run(): void {
    this.arrived = this.state.begin();
    this.proceed();
  }

  /**
   * Goes on with a search that was kept: comes to its present state by its decisions, for by now heuristics would
   * decide otherwise.
   */
  resume(kept: PartitionCheckpoint): void {
    this.descend(kept);
    this.proceed();
  }

  /** Explores a branch that another worker has left. Could its first event be performed? */
  branch(branch: Branch): boolean {
    const { state, stack, session } = this;
    const counts = { ...session.counts };
    state.meetRoots();
    this.comeTo(branch.slice(0, -1));
    session.counts = counts;
    const last = branch.at(-1)!;
    const f = this.frameOf(last);
    stack.push(f);
    this.base = stack.length;
    if (last.deferred) {
      state.defer(f.order[f.at]);
      f.served = this.arrived = true;
    } else {
      this.perform(f, f.choices[last.next - 1]);
    }
    this.proceed();
    return f.served;
  }

  /** The search, between two steps. */
  keep(): PartitionCheckpoint {
    return {
      state: this.state.keep(),
      arrived: this.arrived,
      finished: this.finished?.keep() ?? [],
      frames: this.stack.map(keepFrame),
    };
  }

  get counts(): Counts {
    return this.session.counts;
  }

  private descend(kept: PartitionCheckpoint): void {
    const { state, session } = this;
    const { counts } = session;
    session.counts = { ...counts };
    state.recall(kept.state);
    this.finished?.recall(kept.finished);
    const last = kept.arrived ? undefined : kept.frames.at(-1);
    const there = this.comeTo(last === undefined ? kept.frames : kept.frames.slice(0, -1));
    if (last !== undefined) this.stack.push(this.frameOf(last));
    this.arrived = kept.arrived && there;
    session.counts = counts;
    for (const f of this.stack) f.since = counts.states;
  }

  /** Takes the decisions, from the beginning. Is there a state to which they lead? */
  private comeTo(frames: readonly Decision[]): boolean {
    const { state } = this;
    let there = state.begin();
    for (const frame of frames) {
      if (!there) throw new Error('the decisions that were kept do not fit the program');
      const f = this.frameOf(frame);
      this.stack.push(f);
      if (frame.deferred) state.defer(f.order[f.at]);
      else there = state.perform(f.order[f.at], f.choices[frame.next - 1], true) === 'entered';
    }
    return there;
  }

  private frameOf(kept: Decision): PartitionFrame {
    const { state } = this;
    const pending = state.pending();
    const order = kept.order.map((t) => pending.find((p) => p.thread === t)!);
    const ways = kept.at < order.length ? state.choices(order[kept.at]) : [];
    return {
      ...kept,
      saved: state.save(),
      pending,
      order,
      later: [],
      choices: ways,
      end: ways.length,
      handed: [],
      left: false,
      sizes: noSizes(),
      since: 0,
    };
  }

  /**
   * Between two steps the search may end, and go on another time. What throws in a step has changed nothing that
   * counts.
   */
  private proceed(): void {
    for (;;) {
      if (this.arrived) {
        this.enter();
        this.arrived = false;
        this.session.counts.states++;
      } else if (this.stack.length > this.base) {
        this.step(this.stack.at(-1)!);
      } else {
        return;
      }
    }
  }

  /** How much has been explored, from 0 to 1: an estimate. */
  explored(): number {
    return this.estimate.done(
      this.stack.map(({ choices: ways, next, deferred: postponed }) => ({ ways: ways.length, begun: next, postponed })),
    );
  }

  /** Begins with the present state, unless it is complete, stuck, or was finished before. */
  private enter(): void {
    const { state } = this;
    this.session.tick(this.stack.length, this);
    state.mayMerge();
    if (this.session.workers?.wants() === true) this.share(this.session.workers);
    if (this.finished?.covers(state.combination(), state.exclusionsNow) === true || !state.withinBound()) return;
    const pending = state.pending();
    if (pending.length === 0) {
      if (!state.complete()) this.finish();
      return;
    }
    const outlook = state.feasibility(pending);
    if (state.exclusionsNow.length > 0 && outlook.isInfeasible()) {
      this.session.counts.deadEnds++;
      this.finish();
      return;
    }
    const { order, later } = outlook.inOrder();
    const ways = state.choices(order[0]);
    this.stack.push({
      saved: state.save(),
      pending,
      order,
      later,
      at: 0,
      choices: ways,
      next: 0,
      end: ways.length,
      handed: [],
      served: false,
      deferred: false,
      left: false,
      sizes: noSizes(),
      since: this.session.counts.states + 1,
    });
  }

  /** The next branch of the frame's state, or its end. */
  private step(f: PartitionFrame): void {
    const { state } = this;
    state.restore(f.saved);
    this.measure(f);
    if (f.next < f.end) return this.perform(f, f.choices[f.next++]);
    if (f.handed.length > 0) this.gather(f);
    const p = f.order[f.at];
    if (f.served) {
      if (f.deferred || f.left || !state.feasibility(f.pending).mayBeDeferred(p)) return this.leave(f);
      f.deferred = true;
      state.defer(p);
      this.arrived = true;
      return;
    }
    if (f.at < f.order.length && ++f.at < f.order.length) {
      f.choices = state.choices(f.order[f.at]);
      f.end = f.choices.length;
      f.next = 0;
      return;
    }
    // That execution belongs to another branch: a refused write could be read, or a loop does not see the last values.
    if (!state.stuck(f.pending)) this.session.counts.deadEnds++;
    this.leave(f);
  }

  private perform(f: PartitionFrame, way: Choice): void {
    const how = this.state.perform(f.order[f.at], way);
    if (how === 'entered' || how === 'ended') f.served = true;
    this.arrived = how === 'entered';
  }

  /** Hands a branch over, one as large as can be: as near to the beginning. */
  private share(crew: WorkerGroup): void {
    for (let i = this.base; i < this.stack.length; i++) {
      const f = this.stack[i];
      const way = f.next < f.end;
      if (way) f.end--;
      else if (!f.deferred && !f.left && f.served && f.later[f.at]) f.left = true;
      else continue;
      const last = { ...keepFrame(f), next: f.end + 1, deferred: !way };
      f.handed.push(crew.hand([...this.stack.slice(0, i).map(keepFrame), last]));
      return;
    }
  }

  /** Waits for the branches of the frame that were handed over. */
  private gather(f: PartitionFrame): void {
    for (const settle of f.handed) if (settle()) f.served = true;
    f.handed.length = 0;
    this.state.restore(f.saved);
  }

  /** Adds what the branch was that is over. */
  private measure(f: PartitionFrame): void {
    const { states } = this.session.counts;
    f.sizes[f.deferred ? 'postponed' : f.next <= 1 ? 'first' : 'later'] += states - f.since;
    f.since = states;
  }

  private leave(f: PartitionFrame): void {
    this.stack.pop();
    this.estimate.learn(f.sizes, f.choices.length);
    this.finish();
  }

  /**
   * All below the present state is explored. The same without what was postponed last is so at once, too, and covers
   * it.
   */
  private finish(): void {
    const { finished, stack, state } = this;
    if (finished === undefined || (stack.length > this.base && stack.at(-1)!.deferred)) return;
    finished.add(state.combination(), state.exclusionsNow);
  }
}

function keepFrame({ order, at, next, served, deferred: postponed }: PartitionFrame): Decision {
  return { order: order.map((p) => p.thread), at, next, served, deferred: postponed };
}

function noSizes(): Sizes {
  return { first: 0, later: 0, postponed: 0 };
}
