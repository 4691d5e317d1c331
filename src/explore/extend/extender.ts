/** Grows a graph: what each thread does without needing a choice is appended as soon as the thread reaches it. */
import { isSettledRead, visibleToPlainRead } from '../../graph/conflict';
import { wholeOf, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { isAtOnce, isChosen } from '../../object';
import { describeThread, Kind, type Label, type ThreadId, type Value } from '../../program/label';
import { goesRound } from '../../program/operand';
import { plainPlace } from '../../program/pieces';
import { rmwResult } from '../../program/rmw';
import { childKey, isUnfinished } from '../../program/program';
import type { AfterSchedule, HistoryNode, Program, Schedule } from '../../program/program';
import { checkUpdates, isBlindUpdate, ordersUpdates, sourceOfUpdate } from './blind-updates';
import { appendOf, candidates, joining, outcomesAfter, type Candidate } from './candidates';
import { ErrorReports } from './error-reports';
import { EventChecks } from './event-checks';
import type { ExtenderOptions } from './extender-options';
import { checkMeetings, isMeeting } from './meetings';
import { hasReturned, PlainReadRuns } from './plain-reads';
import { hasMadeAllRounds, SilentRounds } from './rounds';
import { endsRun, isStep, performedOf } from './segments';
import type { FutureWrites } from '../histories/future-writes';
import { Pasts } from '../histories/pasts';
import { takenBefore } from './thread-lifetime';
import { WritesAhead } from './writes-ahead';
import type { Refinement } from '../equivalence/refinement';
import { scheduleOf, scheduleOfLook } from '../common/schedule';
import type { Session } from '../session/session';
import type { ScReduction } from '../equivalence/sc-reduction';
import type { EqualThreads } from '../symmetry/equal-threads';

/** After so many events without a choice a thread that goes on by steps stops: it may be in a loop. */
const LONG = 1000;

/** A thread that stands before an event which needs a value; with `steps`, before any event that others may see. */
export interface Pending {
  readonly thread: ThreadId;
  readonly label: Label;
  readonly node: HistoryNode;
}

export class GraphExtender {
  private readonly model: Model;
  private readonly plainReads = new PlainReadRuns();
  private readonly writesAhead = new WritesAhead();
  /** Reports errors with the execution that shows them. */
  readonly errors: ErrorReports;
  /** How runs go on that show what a thread does next. Default: by a fixed policy. */
  goesOn: (() => AfterSchedule) | undefined;
  /** What each event that is performed may be wrong with. */
  readonly checks: EventChecks;
  /** What created threads that have not begun yet, in order. */
  private readonly fresh: GraphEvent[] = [];
  /** By number of the node: its thread before its pending event. */
  private readonly standing: Pending[] = [];
  private readonly steps: boolean;
  private readonly endless: boolean;
  private readonly meets: boolean;
  /** Has an update been performed as soon as its thread reached it? Before, no event shows that its order matters. */
  private hasUpdated = false;
  private readonly pasts: Pasts | undefined;
  private readonly maxSteps: number;
  private readonly equal: EqualThreads | undefined;
  private readonly holdsBack: ExtenderOptions['holdsBack'];

  constructor(
    readonly program: Program,
    private readonly strengthening: ScReduction,
    readonly refinement: Refinement,
    readonly session: Session,
    readonly future: FutureWrites,
    { steps = false, endless = false, meets = false, equal, maxSteps, holdsBack, counts }: ExtenderOptions = {},
  ) {
    this.model = strengthening.model;
    this.steps = steps;
    this.endless = endless;
    this.meets = meets;
    this.equal = equal;
    this.holdsBack = holdsBack;
    this.pasts = program.hidesData === true ? new Pasts() : undefined;
    this.maxSteps = maxSteps ?? session.maxSteps;
    this.errors = new ErrorReports(program, this.model, session, counts);
    this.checks = new EventChecks(session, refinement, this.errors, program);
  }

  /**
   * Appends what main does first. False, like all that follow, when the execution ends early (an error, or an
   * assumption that fails).
   */
  begin(graph: ExecutionGraph): boolean {
    this.fresh.length = 0;
    return this.start(graph, 0, 0, null) && this.settle(graph, 0);
  }

  /** Threads that wait for a value. */
  pending(graph: ExecutionGraph): Pending[] {
    const result: Pending[] = [];
    for (let t = 0; t < graph.threads.length; t++) {
      const p = this.pendingOf(graph, t);
      if (p !== undefined) result.push(p);
    }
    return result;
  }

  /** The thread and the event that it waits to perform; undefined: it has not begun, or has ended. */
  pendingOf(graph: ExecutionGraph, t: ThreadId): Pending | undefined {
    const node = graph.last(t)?.node;
    if (node === undefined || node === null) return undefined;
    if (this.steps) {
      const label = node.segment.at(performedOf(graph.threads[t]));
      if (label !== undefined) return { thread: t, label, node };
    }
    if (node.pending === null) return undefined;
    if (this.holdsBack !== undefined) {
      if (performedOf(graph.threads[t]) < node.segment.length) return undefined;
      if (this.holdsBack(graph, t, node.pending)) return undefined;
    }
    if (this.steps) return { thread: t, label: node.pending, node: this.program.meet?.(node) ?? node };
    return (this.standing[node.id] ??= { thread: t, label: node.pending, node });
  }

  /**
   * Sets the history of the read-like event of the thread, just appended. False when the program cannot be run that far
   * within the limits.
   */
  enter(graph: ExecutionGraph, e: GraphEvent, before: HistoryNode): boolean {
    this.session.counts.events++;
    if (e.label.kind === Kind.Rmw && e.written !== undefined) this.checks.exchanged(before, e.thread, e.label);
    const past = this.pasts?.of(graph, e);
    const known = before.children.get(childKey(e.read!, past));
    const schedule = (): Schedule => scheduleOf(this.model, graph, { thread: e.thread, past }, this.goesOn?.());
    const node =
      known !== undefined && !isUnfinished(known)
        ? known
        : this.session.withinRunLimits(() => this.program.child(before, e.read!, schedule, past));
    e.node = node ?? null;
    if (node === undefined) return false;
    this.equal?.performed(graph, e);
    return true;
  }

  /**
   * Learns what follows if the thread of the node comes to it, and its pending event returns the value
   * (scheduleOfLook). Undefined: the program cannot be run that far within the limits.
   */
  learn(graph: ExecutionGraph, node: HistoryNode, value: Value): HistoryNode | undefined {
    return this.session.withinRunLimits(() =>
      this.program.child(node, value, () => scheduleOfLook(this.model, graph, node, value)),
    );
  }

  /** Throws ExplorationRestart where the event shows that an order matters in which only one was tried. */
  checkOrder(graph: ExecutionGraph, { thread, label }: Pick<Pending, 'thread' | 'label'>): void {
    if (!this.meets) return;
    checkMeetings(graph, thread, label, this.refinement);
    if (this.hasUpdated || isBlindUpdate(label)) checkUpdates(graph, thread, label, this.refinement);
  }

  /** Continues after the event has been appended. */
  proceed(graph: ExecutionGraph, e: GraphEvent): boolean {
    this.fresh.length = 0;
    if (goesRound(e.label)) this.checkRounds(graph, e);
    return this.checks.conflictFree(graph, e) && this.advance(graph, e.thread, e.node!) && this.settle(graph, e.thread);
  }

  /**
   * `steps`: performs the event before which the thread stands, one of its segment, and goes on after it. `holdsBack`:
   * goes on where it was held back.
   */
  step(graph: ExecutionGraph, t: ThreadId): boolean {
    this.fresh.length = 0;
    const { node } = graph.last(t)!;
    const done = performedOf(graph.threads[t]);
    return this.advance(graph, t, node!, null, done, true) && this.settle(graph, t);
  }

  private start(graph: ExecutionGraph, t: ThreadId, argument: Value, creator: GraphEvent | null): boolean {
    const past = this.pasts?.ofThread(graph, t, creator);
    const schedule = (): Schedule => scheduleOf(this.model, graph, { thread: t, past }, this.goesOn?.());
    const root = this.session.withinRunLimits(() => this.program.root(t, argument, schedule, past));
    if (root === undefined) return false;
    this.future.addRoot(root);
    return this.advance(graph, t, root, creator);
  }

  /** Appends the segment of the node from index `from` on. `chosen`: the first event may be one that others see. */
  private advance(
    graph: ExecutionGraph,
    t: ThreadId,
    node: HistoryNode,
    creator: GraphEvent | null = null,
    from = 0,
    chosen = false,
  ): boolean {
    if (node.pending !== null) this.see(node.pending);
    if (graph.events.length > this.maxSteps) return this.errors.tooLong(graph);
    const stops = this.steps && !endsRun(node);
    for (let i = from; i < node.segment.length; i++) {
      const l = node.segment[i];
      if ((stops && isStep(l) && !(chosen && i === from)) || this.holdsBack?.(graph, t, l) === true) return true;
      const e = this.perform(graph, t, l, node, creator);
      if (e === null) return false;
      if (l.kind === Kind.Create) this.fresh.push(e);
    }
    return true;
  }

  /** Appends an event that needs no value; null when the execution ends with it. */
  private perform(
    graph: ExecutionGraph,
    t: ThreadId,
    l: Label,
    node: HistoryNode,
    creator: GraphEvent | null,
  ): GraphEvent | null {
    let e: GraphEvent | null;
    this.see(l);
    if (l.kind === Kind.Store || l.kind === Kind.Fence) this.checkOrder(graph, { thread: t, label: l });
    switch (l.kind) {
      case Kind.Begin:
        e = this.append(graph, t, l, node, { source: creator, read: l.value });
        break;
      case Kind.Store:
      case Kind.PlainWrite:
        e = this.append(graph, t, l, node, { written: l.value });
        break;
      case Kind.AssumeFailed:
        if (this.session.options.runAll === true) this.program.verify?.(scheduleOf(this.model, graph));
        this.session.assumptionFailed(l);
        return null;
      default:
        e = isAtOnce(l.kind) ? this.atOnce(graph, t, l, node) : this.append(graph, t, l, node, {});
    }
    if (e === null) return null;
    if (l.kind === Kind.LoopBound) this.checks.loopBound(t, l);
    if (l.kind === Kind.Fence) this.refinement.fence(t, l);
    if (l.kind === Kind.Held)
      this.session.timeoutsHeld(
        `a call of ${describeThread(t)}, ${this.errors.place(l.site)}, had timed out ${l.value} times, and ` +
          'did not time out again',
      );
    if (!this.checks.passes(graph, t, l)) return null;
    return this.checks.conflictFree(graph, e) ? e : null;
  }

  /** Reports an event that the program may perform. Throws ExplorationRestart where the model must be another one. */
  see(l: Label): void {
    this.strengthening.see(l);
    this.equal?.see(l);
  }

  private append(graph: ExecutionGraph, t: ThreadId, l: Label, node: HistoryNode, how: Partial<Candidate>): GraphEvent {
    this.session.counts.events++;
    const { source = null, read, written, object, sync } = how;
    const e = this.model.append(graph, { thread: t, label: l, node, source, read, written, object, sync });
    if (e === null) throw new Error(`${Kind[l.kind]} of thread ${t} cannot be appended, though nothing can forbid it`);
    return e;
  }

  /** Performs an operation on an object that the thread holds. No other thread can come in between. */
  private atOnce(graph: ExecutionGraph, t: ThreadId, l: Label, node: HistoryNode): GraphEvent | null {
    const source = graph.location(l.loc).writes.at(-1)!;
    const [outcome] = outcomesAfter(graph, source, t, l);
    if (outcome?.kind === 'done') {
      if (outcome.note !== undefined) this.session.note(`${describeThread(t)} ${outcome.note}`);
      // Without a change (EPERM) the event reads nothing that others could change.
      return this.append(
        graph,
        t,
        l,
        node,
        outcome.next === undefined ? {} : { source, object: outcome.next, sync: outcome.sync },
      );
    }
    this.append(graph, t, l, node, {});
    if (outcome?.kind === 'misuse') this.errors.misuse(graph, t, l, outcome.message);
    return null;
  }

  /**
   * Performs pending events that have no choice: joins of ended threads, plain reads with one visible write, waits that
   * were served. A plain read does not wait in the run: no schedule stops a thread there to let another one go on. So
   * the order is the run's (runtime/core/schedule.c): the thread that is at work goes as far as it can, then those
   * that were created begin, one after the other, then the others follow by number; a thread that only looks gives way
   * now and then. In the run others then perform events that have a choice, too. So while there are any, the thread
   * that gave way does not go on: it would read what the run has overwritten by then. With `steps`, a thread that reads
   * in a loop, or very often, stops there: each further read is a step, so that the loop is a cycle of states. So does
   * one that goes round a loop for ever, where it comes back without an event that others may see.
   */
  private settle(graph: ExecutionGraph, from: ThreadId): boolean {
    const gaveWay = new Set<ThreadId>();
    const inLoop = new Set<ThreadId>();
    const performed: number[] = [];
    const rounds = new SilentRounds(from);
    for (let t = from, idle = 0; ;) {
      if (idle === graph.threads.length) {
        if (gaveWay.size === 0 || this.isChoicePending(graph)) return true;
        gaveWay.clear();
        idle = 0;
      }
      const goesOn = gaveWay.has(t) || inLoop.has(t) ? undefined : this.goOn(graph, t, rounds);
      if (goesOn === false) return false;
      idle = goesOn === true ? 0 : idle + 1;
      if (goesOn === true) {
        performed[t] = (performed[t] ?? 0) + 1;
        rounds.begin(t);
        const isLong = this.steps && performed[t] >= LONG;
        if (isLong) inLoop.add(t);
        if (!isLong && !this.plainReads.yields(graph.threads[t])) continue;
        gaveWay.add(t);
        if (this.steps && hasReturned(graph.threads[t])) inLoop.add(t);
      }
      const created = this.fresh.shift();
      t = created?.label.thread ?? (t + 1) % graph.threads.length;
      if (created === undefined) continue;
      idle = 0;
      rounds.begin(t);
      if (!this.start(graph, t, created.label.value, created)) return false;
    }
  }

  /** Does a thread stand before an event that is not settled by itself? */
  private isChoicePending(graph: ExecutionGraph): boolean {
    return this.pending(graph).some(
      ({ thread, label }) => label.kind !== Kind.Join && !isSettledRead(graph, thread, label),
    );
  }

  /**
   * Performs the thread's pending event, where it has no choice. Undefined: it has, or cannot be performed; false: the
   * execution ends.
   */
  private goOn(graph: ExecutionGraph, t: ThreadId, rounds: SilentRounds): boolean | undefined {
    const p = this.pendingOf(graph, t);
    if (p === undefined) return undefined;
    const e = this.performed(graph, p, rounds);
    if (e === undefined) return undefined;
    return (
      e !== null &&
      this.enter(graph, e, p.node) &&
      this.checks.conflictFree(graph, e) &&
      this.advance(graph, t, e.node!)
    );
  }

  /** The pending event, where it has no choice; null: the execution ends; undefined: it has, or cannot be performed. */
  private performed(graph: ExecutionGraph, p: Pending, rounds: SilentRounds): GraphEvent | null | undefined {
    if (p.label.kind === Kind.Join) return this.join(graph, p);
    if (p.label.kind === Kind.PlainRead) return this.plainRead(graph, p);
    if (isChosen(p.label.kind)) return this.chosen(graph, p);
    if (goesRound(p.label)) return this.round(graph, p, rounds);
    if (!this.meets) return undefined;
    if (isBlindUpdate(p.label)) return this.update(graph, p);
    return isMeeting(p.label) ? this.meet(graph, p) : undefined;
  }

  /** Undefined: the order of updates matters. */
  private update(graph: ExecutionGraph, { thread, label }: Pending): GraphEvent | undefined {
    if (this.refinement.ordersUpdates(label.loc) || ordersUpdates(this.model, label)) return undefined;
    this.checkOrder(graph, { thread, label });
    const source = sourceOfUpdate(graph, label);
    if (source === undefined) {
      this.refinement.orderUpdates(label.loc);
      return undefined;
    }
    this.hasUpdated = true;
    const read = source.written!;
    return this.model.append(graph, { thread, label, source, read, written: rmwResult(label, read), node: null })!;
  }

  /** Undefined: the order of arrivals matters. */
  private meet(graph: ExecutionGraph, p: Pending): GraphEvent | null | undefined {
    if (this.refinement.ordersArrivals) return undefined;
    this.checkOrder(graph, p);
    const [candidate] = candidates(graph, p.thread, p.label);
    if (candidate.misuse !== undefined) {
      this.errors.misuse(graph, p.thread, p.label, candidate.misuse);
      return null;
    }
    return this.model.append(graph, appendOf(p.thread, p.label, candidate));
  }

  /** Undefined: the thread has not ended, and may be joined. */
  private join(graph: ExecutionGraph, p: Pending): GraphEvent | null | undefined {
    const taken = takenBefore(graph, p.label);
    if (taken !== undefined) {
      this.errors.misuse(graph, p.thread, p.label, taken);
      return null;
    }
    const candidate = joining(graph, p.label);
    if (candidate === undefined) return undefined;
    return this.model.append(graph, appendOf(p.thread, p.label, candidate));
  }

  /**
   * `steps`: performs the events of other threads up to a write of what the plain read is about to read, if they stand
   * before one and need no value until then. No run stops a thread there, nor before a plain read. So in the run the
   * write may come first. It races with the read: neither thread synchronises with the other in between. False: the
   * execution ends.
   */
  private catchUp(graph: ExecutionGraph, { thread, label }: Pending): boolean {
    return this.writesAhead
      .of(graph, thread, label.loc)
      .every((ahead) => ahead.labels.every((l) => this.perform(graph, ahead.thread, l, ahead.node, null) !== null));
  }

  /** Undefined: no operation has chosen it yet. */
  private chosen(graph: ExecutionGraph, p: Pending): GraphEvent | undefined {
    const [candidate] = candidates(graph, p.thread, p.label).filter(
      (c) => c.object === undefined && c.misuse === undefined,
    );
    // Where it cannot be appended, another graph of the same histories may be needed: that is for the search.
    return candidate === undefined
      ? undefined
      : (this.model.append(graph, appendOf(p.thread, p.label, candidate)) ?? undefined);
  }

  /**
   * With `steps`: performs another round of an endless loop. Returns undefined otherwise, and if the round is a step of
   * its own.
   */
  private round(graph: ExecutionGraph, { thread, label, node }: Pending, rounds: SilentRounds): GraphEvent | undefined {
    if (!this.steps || (!this.endless && hasMadeAllRounds(graph, thread)) || !rounds.mayMake(node)) return undefined;
    const e = this.model.append(graph, { thread, label, source: null, read: 0, node: null })!;
    this.checkRounds(graph, e);
    return e;
  }

  private checkRounds(graph: ExecutionGraph, e: GraphEvent): void {
    if (!this.endless && hasMadeAllRounds(graph, e.thread)) this.errors.goesRoundForEver(e);
  }

  /** Undefined: several writes may be visible (atomic ones), which is a choice. */
  private plainRead(graph: ExecutionGraph, p: Pending): GraphEvent | null | undefined {
    if (this.steps && !this.catchUp(graph, p)) return null;
    const visible = visibleToPlainRead(graph, p.thread, plainPlace(p.label));
    if ('race' in visible) {
      this.errors.race(graph, visible.race, p);
      return null;
    }
    if (visible.writes.length !== 1) return undefined;
    const [w] = visible.writes;
    const from = p.label.pieces.length === 0 ? { source: w } : { source: wholeOf(w), sources: [w] };
    return this.model.append(graph, { thread: p.thread, label: p.label, ...from, read: w.written, node: null });
  }
}
