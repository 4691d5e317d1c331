/** Schedules as the enforcing library reads them: 32-bit words (runtime/enforce/enforce.h, automaton.c). */
import { Kind } from '../program/label';
import { SCHEDULE_VERSION, type ScheduledEvent, type ScheduledState } from './safe-schedule';
import type { ScheduleFile } from './schedule-file';

const MAGIC = 0x53445244;
/** No site, no object. */
const NONE = 0xffffffff;
const HEADER = 8;

enum Flag {
  RunFreely = 1,
  Statistics = 2,
}

/** How the schedule is enforced. */
export interface Enforcement {
  /** May the program go on freely after it has done what the schedule does not know? Otherwise it is stopped. */
  readonly freely: boolean;
  /** Are events and waits counted, and printed at the end? */
  readonly statistics: boolean;
  /** Of the values of drista_choose. */
  readonly seed: number;
}

/** The words, in the byte order of x86-64 and aarch64. */
export function scheduleWords(
  { threads, events, states }: Pick<ScheduleFile, 'threads' | 'events' | 'states'>,
  { freely, statistics, seed }: Enforcement,
): Buffer {
  const names = threads.flatMap(({ creator, child }) => [creator, child]);
  const about = events.flatMap(eventWords);
  const bodies: number[] = [];
  const first = HEADER + names.length + about.length + states.length;
  const index = states.map((state) => {
    const at = first + bodies.length;
    bodies.push(...stateWords(state));
    return at;
  });
  const flags = (freely ? Flag.RunFreely : 0) | (statistics ? Flag.Statistics : 0);
  const counts = [threads.length, events.length, states.length, flags, seed, first + bodies.length];
  const words = new DataView(new ArrayBuffer(4 * (first + bodies.length)));
  let at = 0;
  for (const part of [[MAGIC, SCHEDULE_VERSION, ...counts], names, about, index, bodies])
    for (const word of part) words.setUint32(4 * at++, word, true);
  return Buffer.from(words.buffer);
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
