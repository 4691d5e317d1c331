/**
 * A state of an exploration: a graph, and for some threads the writes that they refuse. What can be done in it, doing
 * it, and going back. Strategies decide what is done.
 */
import { isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isObjectKind } from '../../object';
import { Kind, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode, Program } from '../../program/program';
import { relying, type Speculations } from '../histories/speculations';
import { hasAlternative } from '../realise/ambiguity';
import { appendOf, candidates, elsewhere, type Candidate, type Choice } from '../extend/candidates';
import { Completion } from '../session/completion';
import type { Equivalence } from '../equivalence/equivalence';
import type { ExcludedWrites, Exclusions } from '../store/closed-states';
import { FutureWrites } from '../histories/future-writes';
import { GraphExtender, type Pending } from '../extend/extender';
import { isHeld } from '../extend/held-waits';
import { noteLockedAtEnd } from '../session/locked-at-end';
import { LeftWaiting } from '../session/left-waiting';
import { SpinIterations } from '../prune/spin-iterations';
import type { HistoryIdsCheckpoint } from '../equivalence/history-ids';
import { Feasibility, excludes, seesNew, type Others } from '../prune/feasibility';
import type { VarintWriter } from '../store/varint';
import { PreemptionBound } from './preemption-bound';
import { BoundedSet } from '../store/bounded-set';
import type { Refinement } from '../equivalence/refinement';
import { realiserFor, type Realiser } from '../realise/realiser';
import { scheduleOf } from '../common/schedule';
import type { Session } from '../session/session';
import type { ScReduction } from '../equivalence/sc-reduction';
import { BlockedState } from '../prune/blocked';
import { targetOf, type TargetEvent } from '../realise/target';

/**
 * How performing an event went. `entered`: there is a new state; `ended`: the execution ended with it (an error, a
 * failed assumption, a limit); `spins`: a turn of a waiting loop ended without progress; `inconsistent`: the model does
 * not allow it. Only `entered` changes the state.
 */
export type Performed = 'inconsistent' | 'spins' | 'ended' | 'entered';

/** What going back needs. */
export interface StateMark {
  readonly graph: ExecutionGraph;
  readonly mark: number;
  readonly refusals: Exclusions;
}

/** What a state knows besides its graph, as data. */
export interface StateCheckpoint {
  /** Threads that were seen to begin: number, and what they began with. */
  readonly roots: readonly (readonly [ThreadId, Value])[];
  readonly nextSample: number;
  readonly names: HistoryIdsCheckpoint;
}

/** What a strategy asks of its states. */
export interface StateOptions {
  /** Does chance decide what is done? */
  readonly walks?: boolean;
  /** Only executions with at most so many preemptions. */
  readonly preemptions?: number | undefined;
}

export class SearchState {
  readonly model: Model;
  graph: ExecutionGraph;
  private refusals: Exclusions = [];
  private readonly growth: GraphExtender;
  private readonly future: FutureWrites;
  private readonly preemptions: PreemptionBound | undefined;
  private readonly loops: SpinIterations;
  /** Histories that no graph realises. */
  private readonly unrealisable = new BoundedSet();
  private readonly completion: Completion;
  private readonly realiser: Realiser;
  private readonly leftWaiting: LeftWaiting;

  constructor(
    private readonly program: Program,
    strengthening: ScReduction,
    readonly equivalence: Equivalence,
    refinement: Refinement,
    readonly session: Session,
    { walks = false, preemptions }: StateOptions = {},
  ) {
    const assumptions = (): Speculations | undefined => session.workers?.assumptions;
    this.future = new FutureWrites(program, assumptions);
    this.model = strengthening.model;
    this.realiser = realiserFor(this.model, equivalence);
    this.loops = new SpinIterations(this.model, program, this.future, walks, assumptions);
    this.preemptions =
      preemptions === undefined ? undefined : new PreemptionBound(preemptions, this.model.isSequential);
    this.growth = new GraphExtender(program, strengthening, refinement, session, this.future);
    this.leftWaiting = new LeftWaiting(program, session);
    this.completion = new Completion(program, this.model, session);
    this.graph = this.model.graph((loc) => program.initial(loc));
  }

  /** Appends what main does first. False when the execution ends with that. */
  begin(): boolean {
    this.graph = this.graph.empty();
    this.refusals = [];
    return this.growth.begin(this.graph);
  }

  keep(): StateCheckpoint {
    return {
      roots: this.future.known.map((n) => [n.thread, n.value]),
      nextSample: this.completion.nextSample,
      names: this.equivalence.histories.keep(),
    };
  }

