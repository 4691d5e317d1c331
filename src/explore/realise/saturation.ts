/**
 * The order that holds in every interleaving of a target: program order, thread creation and joining, a read after the
 * write that it reads from; and, up to a fixed point: a write that comes before a read, but is not its source, comes
 * before the source; a write that comes after the source comes after the read.
 *
 * The source of a read is known if it is given, and if only one write gives the value. The order is necessary, not
 * sufficient: it prunes a search.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { isObjectKind } from '../../object';
import type { LocationId, ThreadId, Value } from '../../program/label';
import { valueRead } from '../../program/rmw';
import type { LastValues } from '../histories/spin-loops';
import { targetWrites, type Target, type TargetEvent } from './target';

/** The initial write, which comes before all events; they have numbers from 0. */
const INITIAL = -1;
/** The source is not known. */
const UNKNOWN = -2;

interface Read {
  readonly at: number;
  readonly source: number;
}

/** By location: its writes, and its reads whose source is known. */
interface Accesses {
  readonly writes: number[];
  readonly reads: Read[];
}

export class Saturation {
  /** By thread: the number of its first event. Its later events have the following numbers. */
  private readonly first: number[] = [];
  /** By event: its thread, and its index in the thread (next field). */
  private readonly thread: number[] = [];
  private readonly index: number[] = [];
  /** By event, for each thread: how many events of the thread come before it. */
  private readonly before: Int32Array;
  /** By event: the events that come after it, other than by program order. */
  private readonly later: (number[] | undefined)[] = [];
  /** Events whose predecessors have not been passed on to their successors yet. */
  private readonly grown: number[] = [];
  private readonly threads: number;

  private constructor(private readonly target: Target) {
    this.threads = target.length;
    for (let t = 0; t < target.length; t++) {
      this.first.push(this.thread.length);
      const length = (target[t] as readonly TargetEvent[] | undefined)?.length ?? 0;
      for (let i = 0; i < length; i++) {
        this.thread.push(t);
        this.index.push(i);
      }
    }
    this.before = new Int32Array(this.thread.length * this.threads);
  }

  /**
   * `graph`: one of the target, but for the last events of threads. Undefined when the target has no interleaving, or
   * none that leaves the `final` values.
   */
  static of(graph: ExecutionGraph, target: Target, final: LastValues = new Map()): Saturation | undefined {
    const precedence = new Saturation(target);
    const accesses = precedence.accesses(graph);
    if (!precedence.begin(graph) || !precedence.saturate(accesses.values())) return undefined;
    return [...final].every(([loc, value]) =>
      precedence.mayEndWith(value, accesses.get(loc)?.writes ?? [], graph.location(loc).initial),
    )
      ? precedence
      : undefined;
  }

  /**
   * May one of the writes of a location, which writes the value, be the last one? Without any, it is the initial one.
   */
  private mayEndWith(value: Value, writes: readonly number[], initial: GraphEvent): boolean {
    if (writes.length === 0) return initial.written === value;
    return writes.some((w) => this.event(w).written === value && !writes.some((x) => x !== w && this.precedes(w, x)));
  }

  /** May the event come next at these positions of the threads? */
  allows(t: ThreadId, index: number, positions: readonly number[]): boolean {
    const row = (this.first[t] + index) * this.threads;
    for (let u = 0; u < this.threads; u++) if (this.before[row + u] > positions[u] && u !== t) return false;
    return true;
  }

  /**
   * Known sources, and program order: in the order of the graph, so that each event finds what comes before it
   * complete.
   */
  private begin(graph: ExecutionGraph): boolean {
    const begun = graph.threads.map(() => 0);
    for (const { thread } of graph.events) if (!this.beginWith(thread, begun[thread]++)) return false;
    for (let t = 0; t < this.threads; t++)
      for (let i = begun[t] ?? 0; i < (this.target[t]?.length ?? 0); i++) if (!this.beginWith(t, i)) return false;
    return true;
  }

  private beginWith(t: ThreadId, i: number): boolean {
    const e = this.first[t] + i;
    if (i > 0) this.merge(e, e - 1);
    const { source } = this.target[t][i];
    return source === undefined || source.thread < 0 || this.order(this.first[source.thread] + source.index, e);
  }

