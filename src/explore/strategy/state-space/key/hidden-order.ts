/**
 * Looks at all events of a state search for what a state must have besides what is in memory: does the order of events
 * decide about later races (past-accesses.ts), and have condition variables one mutex each (Locksets)?
 */
import { type DataOf, dataOf, giveData } from '../../../../base/durable';
import { type GraphEvent, isWrite } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import { isObjectKind, objectOf } from '../../../../object';
import { mutex, ownerOf } from '../../../../object/mutex';
import { Kind, type Label, type LocationId, NEVER, Order, type ThreadId } from '../../../../program/label';
import { isAcquire, isRelease, readOrder } from '../../../../program/memory-order';
import { alwaysWrites } from '../../../../program/rmw';
import type { SearchContext } from '../../strategy';
import { hidesOrder, writesWhereEqual } from './past-accesses';

export class HiddenOrder {
  private readonly locksets = new Locksets();
  private readonly seen = {
    durable: {
      /** Has some execution plain data whose accesses are events? */
      plain: false,
      /** Does some event depend on what need not come before it? */
      hidden: false,
      /** Locations that some event reads as plain data, and those that some event writes where it finds a value. */
      readPlainly: new Set<LocationId>(),
      updated: new Set<LocationId>(),
      /** Locations to which some event writes without releasing anything. */
      unreleased: new Set<LocationId>(),
      /** Objects with steady operations, and those that other operations unsettle (isSteady). */
      steady: new Set<LocationId>(),
      unsettled: new Set<LocationId>(),
    },
  };
  private readonly parts = { seen: this.seen, locksets: this.locksets };

  constructor(private readonly context: Pick<SearchContext, 'refinement' | 'reduction'>) {}

  get durable(): DataOf<typeof this.parts> {
    return dataOf(this.parts);
  }

  set durable(data: DataOf<typeof this.parts>) {
    giveData(this.parts, data);
  }

  /**
   * Looks at the events from the mark on. Throws ExplorationRestart when the order of events must count from now on.
   */
  observe(graph: ExecutionGraph, mark: number): void {
    const { refinement, reduction } = this.context;
    const { durable: seen } = this.seen;
    for (let i = mark; i < graph.events.length; i++) {
      const e = graph.events[i];
      seen.plain ||= e.label.order === Order.Plain;
      // Whoever was woken comes after the signal once it has locked the mutex, as far as there is one for all.
      const isWoken = e.label.kind === Kind.CondWake && !this.locksets.durable.isEmpty;
      const isIndependent = isSteady(e.label) && !seen.unsettled.has(e.loc);
      seen.hidden ||= !isWoken && !isIndependent && hidesOrder(graph, e);
      if (isIndependent) seen.steady.add(e.loc);
      if (unsettles(graph, e)) seen.unsettled.add(e.loc);
      seen.hidden ||= seen.steady.has(e.loc) && seen.unsettled.has(e.loc);
      if (e.label.kind === Kind.PlainRead) seen.readPlainly.add(e.loc);
      if (writesWhereEqual(e)) seen.updated.add(e.loc);
      if (isWrite(e) && e.object === undefined && !isRelease(e.label.order)) seen.unreleased.add(e.loc);
      if (seen.readPlainly.has(e.loc) && seen.updated.has(e.loc)) refinement.orderAll(e.loc);
      if (this.locksets.add(graph, e)) continue;
      seen.hidden = true;
      reduction.excludeStates();
    }
    if (seen.plain && seen.hidden) refinement.countOrder();
  }

  /**
   * May the event depend on one of another thread that does not happen before it, and was that not seen yet? A read may
   * that does not acquire, or if what it reads was not released; and an operation on an object.
   */
  mayHide(l: Label): boolean {
    const { durable: seen } = this.seen;
    if (seen.hidden) return false;
    if (isSteady(l)) return seen.unsettled.has(l.loc);
    if (l.kind !== Kind.Load && l.kind !== Kind.Rmw) return true;
    const acquires = isAcquire(readOrder(l, true)) && isAcquire(readOrder(l, alwaysWrites(l)));
    return !acquires || seen.unreleased.has(l.loc);
  }

  /** The mutexes that were held at all operations on the condition variable so far. */
  mutexesOf(condition: LocationId): Iterable<LocationId> {
    return this.locksets.of(condition);
  }

