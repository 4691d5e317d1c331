/**
 * Is each execution under the model an interleaving, so that states may be explored (state-search.ts)? The condition is
 * that of execution-graph robustness against release-acquire (Lahav and Margalit, Robustness against release/acquire
 * semantics, PLDI 2019; Verifying observational robustness against a C11-style memory model, POPL 2021), for RC11:
 * whenever a thread comes to an atomic access, each write that it may read, or write after, under the model is one that
 * it may in an interleaving, too. docs/explanation/robustness.md has the argument, and what a state has to keep for it.
 *
 * Of the model only coherence counts here. Where seq_cst accesses and fences forbid more, a program counts as not
 * robust though it is; executions are explored then.
 */
import { type Clock, entry, join, noClock, withEntry } from '../../../../graph/clock';
import { accesses as touches, isWrite, type GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph, LocationState } from '../../../../graph/graph';
import type { C11Clocks } from '../../../../model/c11-happens-before';
import { Kind, type LocationId, Order, type ThreadId, type Value } from '../../../../program/label';
import { mayFailSpuriously, rmwResult, SPURIOUS } from '../../../../program/rmw';
import { type ScReduction, Usage } from '../../../equivalence/sc-reduction';
import type { GraphExtender, Pending } from '../../../extend/extender';
import { iterationEndingAt } from '../../../histories/spin-loops';
import { usedIds } from './state-key';
import { type Past, pastsOf } from './synchronisation';

/**
 * By location: the place in coherence order of the latest write that comes before, 0 being the initial one. (A clock,
 * with locations in the place of threads.)
 */
type Knowledge = Clock;

/** An event of an interleaving. */
interface Placed {
  readonly event: GraphEvent;
  /** The place of the write that the event is, or reads. */
  readonly place: number;
  /** The writes that come before the thread's next event in every interleaving: by (po ∪ rf ∪ co ∪ fr)+. */
  readonly known: Knowledge;
  /** Those that come before the next write of the event's location: what all accesses so far have known. */
  readonly around: Knowledge;
}

export class Robustness {
  /** By number of the event. Those of events that are in the graph no more are found out by the event. */
  private readonly placed: (Placed | undefined)[] = [];

  constructor(
    private readonly reduction: ScReduction,
    private readonly extender: Pick<GraphExtender, 'learn'>,
  ) {}

  /**
   * Looks at the events that threads are to perform in the state of the graph. Throws ExplorationRestart where the
   * program is not robust.
   */
  check(graph: ExecutionGraph, pending: readonly Pending[]): void {
    if (!this.reduction.checksRobustness) return;
    this.follow(graph);
    if (graph.locations.size > MOST_LOCATIONS || !pending.every((p) => this.isRobust(graph, p)))
      this.reduction.excludeStates();
  }

  /**
   * What later checks depend on, as a text: how far what each thread has seen, and what it would see by reading a
   * location, lags behind what it knows; and what it might read in between.
   */
  textOf(graph: ExecutionGraph): string {
    if (!this.reduction.checksRobustness) return '';
    this.follow(graph);
    const used = usedIds(graph);
    const isJoined = (t: ThreadId): boolean => ((used[t] ?? 0) & 1) !== 0;
    const pasts = pastsOf(graph).filter((past) => !isJoined(past.thread) && this.matters(past));
    const acting = pasts.filter(({ by, thread }) => by === 'thread' && graph.end(thread) === undefined);
    if (acting.length === 0) return '';
    const known: Named<Knowledge>[] = [];
    for (const { by, thread } of pasts)
      if (by === 'thread') known.push({ name: `k${thread}`, of: this.placed[graph.last(thread)!.id]!.known });
    for (const [loc, { writes, accesses }] of graph.locations) {
      const last = writes[writes.length - 1];
      known.push({ name: `w${loc}`, of: last.thread < 0 ? noClock : this.placed[last.id]!.known });
      known.push({ name: `u${loc}`, of: this.around(accesses) });
    }
    const lags = [...graph.locations].flatMap(([loc, { writes, accesses, atomic }]) => {
      if (atomic === 0 || writes.length === 1 || writes.at(-1)!.object !== undefined) return [];
      const lag = lagOf(
        (from, to) => this.betweenText(loc, writes, from, to),
        // Whoever acquires something has seen this much already.
        Math.min(...acting.map((past) => this.seen(accesses, past))),
        pasts.map((past) => ({ name: past.name, of: this.seen(accesses, past) })),
        known.map(({ name, of }) => ({ name, of: entry(of, loc) })),
      );
      return lag === '' ? [] : [`${loc}:${lag}`];
    });
    return lags.join(' ');
  }

  /** May what the program does, as far as it was seen, have the past? */
  private matters({ by, loc }: Past): boolean {
    const usage = this.reduction.usageOf(loc);
    switch (by) {
      case 'acquire fence':
        return (usage & Usage.AcquireFence) !== 0;
      case 'release fence':
        return (usage & Usage.ReleaseFence) !== 0;
      case 'later write':
        return (usage & Usage.Relaxed) !== 0;
      default:
        return true;
    }
  }

  /** May the thread do no more than in an interleaving? */
  private isRobust(graph: ExecutionGraph, pending: Pending): boolean {
    const { thread, label } = pending;
    if (!checked.has(label.kind) || label.order === Order.Plain) return true;
    const last = graph.last(thread)!;
    const known = entry(this.placed[last.id]!.known, label.loc);
    const { writes, accesses } = graph.location(label.loc);
    const { before: clock } = last.clocks as C11Clocks;
    for (let at = this.seen(accesses, { clock, own: thread, events: Infinity }); at < known; at++)
      if (this.mayFollow(graph, writes, at, pending)) return false;
    return true;
  }

