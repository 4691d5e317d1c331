/**
 * Which steps of a section must wait for which (docs/explanation/safe-schedules.md, "Only what depends waits").
 *
 * A thread performs records: its events, and the ends of its waits at barriers. Counts of records begin with the
 * section. A need (u, n) says: only after thread u has performed n records of the section.
 */
import type { ThreadId } from '../program/label';
import type { Effect } from './safe-schedule';
import { Then, type ScheduleSection, type SectionStep } from './sections';

/** By thread: how many of its records must have been performed. */
export type Needs = ReadonlyMap<ThreadId, number>;

/** What a thread performs. */
export interface Record {
  readonly thread: ThreadId;
  /** Undefined: the end of a wait at a barrier. */
  readonly step: SectionStep | undefined;
  readonly needs: Needs;
}

/** Is the event an arrival at a barrier? */
export type IsArrival = (event: number) => boolean;

/** How often the steps of a loop are looked at until what they need is the same in each round. */
const ROUNDS = 4;

/** The records of the section, in an order in which they may be performed, with all that they need. */
export function recordsOf({ steps, then }: ScheduleSection, isArrival: IsArrival): Record[] {
  const order = new Dependences(isArrival, then !== Then.Again);
  if (then !== Then.Again) {
    steps.forEach((step, i) => {
      order.perform(step, then === Then.Choice && i === steps.length - 1);
    });
    return order.records;
  }
  const ends: number[] = [0];
  for (let round = 0; round < ROUNDS; round++) {
    for (const step of steps) order.perform(step, false);
    ends.push(order.records.length);
  }
  const rounds = ends.slice(1).map((end, i) => order.records.slice(ends[i], end));
  const shifted = rounds.map((records, i) => relative(records, i));
  if (textOf(shifted[ROUNDS - 1]) !== textOf(shifted[ROUNDS - 2])) throw new Error('a loop does not repeat its needs');
  return shifted[ROUNDS - 1];
}

/** How many records each thread has. */
export function countsOf(records: readonly Record[]): Map<ThreadId, number> {
  const counts = new Map<ThreadId, number>();
  for (const { thread } of records) counts.set(thread, (counts.get(thread) ?? 0) + 1);
  return counts;
}

/** The records of a round, with counts that begin with it. */
function relative(records: readonly Record[], round: number): Record[] {
  const counts = countsOf(records);
  const shift = ([u, n]: readonly [ThreadId, number]): readonly [ThreadId, number] => [
    u,
    n - round * (counts.get(u) ?? 0),
  ];
  return records.map((record) => ({ ...record, needs: new Map([...record.needs].map(shift)) }));
}

function textOf(records: readonly Record[]): string {
  return JSON.stringify(records.map(({ thread, needs }) => [thread, [...needs].sort((a, b) => a[0] - b[0])]));
}

/** The last accesses of a thread to a location. */
interface Access {
  /** They are over when the thread has performed so many records. */
  readonly over: number;
  /** Is one of them no event, but what follows one? */
  readonly plain: boolean;
}

/** By location and thread. */
type Accesses = Map<number, Map<ThreadId, Access>>;

class Dependences {
  readonly records: Record[] = [];
  private readonly counts = new Map<ThreadId, number>();
  private readonly writes: Accesses = new Map();
  private readonly reads: Accesses = new Map();
  /** By thread: what its next record needs. */
  private readonly waits = new Map<ThreadId, Map<ThreadId, number>>();
  /** By barrier: who has arrived in this round and in the last one. */
  private readonly barriers = new Map<number, { now: [ThreadId, number][]; last: [ThreadId, number][] }>();

  /** `entered`: may accesses from before the section be under way? They are until a thread has its first record. */
  constructor(
    private readonly isArrival: IsArrival,
    private readonly entered: boolean,
  ) {}

  /** `alone`: the step comes after all others of the section. */
  perform(step: SectionStep, alone: boolean): void {
    const { thread, effect } = step;
    const arrives = this.isArrival(step.event) && effect.object !== null;
    const needs = new Map<ThreadId, number>();
    if (alone) this.needAll(needs);
    if (this.entered) for (const u of this.counts.keys()) need(needs, u, 1);
    if (arrives) for (const [u, n] of this.barrier(effect.object!).last) need(needs, u, n);
    if (effect.object !== null) this.conflicts(needs, thread, effect.object, effect.writes || arrives, arrives, false);
    const accesses = accessesIn(step, arrives);
    for (const [by, location, writes] of accesses)
      this.conflicts(needs, thread, location, writes === 1, false, true, by);
    this.record(thread, step, needs);
    this.follow(step, arrives, accesses);
  }

