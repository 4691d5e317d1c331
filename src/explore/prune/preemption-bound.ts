/**
 * How many preemptions an execution needs (--bound preemptions=N; Musuvathi and Qadeer, Iterative context bounding for
 * systematic testing of multithreaded programs, PLDI 2007).
 *
 * An *order* of a graph is a total order of its events that extends program order, thread creation and joining, and
 * reads-from: under sc every read sees the latest write to its location, under other models the write that it reads
 * from comes before it. The operations that change a synchronisation object come in the order of their chain. A
 * *preemption* is a pair of consecutive events of different threads, unless the first is the last event of its thread
 * in the graph, or its thread's next event waits at that point: a join of a thread that has not ended, an operation
 * that must wait in the object's present state, or a load at a cancellation point that waits, before the thread is
 * cancelled. No other load waits, even if its source in the graph has not come yet. An execution is within the bound if
 * some order of it has at most N preemptions. Under the observational equivalence several graphs are one execution,
 * which is within the bound if one of them is.
 *
 * A prefix of a graph (closed under po and rf) needs at most as many preemptions as the whole, so a prefix that needs
 * more than N can be dropped. Proof: take an order of the whole, and restrict it to the prefix. That is an order of the
 * prefix, since all sources of the prefix are in it. If it switches from event a of one thread to another thread, and a
 * has a next event b in the prefix, the whole order has a switch away from a as well, since b comes later; different
 * switches have different a. If the latter switch is no preemption, b waits there. Then b also waits in the restricted
 * order: the end of a thread that b joins is in the prefix; and the operations that change an object form a chain in
 * which each reads the one before, so those before b's own in the chain are all in the prefix, and no others come
 * before b in the order. (An operation that only reads waits for nothing, or for an operation that chose it, from which
 * it reads; so does a thread that is cancelled.)
 */
import type { GraphEvent } from '../../graph/event';
import { isWrite } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { isObjectKind, objectOf } from '../../object';
import { Cancel, isReadLike, Kind, checksCancellation, type LocationId, type ThreadId } from '../../program/label';
import { stateAfter } from '../extend/candidates';

/** How far each thread has come, who ran last, and the latest writes. */
interface InterleavingState {
  readonly positions: readonly number[];
  readonly running: ThreadId;
  readonly memory: ReadonlyMap<LocationId, GraphEvent>;
  readonly before: InterleavingState | undefined;
}

/** An order, as its events' threads. */
export type SearchOrder = readonly ThreadId[];

export class PreemptionBound {
  /** The last order that was found: the next graph is often a little longer. */
  private hint: SearchOrder = [];

  /** `latest`: sc. */
  constructor(
    private readonly most: number,
    private readonly latest: boolean,
  ) {}

  /** Is some order of the graph within the bound? */
  allow(graph: ExecutionGraph): boolean {
    const search = new BoundSearch(graph, this.latest);
    const near = search.near(this.hint, this.most) ?? search.find(this.most);
    if (near !== undefined) this.hint = near;
    return near !== undefined;
  }
}

/** The fewest preemptions of all orders of the graph. */
export function fewestPreemptions(graph: ExecutionGraph, latest: boolean): number {
  for (let n = 0; ; n++) if (new BoundSearch(graph, latest).find(n) !== undefined) return n;
}

class BoundSearch {
  private readonly seen = new Set<string>();
  private readonly threads: readonly (readonly GraphEvent[])[];

  constructor(
    private readonly graph: ExecutionGraph,
    private readonly latest: boolean,
  ) {
    this.threads = Array.from(graph.threads, (events) => events ?? []);
  }

  /**
   * The order as far as the graph has its events, the others behind it, if that is an order with at most so many
   * preemptions.
   */
  near(hint: SearchOrder, most: number): SearchOrder | undefined {
    const left = this.threads.map((events) => events.length);
    const order = hint.filter((t) => (left[t] ?? 0) > 0 && left[t]-- > 0);
    const taken = this.threads.map((events, t) => events.length - left[t]);
    for (const e of this.graph.events) if (e.index >= taken[e.thread]) order.push(e.thread);
    let place = this.start();
    let n = 0;
    for (const t of order) {
      const after = this.after(place, t);
      if (after === undefined) return undefined;
      if (t !== place.running && !this.mayLeave(place) && ++n > most) return undefined;
      place = after;
    }
    return order;
  }

