/**
 * The part of happens-before that decides about later races, as a text: for each plain access that another one may race
 * with, which threads have it in their past, and who would get it there by synchronising with what a location holds.
 *
 * It is part of a state only where reads-from is not always happens-before (`hidesOrder`), or where a race may depend
 * on what an update found (`writesWhereEqual`). Otherwise it need not be: if
 * two accesses race, there is an execution in which they are adjacent, since all that one of them depends on is in its
 * past. In that execution the first thread has released nothing since its access, so the access is in its access set
 * (access-sets.ts), and every execution that leads to the state shows the race.
 */
import { entry, noClock, type Clock } from '../../../../graph/clock';
import { isWrite, type GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph, LocationState } from '../../../../graph/graph';
import type { C11Clocks } from '../../../../model/c11-happens-before';
import { Order, type LocationId } from '../../../../program/label';
import { isCompareExchange } from '../../../../program/rmw';
import { EventFold } from './event-fold';

/** Does the event depend on an event of another thread that does not happen before it? */
export function hidesOrder(graph: ExecutionGraph, e: GraphEvent): boolean {
  const { source } = e;
  return source !== null && source.thread >= 0 && source.thread !== e.thread && !graph.happensBefore(source, e);
}

/**
 * Does the event write atomically only where it finds a value? Where it would come later, it may be a read, which races
 * with fewer accesses.
 */
export function writesWhereEqual(e: GraphEvent): boolean {
  return isCompareExchange(e.label) && isWrite(e);
}

/**
 * The text for the graph. `latest`: of graphs of the same exploration. `all`: the locations of which it has atomic
 * accesses, too, where there are no others yet.
 */
export function orderingOf(
  graph: ExecutionGraph,
  latest: LatestAccesses,
  all: (loc: LocationId) => boolean = () => false,
): string {
  const accesses = [...graph.locations].flatMap(([loc, state]) =>
    state.plain > 0 || all(loc) ? latest.of(loc, state) : [],
  );
  if (accesses.length === 0) return '';
  const covers = (clock: Clock, own: number, n: number): string =>
    accesses.map(({ thread, index }) => ((thread === own ? n : entry(clock, thread)) > index ? '1' : '0')).join('');
  const parts = accesses.map(({ name }) => name);
  for (let t = 0; t < graph.threads.length; t++) {
    const last = graph.last(t);
    if (last === undefined) continue;
    const { before, acquirable, fenced } = last.clocks as C11Clocks;
    parts.push(
      `t${t}`,
      ...[before, acquirable, fenced].map((c) => covers(c, t, c === before ? Infinity : entry(c, t))),
    );
  }
  for (const [loc, { writes }] of graph.locations) {
    const { carried, exclusive, released } = writes[writes.length - 1].clocks as C11Clocks;
    if (carried === noClock && exclusive === noClock && released === noClock) continue;
    parts.push(`l${loc}`, ...[carried, exclusive, released].map((c) => covers(c, -1, 0)));
  }
  return parts.join(' ');
}

interface Access {
  readonly name: string;
  readonly thread: number;
  readonly index: number;
}

/**
 * Of each thread the last accesses of a location of each kind: what races with an earlier one races with these too.
 */
export class LatestAccesses {
  /** The last accesses up to an event, of its thread and location. */
  private readonly latest = new EventFold<readonly (GraphEvent | undefined)[]>([], (before, e) =>
    kinds.map(({ matches }, k) => (matches(e) ? e : before[k])),
  );

  /** Those of the location, in the graph as it is now. */
  of(loc: LocationId, { accesses }: LocationState): Access[] {
    const result: Access[] = [];
    for (const events of accesses) {
      if (events === undefined || events.length === 0) continue;
      this.latest.of(events).forEach((e, i) => {
        if (e !== undefined)
          result.push({ name: `${loc}:${e.thread}${kinds[i].name}`, thread: e.thread, index: e.index });
      });
    }
    return result;
  }
}

const isPlain = (e: GraphEvent): boolean => e.label.order === Order.Plain;

/** Plain accesses race with all that conflicts, atomic ones with plain ones. */
const kinds: readonly { readonly name: string; readonly matches: (e: GraphEvent) => boolean }[] = [
  { name: 'w', matches: (e) => isPlain(e) && isWrite(e) },
  { name: 'r', matches: isPlain },
  { name: 'W', matches: isWrite },
  { name: 'R', matches: () => true },
];
