/**
 * An order of an execution graph with the fewest context switches.
 *
 * The graph fixes a partial order: program order, reads-from, and for each location the order of writes with the reads
 * between them (constraintsOf). In a partial order it never harms to let a thread go on as far as it can: an order that
 * switches earlier remains one, with no more switches, if the events in question are moved to the earlier part. So only
 * the choice of the next thread is searched, in breadth: states with one block of events, then with two, and so on.
 */
import type { TraceEvent } from '../explore/common/verdict';
import type { LocationId } from '../program/label';
import { changes, readsLocation } from './accesses';
import { orderUpTo, TraceThreads, type Block, type Positions } from './trace-threads';

/** States of one level, in events of the trace: with more, those that have come least far are dropped. */
const ENOUGH = 400_000;
/** The most and the fewest states of a level. */
const WIDEST = 2000,
  NARROWEST = 8;

/** By event: events that come before it in each order. All of them are earlier in the trace. */
export function constraintsOf(trace: readonly TraceEvent[]): readonly (readonly number[])[] {
  /** By location: its latest write, and the reads that have seen that write. */
  const latest = new Map<LocationId, { write: number; reads: number[] }>();
  return trace.map((e, i) => {
    // A load may read from a later store (load buffering): then nothing shows that order.
    const before = e.source >= 0 && e.source < i ? [e.source] : [];
    const here = latest.get(e.label.loc) ?? { write: -1, reads: [] };
    if (readsLocation(e, trace) && e.source === here.write && !changes(e)) {
      here.reads.push(i);
      latest.set(e.label.loc, here);
    }
    if (!changes(e)) return before;
    latest.set(e.label.loc, { write: i, reads: [] });
    return [...before, ...(here.write < 0 ? [] : [here.write]), ...here.reads];
  });
}

/**
 * The places of the events in the order with the fewest context switches. `isLast`: the last event stays last;
 * `follows`: the thread of an event that comes after all of them, if there is one. For long executions of many threads
 * the order may have more switches than necessary.
 */
export function fewestSwitches(trace: readonly TraceEvent[], isLast: boolean, follows?: number): readonly number[] {
  const threads = new TraceThreads(trace);
  const before = constraintsOf(trace);
  const last = isLast ? trace.length - 1 : -1;
  const widest = Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(ENOUGH / (trace.length * threads.events.length))));
  const seen = new Set<string>();
  let level: Block[] = [{ positions: threads.start, before: undefined }];
  while (level.length > 0) {
    const next: Block[] = [];
    const complete: Block[] = [];
    for (const block of level) {
      for (let t = 0; t < threads.events.length; t++) {
        const positions = goOn(block.positions, t);
        if (positions === undefined) continue;
        const after = { positions, before: block };
        if (count(positions) === trace.length) complete.push(after);
        else if (isNew(positions)) next.push(after);
      }
    }
    const found = complete.find((b) => trace[orderUpTo(b, threads).at(-1)!].thread === follows) ?? complete.at(0);
    if (found !== undefined) return orderUpTo(found, threads);
    level =
      next.length <= widest ? next : next.sort((a, b) => count(b.positions) - count(a.positions)).slice(0, widest);
  }
  return trace.map((_, i) => i);

  /** The thread goes as far as it can; undefined: it cannot go on. */
  function goOn(from: Positions, t: number): Positions | undefined {
    const positions = from.slice();
    const events = threads.events[t];
    while (positions[t] < events.length && mayCome(positions, events[positions[t]])) positions[t]++;
    return positions[t] === from[t] ? undefined : positions;
  }

  function mayCome(positions: Positions, e: number): boolean {
    if (e === last) return count(positions) === trace.length - 1;
    return before[e].every((b) => threads.has(positions, b));
  }

  function isNew(positions: Positions): boolean {
    const key = positions.join();
    return !seen.has(key) && seen.add(key).size > 0;
  }
}

function count(positions: Positions): number {
  return positions.reduce((sum, n) => sum + n, 0);
}
