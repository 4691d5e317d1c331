/**
 * Selectively uniform random walks (Zhao, Wolff, Mathur, Roychoudhury, Selectively uniform concurrency testing, ASPLOS
 * 2025): the interleavings of some interesting events are sampled uniformly. Which thread is to perform the next one is
 * drawn before; others wait before theirs until then. Events that are not interesting are taken from any thread. Here
 * the accesses to one location are interesting, another one in each walk. How many a thread makes of them is what the
 * last walk has shown.
 */
import type { LocationId, ThreadId } from '../../../program/label';
import type { AfterSchedule } from '../../../program/program';
import type { RandomNumbers } from '../random-numbers';
import { joined, separated } from './chooser';
import { drawSeed, EFFECTS, rankOf } from './ranks';
import type { NextStep, SchedulingPolicy } from './scheduling-policy';

/** How many locations are remembered: of a large program not all. */
const LOCATIONS = 1000;

export class Surw implements SchedulingPolicy {
  /** By location: how many accesses each thread has made in the last walk that has accessed it. */
  private readonly known = new Map<LocationId, readonly number[]>();
  /** By location: the accesses of each thread in this walk. */
  private readonly counts = new Map<LocationId, number[]>();
  /** The location whose accesses are interesting, and the threads that are to make them, in this order. */
  private interesting: LocationId = -1;
  private order: readonly ThreadId[] = [];
  private seed = 0;
  /** How many steps were taken: of those that threads wait for, and all. */
  private waited = 0;
  private steps = 0;

  constructor(private readonly random: RandomNumbers) {}

  begin(): void {
    this.learn();
    const shared = [...this.known].filter(([, counts]) => counts.filter((n) => n > 0).length > 1);
    const [loc, counts] = shared.length === 0 ? [-1, []] : shared[this.random.below(shared.length)];
    this.interesting = loc;
    this.order = this.random.shuffled(Array.from(counts).flatMap((n, thread) => Array<ThreadId>(n).fill(thread)));
    this.seed = drawSeed(this.random);
    this.waited = this.steps = 0;
  }

  choose<S extends NextStep>(steps: readonly S[]): S {
    const free = steps.filter((step) => !this.isInteresting(step) || this.isIntended(step.thread));
    return (free.length > 0 ? free : steps).reduce((a, b) => (this.rank(b) > this.rank(a) ? b : a));
  }

  taken(step: NextStep): void {
    const { thread, label, waits } = step;
    this.steps++;
    if (waits) this.waited++;
    if (label.loc >= 0) this.count(thread, label.loc);
    if (!this.isInteresting(step)) return;
    this.order = without(this.order, thread);
  }

  continuation(step: NextStep | undefined): AfterSchedule {
    const { seed, interesting: loc, order } = this;
    if (loc < 0) return { by: 'steps', seed };
    const isInteresting = step !== undefined && this.isInteresting(step);
    return { by: 'steps', seed, loc, threads: isInteresting ? without(order, step.thread) : order };
  }

  private isIntended(thread: ThreadId): boolean {
    return this.order.length === 0 || this.order[0] === thread;
  }

  private rank({ thread, waits }: NextStep): number {
    return waits ? rankOf(this.seed, thread, this.waited) : rankOf(this.seed + EFFECTS, thread, this.steps);
  }

  private count(thread: ThreadId, loc: LocationId): void {
    let counts = this.counts.get(loc);
    if (counts === undefined) this.counts.set(loc, (counts = []));
    counts[thread] = (counts[thread] ?? 0) + 1;
  }

  private isInteresting({ label }: NextStep): boolean {
    return label.loc >= 0 && label.loc === this.interesting;
  }

  /** Learns from the walk that has ended. */
  private learn(): void {
    for (const [loc, counts] of this.counts)
      if (this.known.has(loc) || this.known.size < LOCATIONS)
        this.known.set(
          loc,
          Array.from(counts, (n) => n ?? 0),
        );
    this.counts.clear();
  }

  get durable(): readonly number[] {
    this.learn();
    return joined([...this.known].map(([loc, counts]) => [loc, ...counts]));
  }

  set durable(numbers: readonly number[]) {
    this.known.clear();
    this.counts.clear();
    for (const [loc, ...counts] of separated(numbers)) this.known.set(loc, counts);
  }
}

/** The list without the thread's first place in it. */
function without(order: readonly ThreadId[], thread: ThreadId): readonly ThreadId[] {
  const at = order.indexOf(thread);
  return at < 0 ? order : order.toSpliced(at, 1);
}
