/**
 * Which conditions of other threads a condition comes after in every execution of the same class: those that come
 * before it by creation and joining of threads, by operations on mutexes, each of which reads from the one before, and
 * by reads of atomic objects that have brought an expression.
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
  /** The same of events that are kept. */
  private readonly events = new Map<number, ConditionClock>();
  private next = 0;

  /** `kept`: the events whose `beforeEvent` will be asked for. */
  constructor(
    private readonly run: RunResult,
    private readonly kept: ReadonlySet<number>,
  ) {}

  /** What comes before the next condition of the thread, which it came to after so many events of the run. */
  before(thread: number, events: number): ConditionClock {
    const before = this.at(thread, events);
    this.clock(thread).set(thread, (before.get(thread) ?? 0) + 1);
    return before;
  }

  /** What comes before the thread's next step after so many events of the run. */
  at(thread: number, events: number): ConditionClock {
    for (; this.next < events && this.next < this.run.events; this.next++) this.perform(this.next);
    return new Map(this.clock(thread));
  }

  /** The thread's next event, after so many events of the run, reads from the event. */
  reads(thread: number, events: number, write: number): void {
    this.at(thread, events);
    merge(this.clock(thread), this.beforeEvent(write));
  }

  /** What comes before an event that is kept, and that has come before some that was asked about. */
  beforeEvent(event: number): ConditionClock {
    return this.events.get(event) ?? new Map();
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
    if (this.kept.has(i)) this.events.set(i, new Map(clock));
  }
}

/** What comes before the later one of two things, or before both. */
export function later(a: ConditionClock, b: ConditionClock): ConditionClock {
  const both = new Map(a);
  merge(both, b);
  return both;
}

function merge(into: Map<number, number>, from: ConditionClock): void {
  for (const [thread, n] of from) into.set(thread, Math.max(n, into.get(thread) ?? 0));
}