  /** How much was seen. */
  get learned(): number {
    const { hidden, unreleased, unsettled } = this.seen.durable;
    return Number(hidden) + unreleased.size + unsettled.size;
  }
}

/**
 * Operations on semaphores and read-write locks that have the same result without those before them that need not
 * happen before them. All posts of a semaphore happen before a wait that comes later (object/semaphore.ts). Without
 * some of the other waits its count is only larger. All that had a read-write lock have given it back before the next
 * writer, and all writers before the next reader; each of these unlocks happens before the lock (object/rwlock.ts). A
 * post and an unlock have one result.
 *
 * That holds for objects on which threads perform nothing else at the same time: a try may fail, and the value of a
 * semaphore may differ, because of an operation that need not happen before.
 *
 * Is it such an operation?
 */
export function isSteady(l: Label): boolean {
  return steady.has(l.kind) || (tries.has(l.kind) && l.value === NEVER);
}

/**
 * Does the result of the event depend on what need not happen before it, or does it change what such operations return?
 * Its object has no such operations then. `e`: an event of the graph.
 */
export function unsettles(graph: ExecutionGraph, { id, thread, label: l }: GraphEvent): boolean {
  if (makes.has(l.kind)) return !isOrderedWithAll(graph, id, thread);
  return l.kind === Kind.SemGetvalue || (tries.has(l.kind) && l.value !== NEVER);
}

/** Does the event come after all that other threads have done, and before all that they do? Of some it is not known. */
function isOrderedWithAll(graph: ExecutionGraph, id: number, thread: ThreadId): boolean {
  if (thread !== 0) return false;
  return graph.events.every(({ id: before, label }) => {
    if (before > id || label.kind !== Kind.Create) return true;
    const end = graph.end(label.thread);
    return end !== undefined && graph.happensBefore(end, graph.events[id]);
  });
}

const steady: ReadonlySet<Kind> = new Set([
  Kind.SemWait,
  Kind.SemPost,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
]);

/** With a time-out or without waiting, unless their value is NEVER. */
const tries: ReadonlySet<Kind> = new Set([Kind.SemTrywait, Kind.RwTryrdlock, Kind.RwTrywrlock]);

const makes: ReadonlySet<Kind> = new Set([Kind.SemInit, Kind.SemDestroy, Kind.RwInit, Kind.RwDestroy]);

/**
 * Is each condition variable used under one mutex? Then its operations happen one after the other, and whoever was
 * woken comes after the signal once it has locked the mutex: interleavings have all errors that RC11 has
 * (model/sequential-consistency.ts). Otherwise a signal may miss a thread that it would wake in an interleaving.
 *
 * Which mutexes a thread holds follows from the state, so every path to a state has the same answer (lock sets; Savage
 * et al., Eraser, TOCS 1997).
 */
export class Locksets {
  durable = {
    /** By condition variable: the mutexes that were held at all operations on it so far. */
    common: new Map<LocationId, ReadonlySet<LocationId>>(),
    /** Is some condition variable used without a common mutex? */
    isEmpty: false,
  };

  /**
   * Adds the event, which is at the end of its thread or followed by events that lock and unlock nothing. Returns
   * `!isEmpty`.
   */
  add(graph: ExecutionGraph, { thread, label: { kind, loc } }: GraphEvent): boolean {
    if (kind !== Kind.CondBlock && kind !== Kind.CondSignal && kind !== Kind.CondBroadcast) return true;
    const held = heldBy(graph, thread);
    const before = this.durable.common.get(loc);
    const common = before === undefined ? held : new Set([...before].filter((m) => held.has(m)));
    this.durable.common.set(loc, common);
    this.durable.isEmpty ||= common.size === 0;
    return !this.durable.isEmpty;
  }

  /** The mutexes that were held at all operations on the condition variable so far. */
  of(condition: LocationId): Iterable<LocationId> {
    return this.durable.common.get(condition) ?? [];
  }
}

function heldBy(graph: ExecutionGraph, t: ThreadId): Set<LocationId> {
  const held = new Set<LocationId>();
  for (const [loc, { writes }] of graph.locations) {
    const { label, object } = writes[writes.length - 1];
    if (object === undefined || !isObjectKind(label.kind) || objectOf(label.kind) !== mutex) continue;
    if (ownerOf(object) === t) held.add(loc);
  }
  return held;
}
