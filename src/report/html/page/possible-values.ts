/** What a read could have returned, one line for each write to its location. */
import { INITIAL, RACE, type Excluded, type PicturedError } from '../picture';
import type { Moments } from './moment';
import { placeOf } from './rows';

export type Possibility = 'returned' | 'possible' | 'excluded' | 'unknown';

export interface PossibleValue {
  readonly write: number;
  readonly value: string;
  /** Which write it is. */
  readonly where: string;
  readonly possibility: Possibility;
  /** In words. */
  readonly why: string;
}

/** The source of the read; undefined: it reads no memory. */
export function sourceOf({ events }: PicturedError, moments: Moments, event: number): number | undefined {
  const { location, shape, pending } = events[event];
  if (location === undefined || pending || (shape !== 'read' && shape !== 'update')) return undefined;
  return moments.edgesOf(event).find(({ kind, edge: [, to] }) => kind === 'rf' && to === event)?.edge[0] ?? INITIAL;
}

/** All writes to the read's location, in coherence order, the initial value first. */
export function possibleValues(error: PicturedError, moments: Moments, event: number): PossibleValue[] {
  const { events } = error;
  const { graph } = moments;
  const source = sourceOf(error, moments, event);
  const { location, thread } = events[event];
  if (source === undefined || location === undefined) return [];
  const known = event >= graph.viewsFrom;
  const may = new Set(
    moments
      .views(event - 1)
      .get(thread)
      ?.get(location) ?? [],
  );
  const past = moments.excluded(event, thread, location);
  const choices = moments.choicesOf(event);
  const own = new Map((choices?.excluded ?? []).map((why) => [why[0], why]));
  const laterOut = new Map((choices?.laterExcluded ?? []).map((why) => [why[0], why]));
  const judge = (w: number): [Possibility, string] => {
    if (w === source) return ['returned', 'returned here'];
    if (w === event) return ['excluded', 'it is this event'];
    if (!known) return ['unknown', 'computed for the last events only: the execution is too long'];
    const why = own.get(w) ?? (may.has(w) ? undefined : (past.get(w) ?? laterOut.get(w)));
    if (why !== undefined) return ['excluded', reason(error, why, thread)];
    if (may.has(w)) return ['possible', 'in another execution'];
    if (choices?.later.includes(w)) return ['possible', 'in another execution, where the read comes later'];
    return w < event ? ['excluded', 'it is not visible here'] : ['unknown', 'it comes much later'];
  };
  return [INITIAL, ...graph.locations[location].writes].map((write) => {
    const [possibility, why] = judge(write);
    return { write, value: moments.value(write, location), where: writeName(error, write), possibility, why };
  });
}

/** A write in a few words. */
export function writeName({ events, threads }: PicturedError, write: number): string {
  if (write === INITIAL) return 'initial value';
  const at = placeOf(events[write]) || events[write].operation;
  return `${at}, ${threads[events[write].thread]}`;
}

function reason(error: PicturedError, [, why, by]: Excluded, thread: number): string {
  const event = by < 0 ? undefined : error.events[by];
  const own = event?.thread === thread;
  const who = event === undefined ? '' : placeOf(event) || event.operation;
  switch (why) {
    case 'overwritten':
      return own
        ? `coherence: this thread overwrote it at ${who}`
        : `happens-before: ${who} overwrote it, and happens before this read`;
    case 'read-later':
      return own
        ? `coherence: this thread has read a later value at ${who}`
        : `coherence: ${who} has read a later value, and happens before this read`;
    case 'taken':
      return `atomicity: ${who} has updated it, and nothing may come in between`;
    case 'depends':
      return 'it depends on this read';
    case 'ended':
      return 'the thread has ended';
    case 'sc':
      return by === RACE
        ? 'a plain read is not ordered with it: that would be a race'
        : 'no order of the events that the model puts in one order allows it';
  }
}
