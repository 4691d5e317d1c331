/** Schedules as the enforcing library reads them: 32-bit words (runtime/safe-schedule/enforce.h, automaton.c). */
import { Kind } from '../program/label';
import { SCHEDULE_VERSION, type ScheduledEvent, type ScheduledState } from './safe-schedule';
import { sectionWords } from './order-words';
import type { ScheduleFile } from './schedule-file';
import { Flag, HEADER, MAGIC, NONE } from './schedule-format';
import { sectionsOf } from './sections';

/** How the schedule is enforced. */
export interface Enforcement {
  /** May the program go on freely after it has done what the schedule does not know? Otherwise it is stopped. */
  readonly freely: boolean;
  /** Are events and waits counted, and printed at the end? */
  readonly statistics: boolean;
  /** Of the values of drista_choose. */
  readonly seed: number;
  /** 0: any order that the schedule permits; 1: one partial order; 2: one in which threads have events in a row. */
  readonly opt: 0 | 1 | 2;
  /** Are events recorded? */
  readonly traces: boolean;
}

/**
 * How many events a thread has in a row, by `opt`: the first number that makes the schedule short enough, or the last
 * one. To hand over to a thread that sleeps takes as long as some hundred short events.
 */
const ROWS = { 1: [1], 2: [2048, 128] } as const;

/** The words, in the byte order of x86-64 and aarch64. */
export function scheduleWords(
  schedule: Pick<ScheduleFile, 'threads' | 'events' | 'effects' | 'states'>,
  { freely, statistics, seed, opt, traces }: Enforcement,
): Buffer {
  const { threads, events, states } = schedule;
  const names = threads.flatMap(({ creator, child }) => [creator, child]);
  const about = events.flatMap(eventWords);
  const before = HEADER + names.length + about.length;
  const parts = opt === 0 ? states.map(stateWords) : inSections(schedule, ROWS[opt], (count) => before + count);
  let at = before + parts.length;
  const index = parts.map((words) => (at += words.length) - words.length);
  const flags =
    (freely ? Flag.RunFreely : 0) |
    (statistics ? Flag.Statistics : 0) |
    (opt === 0 ? 0 : Flag.Ordered) |
    (traces ? Flag.Trace : 0);
  const counts = [threads.length, events.length, parts.length, flags, seed, at];
  const words = new DataView(new ArrayBuffer(4 * at));
  at = 0;
  for (const part of [[MAGIC, SCHEDULE_VERSION, ...counts], names, about, index, ...parts])
    for (const word of part) words.setUint32(4 * at++, word, true);
  return Buffer.from(words.buffer);
}

/**
 * The words of the sections of a fair way through the states. `rows`: how many events a thread has in a row. `first`:
 * where the words begin, if there are so many sections.
 */
function inSections(
  schedule: Pick<ScheduleFile, 'threads' | 'events' | 'effects' | 'states'>,
  rows: readonly number[],
  first: (sections: number) => number,
): number[][] {
  const { threads, events } = schedule;
  const sections = sectionsOf(schedule, rows);
  const isArrival = (event: number): boolean => events[event].kind === Kind[Kind.BarrierArrive];
  return sectionWords(sections, threads.length + 1, isArrival, first(sections.length));
}

/** A read-write lock is given back by one function, whatever was taken. */
function kindNumber(kind: string): number {
  const number = Kind[kind as keyof typeof Kind];
  return number === Kind.RwWrunlock ? Kind.RwRdunlock : number;
}

function eventWords({ kind, site, object, operand }: ScheduledEvent): number[] {
  return [kindNumber(kind), site ?? NONE, object ?? NONE, Number(operand !== null), operand ?? 0];
}

function stateWords({ go, wait }: ScheduledState): number[] {
  return [
    go.length,
    wait.length,
    ...go.flatMap(({ thread, event, value, to }) => [
      thread,
      event,
      Number(value !== null),
      value ?? 0,
      to.length,
      ...to,
    ]),
    ...wait.flatMap(({ thread, event }) => [thread, event]),
  ];
}
