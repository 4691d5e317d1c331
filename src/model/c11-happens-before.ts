/**
 * Happens-before of C11 and C++20 (C11 5.1.2.4, C++20 [intro.races]): program order, creating and joining threads,
 * operations on synchronisation objects, and release sequences that an acquire reads from, fences included
 * (C11 7.17.4).
 */
import { entry, join, noClock, withEntry, type Clock, type EventClocks } from '../graph/clock';
import { isWrite, type Append, type GraphEvent } from '../graph/event';
import type { HappensBefore } from '../graph/happens-before';
import { isObjectKind } from '../object';
import type { Releases } from '../object/object';
import { Kind, Order, type Label } from '../program/label';
import { isAcquire, isRelease, readOrder } from '../program/memory-order';

/**
 * Which writes after a release write belong to its release sequence. `c11`: later writes of the same thread and rmws
 * (C11 5.1.2.4p10); `c20`: rmws only (C++20 [intro.races], P0982).
 */
export type ReleaseSequence = 'c11' | 'c20';

/** Clocks of an event under these rules. */
export interface C11Clocks extends EventClocks {
  /** The clock that an acquire fence of the thread would join now. */
  readonly acquirable: Clock;
  /** The thread's clock at its last release fence. */
  readonly fenced: Clock;
  /** Writes: the clock that later writes of the thread to the location release too (`c11` sequences). */
  readonly released: Clock;
  /** Writes: the clock that an acquire read of the event joins. */
  readonly carried: Clock;
  /** Operations on objects: the part of `carried` that exclusive owners released. */
  readonly exclusive: Clock;
}

const none: C11Clocks = {
  before: noClock,
  fork: noClock,
  acquirable: noClock,
  fenced: noClock,
  released: noClock,
  carried: noClock,
  exclusive: noClock,
};

export class C11HappensBefore implements HappensBefore {
  readonly initial: EventClocks = none;

  /**
   * `sequence`: which release sequences there are. `atomicOrder`: the order that the model gives an atomic access or
   * fence that the program gives this one.
   */
  constructor(
    private readonly sequence: ReleaseSequence,
    private readonly atomicOrder: (o: Order) => Order = (o) => o,
  ) {}

  clocks(
    a: Append,
    index: number,
    previous: EventClocks | undefined,
    accesses: readonly GraphEvent[] | undefined,
  ): C11Clocks {
    const { thread: t, label: l, source } = a;
    const last = previous === undefined ? none : (previous as C11Clocks);
    const writes = a.written !== undefined || a.object !== undefined;
    const order = this.orderOf(l.order);
    let { before, fork, acquirable, fenced } = last;
    if (source !== null) {
      const given = clocksOf(source);
      if (l.kind === Kind.Begin || l.kind === Kind.Join) {
        before = join(before, withEntry(given.before, source.thread, source.index + 1));
        const events = Math.max(entry(fork, source.thread), source.index + 1);
        fork = withEntry(join(fork, given.fork), source.thread, events);
      } else if (isObjectKind(l.kind)) {
        if (a.sync?.acquires === 'all') before = join(before, given.carried);
        else if (a.sync?.acquires === 'exclusive') before = join(before, given.exclusive);
      } else if (given.carried.length > 0) {
        if (isAcquire(this.orderOf(readOrder(l, writes)))) before = join(before, given.carried);
        else if (l.order !== Order.Plain) acquirable = join(acquirable, given.carried);
      }
    }
    if (l.kind === Kind.Fence) {
      if (isAcquire(order)) before = join(before, acquirable);
      if (isRelease(order)) fenced = withEntry(before, t, index + 1);
    }

    let released = noClock;
    let carried = noClock;
    let exclusive = noClock;
    if (a.object !== undefined) {
      const own = withEntry(before, t, index + 1);
      const object = clocksOf(source!);
      ({ carried, exclusive } = releasedBy(object, a.sync!.releases, own));
    } else if (writes) {
      released = isRelease(order) ? withEntry(before, t, index + 1) : order === Order.Plain ? noClock : fenced;
      if (this.sequence === 'c11') {
        const own = lastWrite(accesses);
        if (own !== undefined) released = join(released, clocksOf(own).released);
      }
      if (order !== Order.Plain) carried = source !== null ? join(released, clocksOf(source).carried) : released;
    }
    // Most events synchronise with nothing: then no new clocks are needed.
    return before === last.before &&
      fork === last.fork &&
      acquirable === last.acquirable &&
      fenced === last.fenced &&
      released === last.released &&
      carried === last.carried &&
      exclusive === last.exclusive
      ? last
      : { before, fork, acquirable, fenced, released, carried, exclusive };
  }

  acquires(l: Label): boolean {
    return isAcquire(this.orderOf(l.order));
  }

  isSequential(l: Label, writes: boolean): boolean {
    switch (l.kind) {
      case Kind.Fence:
      case Kind.Load:
      case Kind.Store:
      case Kind.Rmw:
        return this.orderOf(readOrder(l, writes)) === Order.SeqCst;
      default:
        return false;
    }
  }

  /** Plain accesses synchronise under no model. */
  private orderOf(o: Order): Order {
    return o === Order.Plain ? o : this.atomicOrder(o);
  }
}

/** The clocks that these rules gave the event. */
function clocksOf(e: GraphEvent): C11Clocks {
  return e.clocks as C11Clocks;
}

/**
 * The clocks that later operations on an object may acquire, after an operation that follows one with the clocks
 * `source`. `clock`: all that happens before the operation, itself included.
 */
function releasedBy(
  source: C11Clocks,
  releases: Releases,
  clock: Clock,
): { readonly carried: Clock; readonly exclusive: Clock } {
  switch (releases) {
    case 'nothing':
      return source;
    case 'shared':
      return { carried: join(source.carried, clock), exclusive: source.exclusive };
    case 'exclusive':
      return { carried: join(source.carried, clock), exclusive: join(source.exclusive, clock) };
    case 'anew':
      return { carried: clock, exclusive: clock };
  }
}

function lastWrite(events: readonly GraphEvent[] | undefined): GraphEvent | undefined {
  return events?.findLast(isWrite);
}
