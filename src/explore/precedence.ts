/**
 * What must come before what in every interleaving of a target: program order, thread creation and joining, a read after the
 * write that it reads from; and, until nothing follows any more: a write that comes before a read, but is not its
 * source, comes before the source; a write that comes after the source comes after the read.
 *
 * The source of a read is known where it is given, and where only one write gives the value. What is found is necessary,
 * not sufficient: it prunes a search.
 */
import type { ExecutionGraph } from '../graph/graph';
import { isObjectKind } from '../object';
import type { LocationId } from '../program/label';
import { targetWrites, type EventName, type Target } from './target';

interface Read {
  readonly at: EventName;
  /** Thread -1: the initial write. */
  readonly source: EventName;
}

/** By location: who writes it, and reads whose source is known. */
interface Accesses {
  readonly writes: EventName[];
  readonly reads: Read[];
}

export class Precedence {
  /** By thread and event: how many events of each thread come before it. */
  private readonly before: Int32Array[][];
  private readonly earlier: EventName[][][];

  private constructor(private readonly target: Target) {
    const threads = target.length;
    this.before = Array.from(target, (events) => (events ?? []).map(() => new Int32Array(threads)));
    this.earlier = Array.from(target, (events) => (events ?? []).map((e) => (e.source !== undefined && e.source.thread >= 0 ? [e.source] : [])));
  }

  /** Undefined when the target has no interleaving. */
  static of(graph: ExecutionGraph, target: Target): Precedence | undefined {
    const precedence = new Precedence(target);
    return precedence.saturate(accessesOf(graph, target)) ? precedence : undefined;
  }

  /** May the event come next when each thread has gone so far? */
  allows(t: number, index: number, positions: readonly number[]): boolean {
    const before = this.before[t][index];
    for (let u = 0; u < before.length; u++) if (before[u] > positions[u] && u !== t) return false;
    return true;
  }

  private saturate(locations: Iterable<Accesses>): boolean {
    const all = [...locations];
    for (;;) {
      if (!this.propagate()) return false;
      let added = false;
      for (const { writes, reads } of all) {
        for (const { at, source } of reads) {
          for (const w of writes) {
            if (same(w, source) || same(w, at)) continue;
            if (this.precedes(w, at) && !this.precedes(w, source)) {
              if (source.thread < 0) return false;
              this.earlier[source.thread][source.index].push(w);
              added = true;
            }
            if ((source.thread < 0 || this.precedes(source, w)) && !this.precedes(at, w)) {
              this.earlier[w.thread][w.index].push(at);
              added = true;
            }
          }
        }
      }
      if (!added) return true;
    }
  }

  private precedes(a: EventName, b: EventName): boolean {
    return b.thread >= 0 && this.before[b.thread][b.index][a.thread] > a.index;
  }

  /** Brings `before` up to date; false when an event would come before itself. */
  private propagate(): boolean {
    for (let again = true; again;) {
      again = false;
      for (let t = 0; t < this.target.length; t++) {
        for (let i = 0; i < this.before[t].length; i++) {
          const clock = this.before[t][i];
          let grown = i > 0 && merge(clock, this.before[t][i - 1], t, i);
          for (const { thread, index } of this.earlier[t][i]) {
            if (merge(clock, this.before[thread][index], thread, index + 1)) grown = true;
          }
          if (clock[t] > i) return false;
          again ||= grown;
        }
      }
    }
    return true;
  }
}

/** Raises the clock to the other one, and its entry t to n at least. Has it changed? */
function merge(clock: Int32Array, other: Int32Array, t: number, n: number): boolean {
  let grown = false;
  for (let u = 0; u < clock.length; u++) {
    const least = u === t && n > other[u] ? n : other[u];
    if (least > clock[u]) {
      clock[u] = least;
      grown = true;
    }
  }
  return grown;
}

function accessesOf(graph: ExecutionGraph, target: Target): Iterable<Accesses> {
  const locations = new Map<LocationId, Accesses>();
  const of = (loc: LocationId): Accesses => {
    let found = locations.get(loc);
    if (found === undefined) locations.set(loc, found = { writes: [], reads: [] });
    return found;
  };
  target.forEach((events, thread) => {
    events.forEach((e, index) => { if (e.label.loc >= 0 && targetWrites(e)) of(e.label.loc).writes.push({ thread, index }); });
  });
  target.forEach((events, thread) => {
    events.forEach((e, index) => {
      const { loc } = e.label;
      if (loc < 0 || (e.read === undefined && e.source === undefined)) return;
      const source = e.source ?? onlyWriter(graph, target, of(loc).writes, loc, thread, index);
      if (source !== undefined) of(loc).reads.push({ at: { thread, index }, source });
    });
  });
  return locations.values();
}

/** The only write that gives the read its value; undefined when there are several. */
function onlyWriter(graph: ExecutionGraph, target: Target, writes: readonly EventName[], loc: LocationId, thread: number, index: number):
  EventName | undefined {
  const e = target[thread][index];
  if (isObjectKind(e.label.kind)) return undefined;
  const found: EventName[] = writes.filter((w) => target[w.thread][w.index].written === e.read && !(w.thread === thread && w.index === index));
  if (graph.location(loc).initial.written === e.read) found.push({ thread: -1, index: loc });
  return found.length === 1 ? found[0] : undefined;
}

function same(a: EventName, b: EventName): boolean {
  return a.thread === b.thread && a.index === b.index;
}
