/**
 * Probabilistic concurrency testing for weak memory (Gao, Chakraborty, Ozkan, Probabilistic concurrency testing for
 * weak memory programs, ASPLOS 2023): threads have random priorities. A bug is taken to need d communications, reads
 * from another thread's write. So d of the events that may read are drawn: each of them waits until its thread is the
 * only one that can go on, and then reads from any of the last h writes. All other loads read what their thread knows
 * already. Operations on objects, such as locking, count among the events: which thread comes first is their result.
 */
import type { ThreadId } from '../../../program/label';
import type { AfterSchedule } from '../../../program/program';
import type { Choice } from '../../extend/candidates';
import type { Pending } from '../../extend/extender';
import type { GraphSearch } from '../graph-search';
import type { RandomNumbers } from '../random-numbers';
import type { Chooser, Move } from './chooser';
import { isLoad } from './scheduling-policy';
import { ConsecutiveSteps, MAX_CONSECUTIVE } from './consecutive-steps';
import { drawSeed, rankOf } from './ranks';
import { walksBy } from './random-walks';

/** h: how many writes a communication may read from. */
const HISTORY = 3;
/** So many times in a row a thread may read what it knows: then it may wait for another thread in a loop. */
const MAX_LOCAL = 50;
/** Below all ranks, also those of threads that wait to communicate. */
const BOTTOM = -(2 ** 33);

export class Pctwm implements Chooser {
  private seed = 0;
  /** The thread whose move is tried; -1: none. */
  private now: ThreadId = -1;
  /** The numbers of the reads that communicate. */
  private communicating = new Set<number>();
  /** How many reads the walk has come to, and the number of the one that each thread stands before. */
  private reads = 0;
  private standing: ({ readonly at: number; readonly number: number } | undefined)[] = [];
  /** The most reads of a walk so far. */
  private most = 1;
  /** By thread: how many reads in a row were local. */
  private local: number[] = [];
  /** The priorities of threads that have fallen, all below BOTTOM. */
  private fallen = new Map<ThreadId, number>();
  private readonly consecutive = new ConsecutiveSteps();
  private lowest = BOTTOM;

  /** `depth`: d of the paper. */
  constructor(
    private readonly random: RandomNumbers,
    private readonly depth: number,
  ) {}

  begin(): void {
    this.most = Math.max(this.most, this.reads);
    this.seed = drawSeed(this.random);
    this.now = -1;
    this.standing = [];
    this.local = [];
    this.fallen.clear();
    this.lowest = BOTTOM;
    this.consecutive.begin();
    this.reads = 0;
    const { most, random } = this;
    this.communicating = new Set(Array.from({ length: Math.min(this.depth, most) }, () => random.below(most)));
  }

  *moves(state: GraphSearch): Iterable<Move> {
    const rank = new Map<Pending, number>();
    for (const p of state.pending()) rank.set(p, this.priority(p.thread, this.communicates(state, p)));
    const order = [...rank.keys()].sort((a, b) => rank.get(b)! - rank.get(a)!);
    for (const pending of order) {
      this.now = pending.thread;
      for (const choice of this.ordered(state, pending)) yield { pending, choice };
    }
  }

  performed({ pending: { thread, label } }: Move): void {
    const { number = -1 } = this.standing[thread] ?? {};
    this.local[thread] = !isLoad(label) || this.communicating.has(number) ? 0 : (this.local[thread] ?? 0) + 1;
    this.standing[thread] = undefined;
    if (this.consecutive.taken(thread) % MAX_CONSECUTIVE === 0) this.fallen.set(thread, --this.lowest);
  }

  private ordered(state: GraphSearch, p: Pending): readonly Choice[] {
    const ways = state.choices(p);
    if (ways.length < 2 || ways[0][0].source === null) return this.random.shuffled(ways);
    const latest = ways.slice().sort((a, b) => idOf(b) - idOf(a));
    if (!isLoad(p.label)) return latest;
    const { thread } = p;
    if (this.communicates(state, p) || (this.local[thread] ?? 0) >= MAX_LOCAL)
      return [...this.random.shuffled(latest.slice(0, HISTORY)), ...latest.slice(HISTORY)];
    const here = state.graph.last(thread)!;
    const isKnown = ([{ source }]: Choice): boolean =>
      source !== null && (source.thread < 0 || state.graph.happensBefore(source, here));
    return [...latest.filter(isKnown), ...latest.filter((way) => !isKnown(way)).reverse()];
  }

  /** Is the event, which is pending, one of those that communicate? */
  private communicates({ graph }: GraphSearch, { thread, label }: Pending): boolean {
    if (label.loc < 0) return false;
    const at = graph.threads[thread].length;
    const known = this.standing[thread];
    const { number } = known?.at === at ? known : (this.standing[thread] = { at, number: this.reads++ });
    return this.communicating.has(number);
  }

  /** `waits`: does it stand before an event that communicates? */
  private priority(t: ThreadId, waits: boolean): number {
    return this.fallen.get(t) ?? rankOf(this.seed, t, 0) - (waits ? 2 ** 32 : 0);
  }

  continuation(): AfterSchedule {
    const { seed, now, communicating, fallen } = this;
    const waiting = this.standing.flatMap((s, t) =>
      s !== undefined && t !== now && communicating.has(s.number) ? [t] : [],
    );
    const below = [...new Set([...waiting, ...fallen.keys()])];
    return { by: 'threads', seed, threads: below.sort((a, b) => this.priority(b, true) - this.priority(a, true)) };
  }

  get durable(): readonly number[] {
    return [this.random.state, Math.max(this.most, this.reads)];
  }

  set durable([state, most]: readonly number[]) {
    this.random.state = state;
    this.most = most;
  }
}

/** The place of the choice's write in the order of appending. */
function idOf([{ source }]: Choice): number {
  return source?.id ?? -1;
}

export const pctwmWalks = walksBy('pctwm', (random, { depth = 2 }) => new Pctwm(random, depth));
