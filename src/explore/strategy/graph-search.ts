/**
 * A state of an exploration: a graph, and for some threads the writes that are excluded for their pending event. It
 * says what can be done, does it, and backtracks. Strategies decide what is done.
 */
import type { Durable } from '../../base/durable';
import { readsUndefined } from '../../graph/conflict';
import { isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import type { ThreadId, Value } from '../../program/label';
import type { AfterSchedule, HistoryNode, Program } from '../../program/program';
import { SPURIOUS } from '../../program/rmw';
import { failedSpeculation } from '../common/restart';
import { Attempts, type AttemptsData } from '../prune/attempts';
import { relying, type Speculation, type Speculations } from '../histories/speculations';
import { hasAlternative } from '../realise/ambiguity';
import { appendOf, type Candidate, type Choice } from '../extend/candidates';
import { BlockedEnds } from './blocked-ends';
import { choicesOf } from './choice-groups';
import { CompleteExecutions } from './complete-executions';
import { Completion } from '../session/completion';
import type { Equivalence } from '../equivalence/equivalence';
import type { ExcludedWrites, Exclusions } from '../store/closed-states';
import { FutureWrites } from '../histories/future-writes';
import { GraphExtender, type Pending } from '../extend/extender';
import { isAtLoopBound } from '../extend/loop-bound';
import { SpinIterations } from '../prune/spin-iterations';
import type { HistoryIdsData } from '../equivalence/history-ids';
import { Feasibility, type Others } from '../prune/feasibility';
import type { VarintWriter } from '../store/varint';
import { PreemptionBound } from '../prune/preemption-bound';
import { BoundedSet } from '../store/bounded-set';
import type { Refinement } from '../equivalence/refinement';
import { realiserFor, type Realiser } from '../realise/realiser';
import { scheduleOf } from '../common/schedule';
import type { Session } from '../session/session';
import type { ScReduction } from '../equivalence/sc-reduction';
import { EqualThreads } from '../symmetry/equal-threads';
import { alsoExcluded, exchangeable } from '../symmetry/exchangeable';
import { targetOf, type KeepsSource, type TargetEvent } from '../realise/target';

/**
 * How performing an event went. `entered`: there is a new state; `ended`: the execution ended with it (an error, a
 * failed assumption, a limit); `spins`: an iteration of a waiting loop ended without progress; `inconsistent`: the
 * model does not allow it. Only `entered` changes the state.
 */
export type Performed = 'inconsistent' | 'spins' | 'ended' | 'entered';

/** A state to backtrack to. Valid while the search is below that state. */
export interface GraphSearchMark {
  readonly graph: ExecutionGraph;
  readonly mark: number;
  readonly exclusions: Exclusions;
}

/** The knowledge besides the graph, as data. */
export interface GraphSearchKnowledge {
  /** Threads that were seen to begin: number, and what their creator gave them. */
  readonly roots: readonly (readonly [ThreadId, Value, string?])[];
  readonly nextReordered: number;
  readonly names: HistoryIdsData;
  readonly attempts: AttemptsData;
  readonly speculations: readonly Speculation[];
}

/** What a strategy asks of its states. */
export interface GraphSearchOptions {
  /** Is each execution chosen at random? Then no branch is left out as redundant. */
  readonly walks?: boolean;
  /** Are failed attempts left out? */
  readonly attempts?: boolean;
  /** Are arrivals at barriers, and updates without a result, performed at once, where their order shows nowhere? */
  readonly meets?: boolean;
  /** Are executions left out that others are, with threads exchanged that do the same? */
  readonly symmetry?: boolean;
  /** Explore only executions with at most so many preemptions. */
  readonly preemptions?: number | undefined;
}

export class GraphSearch implements Durable<GraphSearchKnowledge> {
  readonly model: Model;
  graph: ExecutionGraph;
  private exclusions: Exclusions = [];
  private readonly growth: GraphExtender;
  private readonly future: FutureWrites;
  private readonly preemptions: PreemptionBound | undefined;
  private readonly attempts: Attempts | undefined;
  private readonly loops: SpinIterations;
  /** Histories that no graph realises. */
  private readonly unrealisable = new BoundedSet();
  private readonly completion: Completion;
  private readonly executions: CompleteExecutions;
  private readonly realiser: Realiser;
  private readonly ends: BlockedEnds;
  private readonly equal: EqualThreads | undefined;

  constructor(
    private readonly program: Program,
    reduction: ScReduction,
    readonly equivalence: Equivalence,
    refinement: Refinement,
    readonly session: Session,
    { walks = false, preemptions, attempts = false, meets = false, symmetry = false }: GraphSearchOptions = {},
  ) {
    const speculations = (): Speculations | undefined => session.recording;
    this.future = new FutureWrites(program, speculations);
    this.model = reduction.model;
    this.realiser = realiserFor(this.model, equivalence, session.within);
    this.attempts = attempts
      ? new Attempts(program, refinement, this.future, (first, value) => {
          this.growth.learn(this.graph, first, value);
        })
      : undefined;
    this.loops = new SpinIterations(this.model, program, this.future, walks, session, this.attempts);
    this.preemptions =
      preemptions === undefined ? undefined : new PreemptionBound(preemptions, this.model.isSequential);
    this.equal = symmetry ? new EqualThreads(program, this.model, refinement, session) : undefined;
    const { equal } = this;
    this.growth = new GraphExtender(program, reduction, refinement, session, this.future, { meets, equal });
    this.ends = new BlockedEnds(program, session, this.realiser, this.growth.errors);
    this.completion = new Completion(program, this.model, session);
    const { model, loops, completion, growth } = this;
    this.executions = new CompleteExecutions(
      model,
      equivalence,
      session,
      loops,
      completion,
      growth.checks.exits,
      equal,
    );
    this.graph = this.model.graph((loc) => program.initial(loc));
  }

  /** Appends what main does first. False when the execution ends with that. */
  begin(): boolean {
    this.graph = this.graph.empty();
    this.exclusions = [];
    return this.growth.begin(this.graph);
  }

  /** How runs are to go on that show what a thread does next (Schedule.goesOn). */
  set goesOn(goesOn: () => AfterSchedule) {
    this.growth.goesOn = goesOn;
  }

  /** The number of executions at which the next one is run in another order (Completion). */
  get nextReordered(): number {
    return this.completion.nextReordered;
  }

  set nextReordered(executions: number) {
    this.completion.nextReordered = executions;
  }

  /** The knowledge besides the graph. */
  get durable(): GraphSearchKnowledge {
    return {
      roots: this.future.known.map(({ thread, value, past }) =>
        past === undefined ? [thread, value] : [thread, value, past],
      ),
      nextReordered: this.nextReordered,
      names: this.equivalence.histories.durable,
      attempts: this.attempts?.durable ?? { threads: [], racing: [] },
      speculations: this.session.workers === undefined ? this.session.speculations.all : [],
    };
  }

  /** May run the program. */
  set durable({ roots, nextReordered, names, attempts, speculations }: GraphSearchKnowledge) {
    for (const [t, start, past] of roots)
      this.future.addRoot(this.program.root(t, start, () => scheduleOf(this.model, this.graph), past));
    this.completion.nextReordered = nextReordered;
    this.equivalence.histories.durable = names;
    if (this.attempts !== undefined) this.attempts.durable = attempts;
    for (const [what, node, n] of speculations) this.session.speculations.rely(what, node, n);
  }

  /** Adds the roots of threads that other workers have found. */
  addKnownRoots(): void {
    for (const node of this.program.nodes) if (node.parent === null) this.future.addRoot(node);
  }

  /** The search has ended. Throws ExplorationRestart where threads that it took for equal may differ. */
  checkEqualThreads(): void {
    this.equal?.checkWaiting();
  }

  /** Throws ExplorationRestart where a speculation does not hold, as the trees are now. */
  check(speculations: Speculations): void {
    if (!speculations.hold(this.program, this.future))
      throw failedSpeculation('the trees have shown what was taken for impossible');
  }

  /**
   * Where to record what an answer relies on. One worker's order of branches proves what it concludes, but for what
   * failed attempts would have led to.
   */
  private get relied(): Speculations | undefined {
    const { session } = this;
    return session.workers !== undefined || this.knowsAttempts ? session.speculations : undefined;
  }

  /** Notices failed attempts in the graph, which another worker has kept. */
  noticeAttempts(): void {
    this.attempts?.notice(this.graph);
  }

  /** Are failed attempts left out? */
  get knowsAttempts(): boolean {
    return this.loops.knowsAttempts;
  }

  /** The present state, for `backtrack`. */
  mark(): GraphSearchMark {
    return { graph: this.graph, mark: this.graph.mark(), exclusions: this.exclusions };
  }

  /** Makes the marked state the present one. */
  backtrack({ graph, mark, exclusions }: GraphSearchMark): void {
    if (this.graph === graph) graph.undo(mark);
    else this.graph = graph;
    this.exclusions = exclusions;
  }

  /** Threads that wait for a value. None: the execution is complete. */
  pending(): Pending[] {
    return this.growth.pending(this.graph);
  }

  /** The event for which the thread waits for a value; undefined: it has not begun, or has ended. */
  pendingOf(t: ThreadId): Pending | undefined {
    return this.growth.pendingOf(this.graph, t);
  }

  /**
   * The choices that the writes of the graph offer to the pending event, without those that are excluded for its
   * thread. The model may forbid some of them.
   */
  choices(p: Pending): Choice[] {
    return choicesOf(this.graph, p, this.equivalence, this.exclusions[p.thread]);
  }

  /** The threads whose pending events may be exchanged with this one. */
  exchangeable(p: Pending, all: readonly Pending[]): readonly ThreadId[] {
    if (this.equal === undefined) return [];
    const bySource = (e: GraphEvent): boolean => this.equivalence.branchesBySource(e);
    return exchangeable(this.graph, this.exclusions, p, all, this.equal, bySource);
  }

  /**
   * The writes that come before the choice's one in the order of choices: others have been tried with them where this
   * choice is taken. Undefined: they are not told apart.
   */
  private before(p: Pending, [{ source }]: Choice): ExcludedWrites | undefined {
    if (source === null || source.thread < 0 || !this.equivalence.branchesBySource(p)) return undefined;
    const { accesses } = this.graph.location(p.label.loc);
    return Array.from({ length: source.thread + 1 }, (_, t) =>
      t === source.thread ? source.index : lastWrite(accesses[t]) + 1,
    );
  }

  /**
   * Performs the pending event. `again`: it was performed with this choice before, in this state, and a state was
   * entered. `others`: threads whose events may be exchanged with it, and that do not read any more what it was tried
   * with before this choice. Only the result `entered` changes the state.
   */
  perform(p: Pending, choice: Choice, again = false, others: readonly ThreadId[] = []): Performed {
    const [{ misuse }] = choice;
    this.growth.checkOrder(this.graph, p);
    if (misuse !== undefined) {
      this.growth.errors.misuse(this.graph, p.thread, p.label, misuse);
      return 'ended';
    }
    if (!again && choice[0].read === SPURIOUS && this.loops.isKnownFruitless(p, SPURIOUS, () => this.pending()))
      return 'spins';
    const saved = this.mark();
    if (others.length > 0) this.leaveTo(p.thread, others, this.before(p, choice));
    const left = this.exclusions;
    const e = this.append(p, choice);
    if (e === null) {
      this.backtrack(saved);
      return 'inconsistent';
    }
    const lengths = left.length === 0 ? [] : this.graph.threads.map((events) => events.length);
    lengths[p.thread]--;
    const how = relying(this.relied, () => this.follow(p, e, again), 'spins');
    if (how === 'entered')
      this.exclusions = left.map((r, t) => (this.graph.threads[t].length > lengths[t] ? undefined : r));
    else this.backtrack(saved);
    return how;
  }

  private follow(p: Pending, e: GraphEvent, again: boolean): Performed {
    if (!this.growth.enter(this.graph, e, p.node)) return 'ended';
    if (!again && this.isFruitlessIteration(p, e.node!)) return 'spins';
    if (!this.growth.proceed(this.graph, e)) return 'ended';
    return !again && this.isFruitlessIteration(p, this.graph.last(p.thread)!.node!) ? 'spins' : 'entered';
  }

  private isFruitlessIteration(p: Pending, node: HistoryNode): boolean {
    return this.loops.isFruitless(this.graph, () => this.pending(), p, node);
  }

  /** Appends to the present graph, or else to another one with the same histories; null when there is none. */
  private append(p: Pending, choice: Choice): GraphEvent | null {
    for (let i = choice.length - 1; i >= 0; i--) {
      if (choice[i].elsewhere === true) break;
      const e = this.model.append(this.graph, appendOf(p.thread, p.label, choice[i]));
      if (e !== null) return e;
    }
    if (choice[0].source === null || this.realiser.isRuledOut(this.graph, p, choice)) return null;
    // An operation on an object may return the same with and without a change of state.
    const variants = [choice.find((c) => c.object === undefined), choice.find((c) => c.object !== undefined)];
    for (const c of variants) {
      const e = c === undefined ? null : this.realise(p, c);
      if (e !== null) return e;
    }
    return null;
  }

  /** Goes to another graph with the same histories and the event. */
  private realise(p: Pending, c: Candidate): GraphEvent | null {
    const fixed = this.equivalence.branchesBySource(p) || readsUndefined({ label: p.label, source: c.source });
    const changes = c.object !== undefined;
    const what = fixed ? `${c.source!.thread}.${c.source!.index}` : c.read;
    const histories = this.equivalence.histories.text(this.graph.threads);
    const key = `${histories}|${p.thread}:${what}${changes ? '!' : ''}`;
    if (this.unrealisable.has(key)) return null;
    const extra: TargetEvent = {
      label: p.label,
      node: null,
      read: c.read,
      written: c.written,
      changes,
      source: fixed ? c.source! : undefined,
    };
    const target = targetOf(this.graph, this.bySource, p.thread, extra);
    const graph = this.realiser.realise(this.graph, target);
    if (graph === null) {
      this.unrealisable.add(key);
      return null;
    }
    this.graph = graph;
    return graph.last(p.thread)!;
  }

  /**
   * Defers the pending event: the same state, with all present writes of its location excluded for it, and for the
   * others that may be exchanged with it.
   */
  defer(p: Pending, others: readonly ThreadId[] = []): void {
    const { accesses } = this.graph.location(p.label.loc);
    const excluded: ExcludedWrites = Array.from(accesses, (events) => lastWrite(events) + 1);
    if (others.length > 0) this.leaveTo(p.thread, others, excluded);
    const changed = this.exclusions.slice();
    changed[p.thread] = excluded;
    this.exclusions = changed;
  }

  /** The writes are left to the thread, and excluded for the others. */
  private leaveTo(thread: ThreadId, others: readonly ThreadId[], excluded: ExcludedWrites | undefined): void {
    if (excluded !== undefined) this.exclusions = alsoExcluded(this.exclusions, thread, others, excluded);
  }

  /**
   * The possible future of the state, as far as the history trees show; `all`: the pending events. The trees show
   * enough only in a depth-first search that takes the choices of an event before it defers it
   * (docs/explanation/architecture.md).
   */
  feasibility(all: readonly Pending[]): Feasibility {
    return new Feasibility(
      this.graph,
      this.exclusions,
      all,
      this.session,
      this.loops,
      this.future,
      this.others,
      this.relied,
    );
  }

  private readonly others: Others = {
    exist: () => hasAlternative(this.graph, (e) => this.equivalence.branchesBySource(e)),
    mayEndWith: (final) => this.realiser.mayEndElsewhere(this.graph, final),
  };

  /** Has the graph an order within the bound on preemptions? If not, no graph that extends it has one. */
  withinBound(): boolean {
    if (this.preemptions?.allow(this.graph) !== false) return true;
    this.session.beyondBound();
    return false;
  }

  /**
   * Counts the present execution, which is complete, unless it is counted already. Would the same one be recognised
   * another time?
   */
  complete(): boolean {
    return !isAtLoopBound(this.graph) && this.executions.add(this.graph);
  }

  /**
   * If most graphs repeat counted executions, states are merged from now on, although that costs searches for other
   * graphs. An execution that ends with a failed assumption may or may not be new. Throws ExplorationRestart.
   */
  balanceMerging(): void {
    const { repeated, counts, workers } = this.session;
    this.equivalence.balance(repeated + counts.blocked, workers?.executions ?? counts.executions);
  }

  /** No pending event can be performed. Is that an end, or do the executions belong to other branches (false)? */
  blocked(pending: readonly Pending[]): boolean {
    return this.ends.end(this.graph, pending, this.bySource, this.relied, () => this.complete());
  }

  private readonly bySource: KeepsSource = (thread, label) => this.equivalence.branchesBySource({ thread, label });

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

  /** For each thread the writes that are excluded for its pending event. */
  get exclusionsNow(): Exclusions {
    return this.exclusions;
  }
}

/** The index of the last write among the events of a thread; -1: there is none. */
function lastWrite(events: readonly GraphEvent[] | undefined): number {
  return events?.findLast(isWrite)?.index ?? -1;
}
