/**
 * The partition of all executions by reads-from (docs/explanation/architecture.md, "The algorithm") for models with
 * load buffering. A relaxed load has a third case beside those of the partition: it reads from a write that is not
 * present, and comes after it in po ∪ rf. Then it is open: it returns a value that its location holds in some
 * execution, its thread goes on, and its source is bound once it is there (extend/open-reads.ts,
 * docs/explanation/load-buffering.md).
 *
 * The values are those that writes of earlier rounds have had, so the exploration is repeated until a round adds none.
 */
import type { Append, GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import type { LocationId, ThreadId, Value } from '../../program/label';
import { SPURIOUS } from '../../program/rmw';
import {
  countsByValue,
  ObservationalEquivalence,
  ReadsFromEquivalence,
  type Equivalence,
} from '../equivalence/equivalence';
import { appendOf, candidates, dependsOn, mayBeLater, type Candidate } from '../extend/candidates';
import { GraphExtender, type Pending } from '../extend/extender';
import { isAtLoopBound } from '../extend/loop-bound';
import { OpenReads } from '../extend/open-reads';
import { performedOf } from '../extend/segments';
import { earlyStores } from '../histories/early-stores';
import { FutureWrites } from '../histories/future-writes';
import { mayBeOpen } from '../histories/order-after-loads';
import { SpinIterations } from '../prune/spin-iterations';
import { realiserFor } from '../realise/realiser';
import { Completion } from '../session/completion';
import { BlockedEnds } from './blocked-ends';
import { CompleteExecutions } from './complete-executions';
import { SearchToTheEnd } from './search-to-the-end';
import type { SearchContext, StrategyFactory } from './strategy';
import { WrittenValues } from './written-values';

/** Who waits for a value: a thread before its pending event, or an open read for its source. */
type Waiting = Pending & { readonly open?: GraphEvent };

/** For a thread's pending event, or an open read, the writes from which it does not read. */
type Excluded = ReadonlyMap<ThreadId | GraphEvent, ReadonlySet<GraphEvent>>;

/** Which case of the partition a read is in that might have been open. */
type Case = 'open' | 'later';

export class OpenReadSearch extends SearchToTheEnd {
  private readonly model: Model;
  private readonly graph: ExecutionGraph;
  private readonly equivalence: Equivalence;
  private readonly future: FutureWrites;
  private readonly growth: GraphExtender;
  private readonly loops: SpinIterations;
  private readonly executions: CompleteExecutions;
  private readonly ends: BlockedEnds;
  private readonly opens: OpenReads;
  /** The values of earlier rounds, and those of this one, too. */
  private readonly known: WrittenValues;
  private readonly written: WrittenValues;
  /** `thread:location` of the loads that may be open. */
  private readonly loads: ReadonlySet<string>;
  private readonly cases = new Map<GraphEvent, Case>();
  /** Was an error found that does not count yet? */
  private passedOver = false;

  constructor(context: SearchContext) {
    super(context);
    const { program, session, refinement, reduction, options } = context;
    const buffering = reduction.durable.buffering!;
    this.model = reduction.model;
    this.known = new WrittenValues(buffering.values);
    this.written = new WrittenValues(buffering.values);
    this.loads = new Set(buffering.loads.map(([thread, loc]) => `${thread}:${loc}`));
    this.equivalence = countsByValue(options.equivalence)
      ? new ObservationalEquivalence(refinement, program, false)
      : new ReadsFromEquivalence(options.equivalence === 'co');
    this.future = new FutureWrites(program);
    this.opens = new OpenReads(
      (loc) => [...this.known.of(loc), this.graph.location(loc).initial.written!],
      (graph, node, value) => this.growth.learn(graph, node, value),
    );
    this.growth = new GraphExtender(program, reduction, refinement, session, this.future, {
      holdsBack: (graph, thread, l) => this.opens.holdsBack(graph, thread, l),
      counts: (graph) => this.countsErrors(graph),
    });
    this.loops = new SpinIterations(this.model, program, this.future, false, session, undefined);
    const completion = new Completion(program, this.model, session);
    const { exits } = this.growth.checks;
    this.executions = new CompleteExecutions(
      this.model,
      this.equivalence,
      session,
      this.loops,
      completion,
      exits,
      undefined,
    );
    this.ends = new BlockedEnds(
      program,
      session,
      realiserFor(this.model, this.equivalence, session.within),
      this.growth.errors,
    );
    this.graph = this.model.graph((loc) => program.initial(loc));
  }

  protected search(): void {
    if (this.growth.begin(this.graph)) this.explore(new Map(), 0);
    const { reduction, program } = this.context;
    const loads = new Set(this.loads);
    for (const { thread, load } of earlyStores(program)) loads.add(`${thread}:${load.loc}`);
    const grown = loads.size > this.loads.size || this.written.size > this.known.size;
    if (!grown && !this.passedOver) return;
    const pairs = [...loads].map((name) => name.split(':').map(Number) as [ThreadId, LocationId]);
    reduction.buffer({ loads: pairs, values: this.written.all, complete: !grown });
  }

  /** Explores the present state; undoes nothing. */
  private explore(excluded: Excluded, from: number): void {
    const { session } = this.context;
    session.tick(this.graph.events.length, this);
    session.counts.states++;
    this.note(from);
    const pending = this.growth.pending(this.graph);
    const all: Waiting[] = [...pending, ...this.graph.open.map(asWaiting)];
    if (all.length === 0) {
      if (!this.isInItsCases() || !this.complete()) session.counts.deadEnds++;
      return;
    }
    const w = all.find((waiting) => this.perform(waiting, excluded));
    if (w !== undefined) {
      this.defer(w, excluded);
      return;
    }
    const isEnd = this.graph.open.length === 0 && this.areAllPending(pending) && this.isInItsCases();
    if (!isEnd || !this.endsBlocked(pending)) session.counts.deadEnds++;
  }

  /** Takes each choice of the event that is present, one after the other. Was there one? */
  private perform(w: Waiting, excluded: Excluded): boolean {
    const not = excluded.get(w.open ?? w.thread);
    let performed = false;
    for (const c of candidates(this.graph, w.thread, w.label)) {
      if (c.source !== null && (not?.has(c.source) === true || !this.isReadable(w, c.source))) continue;
      if (w.open === undefined ? this.take(w, c, excluded) : this.bind(w.open, c, excluded)) performed = true;
    }
    return performed;
  }

  /** Performs the pending event, and explores what follows. False: the model does not allow it, or a loop waits. */
  private take(p: Pending, c: Candidate, excluded: Excluded): boolean {
    const { graph, growth } = this;
    growth.checkOrder(graph, p);
    if (c.misuse !== undefined) {
      growth.errors.misuse(graph, p.thread, p.label, c.misuse);
      return true;
    }
    const pending = (): Pending[] => growth.pending(graph);
    if (c.read === SPURIOUS && this.loops.isKnownFruitless(p, SPURIOUS, pending)) return false;
    const is = excluded.has(p.thread) && this.mayOpen(p) ? 'later' : undefined;
    return this.branch(p, appendOf(p.thread, p.label, c), is, () => without(excluded, p.thread));
  }

  /**
   * Appends the event, which is in the case of the partition, and explores what follows. `excluded`: from then on.
   * False: the model does not allow it, or a loop waits.
   */
  private branch(p: Pending, a: Append, is: Case | undefined, excluded: (e: GraphEvent) => Excluded): boolean {
    const { graph } = this;
    const mark = graph.mark();
    const from = graph.events.length;
    const e = this.model.append(graph, a);
    if (e === null) return false;
    if (is !== undefined) this.cases.set(e, is);
    const performed = this.follow(p, e, excluded(e), from);
    this.cases.delete(e);
    graph.undo(mark);
    return performed;
  }

  private follow(p: Pending, e: GraphEvent, excluded: Excluded, from: number): boolean {
    const { graph, growth } = this;
    if (!growth.enter(graph, e, p.node)) return true;
    const pending = (): Pending[] => growth.pending(graph);
    if (this.loops.isFruitless(graph, pending, p, e.node!)) return false;
    if (!growth.proceed(graph, e)) return true;
    if (this.loops.isFruitless(graph, pending, p, graph.last(p.thread)!.node!)) return false;
    this.explore(excluded, from);
    return true;
  }

  /** Binds the open read to the candidate's source, and explores what follows. */
  private bind(read: GraphEvent, { source, read: value }: Candidate, excluded: Excluded): boolean {
    const { graph, growth } = this;
    if (value !== read.read || source === null || source.thread === read.thread) return false;
    const mark = graph.mark();
    if (!this.model.bind!(graph, read, source)) return false;
    if (growth.step(graph, read.thread)) this.explore(without(excluded, read), read.id);
    graph.undo(mark);
    return true;
  }

  /** The cases in which the event reads from a write that is not present. */
  private defer(w: Waiting, excluded: Excluded): void {
    const { graph, context } = this;
    if (!(w.open !== undefined || mayBeLater(w.label)) || !(context.session.cut || this.mayWrite(w))) return;
    const key = w.open ?? w.thread;
    const first = !excluded.has(key);
    const present = graph.location(w.label.loc).writes.filter((source) => this.isReadable(w, source));
    const none = new Map(excluded).set(key, new Set([...(excluded.get(key) ?? []), ...present]));
    this.explore(none, graph.events.length);
    if (w.open !== undefined || !first || !this.mayOpen(w)) return;
    for (const value of this.known.of(w.label.loc, w.thread)) this.open(w, value, excluded, present);
  }

  /** Performs the load without a source: it returns the value. */
  private open(p: Pending, value: Value, excluded: Excluded, present: readonly GraphEvent[]): void {
    const open: Append = { thread: p.thread, label: p.label, source: null, read: value, node: null };
    this.branch(p, open, 'open', (e) => new Map(without(excluded, p.thread)).set(e, new Set(present)));
  }

  private mayOpen({ thread, label }: Pending): boolean {
    return mayBeOpen(label) && this.loads.has(`${thread}:${label.loc}`);
  }

  private isReadable({ thread }: Waiting, source: GraphEvent): boolean {
    return source.thread === thread || this.opens.isVisible(this.graph, source);
  }

  /** May another thread than that of the event still write its location, so that this one may read it? */
  private mayWrite({ thread, label }: Waiting): boolean {
    const { graph, future } = this;
    if (graph.location(label.loc).writes.some((e) => e.thread !== thread && !this.opens.isVisible(graph, e)))
      return true;
    return graph.threads.some((events, t) => {
      const node = events.at(-1)?.node;
      if (t === thread || node === undefined || node === null) return false;
      return performedOf(events) < node.segment.length || future.mayWrite(node, label.loc);
    });
  }

  /**
   * Is each read in its case of the partition? A read that was open comes before its source in po ∪ rf, one that was
   * deferred does not.
   */
  private isInItsCases(): boolean {
    for (const [e, is] of this.cases)
      if (e.source !== null && dependsOn(this.graph, e.source, e) !== (is === 'open')) return false;
    return true;
  }

  /** Does no thread stand before an event that waits for open reads? */
  private areAllPending(pending: readonly Pending[]): boolean {
    return (
      pending.length === this.graph.threads.filter((events) => (events.at(-1)?.node?.pending ?? null) !== null).length
    );
  }

  private endsBlocked(pending: readonly Pending[]): boolean {
    return this.ends.end(
      this.graph,
      pending,
      () => true,
      undefined,
      () => this.complete(),
    );
  }

  /** Counts the execution, unless a thread has stopped at a bound: then it is none (false). */
  private complete(): boolean {
    if (isAtLoopBound(this.graph)) return false;
    this.executions.add(this.graph);
    return true;
  }

  /** Adds the values of writes that were performed since, or that other threads may read since then. */
  private note(from: number): void {
    const { events, open } = this.graph;
    for (let i = from; i < events.length; i++) {
      const e = events[i];
      if (e.written !== undefined && !open.some((o) => o.thread === e.thread))
        this.written.add(e.loc, e.written, e.thread);
    }
  }

  /**
   * An error before open reads have their sources is one of another branch, too, in which they read what is present.
   * With a cycle it counts only when all values are known on which dependencies rest.
   */
  private countsErrors(graph: ExecutionGraph): boolean {
    if (graph.open.length > 0) return false;
    if (!graph.events.some((e) => this.cases.get(e) === 'open')) return true;
    const { complete } = this.context.reduction.durable.buffering!;
    this.passedOver ||= !complete;
    return complete && this.isInItsCases();
  }
}

function asWaiting(open: GraphEvent): Waiting {
  return { thread: open.thread, label: open.label, node: open.node!.parent!, open };
}

function without(excluded: Excluded, key: ThreadId | GraphEvent): Excluded {
  if (!excluded.has(key)) return excluded;
  const rest = new Map(excluded);
  rest.delete(key);
  return rest;
}

/** For programs in which loads may read from later stores, after all other executions were explored. */
export const openReadSearch: StrategyFactory<never> = {
  name: 'open-reads',
  applies: ({ reduction }) => reduction.durable.buffering !== undefined,
  create: (context) => new OpenReadSearch(context),
};
