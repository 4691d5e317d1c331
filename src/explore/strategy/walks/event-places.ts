/**
 * Places of events in their threads that do not depend on which data are known to be shared: plain accesses are events
 * only where they access such data.
 */
import { isPlainAccess, type Label, type ThreadId } from '../../../program/label';

export interface PlaceInThread {
  readonly thread: ThreadId;
  /** How many events of the thread come before it, plain accesses not counted. */
  readonly index: number;
  /** 0: it is no plain access; from 1: it is the plain access of this number since these events. */
  readonly plain: number;
}

interface PlacedEvent {
  readonly thread: ThreadId;
  readonly label: Label;
}

/** The place of the thread's event after the one at `last`; undefined: it is the first. */
export function placeAfter(last: PlaceInThread | undefined, thread: ThreadId, label: Label): PlaceInThread {
  const index = last === undefined ? 0 : last.index + (last.plain === 0 ? 1 : 0);
  return { thread, index, plain: isPlainAccess(label) ? 1 + (last?.plain ?? 0) : 0 };
}

/** The places of events that are added in the order of their threads. */
export class EventPlaces {
  private readonly threads: { readonly event: PlacedEvent; readonly place: PlaceInThread }[][] = [];

  /** Adds the next event of its thread. Returns its place. */
  add(event: PlacedEvent): PlaceInThread {
    const { thread, label } = event;
    const all = (this.threads[thread] ??= []);
    const place = placeAfter(all.at(-1)?.place, thread, label);
    all.push({ event, place });
    return place;
  }

  /** The places of the thread's events; those that were added before are kept, as far as they are the same. */
  of(thread: ThreadId, events: readonly PlacedEvent[]): readonly { readonly place: PlaceInThread }[] {
    const all = (this.threads[thread] ??= []);
    // Events are removed at the end only.
    if (all.length > 0 && all.at(-1)!.event !== events.at(all.length - 1)) all.length = 0;
    for (let i = all.length; i < events.length; i++) this.add(events[i]);
    return all;
  }
}

/** Does the place come before the other one in their thread, or is it the same? */
export function isUpTo(place: PlaceInThread, other: PlaceInThread): boolean {
  // A plain access with this index comes before the event with this index.
  const rank = ({ index, plain }: PlaceInThread): number => (plain === 0 ? 2 * index + 1 : 2 * index);
  return rank(place) === rank(other) ? place.plain <= other.plain : rank(place) < rank(other);
}
