/**
 * A state of an exploration: a graph, and for some threads the writes that they refuse. What can be done in it, doing it, and going
 * back. Strategies decide what is done.
 */
import { entry } from '../graph/clock';
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { Model } from '../model/model';
import { isChosen, isObjectKind } from '../object';
import { Kind, type Label, type LocationId, type ThreadId, type Value } from '../program/label';
import type { HistoryNode, Program } from '../program/program';
import { hasAlternative, isOverwritten } from './alternatives';
import { appendOf, candidates, elsewhere, type Candidate } from './candidates';
import { describeWaiting } from './describe';
import type { EquivalenceName } from './explorer';
import type { Refusal, Refusals } from './finished';
import { Future } from './future';
import { Growth, type Pending } from './growth';
import { interleave } from './interleave';
import { noteLockedAtEnd } from './leftover';
import { Preemptions } from './preemptions';
import { canBeServed, type Need, type Standing } from './prospects';
import type { Refinement } from './refinement';
import { regraph } from './regraph';
import { reorderedSchedule, scheduleOf } from './schedule';
import type { Session } from './session';
import { turnEndingAt, turnsAfter } from './spinning';
import type { Strengthening } from './strengthen';
import { Stuck } from './stuck';
import { nameOf, targetOf, type TargetEvent } from './target';

/** Candidates that count as the same to the equivalence. */
export type Way = readonly Candidate[];

/**
 * How performing an event went. `entered`: there is a new state; `ended`: the execution ended with it (an error, a failed assumption, a limit);
 * `spins`: a turn of a waiting loop ended without progress; `inconsistent`: the model does not allow it. Only `entered` changes the state.
 */
export type Performed = 'inconsistent' | 'spins' | 'ended' | 'entered';

/** What going back needs. */
export interface Saved {
  readonly graph: ExecutionGraph;
  readonly mark: number;
  readonly refusals: Refusals;
}

/** What a state knows besides its graph, as data. */
export interface KeptState {
  /** Threads that were seen to begin: number, and what they began with. */
  readonly roots: readonly (readonly [ThreadId, Value])[];
  readonly nextSample: number;
}

export class State {
  readonly model: Model;
  graph: ExecutionGraph;
  private refusals: Refusals = [];
  private readonly growth: Growth;
  private readonly future: Future;
  private readonly preemptions: Preemptions | undefined;
  /** Are executions counted by the values that they read, though graphs are told apart? */
  private readonly merges: boolean;
  /** Histories that no graph realises. */
  private readonly unrealisable = new Set<string>();
  /** After so many executions one is run in another order, to notice state that drista does not see. */
  private nextSample = 0;

  constructor(
    private readonly program: Program,
    strengthening: Strengthening,
    private readonly equivalence: EquivalenceName,
    private readonly refinement: Refinement,
    readonly session: Session,
  ) {
    this.future = new Future(program);
    this.model = strengthening.model;
    const { preemptions, equivalence: asked } = session.options;
    this.preemptions = preemptions === undefined ? undefined : new Preemptions(preemptions, this.model.name === 'sc');
    this.merges = preemptions !== undefined && asked === 'observational';
    this.growth = new Growth(program, strengthening, refinement, session, this.future);
    this.graph = this.model.graph((loc) => program.initial(loc));
  }

  /** Appends what main does first. False when the execution ends with that. */
  begin(): boolean {
    this.graph = this.graph.empty();
    this.refusals = [];
    return this.growth.begin(this.graph);
  }

  keep(): KeptState {
    return { roots: this.future.known.map((n) => [n.thread, n.value]), nextSample: this.nextSample };
  }

  recall({ roots, nextSample }: KeptState): void {
    for (const [t, start] of roots) this.future.addRoot(this.program.root(t, start, () => scheduleOf(this.model, this.graph)));
    this.nextSample = nextSample;
  }

  save(): Saved {
    return { graph: this.graph, mark: this.graph.mark(), refusals: this.refusals };
  }

  restore({ graph, mark, refusals }: Saved): void {
    if (this.graph === graph) graph.undo(mark);
    else this.graph = graph;
    this.refusals = refusals;
  }

  /** Threads that wait for a value. None: the execution is complete. */
  pending(): Pending[] {
    return this.growth.pending(this.graph);
  }

  /** All ways to perform the pending event that the writes present offer and its thread does not refuse; the model may forbid some. */
  ways(p: Pending): Way[] {
    return this.grouped(p).filter((way) => way.some((c) => (c.elsewhere === true ? this.seesNew(p) : !this.refuses(p.thread, c))));
  }

