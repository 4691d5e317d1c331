/**
 * Which loads may read from a store that comes after them in po ∪ rf (load buffering, model/imm.ts), as far as the
 * history trees of the threads show. Such a cycle goes from a load to a later store of its thread that need not wait
 * for it, on to a read of that store, to what follows there, and so back to the load. The answer may name loads that
 * are on no cycle, but leaves out none.
 */
import { isObjectKind } from '../../object';
import { isReadLike, Kind, type Label, type LocationId, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode, Program } from '../../program/program';
import { alwaysWrites } from '../../program/rmw';
import { BitSet } from '../common/bit-set';
import { isWriteKind } from './future-writes';
import { orderAfterLoads, mayBeOpen } from './order-after-loads';
import { SurelyAfter } from './surely-after';
import { agreeOnPlace, agreeOnValue, laneFrom, nextOf, passed, returned, type Lane } from './thread-lanes';

/** A load, and a later store of its thread that may reach other threads before the load returns. */
export interface EarlyStore {
  readonly thread: ThreadId;
  readonly load: Label;
  readonly store: Label;
  /** Does the load return the same, whichever write it reads from? */
  readonly isSame: boolean;
}

/** How many events are compared for one load before it is taken for granted that a store need not wait for it. */
const MOST_COMPARED = 20_000;

/** How many nodes are looked at, for all loads, before the order of other threads' events is not looked at. */
const MOST_LOOKED = 10_000_000;

// What threads hand on to each other: locations, and that they create a thread or end.
const ofLocation = (loc: LocationId): number => 3 * loc;
const ofCreation = (t: ThreadId): number => 3 * t + 1;
const ofEnd = (t: ThreadId): number => 3 * t + 2;

/** For each thread and location, one load of those that may be on a cycle. */
export function earlyStores(program: Program): EarlyStore[] {
  const loads = loadsOf(program);
  return loads.length === 0 ? [] : new Cycles(program.nodes).through(loads);
}

/**
 * The first early store on a cycle that no known order of acquires, releases and creation forbids, and by which the
 * load may return another value than it does; undefined: there is none. Leaves out what only unknown values lead to.
 */
export function likelyEarlyStore(program: Program): EarlyStore | undefined {
  const { nodes } = program;
  const loads = loadsOf(program);
  if (loads.length === 0) return undefined;
  const cycles = new Cycles(nodes);
  const isMerged = nodes.some((n) => program.meet !== undefined && program.meet(n) !== n);
  const order = isMerged || program.mixesSizes === true ? undefined : new SurelyAfter(program);
  let looked = 0;
  for (const load of loads) {
    const [found] = cycles.through([load]);
    if (found === undefined || found.isSame) continue;
    const writers =
      order === undefined ? [] : order.writersOf(load.pending!.loc).filter((n) => n.thread !== load.thread);
    looked += (1 + writers.length) * nodes.length;
    if (order === undefined || looked > MOST_LOOKED) return found;
    const isAfter = order.of(load);
    // What the load comes after it can read without being early.
    const before = new Set(writers.filter((writer) => order.of(writer)(load)));
    const [likely] = new Cycles(
      nodes.filter((n) => !isAfter(n)),
      (node, loc) => loc === load.pending!.loc && before.has(node),
    ).through([load]);
    if (likely !== undefined) return likely;
  }
  return undefined;
}

/** The nodes before loads that may be open. */
function loadsOf({ nodes }: Program): HistoryNode[] {
  return nodes.filter(({ pending }) => pending !== null && mayBeOpen(pending));
}

class Cycles {
  /**
   * By number of the node: what its thread may still hand on from there, its pending event included. In the end only of
   * nodes before loads that may be open.
   */
  private readonly after: (BitSet | undefined)[] = [];
  /** By what a thread may take: what it may hand on afterwards. */
  private readonly leadsTo: (BitSet | undefined)[] = [];
  private readonly back: (BitSet | undefined)[] = [];
  /** By location: which threads write it, and what; undefined: that depends on what they read. */
  private readonly writes: (readonly [ThreadId, Value | undefined])[][] = [];

  /** `isHidden`: is what the node's thread has just written to the location left out? */
  constructor(
    nodes: readonly HistoryNode[],
    private readonly isHidden: (node: HistoryNode, loc: LocationId) => boolean = () => false,
  ) {
    for (let i = nodes.length - 1; i >= 0; i--) this.look(nodes[i]);
  }

  through(loads: readonly HistoryNode[]): EarlyStore[] {
    const found = new Map<string, EarlyStore>();
    for (const node of loads) {
      const { thread, pending: load } = node;
      const key = `${thread}:${load!.loc}`;
      if (found.has(key)) continue;
      const here = ofLocation(load!.loc);
      const back = this.before(here);
      if (!this.after[node.id]!.some((item) => item !== here && back.has(item))) continue;
      const store = storeNotWaiting(node, (l) => l.loc !== load!.loc && back.has(ofLocation(l.loc)));
      if (store === undefined) continue;
      found.set(key, { thread, load: load!, store, isSame: this.returnsOne(node) });
    }
    return [...found.values()];
  }

