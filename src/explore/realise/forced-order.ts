/**
 * The order that is common to all graphs of the same histories, under an axiomatic model. The graphs differ in the
 * sources of ambiguous reads: reads that count by value, where several writes have the value. Constraints that follow
 * without these reads hold in every such graph. A write that they forbid to a read is none of its choices; a read with
 * one remaining choice is not ambiguous any more, and adds constraints. The result is necessary, not sufficient: it
 * saves searches for another graph.
 */
import { entry } from '../../graph/clock';
import { isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { forceCoherence } from '../../model/coherent';
import { isObjectKind } from '../../object';
import { Kind, type ThreadId } from '../../program/label';
import { valueRead } from '../../program/rmw';
import { appendOf, type Candidate } from '../extend/candidates';
import type { Pending } from '../extend/extender';
import type { LastValues } from '../histories/spin-loops';

/** Does the read count by the write that it reads from? */
export type BySource = (e: GraphEvent) => boolean;

/** How an event is about to be performed at the end of its thread. */
export interface Last {
  readonly pending: Pending;
  readonly candidate: Candidate;
}

/** Queried repeatedly for the same graph, once for each candidate of an event. */
export class ForcedOrder {
  /**
   * For the graph of the last query: its last event, which identifies the graph; its ambiguous reads; and the order
   * common to all graphs of its histories.
   */
  private end: GraphEvent | undefined;
  private open: readonly GraphEvent[] = [];
  private common: Common | undefined;

  constructor(private readonly bySource: BySource) {}

  /**
   * Is there certainly no other graph of the same histories than this one? With `last`: of these and that event
   * performed like this; with `final`: after which memory may hold these values.
   */
  is(graph: ExecutionGraph, { last, final }: { readonly last?: Last; readonly final?: LastValues } = {}): boolean {
    this.look(graph);
    let { open } = this;
    if (
      last?.candidate.written !== undefined &&
      graph.events.some((e) => !this.open.includes(e) && isAmbiguous(graph, e, this.bySource, last))
    )
      open = graph.events.filter((e) => isAmbiguous(graph, e, this.bySource, last));
    // The state after an operation on an object depends on all operations before it.
    if (open.some((e) => isObjectKind(e.label.kind))) return false;
    while (open.length > 0) {
      const common = open === this.open ? (this.common ??= new Common(graph, open)) : new Common(graph, open);
      const left = common.narrow(open, last, final);
      if (left === undefined) return true;
      if (left.length === open.length) return false;
      open = left;
    }
    return true;
  }

  private look(graph: ExecutionGraph): void {
    const end = graph.events[graph.events.length - 1];
    if (this.end === end) return;
    this.end = end;
    this.open = graph.events.filter((e) => isAmbiguous(graph, e, this.bySource));
    this.common = undefined;
  }
}

/**
 * May the read, which counts by value, read from another write in another graph? `last`: what is performed last may
 * write the value too.
 */
export function isAmbiguous(graph: ExecutionGraph, e: GraphEvent, bySource: BySource, last?: Last): boolean {
  if (e.source === null || e.loc < 0 || bySource(e)) return false;
  if (isObjectKind(e.label.kind)) return true;
  const { writes } = graph.location(e.loc);
  const read = valueRead(e.label, e.read!);
  for (const w of writes) if (w !== e.source && w !== e && w.written === read) return !isFixed(e, writes);
  return (
    last !== undefined &&
    last.candidate.written === read &&
    last.pending.label.loc === e.loc &&
    last.pending.thread !== e.thread
  );
}

/**
 * Is it a read of data that is never written atomically? It reads the last write that happens before it, and
 * happens-before is the same in all graphs where that is not given by the creation and joining of threads alone
 * (refinement.ts).
 */
function isFixed(e: GraphEvent, writes: readonly GraphEvent[]): boolean {
  return e.label.kind === Kind.PlainRead && writes.every((w) => w.thread < 0 || w.label.kind === Kind.PlainWrite);
}

/** A graph in which reads that may have several sources read nothing. */
class Common {
  private readonly graph: ExecutionGraph;
  private readonly events: GraphEvent[] = [];

  constructor(like: ExecutionGraph, open: readonly GraphEvent[]) {
    this.graph = like.empty();
    let next = 0;
    for (const e of like.events) {
      const { thread, label, read, written, object, sync, node } = e;
      const source = e === open[next] ? null : e.source;
      if (e === open[next]) next++;
      const copy = this.graph.append({
        thread,
        label,
        source: source === null ? null : this.counterpart(source),
        read,
        written,
        object,
        sync,
        node,
      });
      // There are fewer constraints here than in the graph itself, which is consistent.
      forceCoherence(this.graph, copy);
      this.events.push(copy);
    }
  }

  /** The ambiguous reads that may read from other writes, too; undefined: no such graph exists. */
  narrow(open: readonly GraphEvent[], last: Last | undefined, final: LastValues | undefined): GraphEvent[] | undefined {
    const mark = this.graph.mark();
    const left =
      (last === undefined || this.append(last)) && (final === undefined || this.mayEndWith(final))
        ? this.left(open)
        : undefined;
    this.graph.undo(mark);
    return left;
  }

  private left(open: readonly GraphEvent[]): GraphEvent[] | undefined {
    const left: GraphEvent[] = [];
    for (const e of open) {
      const choices = this.choices(e);
      if (choices === 'none') return undefined;
      if (choices === 'several') left.push(e);
    }
    return left;
  }

  /** False when that is inconsistent (coherence, atomicity). */
  private append({ pending: { thread, label }, candidate }: Last): boolean {
    const source = candidate.source === null ? null : this.counterpart(candidate.source);
    const writes = candidate.written !== undefined || candidate.object !== undefined;
    if (writes && source !== null && !this.graph.location(label.loc).coherence.isLast(source)) return false;
    return forceCoherence(this.graph, this.graph.append({ ...appendOf(thread, label, candidate), source }));
  }

  /** Is there for each location a write of the value that none is forced to follow? */
  private mayEndWith(final: LastValues): boolean {
    return [...final].every(([loc, value]) => {
      const { chains } = this.graph.location(loc).coherence;
      return chains.some(
        ({ members, succ }, c) =>
          succ.length === 0 && (c > 0 || chains.length === 1) && members[members.length - 1].written === value,
      );
    });
  }

  /**
   * The choices of the ambiguous read: none, only its source in the graph itself, or perhaps several.
   */
  private choices(original: GraphEvent): 'none' | 'own' | 'several' {
    const e = this.events[original.id];
    const own = this.counterpart(original.source!);
    let n = 0;
    let isOwn = false;
    const read = valueRead(e.label, e.read!);
    for (const w of this.graph.location(e.loc).writes) {
      if (w.written !== read || !this.mayRead(e, w)) continue;
      n++;
      isOwn ||= w === own;
    }
    return n === 0 ? 'none' : n === 1 && isOwn ? 'own' : 'several';
  }

  /** Coherence and atomicity; `e` reads nothing yet. */
  private mayRead(e: GraphEvent, w: GraphEvent): boolean {
    const { accesses, coherence } = this.graph.location(e.loc);
    if (isWrite(e)) {
      const { members } = coherence.chains[w.chain];
      if (w.chain === e.chain || w.place < members.length - 1 || coherence.before(e, w)) return false;
    }
    for (let t: ThreadId = 0; t < accesses.length; t++) {
      const list = accesses[t] as GraphEvent[] | undefined;
      if (list === undefined) continue;
      const seen = t === e.thread ? e.index : entry(e.clocks.before, t);
      let i = 0;
      while (i < list.length && list[i].index < seen) i++;
      if (i > 0) {
        const a = isWrite(list[i - 1]) ? list[i - 1] : list[i - 1].source!;
        if (a !== w && coherence.before(w, a)) return false;
      }
      while (i < list.length && (list[i] === e || !this.graph.happensBefore(e, list[i]))) i++;
      if (i < list.length) {
        const { source } = list[i];
        // An event after the read is a later write, or reads from the same or a later one.
        if (
          source === null ? list[i] === w || coherence.before(list[i], w) : source !== w && coherence.before(source, w)
        )
          return false;
      }
    }
    return true;
  }

  private counterpart(e: GraphEvent): GraphEvent {
    return e.thread < 0 ? this.graph.location(e.loc).initial : this.events[e.id];
  }
}