  private grouped(p: Pending): Way[] {
    const all = candidates(this.graph, p.thread, p.label);
    if (this.bySource(p)) return all.map((c) => [c]);
    const groups = new Map<Value | string, Candidate[]>();
    for (const c of [...all, ...elsewhere(this.graph, p.label, all)]) {
      const outcome = c.misuse ?? c.read;
      const group = groups.get(outcome);
      if (group === undefined) groups.set(outcome, [c]); else group.push(c);
    }
    return [...groups.values()];
  }

  private bySource(p: { readonly thread: ThreadId; readonly label: Label }): boolean {
    return this.equivalence !== 'observational' || this.refinement.countsBySource(p.thread, p.label);
  }

  private refuses(t: ThreadId, { source }: { readonly source: GraphEvent | null }): boolean {
    const refusal = this.refusals[t];
    if (refusal === undefined || source === null) return false;
    return source.thread < 0 || source.index < entry(refusal, source.thread);
  }

  /** Is there a write that the thread does not refuse? */
  private seesNew(p: Pending): boolean {
    return this.graph.location(p.label.loc).writes.some((source) => !this.refuses(p.thread, { source }));
  }

  /** Performs the pending event. */
  perform(p: Pending, way: Way): Performed {
    const [{ misuse }] = way;
    if (misuse !== undefined) {
      this.growth.misuse(this.graph, p.thread, p.label, misuse);
      return 'ended';
    }
    const saved = this.save();
    const e = this.append(p, way);
    if (e === null) return 'inconsistent';
    const lengths = saved.refusals.length === 0 ? [] : this.graph.threads.map((events) => events.length);
    lengths[p.thread]--;
    const how = this.follow(p, e);
    if (how === 'entered') this.refusals = saved.refusals.map((r, t) => (this.graph.threads[t].length > lengths[t] ? undefined : r));
    else this.restore(saved);
    return how;
  }

  private follow(p: Pending, e: GraphEvent): Performed {
    if (!this.growth.enter(this.graph, e, p.node)) return 'ended';
    if (turnEndingAt(e.node!) !== undefined) return 'spins';
    if (!this.growth.proceed(this.graph, e)) return 'ended';
    return turnEndingAt(this.graph.last(p.thread)!.node!) !== undefined ? 'spins' : 'entered';
  }

  /** Appends to the present graph, or else to another one with the same histories; null when there is none. */
  private append(p: Pending, way: Way): GraphEvent | null {
    for (let i = way.length - 1; i >= 0; i--) {
      if (way[i].elsewhere === true) break;
      const e = this.model.append(this.graph, appendOf(p.thread, p.label, way[i]));
      if (e !== null) return e;
    }
    if (way[0].source === null) return null;
    if (this.model.exact && !(this.equivalence === 'observational' && hasAlternative(this.graph, (e) => this.bySource(e)))) return null;
    if (this.refinement.fixesOrder && way.every((c) => isOverwritten(this.graph, p, c))) return null;
    // An operation on an object may return the same with and without a change of state.
    const variants = [way.find((c) => c.object === undefined), way.find((c) => c.object !== undefined)];
    for (const c of variants) {
      const e = c === undefined ? null : this.realise(p, c);
      if (e !== null) return e;
    }
    return null;
  }

  /** Goes to another graph with the same histories and the event. */
  private realise(p: Pending, c: Candidate): GraphEvent | null {
    const fixed = this.bySource(p);
    const changes = c.object !== undefined;
    const key = `${this.key()}|${p.thread}:${fixed ? `${c.source!.thread}.${c.source!.index}` : c.read}${changes ? '!' : ''}`;
    if (this.unrealisable.has(key)) return null;
    const extra: TargetEvent = {
      label: p.label, node: null, read: c.read, written: c.written, changes, source: fixed ? nameOf(c.source!) : undefined,
    };
    const target = targetOf(this.graph, (t, l) => this.bySource({ thread: t, label: l }), p.thread, extra);
    const graph = (this.model.exact ? regraph : interleave)(this.model, this.graph, target);
    if (graph === null) {
      this.unrealisable.add(key);
      return null;
    }
    this.graph = graph;
    return graph.last(p.thread)!;
  }

  /** The same state, with all writes refused to the pending event that are present now. */
  postpone(p: Pending): void {
    const mine: number[] = [];
    for (const w of this.graph.location(p.label.loc).writes) if (w.thread >= 0) mine[w.thread] = w.index + 1;
    const refusal: Refusal = Array.from(mine, (n) => n ?? 0);
    const changed = this.refusals.slice();
    changed[p.thread] = refusal;
    this.refusals = changed;
  }

