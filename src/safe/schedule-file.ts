/** Files with safe schedules: what they contain, and how they are read. */
import { readFileSync } from 'node:fs';
import { reasonOf } from '../base/bounded-file';
import { DristaError } from '../base/errors';
import { sha256 } from '../base/hash';
import type { ThreadId } from '../program/label';
import { SCHEDULE_VERSION, type Automaton, type SafeVerdict } from './safe-schedule';

/** The value of the field `form`. */
export const scheduleForm = 'safe schedule';

/** What a file contains. */
export interface ScheduleFile extends Automaton {
  readonly form: typeof scheduleForm;
  readonly version: number;
  readonly program: string;
  readonly buildId: string;
  readonly arguments: readonly string[];
  readonly model: string;
  readonly verdict: SafeVerdict;
  /** Was all explored? */
  readonly complete: boolean;
  /** The number of states that were found, and of those that the schedule uses. */
  readonly found: number;
  /** By number, from 1: the thread that creates it, and as how-manieth of its children. */
  readonly threads: readonly { readonly creator: ThreadId; readonly child: number }[];
  /** What goes wrong without the schedule. */
  readonly avoided: readonly string[];
  readonly notes: readonly string[];
}

/** The text of a file with the schedule. Its last field is a hash of the others. */
export function scheduleFileText(schedule: ScheduleFile): string {
  return `${JSON.stringify({ ...schedule, hash: hashOf(schedule) })}\n`;
}

function hashOf(schedule: object): string {
  return sha256(JSON.stringify(schedule));
}

/** Reads a schedule. Throws a DristaError if the file is none, or one of another version. */
export function readSchedule(path: string): ScheduleFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new DristaError(`${path} cannot be read (${reasonOf(error)}): name a file that \`drista safe -o\` wrote`);
  }
  const found = parsed(text);
  if (found?.form !== scheduleForm)
    throw new DristaError(`${path} is no safe schedule: name a file that \`drista safe -o\` wrote`);
  if (found.version !== SCHEDULE_VERSION)
    throw new DristaError(
      `${path} is a safe schedule of version ${String(found.version)}, and this drista reads version ` +
        `${SCHEDULE_VERSION}: make it again with \`drista safe\``,
    );
  const { hash, ...schedule } = found;
  if (hash !== hashOf(schedule) || !isWhole(schedule))
    throw new DristaError(`${path} is damaged: make it again with \`drista safe\``);
  return schedule as ScheduleFile;
}

function parsed(text: string): (Partial<ScheduleFile> & { readonly hash?: unknown }) | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Are all numbers in it those of something? The enforcing library does not ask again. */
function isWhole({ events, effects, states, threads, buildId }: Partial<ScheduleFile>): boolean {
  if (!Array.isArray(events) || !Array.isArray(effects) || !Array.isArray(states) || !Array.isArray(threads))
    return false;
  if (typeof buildId !== 'string') return false;
  const below = (n: unknown, most: number): boolean => Number.isInteger(n) && Number(n) >= 0 && Number(n) < most;
  const count = threads.length + 1;
  try {
    const areEffects = (effects as ScheduleFile['effects']).every(({ follows }) =>
      follows.every(([thread]) => below(thread, count)),
    );
    if (!areEffects) return false;
    return (states as ScheduleFile['states']).every(
      ({ go, wait }) =>
        go.every(
          ({ thread, event, to, effects: by }) =>
            below(thread, count) &&
            below(event, events.length) &&
            to.length > 0 &&
            to.every((n) => below(n, states.length)) &&
            by.length === to.length &&
            by.every((n) => below(n, effects.length)),
        ) && wait.every(({ thread, event }) => below(thread, count) && below(event, events.length)),
    );
  } catch {
    return false;
  }
}
