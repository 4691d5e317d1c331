/**
 * Walks that follow an interleaving: a policy decides which thread goes next (PCT, POS, SURW).
 *
 * The graph has a thread's writes as soon as the thread reaches them. Here atomic stores take effect one by one, when
 * the thread is scheduled; other events that need no value take effect at once: who waits for them does so anyway, and
 * who does not has a data race. Reads see the write that took effect last, but some take any that the model allows.
 *
 * Both make the walk another one than the run that it began with, so that it takes further runs. In long walks they are
 * rare: most of these take one run, and there are many more of them.
 *
 * A thread may wait for others in a loop that changes something. Where a policy has it go on for long, the walk goes on
 * by priorities of threads, of which that thread has the lowest.
 */
import { sourcesOf, type GraphEvent } from '../../../graph/event';
import { Kind, type ThreadId } from '../../../program/label';
import type { AfterSchedule } from '../../../program/program';
import type { Choice } from '../../extend/candidates';
import type { Pending } from '../../extend/extender';
import type { GraphSearch } from '../graph-search';
import type { RandomNumbers } from '../random-numbers';
import type { Chooser, Move } from './chooser';
import { ConsecutiveSteps, MAX_CONSECUTIVE } from './consecutive-steps';
import { Pct } from './pct';
import type { NextStep, SchedulingPolicy } from './scheduling-policy';

/** One of so many reads may read from any write that the model allows. */
const OLD = 8;
/** A walk is long after so many steps. In most long walks one read may read from any write. */
const LONG = 200;

export class PolicyChooser implements Chooser {
  /** By thread: how many of its events have taken effect; by event (next field): when. */
  private effective: number[] = [];
  private readonly moments = new Map<string, number>();
  private steps = 0;
  /** What threads stand before. */
  private pending: readonly Pending[] = [];
  /** The most steps of a walk so far. */
  private longest = 0;
  /** In this walk: one of so many reads may read from any write; do stores take effect one by one? */
  private old = OLD;
  private oneByOne = true;
  /** The step that is tried. */
  private now: NextStep | undefined;
  /** The policy of the rest of the walk. */
  private policy: SchedulingPolicy;
  private readonly fair: Pct;
  /** Steps although other threads could have gone on. */
  private readonly consecutive = new ConsecutiveSteps();
  private hadChoice = false;

  constructor(
    private readonly random: RandomNumbers,
    private readonly first: SchedulingPolicy,
  ) {
    this.policy = first;
    this.fair = new Pct(random, 1);
  }

  begin(): void {
    this.effective = [];
    this.moments.clear();
    this.now = undefined;
    this.longest = Math.max(this.longest, this.steps);
    this.oneByOne = this.random.below(this.longest) < LONG;
    this.old = this.oneByOne ? OLD : this.longest;
    this.steps = 0;
    this.consecutive.begin();
    this.policy = this.first;
    this.policy.begin();
  }

  *moves(state: GraphSearch): Iterable<Move> {
    const blocked = new Set<ThreadId>();
    this.pending = state.pending();
    for (let steps = this.next(state, blocked); steps.length > 0; steps = this.next(state, blocked)) {
      this.hadChoice = steps.length > 1;
      const step = this.policy.choose(steps);
      const { thread, pending } = step;
      if (pending === undefined) {
        this.takeEffect(step);
        blocked.clear(); // what took effect may let others go on
        continue;
      }
      this.now = step;
      for (const choice of this.ordered(state, pending)) yield { pending, choice };
      blocked.add(thread);
    }
    // A pending event may need writes that have not taken effect in this order.
    for (const pending of state.pending()) for (const choice of state.choices(pending)) yield { pending, choice };
  }

  performed({ pending }: Move): void {
    this.note(pending.thread, this.effective[pending.thread] ?? 0);
    this.taken({ ...pending, waits: true });
  }

  takeOver({ graph }: GraphSearch): void {
    // What has returned a value has taken effect, and what it has read from; later stores of a thread have not.
    const last: number[] = [];
    for (const e of graph.events) {
      if (e.read === undefined) continue;
      for (const { thread, index } of [e, ...sourcesOf(e)])
        if (thread >= 0) last[thread] = Math.max(last[thread] ?? -1, index);
    }
    for (const { thread, index } of graph.events) if (index <= (last[thread] ?? -1)) this.note(thread, index);
  }

  continuation(): AfterSchedule {
    return this.policy.continuation(this.now);
  }

  /** The steps of the threads that are not blocked. */
  private next(state: GraphSearch, blocked: ReadonlySet<ThreadId>): Step[] {
    const found: Step[] = [];
    // A thread may begin before one with a lower number: forEach leaves that one out.
    state.graph.threads.forEach((events, thread) => {
      if (blocked.has(thread) || events.length === 0) return;
      const at = this.firstEffect(events);
      const pending = at < events.length ? undefined : state.pendingOf(thread);
      if (at < events.length) found.push({ thread, label: events[at].label, waits: false, at, pending });
      else if (pending !== undefined) found.push({ thread, label: pending.label, waits: true, at, pending });
    });
    return found;
  }

  /** The place of the thread's first store that has not taken effect. What is before it has. */
  private firstEffect(events: readonly GraphEvent[]): number {
    const [{ thread }] = events;
    let at = this.effective[thread] ?? 0;
    while (at < events.length && !(this.oneByOne && events[at].label.kind === Kind.Store)) this.note(thread, at++);
    return at;
  }

  private isEffective(e: GraphEvent): boolean {
    return e.thread < 0 || e.index < (this.effective[e.thread] ?? 0);
  }

  private takeEffect(step: Step): void {
    this.note(step.thread, step.at);
    this.taken(step);
  }

  private taken(step: NextStep): void {
    const { thread } = step;
    this.policy.taken(step, this.pending);
    const consecutive = this.consecutive.taken(thread, this.hadChoice);
    if (consecutive <= MAX_CONSECUTIVE || this.policy === this.fair) return;
    this.policy = this.fair;
    this.fair.begin();
    this.fair.fall(thread);
  }

  private note(t: ThreadId, index: number): void {
    this.effective[t] = index + 1;
    this.moments.set(`${t}.${index}`, ++this.steps);
  }

  get durable(): readonly number[] {
    return [this.random.state, Math.max(this.longest, this.steps), ...this.first.durable];
  }

  set durable([state, longest, ...policy]: readonly number[]) {
    this.random.state = state;
    this.longest = longest;
    this.steps = 0;
    this.first.durable = policy;
  }

  private ordered(state: GraphSearch, p: Pending): readonly Choice[] {
    const ways = state.choices(p);
    if (ways.length > 1 && this.random.below(this.old) === 0) return this.random.shuffled(ways);
    const moment = ([{ source }]: Choice): number =>
      source === null
        ? this.random.below(1000)
        : source.thread < 0
          ? -1
          : (this.moments.get(`${source.thread}.${source.index}`) ?? 0);
    return ways
      .filter(([{ source }]) => source === null || this.isEffective(source))
      .map((way) => ({ way, at: moment(way) }))
      .sort((a, b) => b.at - a.at)
      .map(({ way }) => way);
  }
}

/** A step, and what it is in the graph: the place of the event that takes effect, or the pending event. */
interface Step extends NextStep {
  readonly at: number;
  readonly pending: Pending | undefined;
}
