/** When a thread yields after plain reads. */
import type { GraphEvent } from '../../graph/event';
import { Kind } from '../../program/label';

/** Plain reads in a row after which a thread yields; LOOKS in the runtime (runtime/core/schedule.c). */
const MAX_READS = 64;

/**
 * Counts the plain reads at the end of each thread. A thread that only reads plain data may wait for another thread's
 * plain write, so it yields at intervals, as it does in a run.
 */
export class PlainReadRuns {
  /** By thread: its length and last event at the last call, and the number of plain reads at its end. */
  private readonly known: { readonly last: GraphEvent; readonly length: number; readonly reads: number }[] = [];

  /**
   * Does the thread with these events yield, because it has read so often in a row? O(1) amortised while it grows, at
   * most linear in the plain reads at its end.
   */
  yields(events: readonly GraphEvent[]): boolean {
    const last = events[events.length - 1];
    const before = this.known[last.thread];
    const counted = before !== undefined && events[before.length - 1] === before.last ? before.length : 0;
    let i = events.length;
    while (i > counted && events[i - 1].label.kind === Kind.PlainRead) i--;
    const reads = events.length - i + (i === counted && counted > 0 ? before.reads : 0);
    this.known[last.thread] = { last, length: events.length, reads };
    return reads > 0 && reads % MAX_READS === 0;
  }
}

/** Has the thread, which has done nothing but plain reads for a while, come back to where it was before them? */
export function hasReturned(events: readonly GraphEvent[]): boolean {
  const last = events[events.length - 1];
  const state = last.node?.state;
  if (state === undefined || state === 0) return false;
  for (let i = events.length - 2; i >= 0 && events[i + 1].label.kind === Kind.PlainRead; i--)
    if (events[i].node?.state === state) return true;
  return false;
}
