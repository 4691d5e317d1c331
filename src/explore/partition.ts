/**
 * The partition: a pending event either reads from a write that is present now, or it is postponed and reads from one
 * that is not. These cases exclude each other, so every reads-from class is reached once without storing what
 * has been seen. Under the observational equivalence the cases are values; a combination of values may then be reached
 * on several ways, and a table of finished states tells them apart.
 */
import { entry } from '../graph/clock';
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { Model } from '../model/model';
import { isChosen, isObjectKind } from '../object';
import { Kind, type Label, type LocationId, type ThreadId, type Value } from '../program/label';
import type { Program } from '../program/program';
import { appendOf, candidates, type Candidate } from './candidates';
import { describeWaiting } from './describe';
import type { EquivalenceName } from './explorer';
import { Finished, type Refusal, type Refusals } from './finished';
import { Future } from './future';
import { Growth, type Pending } from './growth';
import { interleave } from './interleave';
import { noteLockedAtEnd } from './leftover';
import type { Refinement } from './refinement';
import { regraph } from './regraph';
import { reorderedSchedule, scheduleOf } from './schedule';
import type { Session } from './session';
import { turnEndingAt } from './spinning';
import type { Strengthening } from './strengthen';
import { Stuck } from './stuck';
import { nameOf, targetOf, type TargetEvent } from './target';

export class Partition {
  private readonly model: Model;
  private readonly growth: Growth;
  private readonly future: Future;
  private graph: ExecutionGraph;
  private refusals: Refusals = [];
  private readonly finished: Finished | undefined;
  /** Histories that no graph realises. */
  private readonly unrealisable = new Set<string>();
  private depth = 0;
  /** After so many executions one is run in another order, to notice state that drista does not see. */
  private nextSample = 0;

  constructor(
    private readonly program: Program,
    strengthening: Strengthening,
    private readonly equivalence: EquivalenceName,
    private readonly refinement: Refinement,
    private readonly session: Session,
  ) {
    this.future = new Future(program);
    this.model = strengthening.model;
    this.growth = new Growth(program, strengthening, refinement, session, this.future);
    this.graph = this.model.graph((loc) => program.initial(loc));
    this.finished = equivalence === 'observational' ? new Finished() : undefined;
  }

  run(): void {
    if (this.growth.begin(this.graph)) this.explore();
  }

  /** Explores all executions that extend the present state. */
  private explore(): void {
    this.session.tick(this.depth);
    if (this.finished === undefined) return this.visit();
    const key = this.key();
    const { refusals } = this;
    if (this.finished.covers(key, refusals)) return;
    this.visit();
    this.finished.add(key, refusals);
  }

  private visit(): void {
    const pending = this.growth.pending(this.graph);
    if (pending.length === 0) return this.complete();
    const open = pending.map((p) => ({ p, future: this.mayComeLater(p) }));
    open.sort((a, b) => Number(a.future) - Number(b.future));
    for (const { p } of open) if (this.serve(p)) return;
    this.stuck(pending);
  }

  /** Explores each way to perform the pending event now; false when there is none. */
  private serve(p: Pending): boolean {
    const all = candidates(this.graph, p.thread, p.label);
    let served = false;
    let spun = false;
    for (const ways of this.ways(p, all)) {
      if (!ways.some((c) => !this.refuses(p.thread, c))) continue;
      const [first] = ways;
      if (first.misuse !== undefined) {
        served = true;
        this.growth.misuse(this.graph, p.thread, p.label, first.misuse);
        continue;
      }
      const how = this.perform(p, ways, () => this.explore());
      if (how === 'done') served = true;
      if (how === 'spins') spun = true;
    }
    // A thread that may spin may also do so for ever.
    if (served && (spun || this.mayComeLater(p) || (this.session.cut && postponable(p)))) this.postpone(p);
    return served;
  }

  /** The candidates, those together that count as the same. */
  private ways(p: Pending, all: readonly Candidate[]): Candidate[][] {
    if (this.bySource(p)) return all.map((c) => [c]);
    const groups = new Map<Value | string, Candidate[]>();
    for (const c of all) {
      const outcome = c.misuse ?? c.read;
      const group = groups.get(outcome);
      if (group === undefined) groups.set(outcome, [c]); else group.push(c);
    }
    return [...groups.values()];
  }

  private bySource(p: { readonly thread: ThreadId; readonly label: Label }): boolean {
    return this.equivalence !== 'observational' || this.refinement.countsBySource(p.thread, p.label);
  }

  /**
   * Performs the pending event in one of the ways, which are the same to the equivalence, calls `then` in the state
   * after it, and goes back.
   */
  private perform(p: Pending, ways: readonly Candidate[], then: () => void): 'inconsistent' | 'spins' | 'done' {
    const { graph, refusals } = this;
    const mark = graph.mark();
    const e = this.append(p, ways);
    if (e === null) return 'inconsistent';
    const known = this.growth.enter(this.graph, e, p.node);
    let spins = known && turnEndingAt(e.node!) !== undefined;
    if (known && !spins) {
      this.depth++;
      this.refusals = without(refusals, p.thread);
      if (this.growth.proceed(this.graph, e)) {
        spins = turnEndingAt(this.graph.last(p.thread)!.node!) !== undefined;
        if (!spins) then();
      }
      this.depth--;
      this.refusals = refusals;
    }
    if (this.graph === graph) graph.undo(mark);
    else this.graph = graph;
    return spins ? 'spins' : 'done';
  }

