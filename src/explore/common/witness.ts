/** The events of a graph in an order that shows how it came about. */
import { accesses, isWrite, type GraphEvent } from '../../graph/event';
import type { LocationId } from '../../program/label';

/**
 * The order of appending; but under sc a read may have been appended after a later write than it reads, and a write
 * before one that comes earlier in the witness (model/sc.ts). There each event waits for the accesses to its location
 * that come before it in the witness: a write for all, a read for the write that it reads from. What can stay stays, so
 * that what completes an error is last.
 */
export function witnessOf(events: readonly GraphEvent[]): readonly GraphEvent[] {
  if (events.every((e) => e.at === e.id)) return events;
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

function grouped(events: readonly GraphEvent[], by: (e: GraphEvent) => number): Map<number, GraphEvent[]> {
  const groups = new Map<number, GraphEvent[]>();
  for (const e of events) {
    const group = groups.get(by(e));
    if (group === undefined) groups.set(by(e), [e]);
    else group.push(e);
  }
  return groups;
}

/** In which order the accesses to a location come. */
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

  /** May the access, whose source was taken, come next? */
  isNext(e: GraphEvent): boolean {
    return (this.before.get(e) ?? 0) <= this.taken;
  }

  take(): void {
    this.taken++;
  }
}
