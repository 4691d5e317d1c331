/**
 * Realisability under an axiomatic model: is there a consistent graph of the target's histories, for some choice of a
 * source of the same value for every read that does not have to keep its own? The search is a partition like that of
 * the exploration itself (a read takes a write that is present, or waits for one that is not), but the remaining events
 * are known exactly.
 */
import type { ThreadId } from '../../program/label';
import { valueRead } from '../../program/rmw';
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isAtOnce, isObjectKind } from '../../object';
import { candidates, outcomesAfter, type Candidate } from '../extend/candidates';
import type { LastValues } from '../histories/spin-loops';
import { isNamed, outcomeFor, targetWrites, type Target, type TargetEvent } from './target';

/** A consistent graph of the target; null when there is none. With `final`, these values may be the last in co. */
export function searchReadsFrom(
  model: Model,
  like: ExecutionGraph,
  target: Target,
  final?: LastValues,
  onStep: () => void = () => undefined,
): ExecutionGraph | null {
  const search = new ReadsFromSearch(model, like.empty(), target, onStep, final);
  return search.find() ? search.graph : null;
}

class ReadsFromSearch {
  /** By thread: how many events each thread had when the thread's next read was deferred; undefined: it was not. */
  private excluded: (readonly number[] | undefined)[] = [];

  constructor(
    private readonly model: Model,
    readonly graph: ExecutionGraph,
    private readonly target: Target,
    private readonly onStep: () => void,
    private readonly final?: LastValues,
  ) {}

  find(): boolean {
    const mark = this.graph.mark();
    if (this.settle() && this.branch()) return true;
    this.graph.undo(mark);
    return false;
  }

  private next(t: ThreadId): TargetEvent | undefined {
    return this.target[t]?.[this.length(t)];
  }

  private length(t: ThreadId): number {
    return this.graph.threads[t]?.length ?? 0;
  }

  /** Appends all events without a choice of source. Returns false if one of them is inconsistent. */
  private settle(): boolean {
    for (let again = true; again;) {
      again = false;
      for (let t = 0; t < this.target.length; t++) {
        for (let e = this.next(t); e !== undefined && !this.chooses(e); e = this.next(t)) {
          const source = this.forcedSource(e);
          if (source === undefined) break;
          if (isAtOnce(e.label.kind) && e.changes) {
            const outcome = outcomeFor(e, outcomesAfter(this.graph, source!, t, e.label));
            if (outcome === undefined) return false;
            if (
              this.model.append(this.graph, { ...e, thread: t, source, object: outcome.next, sync: outcome.sync }) ===
              null
            )
              return false;
          } else if (this.model.append(this.graph, { ...e, thread: t, source }) === null) {
            return false;
          }
          again = true;
        }
      }
    }
    return true;
  }

  private chooses(e: TargetEvent): boolean {
    return e.read !== undefined && e.label.loc >= 0;
  }

  /** The source of an event without a choice; undefined while it is not in the graph. */
  private forcedSource(e: TargetEvent): GraphEvent | null | undefined {
    if (isAtOnce(e.label.kind)) return e.changes ? this.graph.location(e.label.loc).writes.at(-1)! : null;
    if (e.source === undefined) return null;
    return this.graph.threads[e.source.thread]?.[e.source.index];
  }

  private branch(): boolean {
    this.onStep();
    let best: { t: ThreadId; e: TargetEvent; sources: Candidate[]; later: boolean } | undefined;
    let done = true;
    for (let t = 0; t < this.target.length; t++) {
      const e = this.next(t);
      if (e === undefined) continue;
      done = false;
      if (!this.chooses(e)) continue;
      const sources = this.sources(t, e);
      const later = this.mayComeLater(t, e);
      if (sources.length === 0 && !later) return false;
      if (sources.length === 0) continue;
      if (best === undefined || weight(sources, later) < weight(best.sources, best.later))
        best = { t, e, sources, later };
    }
    if (done) return this.final === undefined || this.model.mayEndWith(this.graph, this.final);
    if (best === undefined) return false;
    const { t, e, sources, later } = best;
    const excludedBefore = this.excluded;
    for (const { source, object, sync } of sources) {
      const mark = this.graph.mark();
      this.excluded = excludedBefore.slice();
      this.excluded[t] = undefined;
      if (this.model.append(this.graph, { ...e, thread: t, source, object, sync }) !== null && this.find()) return true;
      this.graph.undo(mark);
    }
    if (later) {
      this.excluded = excludedBefore.slice();
      this.excluded[t] = this.graph.threads.map((events) => events.length);
      if (this.branch()) return true;
    }
    this.excluded = excludedBefore;
    return false;
  }

  /** The writes present that give the event what it returned. */
  private sources(t: ThreadId, e: TargetEvent): Candidate[] {
    const excluded = this.excluded[t];
    const result: Candidate[] = [];
    for (const c of candidates(this.graph, t, e.label)) {
      const w = c.source!;
      if (c.misuse !== undefined || c.read !== e.read || (c.object !== undefined) !== e.changes) continue;
      if (e.source !== undefined && !isNamed(w, e.source)) continue;
      if (excluded !== undefined && (w.thread < 0 || w.index < (excluded[w.thread] ?? 0))) continue;
      result.push(c);
    }
    return result;
  }

  /** Does the target hold another write that the event could read from, not yet in the graph? */
  private mayComeLater(t: ThreadId, e: TargetEvent): boolean {
    if (e.source !== undefined) return e.source.thread >= 0 && this.length(e.source.thread) <= e.source.index;
    const serves = (w: TargetEvent): boolean =>
      w.label.loc === e.label.loc &&
      targetWrites(w) &&
      (isObjectKind(w.label.kind) || w.written === valueRead(e.label, e.read!));
    for (let u = 0; u < this.target.length; u++) {
      if (u === t) continue;
      const events = this.target[u];
      for (let i = this.length(u); i < (events?.length ?? 0); i++) if (serves(events[i])) return true;
    }
    return false;
  }
}

function weight(sources: readonly Candidate[], later: boolean): number {
  return sources.length + (later ? 1 : 0);
}
