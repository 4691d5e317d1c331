/**
 * Which conditions of other threads a condition comes after in every execution of the same class: those that come
 * before it by creation and joining of threads, and by operations on mutexes, each of which reads from the one before.
 */
import type { RunResult } from '../channel/result';
import { Kind } from '../program/label';

/** How many conditions of each thread come before something, by the thread's number. */
export type ConditionClock = ReadonlyMap<number, number>;

/** Follows the events of a run. */
export class ConditionOrder {
  /** Of each thread: what comes before its next step. */
  private readonly clocks = new Map<number, Map<number, number>>();
  /** Of each mutex: the same after the last operation on it. */
  private readonly mutexes = new Map<string, ConditionClock>();
  private next = 0;

  constructor(private readonly run: RunResult) {}

  /** What comes before the next condition of the thread, which it came to after so many events of the run. */
  before(thread: number, events: number): ConditionClock {
    for (; this.next < events && this.next < this.run.events; this.next++) this.perform(this.next);
    const clock = this.clock(thread);
    const before = new Map(clock);
    clock.set(thread, (clock.get(thread) ?? 0) + 1);
    return before;
  }

  private clock(thread: number): Map<number, number> {
    const clock = this.clocks.get(thread) ?? new Map<number, number>();
    this.clocks.set(thread, clock);
    return clock;
  }

  private perform(i: number): void {
    const { run } = this;
    const clock = this.clock(run.thread(i));
    const kind: Kind = run.kind(i);
    if (kind === Kind.Create) merge(this.clock(run.other(i)), clock);
    else if (kind === Kind.Join) merge(clock, this.clock(run.other(i)));
    else if (kind === Kind.MutexLock || kind === Kind.MutexUnlock) {
      const name = `${run.object(i)}`;
      merge(clock, this.mutexes.get(name) ?? new Map());
      this.mutexes.set(name, new Map(clock));
    }
  }
}

function merge(into: Map<number, number>, from: ConditionClock): void {
  for (const [thread, n] of from) into.set(thread, Math.max(n, into.get(thread) ?? 0));
}
