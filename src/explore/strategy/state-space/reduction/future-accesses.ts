/**
 * What threads may still access, by their places: a thread at a place performs events, which access locations, and
 * comes to other places. What was seen so far only grows; a question is answered for what was seen.
 */
import { addBit, addBits, hasBit, type Bits } from '../../../common/bit-set';
import { isWrite, type GraphEvent } from '../../../../graph/event';
import { awaits, Kind, type Label, type LocationId, type ThreadId } from '../../../../program/label';
import { isObjectKind } from '../../../../object';

/** An access as a number: of a location or of a thread's id, and whether it may change it. */
export type AccessNumber = number;

/** The access to the same that is told apart by the other bit. */
const WRITES = 1;
/** An access that conflicts with all. No location has its number. */
const UNKNOWN: AccessNumber = 0;

export class FutureAccesses {
  durable = {
    /** By place: what is accessed from there on, as far as was seen. */
    all: [] as Bits[],
    /** By place: the places from which it is reached in one step. */
    before: [] as Set<number>[],
    locations: new Map<number, number>(),
    /** By thread: where it began, and the places from which it was created. */
    roots: [] as Set<number>[],
    creators: [] as Set<number>[],
  };

  /** By place: the places from which it is reached in one step, as far as was seen. */
  get placesBefore(): readonly (readonly number[] | undefined)[] {
    return Array.from(this.durable.before, (before) => (before === undefined ? undefined : [...before]));
  }

  /** The event that the thread at the place performs next, or that it waits to perform. */
  next(place: number, l: Label): void {
    const access = this.accessOf(l);
    if (access !== undefined) this.add(place, access);
  }

  /** A thread at the place may do more than is ever seen. */
  cut(place: number): void {
    this.add(place, UNKNOWN);
  }

  /** An event that was performed in a step from the place. */
  performed(place: number, e: GraphEvent): void {
    const access = this.accessOfEvent(e);
    if (access !== undefined) this.add(place, access);
    if (e.label.kind !== Kind.Create) return;
    const { thread } = e.label;
    (this.durable.creators[thread] ??= new Set()).add(place);
    for (const root of this.durable.roots[thread] ?? []) this.leads(place, root);
  }

  /** The thread began at the place. */
  begins(t: ThreadId, place: number): void {
    const roots = (this.durable.roots[t] ??= new Set());
    if (roots.has(place)) return;
    roots.add(place);
    for (const creator of this.durable.creators[t] ?? []) this.leads(creator, place);
  }

  /** A step leads from one place to another. */
  leads(from: number, to: number): void {
    if (from === to) return;
    const before = (this.durable.before[to] ??= new Set());
    if (before.has(from)) return;
    before.add(from);
    const all = this.durable.all[to];
    if (all !== undefined) this.propagate(from, all);
  }

  /** May a thread at the place still access the same, and one of the two changes it? */
  conflicts(place: number, access: AccessNumber): boolean {
    const all = this.durable.all[place];
    if (all === undefined) return false;
    if (hasBit(all, UNKNOWN)) return true;
    return hasBit(all, access | WRITES) || ((access & WRITES) !== 0 && hasBit(all, access & ~WRITES));
  }

  /** What the event accesses; undefined: nothing that others see. */
  accessOfEvent(e: GraphEvent): AccessNumber | undefined {
    return this.access(e.label, isWrite(e) || isObjectKind(e.label.kind));
  }

  /** What such an event may access; undefined: nothing that others see. */
  accessOf(l: Label): AccessNumber | undefined {
    return this.access(l, mayWrite(l));
  }

  /** An access of the location. */
  accessTo(loc: LocationId, writes: boolean): AccessNumber {
    return 2 * this.numberOf(loc) + Number(writes);
  }

  private access(l: Label, writes: boolean): AccessNumber | undefined {
    if (l.loc >= 0) return this.accessTo(l.loc, writes);
    const uses = (l.kind === Kind.Join && !awaits(l)) || l.kind === Kind.Detach;
    return uses ? 2 * this.numberOf(-1 - l.thread) + WRITES : undefined;
  }

  private numberOf(key: number): number {
    let n = this.durable.locations.get(key);
    if (n === undefined) this.durable.locations.set(key, (n = this.durable.locations.size + 1));
    return n;
  }

  private add(place: number, access: AccessNumber): void {
    if (hasBit(this.durable.all[place] ?? [], access)) return;
    const one: Bits = [];
    addBit(one, access);
    this.propagate(place, one);
  }

  /** Adds to the place and to all from which it is reached. */
  private propagate(place: number, accesses: Bits): void {
    const todo = [place];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (!addBits((this.durable.all[at] ??= []), accesses)) continue;
      for (const before of this.durable.before[at] ?? []) todo.push(before);
    }
  }
}

function mayWrite({ kind }: Label): boolean {
  return kind === Kind.Store || kind === Kind.PlainWrite || kind === Kind.Rmw || isObjectKind(kind);
}