  /** Appends to the present graph, or else to another one with the same histories; null when there is none. */
  private append(p: Pending, ways: readonly Candidate[]): GraphEvent | null {
    for (let i = ways.length - 1; i >= 0; i--) {
      const e = this.model.append(this.graph, appendOf(p.thread, p.label, ways[i], null));
      if (e !== null) return e;
    }
    const [c] = ways;
    if (c.source === null) return null;
    const fixed = this.bySource(p);
    if (this.model.exact && !this.hasAlternative()) return null;
    const key = `${this.key()}|${p.thread}:${fixed ? `${c.source!.thread}.${c.source!.index}` : c.read}`;
    if (this.unrealisable.has(key)) return null;
    const extra: TargetEvent = {
      label: p.label, node: null, read: c.read, written: c.written, changes: c.object !== undefined, source: fixed ? nameOf(c.source!) : undefined,
    };
    const target = targetOf(this.graph, (t, l) => this.bySource({ thread: t, label: l }), p.thread, extra);
    const realise = this.model.exact ? regraph : interleave;
    const graph = realise(this.model, this.graph, target);
    if (graph === null) {
      this.unrealisable.add(key);
      return null;
    }
    this.graph = graph;
    return graph.last(p.thread)!;
  }

  /** Could some read that counts by value read it from another write? Otherwise there is one graph of these histories. */
  private hasAlternative(): boolean {
    if (this.equivalence !== 'observational') return false;
    const writers = new Map<string, number>();
    const key = (loc: LocationId, value: Value | undefined): string => `${loc}=${value}`;
    for (const [loc, { writes }] of this.graph.locations) {
      for (const w of writes) writers.set(key(loc, w.written), (writers.get(key(loc, w.written)) ?? 0) + 1);
    }
    return this.graph.events.some((e) => e.source !== null && e.loc >= 0 && !this.bySource(e)
      && (isObjectKind(e.label.kind) || writers.get(key(e.loc, e.read))! > 1));
  }

  private refuses(t: ThreadId, c: Candidate): boolean {
    const refusal = this.refusals[t];
    if (refusal === undefined || c.source === null) return false;
    return c.source.thread < 0 || c.source.index < entry(refusal, c.source.thread);
  }

  /** The same state, with all writes refused to the pending event that are present now. */
  private postpone(p: Pending): void {
    const { refusals } = this;
    const mine: number[] = [];
    for (const w of this.graph.location(p.label.loc).writes) if (w.thread >= 0) mine[w.thread] = w.index + 1;
    const refusal: Refusal = Array.from(mine, (n) => n ?? 0);
    const changed = refusals.slice();
    changed[p.thread] = refusal;
    this.refusals = changed;
    this.explore();
    this.refusals = refusals;
  }

  /** May another write to the location of the pending event still come? */
  private mayComeLater(p: Pending): boolean {
    if (!postponable(p)) return false;
    return this.growth.pending(this.graph).some((q) => q.thread !== p.thread && this.future.mayWrite(q.node, p.label.loc));
  }

  private complete(): void {
    const n = this.equivalence === 'co' ? this.model.coherenceOrders(this.graph) : 1;
    if (this.session.options.runAll === true) this.program.verify?.(scheduleOf(this.model, this.graph));
    if (this.session.counts.executions >= this.nextSample) {
      this.nextSample = Math.max(8, 8 * this.nextSample);
      this.program.verify?.(reorderedSchedule(this.graph));
    }
    if (this.graph.threads.length === 1) this.session.note('the program started no thread besides main');
    noteLockedAtEnd(this.graph, this.session);
    this.session.complete(this.graph, n);
  }

  /** No pending event can be performed now. */
  private stuck(pending: readonly Pending[]): void {
    const waiting = new Stuck(this.model, this.graph, this.equivalence, pending);
    const involved = pending.map((p) => ({ thread: p.thread, label: p.label }));
    // Whoever called exit ends the others, unless a handler of its own waits.
    const exited = this.graph.events.some((e) => e.label.kind === Kind.Exit && !pending.some((p) => p.thread === e.thread));
    if (waiting.forEver()) {
      if (exited) return this.complete();
      const kind = waiting.spins && !waiting.locked ? 'livelock' : 'deadlock';
      const message = involved.map(({ thread, label }) => describeWaiting(thread, label)).join('; ');
      return this.growth.error(this.graph, kind, message, involved);
    }
    // That execution belongs to another branch: a refused write could be read, or a loop does not see the last values.
    this.session.counts.deadEnds++;
  }

  /** Names the combination of what the threads' reads have returned. */
  private key(): string {
    let key = '';
    for (const events of this.graph.threads) {
      const last = events?.at(-1);
      key += last === undefined ? ';' : `${last.node!.id};`;
    }
    return key + this.sources();
  }

  /** The sources that count, where some do. */
  private sources(): string {
    let key = '';
    for (const events of this.graph.threads) {
      if (events === undefined) continue;
      for (const e of events) {
        if (e.source !== null && e.loc >= 0 && e.read !== undefined && this.bySource(e))
          key += `|${e.thread}.${e.index}<${e.source.thread}.${e.source.index}`;
      }
    }
    return key;
  }
}

function postponable(p: Pending): boolean {
  return p.label.kind === Kind.Load || p.label.kind === Kind.Rmw
    || (isObjectKind(p.label.kind) && !(isChosen(p.label.kind) && p.label.op === 0));
}

function without(refusals: Refusals, t: ThreadId): Refusals {
  if (refusals[t] === undefined) return refusals;
  const changed = refusals.slice();
  changed[t] = undefined;
  return changed;
}
