/**
 * The partition: a pending event either reads from a write that is present now, or it is postponed and reads from one
 * that is not. These cases exclude each other, so every reads-from class is reached once without storing what
 * has been seen. Under the observational equivalence the cases are values; a combination of values may then be reached
 * on several ways, and a table of finished states tells them apart.
 *
 * The search keeps its own stack: one frame for each state between the beginning and the present one. So the depth is not
 * bounded, and the decisions in the frames name the present state.
 */
import type { EquivalenceName } from './explorer';
import { Finished, type Refusals } from './finished';
import type { Pending } from './growth';
import type { Session } from './session';
import type { Saved, State, Way } from './state';

/** A state whose exploration is under way. */
interface Frame {
  readonly saved: Saved;
  /** What the table of finished states knows it by; empty where there is no table. */
  readonly key: string;
  readonly refusals: Refusals;
  readonly pending: readonly Pending[];
  /** The order in which pending events are tried until one can be performed: that one is the frame's. */
  readonly order: readonly Pending[];
  /** Which of them is tried now, and its ways. */
  at: number;
  ways: readonly Way[];
  /** The next way. */
  next: number;
  /** Could some way be performed? */
  served: boolean;
  /** Has the branch begun in which the event is postponed? */
  postponed: boolean;
}

export class Partition {
  private readonly stack: Frame[] = [];
  private readonly finished: Finished | undefined;
  private readonly session: Session;

  constructor(private readonly state: State, equivalence: EquivalenceName) {
    this.session = state.session;
    this.finished = equivalence === 'observational' ? new Finished() : undefined;
  }

  run(): void {
    if (this.state.begin()) this.enter();
    while (this.stack.length > 0) this.step(this.stack.at(-1)!);
  }

  /** How much of the tree of decisions has been explored, from 0 to 1, if branches were equally large. */
  explored(): number {
    let done = 0;
    let share = 1;
    for (const { ways, next, postponed } of this.stack) {
      const branches = ways.length + 1;
      done += share * (postponed ? ways.length : Math.max(0, next - 1)) / branches;
      share /= branches;
    }
    return done;
  }

  /** Begins with the present state, unless it is complete, stuck, or was finished before. */
  private enter(): void {
    const { state } = this;
    this.session.tick(this.stack.length, this);
    const key = this.finished === undefined ? '' : state.key();
    const refusals = state.refused;
    if (this.finished?.covers(key, refusals) === true) return;
    const pending = state.pending();
    if (pending.length === 0) {
      state.complete();
      this.finished?.add(key, refusals);
      return;
    }
    // An event that nothing else can change comes first.
    const open = pending.map((p) => ({ p, future: state.mayComeLater(p) }));
    open.sort((a, b) => Number(a.future) - Number(b.future));
    const order = open.map(({ p }) => p);
    this.stack.push({
      saved: state.save(), key, refusals, pending, order, at: 0, ways: state.ways(order[0]), next: 0, served: false, postponed: false,
    });
  }

  /** The next branch of the frame's state, or its end. */
  private step(f: Frame): void {
    const { state } = this;
    state.restore(f.saved);
    if (f.next < f.ways.length) return this.perform(f, f.ways[f.next++]);
    const p = f.order[f.at];
    if (f.served) {
      if (f.postponed || !state.mayBePostponed(p)) return this.leave(f);
      f.postponed = true;
      state.postpone(p);
      return this.enter();
    }
    if (++f.at < f.order.length) {
      f.ways = state.ways(f.order[f.at]);
      f.next = 0;
      return;
    }
    // That execution belongs to another branch: a refused write could be read, or a loop does not see the last values.
    if (!state.stuck(f.pending)) this.session.counts.deadEnds++;
    this.leave(f);
  }

  private perform(f: Frame, way: Way): void {
    const how = this.state.perform(f.order[f.at], way);
    if (how === 'entered' || how === 'ended') f.served = true;
    if (how === 'entered') this.enter();
  }

  private leave(f: Frame): void {
    this.stack.pop();
    this.finished?.add(f.key, f.refusals);
  }
}
