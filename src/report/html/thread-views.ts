/**
 * What each thread may still read, step by step: of atomic data all writes that a relaxed load of the thread could
 * return next, by the memory model itself; of plain data the write that is visible, or that reading would be a race.
 *
 * A write that a thread cannot read any more stays so: consistency is closed under prefixes of po ∪ rf. So only writes
 * that could be read until now are asked for again.
 */
import { entry } from '../../graph/clock';
import { visibleToPlainRead } from '../../graph/conflict';
import { isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { closes, Kind, label, Order, type Label, type LocationId, type ThreadId } from '../../program/label';
import { lastSeen, writeOf } from './graph-edges';
import { INITIAL, RACE, type Excluded, type Exclusion, type ViewChange } from './picture';
import type { ReplayedGraph } from './replayed-graph';

/** Of a view. */
interface View {
  readonly thread: ThreadId;
  readonly loc: LocationId;
  /** Places of writes, in the order of the trace. */
  may: number[];
}

export class ThreadViews {
  readonly changes: ViewChange[] = [];
  private readonly views: View[][] = [];
  private readonly isAtomic: boolean[] = [];
  private readonly isMemory: boolean[] = [];
  /** By location: how many constraints on its coherence order there were after the last event. */
  private readonly constraints: number[] = [];

  /** `spend`: is told of all work, in events that the model is asked for. */
  constructor(
    private readonly replayed: ReplayedGraph,
    readonly spend: (work: number) => void,
  ) {
    for (const { label: l } of replayed.steps) {
      if (l.loc < 0) continue;
      this.isMemory[l.loc] ||= isMemoryKind(l.kind);
      this.isAtomic[l.loc] ||= isMemoryKind(l.kind) && l.order !== Order.Plain;
    }
  }

  /** The places of the writes that the thread may read now. */
  of(t: ThreadId, loc: LocationId): readonly number[] {
    return this.views[t]?.[loc]?.may ?? this.fresh(t, loc).may;
  }

  /** The events up to this place were appended, and nothing was noted yet: notes all views. */
  begin(at: number): void {
    const { graph } = this.replayed;
    for (let t = 0; t < graph.threads.length; t++) {
      const last = graph.last(t);
      if (last === undefined || closes(last.label)) continue;
      this.isMemory.forEach((is, loc) => is && this.renew(t, loc, at));
    }
  }

  /** The event at the place was appended: notes what has changed. */
  follow(at: number): void {
    const { graph, model } = this.replayed;
    const e = this.replayed.events[at]!;
    const before = e.index === 0 ? undefined : graph.threads[e.thread][e.index - 1];
    const spreads = model.couplesLocations(graph);
    const isApart = this.addsNothing(e);
    const hasNews = before === undefined || before.clocks.before !== e.clocks.before || e.label.kind === Kind.Fence;
    for (let t = 0; t < graph.threads.length; t++) {
      const last = graph.last(t);
      if (last === undefined || (closes(last.label) && last !== e)) continue;
      if (closes(last.label)) this.forget(t, at);
      else if (spreads || (t === e.thread && hasNews)) this.isMemory.forEach((is, loc) => is && this.renew(t, loc, at));
      else if (e.loc >= 0 && this.isMemory[e.loc]) this.renew(t, e.loc, at, isApart && t !== e.thread);
    }
  }

  /**
   * Does the event leave it open, as it was, which of the earlier writes threads may read that have not seen it? It
   * does where it adds no constraint on the order of these writes, and no order of events constrains it further: a
   * write that reads nothing comes after others, and before none.
   */
  private addsNothing(e: GraphEvent): boolean {
    const { graph, model } = this.replayed;
    if (e.loc < 0 || !this.isMemory[e.loc]) return false;
    const known = this.constraints[e.loc] ?? 0;
    const mark = (this.constraints[e.loc] = graph.location(e.loc).coherence.mark());
    if (model.couplesLocations(graph)) return false;
    return mark === known || (isWrite(e) && e.source === null);
  }

  /** Why the thread cannot read the write any more. */
  reason(t: ThreadId, loc: LocationId, w: GraphEvent): Excluded {
    const place = this.replayed.place(w);
    const [why, by] = exclusionOf(this.replayed, t, loc, w) ?? (['sc', undefined] as const);
    return [place, why, by === undefined ? INITIAL : this.replayed.place(by)];
  }

  /** Asks what the thread may read now; `onlyNew`: what it could read before, it still can. */
  private renew(t: ThreadId, loc: LocationId, at: number, onlyNew = false): void {
    const view = (this.views[t] ??= [])[loc] ?? this.fresh(t, loc);
    // Of what the thread cannot read from its beginning on it is said why, too.
    const known = view.may.length > 0 ? view.may : this.allWrites(loc).filter((w) => w !== at);
    const now = this.isAtomic[loc] ? this.readable(view, at, onlyNew) : this.visible(t, loc);
    const [before, after] = [new Set(known), new Set(now)];
    const added = view.may.length > 0 ? now.filter((w) => !before.has(w)) : now;
    const removed = known
      .filter((w) => !after.has(w))
      .map((w): Excluded => {
        if (w === RACE) return [RACE, 'overwritten', INITIAL];
        const why = this.reason(t, loc, this.replayed.write(w, loc));
        // Of plain data there is no other reason than that.
        return why[1] === 'sc' && !this.isAtomic[loc] ? [w, 'sc', RACE] : why;
      });
    view.may = now;
    if (added.length > 0 || removed.length > 0) this.changes.push({ at, thread: t, location: loc, added, removed });
  }

  /** A view that nothing was asked for yet: of all writes so far. */
  private fresh(t: ThreadId, loc: LocationId): View {
    return ((this.views[t] ??= [])[loc] = { thread: t, loc, may: [] });
  }

  /** Those of the known writes, and the new ones, that a relaxed load may read. */
  private readable({ thread, loc, may }: View, at: number, onlyNew: boolean): number[] {
    const { writes } = this.replayed.graph.location(loc);
    const isNew = may.length > 0 && writes.at(-1) === this.replayed.events[at];
    const asked = may.length === 0 ? this.allWrites(loc) : may;
    // Something can always be read: the last write.
    const areKept = may.length > 0 && (onlyNew || (may.length === 1 && !isNew));
    const kept = areKept ? asked : asked.filter((w) => this.admits(thread, loc, w));
    return isNew && this.admits(thread, loc, at) ? [...kept, at] : [...kept];
  }

  private allWrites(loc: LocationId): number[] {
    return this.replayed.graph.location(loc).writes.map((w) => this.replayed.place(w));
  }

  private admits(thread: ThreadId, loc: LocationId, write: number): boolean {
    const { replayed } = this;
    const source = replayed.write(write, loc);
    this.spend(costOf(replayed));
    const l = relaxedLoad(replayed.graph, loc);
    return replayed.admits({ thread, label: l, source, read: source.written, node: null });
  }

  private visible(t: ThreadId, loc: LocationId): number[] {
    const { graph } = this.replayed;
    this.spend(1 + graph.location(loc).writes.length / 8);
    const visible = visibleToPlainRead(graph, t, loc);
    return 'race' in visible ? [RACE] : visible.writes.map((w) => this.replayed.place(w));
  }

  /** The thread has ended. */
  private forget(t: ThreadId, at: number): void {
    for (const view of this.views[t] ?? []) {
      if (view === undefined || view.may.length === 0) continue;
      const removed = view.may.map((w): Excluded => [w, 'ended', at]);
      this.changes.push({ at, thread: t, location: view.loc, added: [], removed });
      view.may = [];
    }
  }
}

/** The work of asking the model for one event, in events. */
export function costOf({ graph, model }: ReplayedGraph): number {
  if (model.witness === 'interleaving') return 1 + graph.events.length / 200;
  return model.couplesLocations(graph) ? 1 + graph.seqCst.count : 1;
}

function relaxedLoad(graph: ExecutionGraph, loc: LocationId): Label {
  const size = graph.location(loc).writes.at(-1)!.label.size;
  return label(Kind.Load, { loc, size, order: Order.Relaxed });
}

function isMemoryKind(k: Kind): boolean {
  return k === Kind.Load || k === Kind.Store || k === Kind.Rmw || k === Kind.PlainRead || k === Kind.PlainWrite;
}

/**
 * Why coherence forbids that the thread reads the write next, and which event makes it so: one that the thread has
 * seen, and that wrote or read a later write. Undefined: coherence does not forbid it.
 */
export function exclusionOf(
  { graph, model }: ReplayedGraph,
  t: ThreadId,
  loc: LocationId,
  w: GraphEvent,
): [Exclusion, GraphEvent] | undefined {
  const { accesses, coherence } = graph.location(loc);
  const clock = graph.last(t)!.clocks.before;
  const precedes = (a: GraphEvent, b: GraphEvent): boolean =>
    a !== b && (a.thread < 0 || (model.witness === 'interleaving' ? a.at < b.at : coherence.before(a, b)));
  let found: GraphEvent | undefined;
  for (let u = 0; u < accesses.length; u++) {
    const seen = lastSeen(accesses[u], u === t ? Infinity : entry(clock, u));
    // What the thread itself has done is the simplest reason.
    if (seen !== undefined && precedes(w, writeOf(seen)) && (found === undefined || u === t)) found = seen;
  }
  if (found === undefined) return undefined;
  return [writeOf(found) === found ? 'overwritten' : 'read-later', found];
}
