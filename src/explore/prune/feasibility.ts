/**
 * The possible future of a state: which pending events may be performed later with another result, whether deferred
 * events can be served, and which event is best tried first. An instance answers for one state, with the trees as they
 * are at its construction.
 */
import { entry } from '../../graph/clock';
import { isSettledRead } from '../../graph/conflict';
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { isObjectKind } from '../../object';
import { Kind, type Label, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { alwaysWrites, returns } from '../../program/rmw';
import { mayRead } from './readable-writes';
import { relying, type Speculations } from '../histories/speculations';
import { candidates, canWrite, mayBeLater, type Candidate } from '../extend/candidates';
import type { ExcludedWrites, Exclusions } from '../store/closed-states';
import type { FutureWrites } from '../histories/future-writes';
import type { Pending } from '../extend/extender';
import type { SpinIterations } from './spin-iterations';
import { canBeServed, type WaitingThread } from '../histories/wait-for';
import { ReachableValues } from '../histories/reachable-values';
import type { LastValues } from '../histories/spin-loops';
import type { Session } from '../session/session';

export interface TryOrder {
  readonly order: readonly Pending[];
  /** By index there: may the event be deferred? It may be shorter than `order`. */
  readonly later: readonly boolean[];
}

/** Queries on other graphs with the same histories: may there be one, and one after which memory holds the values? */
export interface Others {
  readonly exist: () => boolean;
  readonly mayEndWith: (end: LastValues) => boolean;
}

export class Feasibility {
  /** By index in `all`. */
  private known: readonly WaitingThread[] | undefined;
  private alternatives: boolean | undefined;

  /**
   * `all`: the pending events of the graph. `others`: other graphs with the same histories. `speculations`: records
   * what answers rely on.
   */
  constructor(
    private readonly graph: ExecutionGraph,
    private readonly exclusions: Exclusions,
    private readonly all: readonly Pending[],
    private readonly session: Session,
    private readonly loops: SpinIterations,
    private readonly future: FutureWrites,
    private readonly others: Others,
    private readonly speculations: Speculations | undefined,
  ) {}

  /**
   * The pending events in the order in which to try them. First comes one event whose choices no other event can
   * change, if there is one. Then come events whose choices another pending event can change, so that they are not
   * deferred in vain; then plain reads of threads that have yielded (Extender.settle). Joins come last: those that can
   * be performed are not pending.
   */
  inOrder(): TryOrder {
    const { all } = this;
    const ranks: number[] = [];
    for (const p of all) {
      const settled = isSettledRead(this.graph, p.thread, p.label);
      if (p.label.kind !== Kind.Join && !settled && !this.mayComeLater(p))
        return { order: [p, ...all.filter((q) => q !== p)], later: [] };
      ranks.push(p.label.kind === Kind.Join ? 3 : settled ? 2 : this.maybeNext(p) ? 0 : 1);
    }
    const order: Pending[] = [];
    for (let rank = 0; rank <= 3; rank++)
      for (let i = 0; i < all.length; i++) if (ranks[i] === rank) order.push(all[i]);
    return { order, later: order.map((p) => p.label.kind !== Kind.Join) };
  }

  /**
   * Can the event be performed later with a choice that does not exist now, or never? A thread in a waiting loop may
   * stay there for ever.
   */
  mayBeDeferred(p: Pending): boolean {
    return relying(
      this.speculations,
      () => this.maySpin(p) || this.mayComeLater(p, true) || (this.session.cut && mayBeLater(p.label)),
      false,
    );
  }

  /**
   * Is there a deferred thread that cannot be served? Then all executions that extend the state belong to other
   * branches. False also if that is not known.
   */
  isInfeasible(): boolean {
    return relying(
      this.speculations,
      () => {
        const standings = this.standings();
        return (
          standings !== undefined &&
          standings.some((s) => s.mustContinue) &&
          !(this.canBeServed(standings) && this.isReached(standings))
        );
      },
      true,
    );
  }

  /** May another write to the location of the pending event still come, if its thread waits for that? */
  private mayComeLater(p: Pending, sharply = false): boolean {
    if (!mayBeLater(p.label)) return false;
    const { loc } = p.label;
    for (const q of this.all)
      if (q !== p && this.future.mayWrite(q.node, loc)) return !this.isInfeasibleWith(p, sharply);
    return false;
  }

  /** Would the branch be infeasible with this event deferred as well? */
  private isInfeasibleWith(p: Pending, sharply: boolean): boolean {
    const standings = this.standings();
    if (standings === undefined) return false;
    const i = this.all.indexOf(p);
    if (this.isSimplyServed(standings, i, sharply)) return false;
    let also = standings;
    if (!standings[i].mustContinue) {
      if (this.maySpin(p)) return false;
      also = standings.with(i, { ...standings[i], mustContinue: true, needsWrite: p.label.loc });
    }
    return !this.canBeServed(also) || (sharply && !this.isReached(also));
  }

  /**
   * Can a running thread serve the event at the place, while no other thread is deferred? This is cheap to seen, and
   * mostly so.
   */
  private isSimplyServed(standings: readonly WaitingThread[], place: number, sharply: boolean): boolean {
    const { loc } = this.all[place].label;
    if (standings[place].useless.size > 0) return false;
    let served = false;
    for (let j = 0; j < standings.length; j++) {
      if (j === place) continue;
      const { node, mustContinue, needsWrite, needsEnd } = standings[j];
      const next = this.all[j].label;
      if (mustContinue) return false;
      served ||=
        needsWrite < 0 &&
        needsEnd < 0 &&
        (sharply ? next.loc === loc && alwaysWrites(next) : this.future.mayWrite(node, loc));
    }
    return served;
  }

  /** May they be served, given the values that threads can still read? */
  private isReached(standings: readonly WaitingThread[]): boolean {
    const values = (t: ThreadId, l: Label, first: boolean): Value[] =>
      this.readable(t, l, first ? this.exclusions[t] : undefined);
    const isLeftOut = (node: HistoryNode): boolean => this.loops.isLeftOut(node, () => this.all);
    return new ReachableValues({ values, isLeftOut }, this.speculations, this.loops.knowsAttempts).canBeServed(
      standings,
    );
  }

  private readable(t: ThreadId, l: Label, excluded: ExcludedWrites | undefined): Value[] {
    const { graph } = this;
    const values: Value[] = [];
    for (const w of graph.location(l.loc).writes) {
      if (w.written === undefined || excludes(excluded, w)) continue;
      for (const value of returns(l, w.written))
        if (!values.includes(value) && mayRead(graph, t, l, w, this.othersExist, value)) values.push(value);
    }
    return values;
  }

  /**
   * By all writes in the trees. Where failed attempts are left out, that is not known: no run may have shown what a
   * thread does after a value, just because this branch was left out (see ReachableValues).
   */
  private canBeServed(standings: readonly WaitingThread[]): boolean {
    return this.loops.knowsAttempts || canBeServed(standings, this.future);
  }

  /** What each thread waits for; undefined if a run was cut, so that the trees are incomplete. */
  private standings(): readonly WaitingThread[] | undefined {
    if (this.session.cut) return undefined;
    return (this.known ??= this.all.map((p) => this.standing(p)));
  }

  private standing(p: Pending): WaitingThread {
    const { thread, node, label } = p;
    const excluded = this.exclusions[thread];
    const deferred = excluded !== undefined && !seesNew(this.graph, excluded, label);
    const spins =
      !deferred &&
      !isObjectKind(label.kind) &&
      this.loops.onlySpins(
        this.graph,
        p,
        (w) => !excludes(excluded, w),
        this.othersExist,
        () => this.all,
      );
    const waits = deferred || spins || (isObjectKind(label.kind) && candidates(this.graph, thread, label).length === 0);
    return {
      thread,
      node,
      useless: this.loops.useless(p, () => this.all),
      mustContinue: (deferred || (spins && this.loops.knowsAttempts)) && !this.maySpin(p),
      needsWrite: waits ? label.loc : -1,
      needsEnd: label.kind === Kind.Join ? label.thread : -1,
    };
  }

  /** Asked for many writes, and it takes a look at all events. */
  private readonly othersExist = (): boolean => (this.alternatives ??= this.others.exist());

  private maySpin(p: Pending): boolean {
    return this.loops.maySpin(this.graph, p, this.others.mayEndWith);
  }

  /** Can another pending event, performed now, write the location of this one? */
  private maybeNext(p: Pending): boolean {
    return this.all.some(
      (q) =>
        q !== p &&
        q.label.loc === p.label.loc &&
        canWrite(this.graph, q.label, (w) => excludes(this.exclusions[q.thread], w)),
    );
  }
}

/** Is the write among the excluded ones? */
export function excludes(excluded: ExcludedWrites | undefined, source: GraphEvent | null): boolean {
  return (
    excluded !== undefined && source !== null && (source.thread < 0 || source.index < entry(excluded, source.thread))
  );
}

/** Is it excluded to perform the event like this? Not if it reads some piece from a write that is not excluded. */
export function excludesCandidate(excluded: ExcludedWrites | undefined, { source, sources }: Candidate): boolean {
  return sources === undefined ? excludes(excluded, source) : sources.every((w) => excludes(excluded, w));
}

/** Is there a write to the event's location that the thread does not exclude? */
export function seesNew(graph: ExecutionGraph, excluded: ExcludedWrites | undefined, l: Label): boolean {
  const locs = l.pieces.length === 0 ? [l.loc] : l.pieces.map((p) => p.loc);
  return locs.some((loc) => graph.location(loc).writes.some((source) => !excludes(excluded, source)));
}
