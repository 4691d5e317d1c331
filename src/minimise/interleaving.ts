/**
 * Interleavings of a trace: orders in which each read sees the latest write to its location. A trace lists the events
 * in the order in which the exploration has appended them, where writes come as soon as their thread reaches them. So a
 * trace may be no interleaving although its execution is sequentially consistent.
 */
import type { TraceEvent } from '../explore/common/verdict';
import type { LocationId } from '../program/label';
import { changes, readsLocation } from './accesses';
import { orderUpTo, TraceThreads, type Block, type Positions } from './trace-threads';

/** How many states the search enters before it gives up. */
const MAX_STATES = 3000;

/** Does each read see the latest write to its location? */
export function isInterleaving(trace: readonly TraceEvent[]): boolean {
  const latest = new Map<LocationId, number>();
  return trace.every((e, i) => {
    if (readsLocation(e, trace) && e.source !== (latest.get(e.label.loc) ?? -1)) return false;
    if (changes(e)) latest.set(e.label.loc, i);
    return true;
  });
}

interface State extends Block {
  /** By location: the latest write. */
  readonly latest: ReadonlyMap<LocationId, number>;
}

/**
 * An interleaving of the trace with the last event last; undefined: there is none, or the search would take too long.
 * The search is complete up to its limit: a read comes as soon as it may come, since that excludes nothing; a write
 * waits for all reads of the write before it; between writes to the same location the search branches.
 */
export function interleavingOf(trace: readonly TraceEvent[], isLast: boolean): readonly number[] | undefined {
  const threads = new TraceThreads(trace);
  const last = isLast ? trace.length - 1 : -1;
  const readers = trace.map((): number[] => []);
  const initialReaders = new Map<LocationId, number[]>();
  const writers = new Map<LocationId, number[]>();
  for (const [i, e] of trace.entries()) {
    const { loc } = e.label;
    if (changes(e)) add(writers, loc, i);
    if (!readsLocation(e, trace)) continue;
    if (e.source >= 0) readers[e.source].push(i);
    else add(initialReaders, loc, i);
  }
  const seen = new Set<string>();
  const open: State[] = [{ positions: threads.start, before: undefined, latest: new Map() }];
  for (let entered = 0, state = open.pop(); state !== undefined && entered < MAX_STATES; state = open.pop()) {
    if (state.positions.every((n, t) => n === threads.events[t].length)) return orderUpTo(state, threads);
    const key = `${state.positions.join()} ${[...state.latest.values()].sort((a, b) => a - b).join()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    entered++;
    // The last ones are tried first: as far as possible, by the first thread.
    const ways = threads.events.map((_, t) => goOn(state!, t));
    for (const stopped of ways) open.push(...stopped.slice(0, -1));
    for (const stopped of ways.reverse()) open.push(...stopped.slice(-1));
  }
  return undefined;

  /** The states in which the thread may stop: before writes that compete with others, and as far as it can go. */
  function goOn(from: State, t: number): State[] {
    const states: State[] = [];
    const positions = from.positions.slice();
    const latest = new Map(from.latest);
    const stop = (): void => {
      if (positions[t] > from.positions[t])
        states.push({ positions: positions.slice(), latest: new Map(latest), before: from });
    };
    const events = threads.events[t];
    while (positions[t] < events.length && mayCome(positions, latest, events[positions[t]])) {
      const i = events[positions[t]];
      const e = trace[i];
      if (changes(e)) {
        if (writers.get(e.label.loc)!.some((w) => threads.thread[w] !== t && !threads.has(positions, w))) stop();
        latest.set(e.label.loc, i);
      }
      positions[t]++;
    }
    stop();
    return states;
  }

  function mayCome(positions: Positions, latest: ReadonlyMap<LocationId, number>, i: number): boolean {
    const e = trace[i];
    const { loc } = e.label;
    if (i === last && positions.reduce((sum, n) => sum + n, 0) < trace.length - 1) return false;
    if (e.source >= 0 && !threads.has(positions, e.source)) return false;
    const now = latest.get(loc) ?? -1;
    if (readsLocation(e, trace) && e.source !== now) return false;
    if (!changes(e)) return true;
    const waiting = now < 0 ? (initialReaders.get(loc) ?? []) : readers[now];
    return waiting.every((r) => r === i || threads.has(positions, r));
  }
}

function add(lists: Map<LocationId, number[]>, loc: LocationId, i: number): void {
  const list = lists.get(loc);
  if (list === undefined) lists.set(loc, [i]);
  else list.push(i);
}