  /** Notes what the step, whose record is the last one, and what follows it accesses. */
  private follow(
    { thread, value, effect: { object, writes, follows } }: SectionStep,
    arrives: boolean,
    accesses: Effect['follows'],
  ): void {
    const count = this.countOf(thread);
    const others = new Set(follows.flatMap(([by]) => (by === thread ? [] : [by])));
    for (const u of others) need(this.waiting(u), thread, count);
    for (const [by, location] of follows) {
      // It joins a thread, which has ended.
      const ended = -2 - location;
      if (ended >= 0) need(this.waiting(by), ended, this.countOf(ended));
    }
    if (arrives) this.arrive(object!, thread, value !== null && value !== 0, follows);
    else if (object !== null) note(writes ? this.writes : this.reads, object, thread, count, false);
    // They are over when the thread comes to its next record.
    for (const [by, location, changes] of accesses)
      note(changes === 1 ? this.writes : this.reads, location, by, this.countOf(by) + 1, true);
  }

  private arrive(barrier: number, thread: ThreadId, isLast: boolean, follows: Effect['follows']): void {
    const round = this.barrier(barrier);
    round.now.push([thread, this.countOf(thread)]);
    if (!isLast) return;
    const leaving = new Set([thread, ...follows.flatMap(([by, location]) => (location === barrier ? [by] : []))]);
    for (const u of leaving) this.record(u, undefined, new Map(round.now.filter(([by]) => by !== u)));
    round.last = round.now;
    round.now = [];
  }

  private record(thread: ThreadId, step: SectionStep | undefined, needs: Map<ThreadId, number>): void {
    for (const [u, n] of this.waiting(thread)) need(needs, u, n);
    this.waits.delete(thread);
    needs.delete(thread);
    this.records.push({ thread, step, needs });
    this.counts.set(thread, this.countOf(thread) + 1);
  }

  /**
   * What an access of the location comes after, which a thread makes in its step, or others because of that (`by`).
   * Arrivals at a barrier do not come after each other. If one of two accesses is plain, the later one comes after all
   * that the other thread has performed: the states in between may be ones in which the accesses race, because that
   * thread has released nothing yet (past-accesses.ts).
   */
  private conflicts(
    needs: Map<ThreadId, number>,
    thread: ThreadId,
    location: number,
    writes: boolean,
    arrives: boolean,
    plain: boolean,
    by = thread,
  ): void {
    const kinds = writes ? [this.writes, this.reads] : [this.writes];
    for (const accesses of kinds)
      for (const [u, access] of accesses.get(location) ?? []) {
        if (u === by || u === thread) continue;
        const count = this.countOf(u);
        if (access.over <= count) need(needs, u, plain || access.plain ? count : access.over);
        // The end of the thread, or its creation of the other one, comes between them: that is not known here.
        else this.needAll(needs);
      }
    if (arrives) return;
    const barrier = this.barriers.get(location);
    for (const [u, n] of [...(barrier?.now ?? []), ...(barrier?.last ?? [])]) need(needs, u, n);
  }

  private needAll(needs: Map<ThreadId, number>): void {
    for (const [u, n] of this.counts) need(needs, u, n);
  }

  private barrier(object: number): { now: [ThreadId, number][]; last: [ThreadId, number][] } {
    let found = this.barriers.get(object);
    if (found === undefined) this.barriers.set(object, (found = { now: [], last: [] }));
    return found;
  }

  private waiting(thread: ThreadId): Map<ThreadId, number> {
    let found = this.waits.get(thread);
    if (found === undefined) this.waits.set(thread, (found = new Map()));
    return found;
  }

  private countOf(thread: ThreadId): number {
    return this.counts.get(thread) ?? 0;
  }
}

/** The accesses that follow the event. Threads that leave a barrier touch it for that, before anything else. */
function accessesIn({ thread, effect: { object, follows } }: SectionStep, arrives: boolean): Effect['follows'] {
  const left = new Set<ThreadId>();
  return follows.filter(([by, location]) => {
    if (location === -1) return false;
    const leaves = arrives && location === object && by !== thread && !left.has(by);
    if (leaves) left.add(by);
    return !leaves;
  });
}

function note(accesses: Accesses, location: number, thread: ThreadId, over: number, plain: boolean): void {
  let found = accesses.get(location);
  if (found === undefined) accesses.set(location, (found = new Map<ThreadId, Access>()));
  const before = found.get(thread);
  found.set(thread, { over: Math.max(over, before?.over ?? 0), plain: plain || before?.plain === true });
}

function need(needs: Map<ThreadId, number>, u: ThreadId, n: number): void {
  if (n > (needs.get(u) ?? -Infinity)) needs.set(u, n);
}
