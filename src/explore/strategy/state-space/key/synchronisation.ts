/** What later events of a graph may come to have in their past: by program order, fences, or by reading a location. */
import { type Clock, entry, noClock } from '../../../../graph/clock';
import { isWrite } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import type { C11Clocks } from '../../../../model/c11-happens-before';
import type { LocationId, ThreadId } from '../../../../program/label';

/** A set of events: those that the clock covers, and the first `events` of the thread `own` (-1: no thread's). */
export interface Past {
  /** It differs from those of the other pasts of the graph. */
  readonly name: string;
  /**
   * What gets the past: what the thread does next; its next acquire fence; whoever acquires a write after its release
   * fence; whoever acquires from the location (from exclusive owners alone); and from later writes of the thread to it.
   */
  readonly by: 'thread' | 'acquire fence' | 'release fence' | 'read' | 'exclusive' | 'later write';
  /** Of `read` and `exclusive`: -1. */
  readonly thread: ThreadId;
  readonly loc: LocationId;
  readonly clock: Clock;
  readonly own: ThreadId;
  readonly events: number;
}

/** All that are not empty, and those of threads. */
export function pastsOf(graph: ExecutionGraph): Past[] {
  const pasts: Past[] = [];
  for (let t = 0; t < graph.threads.length; t++) {
    const last = graph.last(t);
    if (last === undefined) continue;
    const { before, acquirable, fenced } = last.clocks as C11Clocks;
    for (const [name, by, clock] of [
      ['t', 'thread', before],
      ['a', 'acquire fence', acquirable],
      ['f', 'release fence', fenced],
    ] as const) {
      const events = clock === before ? Infinity : entry(clock, t);
      pasts.push({ name: `${name}${t}`, by, thread: t, loc: -1, clock, own: t, events });
    }
  }
  for (const [loc, { writes, accesses }] of graph.locations) {
    const ofLocation = { loc, own: -1, events: 0 };
    const { carried, exclusive } = writes[writes.length - 1].clocks as C11Clocks;
    // Exclusive owners release it to the others, too.
    if (carried !== noClock) {
      pasts.push({ ...ofLocation, name: `c${loc}`, by: 'read', thread: -1, clock: carried });
      pasts.push({ ...ofLocation, name: `e${loc}`, by: 'exclusive', thread: -1, clock: exclusive });
    }
    // What later writes of the thread release, too, though others have written since.
    accesses.forEach((events, thread) => {
      const clock = (events.findLast(isWrite)?.clocks as C11Clocks | undefined)?.released ?? noClock;
      if (clock !== noClock) pasts.push({ ...ofLocation, name: `r${loc}.${thread}`, by: 'later write', thread, clock });
    });
  }
  return pasts;
}
