/**
 * The order that holds in every interleaving of a graph: program order, thread creation and joining, a read after the
 * write that it reads from; and, up to a fixed point: a write that comes before a read, but is not its source, comes
 * before the source; a write that comes after the source comes after the read. The order is necessary, not sufficient.
 *
 * The order is updated incrementally: it grows with the graph, and events that the graph has undone are undone here
 * too, so a query costs no more than the changes since the last one.
 */
import { isWrite, type Append, type GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';

export class ScOrder {
  /** The events in the order, which are a prefix of a graph. */
  private readonly events: GraphEvent[] = [];
  private locations: Pick<ExecutionGraph, 'location' | 'threads'> | undefined;
  /** By number of the event, for each thread: how many events of the thread come before it. */
  private before = new Int32Array(0);
  private threads = 0;
  /** By number of the event: the events that come after it, other than by program order. */
  private readonly later: number[][] = [];
  /** The undo trail: indices in `before`, each with its old value; and (next field) numbers in `later`. */
  private readonly counts: number[] = [];
  private readonly edges: number[] = [];
  /** By number of the event: the lengths of both trails before it. */
  private readonly marks: number[] = [];
  /** Events whose predecessors have not been passed on to their successors yet. */
  private readonly grown: number[] = [];

  /** Updates the order to the events of the graph, which is consistent. */
  follow(graph: ExecutionGraph): void {
    const { events } = this;
    this.locations = graph;
    while (events.length > 0 && events[events.length - 1] !== graph.events[events.length - 1]) this.pop();
    if (graph.threads.length > this.threads) this.widen(graph.threads.length);
    while (events.length < graph.events.length)
      if (!this.add(graph.events[events.length])) throw new Error('a graph without an interleaving');
  }

  /**
   * Is another write to the location ordered between what the event would read from and what its thread did before?
   */
  hides({ thread, label, source }: Append): boolean {
    const { accesses } = this.locations!.location(label.loc);
    const here = this.locations!.threads[thread].at(-1)!;
    for (let u = 0; u < accesses.length; u++) {
      const x = this.lastWrite(accesses[u], u === thread ? Infinity : this.count(here, u));
      if (x !== undefined && x !== source && this.precedes(source!, x)) return true;
    }
    return false;
  }

  /** Adds the next event of the graph. Returns false, and changes nothing, if there is no interleaving with it. */
  add(e: GraphEvent): boolean {
    const { events, threads } = this;
    events.push(e);
    this.marks.push(this.counts.length, this.edges.length);
    this.later[e.id] ??= [];
    const row = e.id * threads;
    if (row + threads > this.before.length) this.before = longer(this.before, row + threads);
    if (e.index === 0) this.before.fill(0, row, row + threads);
    else {
      const previous = this.locations!.threads[e.thread][e.index - 1].id * threads;
      this.before.copyWithin(row, previous, previous + threads);
      this.before[row + e.thread] = e.index;
    }
    if (this.begins(e) && this.spread()) return true;
    this.grown.length = 0;
    this.pop();
    return false;
  }

  /** May the event come next at these positions of the threads? */
  allows(e: GraphEvent, positions: readonly number[]): boolean {
    const row = e.id * this.threads;
    for (let u = 0; u < positions.length; u++) if (this.before[row + u] > positions[u]) return false;
    return true;
  }

  private precedes(a: GraphEvent, b: GraphEvent): boolean {
    return b.thread >= 0 && (a.thread < 0 || this.count(b, a.thread) > a.index);
  }

  /** How many events of thread u come before the event. */
  private count(e: GraphEvent, u: number): number {
    return this.before[e.id * this.threads + u];
  }

  /** Adds the predecessors and successors of the new event. Returns false if these contradict each other. */
  private begins(e: GraphEvent): boolean {
    const { source } = e;
    if (source !== null && source.thread >= 0 && !this.order(source, e)) return false;
    if (source !== null && e.loc >= 0) {
      const { accesses } = this.locations!.location(e.loc);
      for (const list of accesses) {
        const x = list === undefined ? undefined : this.firstWriteAfter(list, source, e);
        if (x !== undefined && !this.order(e, x)) return false;
      }
    }
    return this.follows(e);
  }

  /** Orders event a before b. Returns false if b comes before a. */
  private order(a: GraphEvent, b: GraphEvent): boolean {
    if (b.thread < 0 || a === b || this.precedes(b, a)) return false;
    if (this.precedes(a, b)) return true;
    this.later[a.id].push(b.id);
    this.edges.push(a.id);
    if (this.merge(b.id, a)) this.grown.push(b.id);
    return true;
  }

  /**
   * Passes the predecessors of the events that have `grown` on to their successors, with all consequences. Returns
   * false if an event would come before itself.
   */
  private spread(): boolean {
    const { grown, events } = this;
    for (let id = grown.pop(); id !== undefined; id = grown.pop()) {
      const e = events[id];
      if (this.count(e, e.thread) > e.index) return false;
      const next = this.locations!.threads[e.thread][e.index + 1] as GraphEvent | undefined;
      if (next !== undefined && next.id < events.length && this.merge(next.id, e)) grown.push(next.id);
      for (const after of this.later[id]) if (this.merge(after, e)) grown.push(after);
      if (!this.follows(e)) return false;
    }
    return true;
  }

  /** Adds the consequences of the event's predecessors. */
  private follows(e: GraphEvent): boolean {
    if (e.loc < 0) return true;
    const { accesses } = this.locations!.location(e.loc);
    const { source } = e;
    for (let u = 0; u < accesses.length; u++) {
      const list = accesses[u] as GraphEvent[] | undefined;
      if (list === undefined) continue;
      const x = source === null ? undefined : this.lastWrite(list, this.count(e, u));
      if (x !== undefined && x !== source && !this.precedes(x, source!) && !this.order(x, source!)) return false;
      const r = isWrite(e) ? this.lastReadBefore(list, e) : undefined;
      if (r !== undefined && !this.order(r, e)) return false;
    }
    return true;
  }

  /** The thread's last write among its first `count` events; `list`: its accesses to the location. */
  private lastWrite(list: readonly GraphEvent[] | undefined, count: number): GraphEvent | undefined {
    if (list === undefined) return undefined;
    let low = 0;
    for (let high = list.length; low < high;) {
      const middle = (low + high) >> 1;
      if (list[middle].index < count) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0; i--) if (isWrite(list[i])) return list[i];
    return undefined;
  }

  /** The thread's first write that comes after the other one; not e. */
  private firstWriteAfter(list: readonly GraphEvent[], w: GraphEvent, e: GraphEvent): GraphEvent | undefined {
    if (w.thread < 0) return list.find((x) => isWrite(x) && x !== e && x.id < this.events.length);
    let first: GraphEvent | undefined;
    for (let i = list.length - 1; i >= 0; i--) {
      const x = list[i];
      if (!isWrite(x) || x === e || x.id >= this.events.length) continue;
      if (!this.precedes(w, x)) break;
      first = x;
    }
    return first;
  }

  /** The thread's last read, other than e, of a write that comes before write e. */
  private lastReadBefore(list: readonly GraphEvent[], e: GraphEvent): GraphEvent | undefined {
    for (let i = list.length - 1; i >= 0; i--) {
      const r = list[i];
      if (r.source !== null && r !== e && r.id < this.events.length && this.precedes(r.source, e)) return r;
    }
    return undefined;
  }

  /** Orders event a and its predecessors before the event with the number. Returns whether that was new. */
  private merge(id: number, a: GraphEvent): boolean {
    const { before, threads, counts } = this;
    const from = a.id * threads;
    const to = id * threads;
    const own = a.thread;
    let grown = false;
    for (let u = 0; u < threads; u++) {
      const n = u === own ? Math.max(before[from + u], a.index + 1) : before[from + u];
      if (n <= before[to + u]) continue;
      counts.push(to + u, before[to + u]);
      before[to + u] = n;
      grown = true;
    }
    return grown;
  }

  /** Undoes the last event. */
  private pop(): void {
    const { counts, edges, marks, before, later } = this;
    this.events.pop();
    const edge = marks.pop()!;
    const change = marks.pop()!;
    while (edges.length > edge) later[edges.pop()!].pop();
    while (counts.length > change) {
      const was = counts.pop()!;
      before[counts.pop()!] = was;
    }
  }

  /** Empties the order, with room for so many threads. */
  private widen(threads: number): void {
    while (this.events.length > 0) this.pop();
    this.threads = threads;
  }
}

function longer(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(Math.max(length, 2 * array.length));
  copy.set(array);
  return copy;
}
