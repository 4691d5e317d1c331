/**
 * The plain accesses of the past that decide about later races: those that a thread has not released, and the part of
 * happens-before that orders the others.
 */
import { entry } from '../../../../graph/clock';
import { type GraphEvent, isWrite } from '../../../../graph/event';
import type { ExecutionGraph, LocationState } from '../../../../graph/graph';
import { Kind, type LocationId, Order, type ThreadId } from '../../../../program/label';
import { isRelease } from '../../../../program/memory-order';
import { isCompareExchange } from '../../../../program/rmw';
import { type Past, pastsOf } from './synchronisation';

/**
 * What follows from a list of events, one after the other: the value after each event is kept while the event is in the
 * graph, so that a growing list costs its new events.
 */
export class EventFold<T> {
  /** By number of the event in the graph: the value after it. */
  private readonly known: { readonly event: GraphEvent; readonly value: T }[] = [];

  /**
   * `first`: the value before all events. `follow`: the value after one more. An event must come after the same events
   * in every list that has it.
   */
  constructor(
    private readonly first: T,
    private readonly follow: (value: T, e: GraphEvent) => T,
  ) {}

  /** The value after the events, or after the first `count` of them. */
  of(events: readonly GraphEvent[], count = events.length): T {
    let i = count;
    let value = this.first;
    for (; i > 0; i--) {
      const known = this.known[events[i - 1].id];
      if (known?.event !== events[i - 1]) continue;
      ({ value } = known);
      break;
    }
    for (; i < count; i++) {
      value = this.follow(value, events[i]);
      this.known[events[i].id] = { event: events[i], value };
    }
    return value;
  }
}

/**
 * Accesses, and what came before: the text of the set before the thread created another one, whose accesses come after
 * these alone.
 */
export interface AccessSet {
  readonly before: string;
  readonly accesses: ReadonlySet<number>;
  /** The set before that, and the thread that was created. */
  readonly created?: { readonly thread: ThreadId; readonly before: AccessSet };
}

/**
 * The plain accesses of a thread since it last released anything. Two states that differ only in these differ in the
 * races that follow: whoever touches the same data next, and has not synchronised with the thread, races with them.
 *
 * Numbers for these sets; 0 is the empty set. Sets are reached from each other by adding an access.
 */
export class AccessSets {
  durable = {
    sets: [{ before: '', accesses: new Set() }] as AccessSet[],
    numbers: new Map([['|', 0]]),
    /**
     * By set: the set with one more access (2 * location, + 1 for a write), or after the creation of thread t (-1 - t).
     */
    next: [] as Map<number, number>[],
  };
  private readonly fold = new EventFold<number>(0, (set, e) => this.follow(set, e));

  /** The number of the set of the thread whose events these are. */
  of(events: readonly GraphEvent[]): number {
    return this.fold.of(events);
  }

  /**
   * The accesses of its thread that the event releases (2 * location, + 1 for a write): until then others that have not
   * synchronised with the thread race with them. `events`: those of the thread, with this one.
   */
  releasedBy(events: readonly GraphEvent[], e: GraphEvent): number[] {
    if (!releases(e)) return [];
    const released: number[] = [];
    const before = this.fold.of(events, e.index);
    for (let at: AccessSet | undefined = this.durable.sets[before]; at !== undefined; at = at.created?.before)
      released.push(...at.accesses);
    return released;
  }

  /** May an access by another thread race with one of the set? */
  meets(set: number, by: ThreadId, loc: LocationId, writes: boolean): boolean {
    for (let at: AccessSet | undefined = this.durable.sets[set]; at !== undefined; at = at.created?.before) {
      if (at.accesses.has(2 * loc + 1) || (writes && at.accesses.has(2 * loc))) return true;
      // What came before its creation comes before all that it does.
      if (at.created?.thread === by) return false;
    }
    return false;
  }

  private follow(set: number, e: GraphEvent): number {
    switch (e.label.kind) {
      case Kind.PlainRead:
        return this.add(set, 2 * e.loc);
      case Kind.PlainWrite:
        return this.add(set, 2 * e.loc + 1);
      case Kind.Create:
        return set === 0 ? 0 : this.add(set, -1 - e.label.thread);
      default:
        return releases(e) ? 0 : set;
    }
  }

  private add(set: number, what: number): number {
    const known = (this.durable.next[set] ??= new Map<number, number>());
    let to = known.get(what);
    if (to === undefined) known.set(what, (to = this.numberOf(extended(this.durable.sets[set], what))));
    return to;
  }

  private numberOf(set: AccessSet): number {
    const key = textOf(set);
    let number = this.durable.numbers.get(key);
    if (number === undefined) this.durable.numbers.set(key, (number = this.durable.sets.push(set) - 1));
    return number;
  }
}

function extended(set: AccessSet, what: number): AccessSet {
  if (what < 0) {
    const thread = -1 - what;
    return { before: `${textOf(set)}/${thread}/`, accesses: new Set(), created: { thread, before: set } };
  }
  const accesses = new Set(set.accesses).add(what);
  // A write races with all that a read of the same data races with.
  if (accesses.has(what | 1)) accesses.delete(what & ~1);
  return { ...set, accesses };
}

function textOf({ before, accesses }: AccessSet): string {
  return `${before}|${[...accesses].sort((a, b) => a - b).join()}`;
}

/** May what comes before the event in its thread happen before what others do later, because of the event? */
function releases(e: GraphEvent): boolean {
  const { kind, order } = e.label;
  if (kind === Kind.Store || kind === Kind.Rmw) return isWrite(e) && isRelease(order);
  return e.sync !== undefined && e.sync.releases !== 'nothing';
}

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
 * The part of happens-before that decides about later races, as a text: for each plain access that another one may race
 * with, which threads have it in their past, and who would get it there by synchronising with what a location holds.
 *
 * It is part of a state only where reads-from is not always happens-before (`hidesOrder`), or where a race may depend
 * on what an update found (`writesWhereEqual`). Otherwise it need not be: if
 * two accesses race, there is an execution in which they are adjacent, since all that one of them depends on is in its
 * past. In that execution the first thread has released nothing since its access, so the access is in its access set
 * (AccessSets), and every execution that leads to the state shows the race.
 *
 * `latest`: of graphs of the same exploration. `all`: the locations of which it has atomic accesses, too, where there
 * are no others yet.
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
  const covers = ({ clock, own, events }: Past): string =>
    accesses
      .map(({ thread, index }) => ((thread === own ? events : entry(clock, thread)) > index ? '1' : '0'))
      .join('');
  const pasts = pastsOf(graph).map((past) => `${past.name} ${covers(past)}`);
  return [...accesses.map(({ name }) => name), ...pasts].join(' ');
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
