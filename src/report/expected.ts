/** The events of an execution's threads, to compare another run with them. */
import { waitingKinds, type FoundError } from '../explore/common/verdict';
import type { Execution } from '../program/execution';
import { describeThread, hidesValue, isReadLike, Kind, type Label, type Value } from '../program/label';
import type { Locations } from '../program/locations';

/** By thread: its events in order, as text. */
export type Expected = readonly (readonly string[])[];

/** An execution, with the error that it shows, if any. */
export type Executed = Pick<FoundError, 'trace' | 'involved'> & Partial<Pick<FoundError, 'kind'>>;

/**
 * The events of the threads in an execution, and their pending events if these are part of an error. An error ends the
 * run at once, and another thread may still be on its way from its last choice to what it does next: what comes after
 * that choice is left out. If it matters to the error, a thread that is involved has read it.
 */
export function expectedOf(error: Executed, locations: Locations): Expected {
  const threads: string[][] = [];
  const add = (thread: number, text: string): void => {
    (threads[thread] ??= []).push(text);
  };
  for (const { thread, label, value } of neededOf(error)) add(thread, eventText(label, value, locations));
  for (const { thread, label } of error.involved) {
    // In a loop the thread may have performed the event that it waits to perform.
    const isWaited = error.kind !== undefined && waitingKinds.has(error.kind);
    if (isWaited || !error.trace.some((e) => e.thread === thread && e.label === label))
      add(thread, eventText(label, undefined, locations));
  }
  return Array.from(threads, (events) => events ?? []);
}

function neededOf({ kind, trace, involved }: Executed): Executed['trace'] {
  if (kind === undefined || waitingKinds.has(kind)) return trace;
  const open = new Set(trace.map(({ thread }) => thread));
  for (const { thread } of involved) open.delete(thread);
  return trace
    .toReversed()
    .filter(({ thread, label }) => {
      if (isReadLike(label)) open.delete(thread);
      return !open.has(thread);
    })
    .reverse();
}

/**
 * A description of the first difference; undefined if all threads have performed the expected events (and perhaps
 * more).
 */
export function difference(expected: Expected, run: Execution, locations: Locations): string | undefined {
  for (const [thread, events] of expected.entries()) {
    const actual = run.events.filter((e) => e.thread === thread);
    for (const [i, text] of events.entries()) {
      const event = actual[i];
      const now =
        event === undefined
          ? 'nothing'
          : eventText(event.label, event.pending || !/ = /.test(text) ? undefined : event.result, locations);
      if (now !== text)
        return `${describeThread(thread)} did \`${now}\` where it had done \`${text}\` (its event ${i})`;
    }
  }
  return undefined;
}

function eventText(l: Label, value: Value | undefined, locations: Locations): string {
  const place = l.loc < 0 ? '' : ` 0x${locations.addressOf(l).toString(16)}`;
  const returned = value === undefined || !isReadLike(l) || hidesValue(l) ? '' : ` = ${value}`;
  return `${Kind[l.kind]}${place}${returned}${l.text === '' ? '' : ` ${l.text}`}`;
}