  recall({ roots, nextSample, names }: StateCheckpoint): void {
    for (const [t, start] of roots)
      this.future.addRoot(this.program.root(t, start, () => scheduleOf(this.model, this.graph)));
    this.completion.nextSample = nextSample;
    this.equivalence.histories.recall(names);
  }

  /** Takes note of the roots that others have found. */
  meetRoots(): void {
    for (const node of this.program.nodes) if (node.parent === null) this.future.addRoot(node);
  }

  /** Does all that was relied on still hold? */
  holds(assumptions: Speculations): boolean {
    return assumptions.hold(this.program, this.future);
  }

  save(): StateMark {
    return { graph: this.graph, mark: this.graph.mark(), refusals: this.refusals };
  }

  restore({ graph, mark, refusals }: StateMark): void {
    if (this.graph === graph) graph.undo(mark);
    else this.graph = graph;
    this.refusals = refusals;
  }

  /** Threads that wait for a value. None: the execution is complete. */
  pending(): Pending[] {
    return this.growth.pending(this.graph);
  }

  /**
   * All ways to perform the pending event that the writes present offer and its thread does not refuse; the model may
   * forbid some.
   */
  choices(p: Pending): Choice[] {
    const all = candidates(this.graph, p.thread, p.label);
    const refusal = this.refusals[p.thread];
    if (this.equivalence.branchesBySource(p)) {
      const ways: Choice[] = [];
      for (const c of all) if (!excludes(refusal, c.source)) ways.push([c]);
      return ways;
    }
    const ways = this.byOutcome(p, all);
    return refusal === undefined
      ? ways
      : ways.filter((way) =>
          way.some((c) =>
            c.elsewhere === true ? seesNew(this.graph, refusal, p.label) : !excludes(refusal, c.source),
          ),
        );
  }

  private byOutcome(p: Pending, all: readonly Candidate[]): Choice[] {
    const groups = new Map<Value | string, Candidate[]>();
    const add = (c: Candidate): void => {
      const outcome = c.misuse ?? c.read;
      const group = groups.get(outcome);
      if (group === undefined) groups.set(outcome, [c]);
      else group.push(c);
    };
    all.forEach(add);
    if (isObjectKind(p.label.kind)) elsewhere(this.graph, p.label, all).forEach(add);
    return [...groups.values()];
  }

  /** Performs the pending event. `again`: it was performed like this before, and a state was entered. */
  perform(p: Pending, way: Choice, again = false): Performed {
    const [{ misuse }] = way;
    if (misuse !== undefined) {
      this.growth.errors.misuse(this.graph, p.thread, p.label, misuse);
      return 'ended';
    }
    const saved = this.save();
    const e = this.append(p, way);
    if (e === null) return 'inconsistent';
    const lengths = saved.refusals.length === 0 ? [] : this.graph.threads.map((events) => events.length);
    lengths[p.thread]--;
    const how = relying(this.session.workers?.assumptions, () => this.follow(p, e, again), 'spins');
    if (how === 'entered')
      this.refusals = saved.refusals.map((r, t) => (this.graph.threads[t].length > lengths[t] ? undefined : r));
    else this.restore(saved);
    return how;
  }

  private follow(p: Pending, e: GraphEvent, again: boolean): Performed {
    if (!this.growth.enter(this.graph, e, p.node)) return 'ended';
    if (!again && this.inVain(p, e.node!)) return 'spins';
    if (!this.growth.proceed(this.graph, e)) return 'ended';
    return !again && this.inVain(p, this.graph.last(p.thread)!.node!) ? 'spins' : 'entered';
  }

  private inVain(p: Pending, node: HistoryNode): boolean {
    return this.loops.isFruitless(this.graph, () => this.pending(), p, node);
  }

  /** Appends to the present graph, or else to another one with the same histories; null when there is none. */
  private append(p: Pending, way: Choice): GraphEvent | null {
    for (let i = way.length - 1; i >= 0; i--) {
      if (way[i].elsewhere === true) break;
      const e = this.model.append(this.graph, appendOf(p.thread, p.label, way[i]));
      if (e !== null) return e;
    }
    if (way[0].source === null || this.realiser.isRuledOut(this.graph, p, way)) return null;
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
    const fixed = this.equivalence.branchesBySource(p);
    const changes = c.object !== undefined;
    const key = `${this.equivalence.histories.text(this.graph.threads)}|${p.thread}:${fixed ? `${c.source!.thread}.${c.source!.index}` : c.read}${changes ? '!' : ''}`;
    if (this.unrealisable.has(key)) return null;
    const extra: TargetEvent = {
      label: p.label,
      node: null,
      read: c.read,
      written: c.written,
      changes,
      source: fixed ? c.source! : undefined,
    };
    const target = targetOf(
      this.graph,
      (thread, label) => this.equivalence.branchesBySource({ thread, label }),
      p.thread,
      extra,
    );
    const graph = this.realiser.realise(this.graph, target);
    if (graph === null) {
      this.unrealisable.add(key);
      return null;
    }
    this.graph = graph;
    return graph.last(p.thread)!;
  }

