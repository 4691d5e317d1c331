/**
 * Probabilistic concurrency testing (Burckhardt et al., A randomized scheduler with probabilistic guarantees of finding
 * bugs, ASPLOS 2010): threads have random priorities, the one with the highest runs, and at d - 1 random moments the
 * priority of the running thread falls below all others. A bug that needs d ordering constraints among n threads and k
 * events is found by a walk with a probability of at least 1/(n k^(d-1)).
 */
import type { ThreadId } from '../../../program/label';
import type { AfterSchedule } from '../../../program/program';
import type { RandomNumbers } from '../random-numbers';
import { ConsecutiveSteps, MAX_CONSECUTIVE } from './consecutive-steps';
import { drawSeed, rankOf } from './ranks';
import type { NextStep, SchedulingPolicy } from './scheduling-policy';

/** The most priority changes for each step of a walk: more would fall on the same steps. */
const ENOUGH = 8;

export class Pct implements SchedulingPolicy {
  private seed = 0;
  /** The priorities of threads that have fallen, all negative. Others have their ranks. */
  private fallen = new Map<ThreadId, number>();
  /** By step: the priority that the running thread falls to. */
  private changes = new Map<number, number>();
  private steps = 0;
  /** The longest walk so far, in steps. */
  private longest = 20;
  private readonly consecutive = new ConsecutiveSteps();
  /** The next priority below all others. */
  private lowest = 0;

  /** `depth`: d of the paper. */
  constructor(
    private readonly random: RandomNumbers,
    private readonly depth: number,
  ) {}

  begin(): void {
    this.longest = Math.max(this.longest, this.steps);
    this.seed = drawSeed(this.random);
    this.fallen.clear();
    this.steps = 0;
    this.changes = new Map(
      Array.from({ length: Math.min(this.depth - 1, ENOUGH * this.longest) }, (_, i) => [
        this.random.below(this.longest),
        i - this.depth,
      ]),
    );
    this.consecutive.begin();
    this.lowest = -this.depth;
  }

  choose<S extends NextStep>(steps: readonly S[]): S {
    const first = this.highest(steps);
    const change = this.changes.get(this.steps++);
    if (change === undefined) return first;
    this.fallen.set(first.thread, change);
    return this.highest(steps);
  }

  taken({ thread }: NextStep): void {
    if (this.consecutive.taken(thread) % MAX_CONSECUTIVE === 0) this.fall(thread);
  }

  /** The thread falls below all others. */
  fall(thread: ThreadId): void {
    this.fallen.set(thread, --this.lowest);
  }

  private highest<S extends NextStep>(steps: readonly S[]): S {
    return steps.reduce((a, b) => (this.priority(b.thread) > this.priority(a.thread) ? b : a));
  }

  private priority(t: ThreadId): number {
    return this.fallen.get(t) ?? rankOf(this.seed, t, 0);
  }

  continuation(): AfterSchedule {
    const threads = [...this.fallen].sort(([, a], [, b]) => b - a).map(([thread]) => thread);
    return { by: 'threads', seed: this.seed, threads };
  }

  get durable(): readonly number[] {
    return [Math.max(this.longest, this.steps)];
  }

  set durable([longest]: readonly number[]) {
    this.longest = longest;
  }
}
