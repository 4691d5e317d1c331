/**
 * What may still come in a state: which pending events may be performed later in another way than now, whether those that were postponed can be
 * served, and which event is best tried first. It is asked of one state, with the trees as they are known then.
 */
import { entry } from '../graph/clock';
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import { isObjectKind } from '../object';
import { Kind, type Label } from '../program/label';
import { relying } from './assumptions';
import { candidates, canWrite, mayBeLater } from './candidates';
import type { Refusal, Refusals } from './finished';
import type { Future } from './future';
import type { Pending } from './growth';
import type { Loops } from './loops';
import { canBeServed, type Standing } from './prospects';
import type { Session } from './session';

export interface Order {
  readonly order: readonly Pending[];
  /** By place there: may the event be postponed? That is, as far as it was worked out. */
  readonly later: readonly boolean[];
}

export class Outlook {
  /** By place in `all`; 'open': somebody who postponed may go round a loop for ever. Undefined: nobody asked. */
  private known: readonly Standing[] | 'open' | undefined;

  /** `all`: the pending events of the graph. `ambiguous`: may other graphs have the same histories? */
  constructor(
    private readonly graph: ExecutionGraph,
    private readonly refusals: Refusals,
    private readonly all: readonly Pending[],
    private readonly session: Session,
    private readonly loops: Loops,
    private readonly future: Future,
    private readonly ambiguous: () => boolean,
  ) {}

  /**
   * The pending events in the order in which to try them: first one that nothing else can change, which is enough to know of one; then those that another
   * thread can change next, so that they do not wait in vain. Joins come last: those that can be performed are not pending.
   */
  inOrder(): Order {
    const { all } = this;
    const ranks: number[] = [];
    for (const p of all) {
      if (p.label.kind !== Kind.Join && !this.mayComeLater(p)) return { order: [p, ...all.filter((q) => q !== p)], later: [] };
      ranks.push(p.label.kind === Kind.Join ? 2 : this.maybeNext(p) ? 0 : 1);
    }
    const order: Pending[] = [];
    for (let rank = 0; rank <= 2; rank++) for (let i = 0; i < all.length; i++) if (ranks[i] === rank) order.push(all[i]);
    return { order, later: order.map((p) => p.label.kind !== Kind.Join) };
  }

  /** Can the event be performed later in a way that is not there now, or never? A thread that may go round a loop that waits may do so for ever. */
  mayBePostponed(p: Pending): boolean {
    return relying(this.session.crew?.assumptions, () => this.maySpin(p) || this.mayComeLater(p) || (this.session.cut && mayBeLater(p.label)), false);
  }

  /**
   * Is there somebody among those that postponed their events who cannot be served? Then all executions from here on belong to
   * other branches. False also where that is not known.
   */
  hopeless(): boolean {
    return relying(this.session.crew?.assumptions, () => {
      const standings = this.standings();
      return standings !== undefined && standings.some((s) => s.postponed) && !this.canBeServed(standings);
    }, true);
  }

  /** May another write to the location of the pending event still come, if its thread waits for that? */
  private mayComeLater(p: Pending): boolean {
    if (!mayBeLater(p.label)) return false;
    const { loc } = p.label;
    for (const q of this.all) if (q !== p && this.future.mayWrite(q.node, loc)) return !this.hopelessWith(p);
    return false;
  }

  /** Are those that postponed their events, and this one too, hopeless? */
  private hopelessWith(p: Pending): boolean {
    const standings = this.standings();
    if (standings === undefined) return false;
    const i = this.all.indexOf(p);
    if (standings[i].postponed) return !this.canBeServed(standings);
    if (this.maySpin(p)) return false;
    const also = standings.slice();
    also[i] = { ...standings[i], postponed: true, needsWrite: p.label.loc };
    return !this.canBeServed(also);
  }

  private canBeServed(standings: readonly Standing[]): boolean {
    return canBeServed(standings, this.future);
  }

  /** Undefined where hope cannot be told. */
  private standings(): readonly Standing[] | undefined {
    if (this.session.cut) return undefined;
    this.known ??= this.stand();
    return this.known === 'open' ? undefined : this.known;
  }

  private stand(): readonly Standing[] | 'open' {
    const standings: Standing[] = [];
    for (const p of this.all) {
      const s = this.standing(p);
      if (s.postponed && this.maySpin(p)) return 'open';
      standings.push(s);
    }
    return standings;
  }

  private standing(p: Pending): Standing {
    const { thread, node, label } = p;
    const refusal = this.refusals[thread];
    const postponed = refusal !== undefined && !seesNew(this.graph, refusal, label);
    const waits = postponed
      || (isObjectKind(label.kind) ? candidates(this.graph, thread, label).length === 0 : this.loops.onlySpins(this.graph, p, (w) => !refuses(refusal, w)));
    return { thread, node, postponed, needsWrite: waits ? label.loc : -1, needsEnd: label.kind === Kind.Join ? label.thread : -1 };
  }

  private maySpin(p: Pending): boolean {
    return this.loops.maySpin(this.graph, p, this.ambiguous);
  }

  /** Can another pending event, performed now, write the location of this one? */
  private maybeNext(p: Pending): boolean {
    return this.all.some((q) => q !== p && q.label.loc === p.label.loc && canWrite(this.graph, q.label, (w) => refuses(this.refusals[q.thread], w)));
  }
}

/** Does a thread with the refusal refuse to read from the write? */
export function refuses(refusal: Refusal | undefined, source: GraphEvent | null): boolean {
  return refusal !== undefined && source !== null && (source.thread < 0 || source.index < entry(refusal, source.thread));
}

/** Is there a write to the event's location that the thread does not refuse? */
export function seesNew(graph: ExecutionGraph, refusal: Refusal | undefined, l: Label): boolean {
  return graph.location(l.loc).writes.some((source) => !refuses(refusal, source));
}