  private saturate(locations: Iterable<Accesses>): boolean {
    const all = [...locations];
    for (const { reads } of all)
      for (const { at, source } of reads) if (source !== INITIAL && !this.order(source, at)) return false;
    for (let again = true; again;) {
      again = false;
      for (const { writes, reads } of all) {
        for (const { at, source } of reads) {
          for (const w of writes) {
            if (w === source || w === at) continue;
            if (this.precedes(w, at) && !this.precedes(w, source)) {
              if (source === INITIAL || !this.order(w, source)) return false;
              again = true;
            }
            if ((source === INITIAL || this.precedes(source, w)) && !this.precedes(at, w)) {
              if (!this.order(at, w)) return false;
              again = true;
            }
          }
        }
      }
    }
    return true;
  }

  private precedes(a: number, b: number): boolean {
    return b !== INITIAL && this.before[b * this.threads + this.thread[a]] > this.index[a];
  }

  /** Event a comes before b, and so does all that comes before a. False when an event would come before itself. */
  private order(a: number, b: number): boolean {
    if (this.precedes(a, b)) return true;
    (this.later[a] ??= []).push(b);
    if (this.merge(b, a)) this.grown.push(b);
    return this.spread();
  }

  /** Passes the predecessors of the events that have `grown` on to their successors. */
  private spread(): boolean {
    const { grown, thread } = this;
    for (let e = grown.pop(); e !== undefined; e = grown.pop()) {
      if (this.before[e * this.threads + thread[e]] > this.index[e]) return false;
      const next = e + 1;
      if (next < thread.length && thread[next] === thread[e] && this.merge(next, e)) grown.push(next);
      const later = this.later[e];
      if (later !== undefined) for (const f of later) if (this.merge(f, e)) grown.push(f);
    }
    return true;
  }

  /** Orders event a and its predecessors before e. Returns whether that was new. */
  private merge(e: number, a: number): boolean {
    const { before, threads } = this;
    const from = a * threads;
    const to = e * threads;
    const own = this.thread[a];
    let grown = false;
    for (let u = 0; u < threads; u++) {
      const n = u === own ? Math.max(before[from + u], this.index[a] + 1) : before[from + u];
      if (n <= before[to + u]) continue;
      before[to + u] = n;
      grown = true;
    }
    return grown;
  }

  private accesses(graph: ExecutionGraph): ReadonlyMap<LocationId, Accesses> {
    const locations = new Map<LocationId, Accesses>();
    this.forEach((e, at) => {
      if (e.label.loc < 0) return;
      let of = locations.get(e.label.loc);
      if (of === undefined) locations.set(e.label.loc, (of = { writes: [], reads: [] }));
      if (targetWrites(e)) of.writes.push(at);
    });
    this.forEach((e, at) => {
      if (e.label.loc < 0 || (e.read === undefined && e.source === undefined)) return;
      const { writes, reads } = locations.get(e.label.loc)!;
      const source =
        e.source === undefined
          ? this.onlyWriter(graph, writes, e, at)
          : e.source.thread < 0
            ? INITIAL
            : this.first[e.source.thread] + e.source.index;
      if (source !== UNKNOWN) reads.push({ at, source });
    });
    return locations;
  }

  /** The only write that gives the read its value. */
  private onlyWriter(
    graph: ExecutionGraph,
    writes: readonly number[],
    { label, read }: TargetEvent,
    at: number,
  ): number {
    if (isObjectKind(label.kind)) return UNKNOWN;
    const value = valueRead(label, read!);
    let found = graph.location(label.loc).initial.written === value ? INITIAL : UNKNOWN;
    for (const w of writes) {
      if (w === at || this.event(w).written !== value) continue;
      if (found !== UNKNOWN) return UNKNOWN;
      found = w;
    }
    return found;
  }

  private forEach(visit: (e: TargetEvent, at: number) => void): void {
    for (let at = 0; at < this.thread.length; at++) visit(this.event(at), at);
  }

  private event(number: number): TargetEvent {
    return this.target[this.thread[number]][this.index[number]];
  }
}