  /** Adds what the node shows, after all that follow it. */
  private look(node: HistoryNode): void {
    const { id, thread, parent, segment, pending, children } = node;
    const after = this.afterOf(id);
    if (pending !== null) {
      const isHidden = children.size > 0 && [...children.values()].every((child) => this.isHidden(child, pending.loc));
      if ((pending.kind === Kind.Rmw || isObjectKind(pending.kind)) && !isHidden) {
        after.add(ofLocation(pending.loc));
        (this.writes[pending.loc] ??= []).push([thread, undefined]);
      }
      if (pending.kind === Kind.Join) this.lead(ofEnd(pending.thread), after);
      else if (pending.loc >= 0) this.lead(ofLocation(pending.loc), after);
    }
    const before = parent === null ? new BitSet() : this.afterOf(parent.id);
    before.addAll(after);
    for (const l of segment) {
      if (l.kind === Kind.Create) before.add(ofCreation(l.thread));
      else if (l.kind === Kind.End) before.add(ofEnd(thread));
      else if (isWriteKind(l) && !this.isHidden(node, l.loc)) {
        before.add(ofLocation(l.loc));
        (this.writes[l.loc] ??= []).push([thread, l.value]);
      }
    }
    if (parent === null) this.lead(ofCreation(thread), before);
    if (pending === null || !mayBeOpen(pending)) this.after[id] = undefined;
  }

  private afterOf(id: number): BitSet {
    return (this.after[id] ??= new BitSet());
  }

  /** Have all writes of other threads the only value that the load is known to return? */
  private returnsOne({ thread, pending, children }: HistoryNode): boolean {
    const values = new Set([...children.values()].map((child) => child.value));
    const others = (this.writes[pending!.loc] ?? []).filter(([by]) => by !== thread);
    return values.size === 1 && others.every(([, value]) => value !== undefined && values.has(value));
  }

  private lead(from: number, to: BitSet): void {
    (this.leadsTo[from] ??= new BitSet()).addAll(to);
  }

  /** All from which threads may lead to the item. */
  private before(item: number): BitSet {
    const known = this.back[item];
    if (known !== undefined) return known;
    const back = (this.back[item] = new BitSet());
    for (let grown = true; grown;) {
      grown = false;
      this.leadsTo.forEach((to, from) => {
        if (back.has(from) || to?.some((next) => next === item || back.has(next)) !== true) return;
        back.add(from);
        grown = true;
      });
    }
    return back;
  }
}

/** A wanted write after the load before which the node stands that need not wait for the load; undefined: none. */
function storeNotWaiting(node: HistoryNode, wanted: (l: Label) => boolean): Label | undefined {
  let compared = 0;
  let guess: Label | undefined;
  const walk = (all: readonly Lane[], releasedBefore: ReadonlySet<LocationId>): Label | undefined => {
    const released = new Set(releasedBefore);
    for (let lanes = all; ;) {
      // What a lane does that is not known may be the same.
      lanes = lanes.filter((lane) => nextOf(lane) !== null);
      if (lanes.length === 0) return undefined;
      const l = nextOf(lanes[0])!;
      const order = orderAfterLoads(l);
      compared += lanes.length;
      if (order === 'waits' || !agreeOnPlace(lanes, l)) return undefined;
      const writes = l.loc >= 0 && (isWriteKind(l) || l.kind === Kind.Rmw || isObjectKind(l.kind));
      if (writes && wanted(l) && order === 'free' && !released.has(l.loc)) {
        if (agreeOnValue(lanes, l)) return l;
        guess ??= l;
      }
      if (compared > MOST_COMPARED) return guess ?? l;
      if (order === 'released' && (l.kind !== Kind.Rmw || alwaysWrites(l))) released.add(l.loc);
      if (isReadLike(l)) {
        for (const next of together(lanes, l)) {
          const found = walk(next, released);
          if (found !== undefined) return found;
        }
        return undefined;
      }
      lanes = lanes.map(passed);
    }
  };
  return walk([...node.children.values()].map(laneFrom), new Set());
}

/**
 * The lanes after the read-like event, by what it returns: the same value in each, or in each what its thread has
 * written before. A lane in which that is not known may go on as the others.
 */
function together(lanes: readonly Lane[], l: Label): Lane[][] {
  const owns = l.loc >= 0 && lanes.every(({ own }) => own.has(l.loc));
  const own: Lane[] = [];
  const byValue = new Map<Value, Lane[]>();
  for (const lane of lanes)
    for (const child of lane.node.children.values()) {
      const next = returned(lane, child.value, child);
      if (owns && lane.own.get(l.loc) === child.value) own.push(next);
      if (owns && l.kind === Kind.PlainRead) continue;
      byValue.set(child.value, [...(byValue.get(child.value) ?? []), next]);
    }
  return [own, ...byValue.values()];
}
