/**
 * Orders in which the records of a schedule's sections may be performed, by brute force: each one must be an execution
 * that the automaton permits, in which no two threads are at conflicting accesses at the same time. Of a machine it
 * must be an execution by the definitions, too.
 */
import type { Automaton, Effect } from '../../../src/safe/safe-schedule';
import { reduced } from '../../../src/safe/order-reduction';
import { recordsOf, type Record } from '../../../src/safe/needs';
import type { Machine } from '../states/machine';
import { Replay } from './replay';
import { sectionsOf, Then, type ScheduleSection } from '../../../src/safe/sections';

/** The parts of a schedule that its order depends on. */
export interface Ordered extends Automaton {
  readonly isArrival: (event: number) => boolean;
  /** Is the location one of data? Operations on objects, such as waking up, are no accesses of memory. */
  readonly isData: (location: number) => boolean;
}

/** What else an order is compared with. */
export interface Reference {
  readonly machine: Machine;
  /**
   * Must the automaton permit the execution? Where plain data races in some executions it need not: it avoids a state
   * in which accesses race on the path by which the search has found it first, also where others lead to it on which
   * they are ordered. What the order does then is still an execution by the definitions.
   */
  readonly isPermitted: boolean;
}

/** Where an execution is. */
interface Point {
  /** Of the automaton; undefined: it has left that. */
  state: number | undefined;
  /** The last choice. */
  input: number;
  error?: string;
  readonly replay: Replay | undefined;
  readonly isPermitted: boolean;
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
  const sections = sectionsOf(schedule, [row]);
  return {
    schedule,
    sections,
    records: sections.map((section) => reduced(recordsOf(section, schedule.isArrival), section.then === Then.Again)),
  };
}

/**
 * One execution of at least `most` records, unless it ends, in an order that `next` (numbers from 0 to 1) chooses.
 * `reference`: the machine whose schedule it is, if it is one. Returns what is wrong; undefined: nothing.
 */
export function linearisation(
  { schedule, sections, records }: Order,
  next: () => number,
  most: number,
  reference?: Reference,
): string | undefined {
  const { states } = schedule;
  const threads = 1 + Math.max(0, ...states.flatMap(({ go }) => go.map(({ thread }) => thread)));
  const under = new Map<number, readonly Access[]>();
  const point: Point = {
    state: 0,
    input: 0,
    replay: reference && new Replay(reference.machine),
    isPermitted: reference?.isPermitted ?? true,
  };
  let done = 0;
  // A section begins once all records before it are performed.
  for (let section = 0; done < most;) {
    const rounds = sections[section].then === Then.Again ? 3 : 1;
    done += perform(schedule, sections[section], records[section], rounds, threads, under, point, next);
    if (point.error !== undefined) return point.error;
    const { then, next: after } = sections[section];
    const hasEnded = point.state === undefined ? point.replay?.hasEnded : states[point.state].go.length === 0;
    if (then === Then.End) return hasEnded === true ? undefined : 'it ends before the program does';
    if (then === Then.Section || then === Then.Choice) section = after[then === Then.Choice ? point.input : 0];
  }
  return undefined;
}

/**
 * Performs the records of some rounds of a section; threads may be in different rounds. Returns how many there were.
 */
function perform(
  { states, effects, events, isData, isArrival }: Ordered,
  { then, next: sectionsAfter }: ScheduleSection,
  records: readonly Record[],
  rounds: number,
  threads: number,
  under: Map<number, readonly Access[]>,
  point: Point,
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
      if (n < rounds * records.length) point.error = `no thread can go on in state ${point.state}`;
      return n;
    }
    const thread = able[Math.floor(next() * able.length)];
    const { step } = own[thread][count[thread]++ % own[thread].length];
    // What it did before is over.
    under.delete(thread);
    if (step === undefined) continue;
    if (isArrival(step.event)) arrived++;
    // The result tells moves of one event apart: a signal may wake several threads.
    const from = point.state === undefined ? undefined : states[point.state];
    const move = from?.go.find(
      (m) =>
        m.thread === thread &&
        m.event === step.event &&
        m.value === step.value &&
        effects[m.effects[0]].object === step.effect.object,
    );
    if (from !== undefined && move === undefined && point.isPermitted) {
      point.error = `state ${point.state} does not permit thread ${thread} its event ${step.event}`;
      return n;
    }
    const isLast = then === Then.Choice && n === records.length - 1;
    if (isLast) point.input = Math.floor(next() * sectionsAfter.length);
    const input = isLast ? point.input : 0;
    point.error = point.replay?.perform(thread, events[step.event].site!, step.value, input);
    point.state = move?.to[input];
    const racing = accessesOf(move === undefined ? step.effect : effects[move.effects[input]], thread, under, isData);
    if (racing !== undefined) point.error = `threads ${racing} race in state ${point.state}`;
    if (point.error !== undefined) return n;
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
