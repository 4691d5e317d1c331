/**
 * Probabilistic concurrency testing (Burckhardt et al., A randomized scheduler with probabilistic guarantees of finding
 * bugs, ASPLOS 2010): threads have random priorities, the one with the highest runs, and at d - 1 random moments the
 * priority of the running thread falls below all others. A bug that needs d ordering constraints among n threads and k
 * events is found by a walk with a probability of at least 1/(n k^(d-1)).
 *
 * The graph has a thread's writes as soon as the thread reaches them; here they take effect one by one, when the thread
 * is scheduled. Reads see the write that took effect last, but one of eight takes any that the model allows.
 */
import { isWrite, type GraphEvent } from '../../graph/event';
import { Kind, type ThreadId } from '../../program/label';
import type { RandomNumbers } from './random-numbers';
import type { Pending } from '../extend/extender';
import type { GraphSearch } from './graph-search';
import type { Choice } from '../extend/candidates';
import { createWalks, type Chooser, type Move, type WalksCheckpoint } from './random-walk';
import type { StrategyFactory } from './strategy';

/** Decisions of one thread in a row, after which it falls below all others: it may wait for them in a loop. */
const MAX_CONSECUTIVE = 200;
/** The most priority changes for each step of a walk: more would fall on the same steps. */
const ENOUGH = 8;
/** One of so many reads may read from any write that the model allows. */
const OLD = 8;

export class Pct implements Chooser {
  private priorities: number[] = [];
  /** By step: the priority that the running thread falls to. */
  private changes = new Map<number, number>();
  private steps = 0;
  /** The longest walk so far, in steps. */
  private longest = 20;
  /** By thread: how many of its events have taken effect; by event (next field): when. */
  private effective: number[] = [];
  private readonly moments = new Map<string, number>();
  /** The thread that moved last, how often in a row, and the next priority below all others. */
  private lastThread = -1;
  private consecutive = 0;
  private lowest = 0;

  /** `depth`: d of the paper. */
  constructor(
    private readonly random: RandomNumbers,
    private readonly depth: number,
  ) {}

  begin(): void {
    this.longest = Math.max(this.longest, this.steps);
    this.priorities = [];
    this.steps = 0;
    this.changes = new Map(
      Array.from({ length: Math.min(this.depth - 1, ENOUGH * this.longest) }, (_, i) => [
        this.random.below(this.longest),
        i - this.depth,
      ]),
    );
    this.effective = [];
    this.moments.clear();
    this.lastThread = -1;
    this.lowest = -this.depth;
  }

  *moves(state: GraphSearch): Iterable<Move> {
    const blocked = new Set<ThreadId>();
    for (let t = this.next(state, blocked); t !== undefined; t = this.next(state, blocked)) {
      if (this.takeEffect(state, t)) continue;
      const pending = state.pending().find((p) => p.thread === t);
      if (pending !== undefined) for (const way of this.ordered(state, pending)) yield { pending, choice: way };
      blocked.add(t);
    }
    // A pending event may need writes that have not taken effect in this order.
    for (const pending of state.pending()) for (const way of state.choices(pending)) yield { pending, choice: way };
  }

  performed({ pending: { thread } }: Move): void {
    this.note(thread, this.effective[thread] ?? 0);
    this.consecutive = thread === this.lastThread ? this.consecutive + 1 : 1;
    this.lastThread = thread;
    if (this.consecutive % MAX_CONSECUTIVE === 0) this.priorities[thread] = --this.lowest;
  }

  /** The thread with the highest priority that has begun. */
  private next({ graph }: GraphSearch, blocked: ReadonlySet<ThreadId>): ThreadId | undefined {
    const begun = graph.threads.flatMap((events, t) => (blocked.has(t) || !this.hasBegun(events[0]) ? [] : [t]));
    const best = (): ThreadId | undefined =>
      begun.length === 0 ? undefined : begun.reduce((a, b) => (this.priority(b) > this.priority(a) ? b : a));
    const change = this.changes.get(this.steps++);
    const first = best();
    if (change === undefined || first === undefined) return first;
    this.priorities[first] = change;
    return best();
  }

  private hasBegun({ source }: GraphEvent): boolean {
    return source === null || this.isEffective(source);
  }

  private isEffective(e: GraphEvent): boolean {
    return e.thread < 0 || e.index < (this.effective[e.thread] ?? 0);
  }

  /** Lets the thread's next write or creation take effect; false when there is none. */
  private takeEffect({ graph }: GraphSearch, t: ThreadId): boolean {
    for (let i = this.effective[t] ?? 0; i < graph.threads[t].length; i++) {
      const e = graph.threads[t][i];
      this.note(t, i);
      if (isWrite(e) || e.label.kind === Kind.Create) return true;
    }
    return false;
  }

  private note(t: ThreadId, index: number): void {
    this.effective[t] = index + 1;
    this.moments.set(`${t}.${index}`, this.steps);
  }

  get durable(): readonly number[] {
    return [this.random.state, Math.max(this.longest, this.steps)];
  }

  set durable([state, longest]: readonly number[]) {
    this.random.state = state;
    this.longest = longest;
  }

  private ordered(state: GraphSearch, p: Pending): readonly Choice[] {
    const ways = state.choices(p);
    if (ways.length > 1 && this.random.below(OLD) === 0) return this.random.shuffled(ways);
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

  private priority(t: ThreadId): number {
    return (this.priorities[t] ??= this.random.below(2 ** 30));
  }
}

/** For all programs. */
export const pctWalks: StrategyFactory<WalksCheckpoint> = {
  name: 'pct',
  applies: () => true,
  create: (context) => createWalks(context, (random) => new Pct(random, context.options.depth ?? 3)),
};
