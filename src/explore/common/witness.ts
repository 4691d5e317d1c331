/** The events of a graph in an order for reports. */
import { grouped } from '../../base/grouped';
import { accesses, isWrite, type GraphEvent } from '../../graph/event';
import type { LocationId } from '../../program/label';

/**
 * The events in the order of appending, except under sc. There a read may have been appended after a write that
 * overwrites its source, and a write before one that precedes it in the witness (model/sc.ts). So each event is delayed
 * until the accesses to its location that precede it in the witness have come: a write until all of them, a read until
 * its source. Other events keep their places, so that the event that completes an error stays last. Where accesses of
 * several sizes overlap, all events have their places in the witness (model/mixed-sizes.ts).
 */
export function witnessOf(events: readonly GraphEvent[]): readonly GraphEvent[] {
  if (events.every((e) => e.at === e.id)) return events;
  if (events.some((e) => e.parts.length > 0)) return events.toSorted((a, b) => a.at - b.at);
  const threads = [...grouped(events, (e) => e.thread).values()];
  const positions = threads.map(() => 0);
  const locations = new Map<LocationId, Turns>();
  for (const [loc, list] of grouped(events.filter(accesses), (e) => e.loc)) locations.set(loc, new Turns(list));
  const taken = new Set<GraphEvent>();
  while (taken.size < events.length) {
    let next: GraphEvent | undefined;
    for (let i = 0; i < threads.length; i++) {
      const e = threads[i][positions[i]] as GraphEvent | undefined;
      if (e === undefined || (next !== undefined && e.id > next.id)) continue;
      if (e.source !== null && e.source.thread >= 0 && !taken.has(e.source)) continue;
      if (!accesses(e) || locations.get(e.loc)!.isNext(e)) next = e;
    }
    if (next === undefined) throw new Error('the witness is no interleaving');
    positions[threads.findIndex((list) => list[0].thread === next.thread)]++;
    taken.add(next);
    if (accesses(next)) locations.get(next.loc)!.take();
  }
  return [...taken];
}

/** The order of the accesses to a location. */
class Turns {
  /** How many accesses come before each write. */
  private readonly before = new Map<GraphEvent, number>();
  private taken = 0;

  constructor(accesses: GraphEvent[]) {
    const places = new Map(accesses.map((e) => [e, isWrite(e) ? e.at : e.source!.at]));
    accesses
      .sort((a, b) => places.get(a)! - places.get(b)! || Number(isWrite(b)) - Number(isWrite(a)))
      .forEach((e, i) => {
        if (isWrite(e)) this.before.set(e, i);
      });
  }

  /** May the access, whose source has come, come next? */
  isNext(e: GraphEvent): boolean {
    return (this.before.get(e) ?? 0) <= this.taken;
  }

  take(): void {
    this.taken++;
  }
}
