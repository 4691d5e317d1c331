/**
 * CCon (Singh, Sharma, Sharma: "Drišta: DPOR modulo observational equivalence for C/C++11", section 2 and figure 3) as
 * the paper defines it: is there a sequence of the events in which each read returns the last write before it, and each
 * thread keeps the order of those of its events that mhb orders? A search over sequences. The paper's pd is left out.
 */
import { Kind, Order, type LocationId } from '../../src/program/label';
import type { Event, Execution } from './execution';
import { isObjectKind } from './objects';

/** Is there such a sequence in which the writes of each location have the order co? */
export function hasSequence(x: Execution): boolean {
  return new Sequences(x).exists();
}

class Sequences {
  private readonly done = new Set<Event>();
  /** By location: how many of its writes are done. */
  private readonly written = new Map<LocationId, number>();
  private readonly predecessors: ReadonlyMap<Event, readonly Event[]>;
  private readonly failed = new Set<string>();

  constructor(private readonly x: Execution) {
    this.predecessors = new Map(x.events.map((e) => [e, x.events.filter((before) => keeps(before, e))]));
  }

  exists(): boolean {
    const taken: Event[] = [];
    // An event that writes nothing is in nobody's way.
    for (let e = this.free(); e; e = this.free()) {
      this.done.add(e);
      taken.push(e);
    }
    if (this.done.size === this.x.events.length) return true;
    const key = this.x.events.map((e) => (this.done.has(e) ? '1' : '0')).join('');
    if (!this.failed.has(key)) {
      for (const w of this.x.events) {
        if (w.written === undefined || !this.mayComeNext(w)) continue;
        const { loc } = w.label;
        const count = this.count(loc);
        this.done.add(w);
        this.written.set(loc, count + 1);
        if (this.exists()) return true;
        this.written.set(loc, count);
        this.done.delete(w);
      }
      this.failed.add(key);
    }
    for (const e of taken) this.done.delete(e);
    return false;
  }

  private free(): Event | undefined {
    return this.x.events.find((e) => e.written === undefined && this.mayComeNext(e));
  }

  private count(loc: LocationId): number {
    return this.written.get(loc) ?? 0;
  }

  private mayComeNext(e: Event): boolean {
    if (this.done.has(e) || !this.predecessors.get(e)!.every((before) => this.done.has(before))) return false;
    const co = this.x.co.get(e.label.loc) ?? [];
    const count = this.count(e.label.loc);
    if (e.written !== undefined && co[count] !== e) return false;
    return !isRead(e) || (co[count - 1] ?? null) === e.source;
  }
}

/** mhb, where that is not by way of other events; and the order of accesses to one location. */
function keeps(a: Event, b: Event): boolean {
  if (a.thread !== b.thread) {
    if (b.label.kind === Kind.Join) return a === b.source;
    return a.label.kind === Kind.Create && a.label.thread === b.thread && b.index === 0;
  }
  if (a.index >= b.index) return false;
  const sameLocation = isAccess(a) && isAccess(b) && a.label.loc === b.label.loc;
  const ro = releases(b);
  const ao = acquires(a);
  const fo =
    (a.label.kind === Kind.Fence && releases(a) && isAccess(b) && b.written !== undefined) ||
    (b.label.kind === Kind.Fence && acquires(b) && isAccess(a) && isRead(a));
  return sameLocation || ro || ao || fo;
}

const memory = [Kind.Load, Kind.Store, Kind.Rmw, Kind.PlainRead, Kind.PlainWrite];

function isAccess({ label: { kind } }: Event): boolean {
  return memory.includes(kind) || isObjectKind(kind);
}

function isRead(e: Event): boolean {
  return [Kind.Load, Kind.Rmw, Kind.PlainRead].includes(e.label.kind) || isObjectKind(e.label.kind);
}

function orderOf({ label, written }: Event): Order {
  return label.kind === Kind.Rmw && written === undefined ? label.failOrder : label.order;
}

function acquires(e: Event): boolean {
  const took = e.written !== undefined;
  switch (e.label.kind) {
    case Kind.Begin:
    case Kind.Join:
      return true;
    case Kind.Load:
    case Kind.Store:
    case Kind.Rmw:
    case Kind.Fence:
      return [Order.Consume, Order.Acquire, Order.AcqRel, Order.SeqCst].includes(orderOf(e));
    case Kind.MutexLock:
    case Kind.MutexTrylock:
    case Kind.RwRdlock:
    case Kind.RwTryrdlock:
    case Kind.RwWrlock:
    case Kind.RwTrywrlock:
    case Kind.SemWait:
    case Kind.SemTrywait:
      return took;
    case Kind.OnceBegin:
    case Kind.BarrierLeave:
      return true;
    case Kind.BarrierArrive: // the last of several
      return e.value === 1 && Number(e.label.value) > 1;
    default:
      return false;
  }
}

function releases(e: Event): boolean {
  switch (e.label.kind) {
    case Kind.Create:
    case Kind.End:
      return true;
    case Kind.Load:
    case Kind.Store:
    case Kind.Rmw:
    case Kind.Fence:
      return [Order.Release, Order.AcqRel, Order.SeqCst].includes(orderOf(e));
    default:
      return [
        Kind.MutexUnlock,
        Kind.RwRdunlock,
        Kind.RwWrunlock,
        Kind.SemPost,
        Kind.OnceEnd,
        Kind.BarrierArrive,
      ].includes(e.label.kind);
  }
}