  /** May the event read the write of that place, or come right after it, though there are later ones that it knows? */
  private mayFollow(graph: ExecutionGraph, writes: Writes, at: number, pending: Pending): boolean {
    const { label } = pending;
    const fits = !isFollowedAtOnce(writes, at);
    if (label.kind === Kind.Store) return fits;
    const value = writes[at].written!;
    const goesOn = !this.waits(graph, pending, value);
    if (label.kind === Kind.Load || rmwResult(label, value) === undefined) return goesOn;
    return (fits && goesOn) || (mayFailSpuriously(label) && !this.waits(graph, pending, SPURIOUS));
  }

  /** Does the thread only look again where the event returns the value? Then it has not looked at all. */
  private waits(graph: ExecutionGraph, { node, label }: Pending, value: Value): boolean {
    const after = this.extender.learn(graph, node, value);
    const iteration = after && iterationEndingAt(after);
    if (iteration === undefined || iteration.operations.length > 0 || iteration.readsPlain) return false;
    this.reduction.use(label.loc, Usage.Values);
    return true;
  }

  /** What an access may use of the writes from the one place up to the other, without what makes no difference. */
  private betweenText(loc: LocationId, writes: Writes, from: number, to: number): string {
    const usage = this.reduction.usageOf(loc);
    const values = new Set<string>();
    for (let at = from; at < to; at++) {
      const followed = isFollowedAtOnce(writes, at);
      if (followed && (usage & Usage.Reads) === 0) continue;
      values.add(`${usage & Usage.Values ? writes[at].written : ''}${followed ? '+' : ''}`);
    }
    // What may be written after may be read, too.
    if ((usage & Usage.Values) === 0 && values.has('')) return '<';
    return values.size === 0 ? '' : `<${[...values].sort().join()}`;
  }

  /** The place of the latest write that was seen: it happens before, or a read of it does. */
  private seen(accesses: Accesses, { clock, own, events }: Pick<Past, 'clock' | 'own' | 'events'>): number {
    let place = 0;
    accesses.forEach((list, t) => {
      const until = t === own ? events : entry(clock, t);
      const last = list.findLast(({ index }) => index < until);
      if (last !== undefined) place = Math.max(place, this.placed[last.id]!.place);
    });
    return place;
  }

  /** What the accesses with these that are placed have known, all together. */
  private around(accesses: Accesses, until = Infinity): Knowledge {
    let last: GraphEvent | undefined;
    accesses.forEach((list) => {
      const e = list.findLast(({ id }) => id < until);
      if (e !== undefined && e.id > (last?.id ?? -1)) last = e;
    });
    return last === undefined ? noClock : this.placed[last.id]!.around;
  }

  /** Places the events of the graph that are not placed yet. */
  private follow(graph: ExecutionGraph): void {
    const { events } = graph;
    let i = events.length;
    while (i > 0 && this.placed[i - 1]?.event !== events[i - 1]) i--;
    for (; i < events.length; i++) this.placed[i] = this.place(graph, events[i]);
  }

  private place(graph: ExecutionGraph, event: GraphEvent): Placed {
    const { id, index, thread, loc, source } = event;
    const knownTo = (e: GraphEvent): Knowledge => (e.thread < 0 ? noClock : this.placed[e.id]!.known);
    let known = index === 0 ? noClock : knownTo(graph.threads[thread][index - 1]);
    if (source !== null) known = join(known, knownTo(source));
    if (!touches(event)) return { event, place: 0, known, around: noClock };
    const { writes, accesses } = graph.location(loc);
    const around = this.around(accesses, id);
    if (isWrite(event)) known = join(known, around);
    const place = writes.lastIndexOf(isWrite(event) ? event : (source ?? writes[0]));
    known = join(known, withEntry(noClock, loc, place));
    return { event, place, known, around: join(around, known) };
  }
}

interface Named<T> {
  readonly name: string;
  readonly of: T;
}

type Writes = readonly GraphEvent[];
type Accesses = LocationState['accesses'];

/** What a state keeps grows with the square of the locations. Programs with more are explored by executions. */
const MOST_LOCATIONS = 128;

const checked: ReadonlySet<Kind> = new Set([Kind.Load, Kind.Store, Kind.Rmw]);

/** Does an update read the write of that place, so that no other write can come between the two? */
function isFollowedAtOnce(writes: Writes, at: number): boolean {
  return writes[at + 1]?.source === writes[at];
}

/**
 * How what was seen of a location lags behind what is known of it, as a text: for each two places `between` them. That
 * is all that matters, and it determines what it is later: of two places that are joined the later one counts, and what
 * is between is that of one of the two. `least`: all that counts has seen as much. Empty: it has seen all.
 */
function lagOf(
  between: (from: number, to: number) => string,
  least: number,
  seen: readonly Named<number>[],
  known: readonly Named<number>[],
): string {
  const texts = new Map<number, string>();
  const textFrom = (from: number): string => {
    const upTo = new Map<number, string>();
    let all = '';
    for (const { name, of } of known) {
      if (of <= from) continue;
      let text = upTo.get(of);
      if (text === undefined) upTo.set(of, (text = between(from, of)));
      if (text !== '') all += name + text;
    }
    return all;
  };
  const most = textFrom(least);
  if (most === '') return '';
  let lag = `(${most})`;
  for (const { name, of } of seen) {
    if (of <= least) continue;
    let text = texts.get(of);
    if (text === undefined) texts.set(of, (text = textFrom(of)));
    lag += `${name}(${text})`;
  }
  return lag;
}
