/**
 * Orders in which the records of a schedule's sections may be performed, by brute force: each one must be an execution
 * that the automaton permits, in which no two threads are at conflicting accesses at the same time.
 */
import type { Automaton, Effect } from '../../../src/safe/safe-schedule';
import { reduced } from '../../../src/safe/order-reduction';
import { recordsOf, type Record } from '../../../src/safe/needs';
import { sectionsOf, Then, type ScheduleSection } from '../../../src/safe/sections';

/** The parts of a schedule that its order depends on. */
export interface Ordered extends Automaton {
  readonly isArrival: (event: number) => boolean;
  /** Is the location one of data? Operations on objects, such as waking up, are no accesses of memory. */
  readonly isData: (location: number) => boolean;
}

interface Access {
  readonly location: number;
  readonly writes: boolean;
}

/** The sections of a schedule, with their records. */
export interface Order {
  readonly schedule: Ordered;
  readonly sections: readonly ScheduleSection[];
  readonly records: readonly (readonly Record[])[];
}

/** `row`: how many events a thread has in a row, if it may. */
export function orderOf(schedule: Ordered, row: number): Order {
  const sections = sectionsOf(schedule, row);
  return {
    schedule,
    sections,
    records: sections.map((section) => reduced(recordsOf(section, schedule.isArrival), section.then === Then.Again)),
  };
}

/**
 * One execution of at least `most` records, unless it ends, in an order that `next` (numbers from 0 to 1) chooses.
 * Returns what is wrong; undefined: nothing.
 */
export function linearisation(
  { schedule, sections, records }: Order,
  next: () => number,
  most: number,
): string | undefined {
  const { states } = schedule;
  const threads = 1 + Math.max(0, ...states.flatMap(({ go }) => go.map(({ thread }) => thread)));
  const under = new Map<number, readonly Access[]>();
  let state = 0;
  let done = 0;
  // A section begins once all records before it are performed.
  for (let section = 0; done < most;) {
    const found: { state: number; error?: string; input: number } = { state, input: 0 };
    const rounds = sections[section].then === Then.Again ? 3 : 1;
    done += perform(schedule, sections[section], records[section], rounds, threads, under, found, next);
    if (found.error !== undefined) return found.error;
    ({ state } = found);
    const { then, next: after } = sections[section];
    if (then === Then.End) return states[state].go.length === 0 ? undefined : 'it ends before the program does';
    if (then === Then.Section || then === Then.Choice) section = after[found.input];
  }
  return undefined;
}

/** Performs the records of some rounds of a section; threads may be in different rounds. Returns how many there were. */
function perform(
  { states, effects, isData, isArrival }: Ordered,
  { then }: ScheduleSection,
  records: readonly Record[],
  rounds: number,
  threads: number,
  under: Map<number, readonly Access[]>,
  found: { state: number; error?: string; input: number },
  next: () => number,
): number {
  const own = Array.from({ length: threads }, (_, t) => records.filter(({ thread }) => thread === t));
  const count = own.map(() => 0);
  // Arrivals at a barrier are compared in the order of the way: which of them is the last is what the schedule says,
  // whoever comes last.
  const arrivals = records.filter(({ step }) => step !== undefined && isArrival(step.event));
  let arrived = 0;
  const mayGo = (t: number): boolean => {
    if (count[t] >= rounds * own[t].length) return false;
    const round = Math.floor(count[t] / own[t].length);
    const record = own[t][count[t] % own[t].length];
    if (arrivals.includes(record) && arrivals[arrived % arrivals.length] !== record) return false;
    return [...record.needs].every(([u, n]) => count[u] >= n + round * own[u].length);
  };
  for (let n = 0; ; n++) {
    const able = own.flatMap((_, t) => (mayGo(t) ? [t] : []));
    if (able.length === 0) {
      if (n < rounds * records.length) found.error = `no thread can go on in state ${found.state}`;
      return n;
    }
    const thread = able[Math.floor(next() * able.length)];
    const { step } = own[thread][count[thread]++ % own[thread].length];
    // What it did before is over.
    under.delete(thread);
    if (step === undefined) continue;
    if (isArrival(step.event)) arrived++;
    // The result tells moves of one event apart: a signal may wake several threads.
    const move = states[found.state].go.find(
      (m) =>
        m.thread === thread &&
        m.event === step.event &&
        m.value === step.value &&
        effects[m.effects[0]].object === step.effect.object,
    );
    if (move === undefined) {
      found.error = `state ${found.state} does not permit thread ${thread} its event ${step.event}`;
      return n;
    }
    const isLast = then === Then.Choice && move.to.length > 1;
    found.input = isLast ? Math.floor(next() * move.to.length) : 0;
    found.state = move.to[found.input];
    const racing = accessesOf(effects[move.effects[found.input]], thread, under, isData);
    if (racing !== undefined) {
      found.error = `threads ${racing} race in state ${found.state}`;
      return n;
    }
  }
}

/** Begins the accesses of a step, and names two threads that race then. */
function accessesOf(
  { object, writes, follows }: Effect,
  thread: number,
  under: Map<number, readonly Access[]>,
  isData: Ordered['isData'],
): string | undefined {
  if (object !== null) {
    const by = conflicting(under, thread, { location: object, writes });
    if (by !== undefined) return `${thread} and ${by}`;
  }
  for (const [by, location, changes] of follows) {
    // A thread that was joined has ended, and with it what it accessed.
    if (location < -1) under.delete(-2 - location);
    if (location < 0 || location === object || !isData(location)) continue;
    const access = { location, writes: changes === 1 };
    const other = conflicting(under, by, access);
    if (other !== undefined && other !== thread) return `${by} and ${other}`;
    under.set(by, [...(under.get(by) ?? []), access]);
  }
  return undefined;
}

function conflicting(under: Map<number, readonly Access[]>, by: number, access: Access): number | undefined {
  for (const [thread, accesses] of under)
    if (
      thread !== by &&
      accesses.some(({ location, writes }) => location === access.location && (writes || access.writes))
    )
      return thread;
  return undefined;
}