  /** The same state, with all writes refused to the pending event that are present now. */
  defer(p: Pending): void {
    const { accesses } = this.graph.location(p.label.loc);
    const refusal: ExcludedWrites = Array.from(accesses, (events) => (events?.findLast(isWrite)?.index ?? -1) + 1);
    const changed = this.refusals.slice();
    changed[p.thread] = refusal;
    this.refusals = changed;
  }

  /** What may still come; `all`: the pending events. */
  feasibility(all: readonly Pending[]): Feasibility {
    return new Feasibility(this.graph, this.refusals, all, this.session, this.loops, this.future, this.others);
  }

  private readonly others: Others = {
    exist: () => hasAlternative(this.graph, (e) => this.equivalence.branchesBySource(e)),
    mayEndWith: (final) => this.realiser.mayEndElsewhere(this.graph, final),
  };

  /** Has the present graph an order within the bound? If not, neither has any that goes on from it. */
  withinBound(): boolean {
    if (this.preemptions?.allow(this.graph) !== false) return true;
    this.session.beyondBound();
    return false;
  }

  /**
   * Counts the present execution, which is complete, if it has not been counted. Would that be noticed another time?
   */
  complete(): boolean {
    // The same without these turns is another execution.
    if (!this.loops.walks && this.loops.hasRemovable(this.graph)) {
      this.session.counts.deadEnds++;
      return false;
    }
    const execution = this.session.workers === undefined ? this.equivalence.identityOf(this.graph) : undefined;
    if (execution !== undefined && this.session.wasTold(execution)) {
      this.session.repeated++;
      return true;
    }
    this.session.mayComplete(execution);
    const n = this.equivalence.weightOf(this.model, this.graph);
    if (this.growth.exits.size > 1) this.completion.compareExits(this.graph);
    noteLockedAtEnd(this.graph, this.session);
    const { graph } = this;
    this.completion.complete(
      () => graph,
      graph.threads.length,
      n,
      this.session.workers === undefined ? undefined : this.equivalence.hashOf(graph),
    );
    return execution !== undefined;
  }

  /**
   * Where most graphs bring nothing new it is better to leave them out, though that costs a search for another graph
   * now and then. Of executions that end with an assumption nobody knows which are new. Throws Afresh.
   */
  mayMerge(): void {
    const { repeated, counts, workers: crew } = this.session;
    this.equivalence.balance(repeated + counts.blocked, crew?.executions ?? counts.executions);
  }

  /**
   * No pending event can be performed: a deadlock, a livelock, the end of a program that called exit, or nothing
   * (false).
   */
  stuck(pending: readonly Pending[]): boolean {
    const waiting = new BlockedState(
      this.realiser,
      this.graph,
      pending,
      (thread, label) => this.equivalence.branchesBySource({ thread, label }),
      this.program,
      this.session.workers?.assumptions,
    );
    if (!relying(this.session.workers?.assumptions, () => waiting.forEver(), false)) return false;
    // Whoever called exit ends the others, unless a handler of its own waits.
    const exited = this.graph.events
      .filter((e) => e.label.kind === Kind.Exit && !pending.some((p) => p.thread === e.thread))
      .map((e) => e.thread);
    if (exited.length > 0) {
      this.leftWaiting.note(
        pending.filter((p) => !isHeld(p.node)),
        (t) => exited.includes(t),
      );
      this.complete();
      return true;
    }
    this.growth.errors.waitForEver(this.graph, pending, waiting.spins && !waiting.locked ? 'livelock' : 'deadlock');
    return true;
  }

  /**
   * The combination of what the threads' reads have returned, and of the sources that count; until another one is asked
   * for.
   */
  combination(): VarintWriter {
    return this.equivalence.histories.combination(this.graph.threads);
  }

  /** The combination of what the threads' reads have returned. */
  histories(): VarintWriter {
    return this.equivalence.histories.histories(this.graph.threads);
  }

  get exclusionsNow(): Exclusions {
    return this.refusals;
  }
}