  /** Tries places by the number of preemptions: all with none, then all with one ... */
  find(most: number): SearchOrder | undefined {
    let level: InterleavingState[] = [this.start()];
    for (let n = 0; n <= most && level.length > 0; n++) {
      const next: InterleavingState[] = [];
      for (let place = level.pop(); place !== undefined; place = level.pop()) {
        const key = this.key(place);
        if (this.seen.has(key)) continue;
        this.seen.add(key);
        if (place.positions.every((p, t) => p === this.threads[t].length)) return orderOf(place);
        const free = this.mayLeave(place);
        for (let t = 0; t < this.threads.length; t++) {
          const after = t === place.running ? undefined : this.after(place, t);
          if (after !== undefined) (free ? level : next).push(after);
        }
        // Last, so that it is tried first.
        const on = place.running < 0 ? undefined : this.after(place, place.running);
        if (on !== undefined) level.push(on);
      }
      level = next;
    }
    return undefined;
  }

  private start(): InterleavingState {
    return { positions: this.threads.map(() => 0), running: -1, memory: new Map(), before: undefined };
  }

  private next({ positions }: InterleavingState, t: ThreadId): GraphEvent | undefined {
    return this.threads[t]?.[positions[t]];
  }

  /** The place after the thread's next event; undefined when that cannot come next. */
  private after(place: InterleavingState, t: ThreadId): InterleavingState | undefined {
    const e = this.next(place, t);
    if (e === undefined || !this.mayCome(place, e)) return undefined;
    const positions = place.positions.slice();
    positions[t]++;
    const writes = isWrite(e) && e.loc >= 0;
    return {
      positions,
      running: t,
      memory: writes ? new Map(place.memory).set(e.loc, e) : place.memory,
      before: place,
    };
  }

  private mayCome(place: InterleavingState, { source, loc, label, object }: GraphEvent): boolean {
    if (source === null) return true;
    if (source.thread >= 0 && place.positions[source.thread] <= source.index) return false;
    const isLast = this.latest || object !== undefined;
    return loc < 0 || !isLast || label.kind === Kind.Join || this.latestAt(place, loc) === source;
  }

  /** Is it no preemption if another thread comes next? */
  private mayLeave(place: InterleavingState): boolean {
    const e = place.running < 0 ? undefined : this.next(place, place.running);
    return e === undefined || this.waits(place, e);
  }

  /** Would the thread wait before the event, whatever it returns? */
  private waits(place: InterleavingState, { thread, label: l, source, loc, read }: GraphEvent): boolean {
    if (l.kind === Kind.Join || (checksCancellation(l) && l.op === Cancel.Wait && read !== 0))
      return place.positions[source!.thread] <= source!.index;
    if (!isObjectKind(l.kind) || !isReadLike(l)) return false;
    return objectOf(l.kind).outcomes(stateAfter(this.latestAt(place, loc), l), l, thread, true).length === 0;
  }

  private latestAt({ memory }: InterleavingState, loc: LocationId): GraphEvent {
    return memory.get(loc) ?? this.graph.location(loc).initial;
  }

  private key({ positions, running, memory }: InterleavingState): string {
    let key = `${positions.join()} ${running}`;
    for (const [loc, w] of [...memory].sort(([a], [b]) => a - b)) {
      if (this.latest || w.object !== undefined) key += `;${loc}=${w.thread}.${w.index}`;
    }
    return key;
  }
}

function orderOf(place: InterleavingState): SearchOrder {
  const order: ThreadId[] = [];
  for (let at = place; at.before !== undefined; at = at.before) order.push(at.running);
  return order.reverse();
}