  /** Can the event be performed later in a way that is not there now, or never? A thread that may go round a loop that waits may do so for ever. */
  mayBePostponed(p: Pending): boolean {
    return maySpin(p) || this.mayComeLater(p) || (this.session.cut && postponable(p));
  }

  /** May another write to the location of the pending event still come, if its thread waits for that? */
  mayComeLater(p: Pending): boolean {
    if (!postponable(p)) return false;
    const all = this.pending();
    if (!all.some((q) => q.thread !== p.thread && this.mayWrite(q.node, p.label.loc))) return false;
    return this.hopeless(all, p) !== true;
  }

  /** Does some thread wait for a write that cannot come? Then all executions from here on belong to other branches. */
  deadEnd(): boolean {
    return this.refusals.some((r) => r !== undefined) && this.hopeless(this.pending());
  }

  /** Is there somebody among those that postponed their events, `also` one of them, who cannot be served? False also where that is not known. */
  private hopeless(all: readonly Pending[], also?: Pending): boolean {
    if (this.session.cut) return false;
    const standings = all.map((p): Standing => {
      const postponed = p.thread === also?.thread || (this.refusals[p.thread] !== undefined && !this.seesNew(p));
      return { ...p, postponed, need: postponed ? { loc: p.label.loc } : needOf(this.graph, p) };
    });
    if (all.some((p, i) => standings[i].postponed && maySpin(p))) return false;
    return !canBeServed(standings, this.mayWrite);
  }

  private readonly mayWrite = (node: HistoryNode, loc: LocationId): boolean => this.future.mayWrite(node, loc);

  /** Has the present graph an order within the bound? If not, neither has any that goes on from it. */
  withinBound(): boolean {
    if (this.preemptions?.allow(this.graph) !== false) return true;
    this.session.beyondBound();
    return false;
  }

  /** Counts the present execution, which is complete. */
  complete(): void {
    this.session.mayComplete();
    const n = this.equivalence === 'co' ? this.model.coherenceOrders(this.graph) : 1;
    if (this.session.options.runAll === true) this.program.verify?.(scheduleOf(this.model, this.graph));
    if (this.session.counts.executions >= this.nextSample) {
      this.nextSample = Math.max(8, 8 * this.nextSample);
      this.program.verify?.(reorderedSchedule(this.graph));
    }
    if (this.graph.threads.length === 1) this.session.note('the program started no thread besides main');
    noteLockedAtEnd(this.graph, this.session);
    this.session.complete(this.graph, n, this.merges ? this.histories() : undefined);
  }

  /** No pending event can be performed: a deadlock, a livelock, the end of a program that called exit, or nothing (false). */
  stuck(pending: readonly Pending[]): boolean {
    const waiting = new Stuck(this.model, this.graph, this.equivalence, pending);
    const involved = pending.map((p) => ({ thread: p.thread, label: p.label }));
    // Whoever called exit ends the others, unless a handler of its own waits.
    const exited = this.graph.events.some((e) => e.label.kind === Kind.Exit && !pending.some((p) => p.thread === e.thread));
    if (!waiting.forEver()) return false;
    if (exited) {
      this.complete();
      return true;
    }
    const kind = waiting.spins && !waiting.locked ? 'livelock' : 'deadlock';
    const message = involved.map(({ thread, label }) => describeWaiting(thread, label)).join('; ');
    this.growth.error(this.graph, kind, message, involved);
    return true;
  }

  /** Names the combination of what the threads' reads have returned, and of the sources that count. */
  key(): string {
    return this.histories() + this.sources();
  }

  /** Names the combination of what the threads' reads have returned. */
  histories(): string {
    let key = '';
    for (const events of this.graph.threads) {
      const last = events?.at(-1);
      key += last === undefined ? ';' : `${last.node!.id};`;
    }
    return key;
  }

  get refused(): Refusals {
    return this.refusals;
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

/** Is one of the results known to end a turn of a loop that waits? */
function maySpin({ node }: Pending): boolean {
  return [...node.children.keys()].some((value) => turnsAfter(node, value).length > 0);
}

/** What a thread that does not postpone its event waits for. */
function needOf(graph: ExecutionGraph, { thread, label }: Pending): Need {
  if (label.kind === Kind.Join) return { end: label.thread };
  return isObjectKind(label.kind) && candidates(graph, thread, label).length === 0 ? { loc: label.loc } : undefined;
}

function postponable(p: Pending): boolean {
  return p.label.kind === Kind.Load || p.label.kind === Kind.Rmw
    || (isObjectKind(p.label.kind) && !(isChosen(p.label.kind) && p.label.op === 0));
}
