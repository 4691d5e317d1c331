/**
 * Threads that do the same (docs/explanation/equal-threads.md): in an execution they may be exchanged. That two threads
 * do the same is an assumption at first. For each history of one of them, the program is run once so that the other has
 * it, too, and what they do after it is compared. Where it differs, the exploration begins again, and the two are kept
 * apart.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { Kind, type Label, type ThreadId, type Value } from '../../program/label';
import { isUnfinished, type HistoryNode, type Program } from '../../program/program';
import { scheduleOf, scheduleOfExchanged } from '../common/schedule';
import type { Refinement } from '../equivalence/refinement';
import type { Session } from '../session/session';

export class EqualThreads {
  /** What was compared: the numbers of a node, and of the root of the other thread. */
  private readonly compared = new Set<string>();
  /** Pairs of threads that were taken for equal. */
  private readonly equal = new Set<string>();
  /** What each thread has returned at its end. */
  private readonly returned = new Map<ThreadId, Value>();
  /** Threads that events name, apart from their creation and joins. */
  private readonly named = new Set<ThreadId>();
  /** Do results of events name threads? */
  private namesAll = false;

  constructor(
    private readonly program: Program,
    private readonly model: Model,
    private readonly refinement: Refinement,
    private readonly session: Session,
  ) {}

  /**
   * Do the two threads do the same, as far as is known? They were created by one thread, which did nothing in between
   * that others may see.
   */
  areEqual(graph: ExecutionGraph, a: ThreadId, b: ThreadId): boolean {
    const [first, second] = [graph.threads[a]?.[0], graph.threads[b]?.[0]];
    if (!first?.source || !second?.source || this.areApart(a, b)) return false;
    if (!onlyCreates(graph, first.source, second.source) || !this.goOnAlike(graph, first.node!, b)) return false;
    this.equal.add(pairOf(a, b));
    return true;
  }

  /** The other threads that are equal to this one in the graph. */
  equalTo(graph: ExecutionGraph, t: ThreadId): ThreadId[] {
    const equal: ThreadId[] = [];
    for (let u = 1; u < graph.threads.length; u++) if (u !== t && this.areEqual(graph, t, u)) equal.push(u);
    return equal;
  }

  /** By thread, the least one that is equal to it in the graph; undefined: none is equal to another one. */
  groups(graph: ExecutionGraph): ThreadId[] | undefined {
    const group = graph.threads.map((_, t) => t);
    for (let t = 2; t < group.length; t++)
      for (let u = 1; u < t && group[t] === t; u++) if (group[u] === u && this.areEqual(graph, u, t)) group[t] = u;
    return group.every((u, t) => u === t) ? undefined : group;
  }

  /**
   * A thread comes to the event. Throws ExplorationRestart where it names a thread that was taken for equal, or its
   * results may do so: those of condition variables and futexes say who is woken.
   */
  see({ kind, thread }: Label): void {
    if (isWait(kind)) {
      this.namesAll = true;
      this.refinement.keepApart([...this.equal]);
    }
    if (thread < 0 || kind === Kind.Create || kind === Kind.Join || this.named.has(thread)) return;
    this.named.add(thread);
    this.keepFromAll(thread);
  }

  /**
   * The event, which has returned a value, has been performed: runs the program so that the threads that are equal to
   * its thread have the same history. Throws ExplorationRestart where they do not go on in the same way.
   */
  performed(graph: ExecutionGraph, e: GraphEvent): void {
    if (e.label.kind === Kind.Join) this.checkJoins(graph, e);
    for (const other of this.equalTo(graph, e.thread)) this.goOnAlike(graph, e.node!, other);
  }

  /**
   * Checks at the end of the search what other executions may show: a thread that waits for the end of one of several
   * equal ones, and in no execution goes on. Throws ExplorationRestart.
   */
  checkWaiting(): void {
    if (this.equal.size === 0) return;
    for (const { pending, children } of this.program.nodes)
      if (pending?.kind === Kind.Join && children.size === 0) this.keepFromAll(pending.thread);
  }

  private areApart(a: ThreadId, b: ThreadId): boolean {
    return this.namesAll || this.refinement.areApart(pairOf(a, b)) || this.named.has(a) || this.named.has(b);
  }

  private keepApart(a: ThreadId, b: ThreadId): void {
    const pair = pairOf(a, b);
    if (this.equal.has(pair)) this.refinement.keepApart([pair]);
    else this.refinement.noteApart(pair);
  }

  /** Throws ExplorationRestart where the thread was taken for equal to another one. */
  private keepFromAll(t: ThreadId): void {
    this.refinement.keepApart([...this.equal].filter((pair) => pair.split(' ').includes(`${t}`)));
  }

  /** The node of the other thread for the same values; undefined: it cannot be reached. */
  private mirrored(graph: ExecutionGraph, node: HistoryNode, other: ThreadId): HistoryNode | undefined {
    const way: HistoryNode[] = [];
    for (let n: HistoryNode = node; n.parent !== null; n = n.parent) way.push(n);
    let at = rootOf(graph, other);
    for (let i = way.length - 1; i >= 0; i--) {
      const { value } = way[i];
      const known = at.children.get(value);
      if (known !== undefined && !isUnfinished(known)) at = known;
      else if (i > 0 || at.pending === null) return undefined;
      else return this.learn(graph, node, at);
    }
    return at;
  }

  /** Runs the program so that the thread of `before` has the history of the node. */
  private learn(graph: ExecutionGraph, node: HistoryNode, before: HistoryNode): HistoryNode | undefined {
    const schedule = scheduleOfExchanged(scheduleOf(this.model, graph), node.thread, before.thread);
    return this.session.withinRunLimits(() => this.program.child(before, node.value, () => schedule));
  }

  /** Does the other thread do the same after the values that have led to the node? If not, the two are kept apart. */
  private goOnAlike(graph: ExecutionGraph, node: HistoryNode, other: ThreadId): boolean {
    const key = `${node.id} ${rootOf(graph, other).id}`;
    if (this.compared.has(key)) return true;
    const mirrored = this.mirrored(graph, node, other);
    if (mirrored !== undefined && sameEvents(node, mirrored) && [node, mirrored].every((n) => this.returnsAlways(n))) {
      this.compared.add(key);
      return true;
    }
    this.keepApart(node.thread, other);
    return false;
  }

  /** Does its thread return the same value in each history? Otherwise who joins it can tell it from others. */
  private returnsAlways({ thread, segment }: HistoryNode): boolean {
    const last = segment.at(-1);
    if (last?.kind !== Kind.End) return true;
    if (!this.returned.has(thread)) this.returned.set(thread, last.value);
    return this.returned.get(thread) === last.value;
  }

  /** Does the thread that has joined another one join all that are equal to it, before it does anything else? */
  private checkJoins(graph: ExecutionGraph, join: GraphEvent): void {
    const next = join.node!.segment.at(0) ?? join.node!.pending;
    if (next?.kind === Kind.Join) return;
    const events = graph.threads[join.thread];
    const joined = new Set<ThreadId>();
    for (let i = join.index; i >= 0 && events[i].label.kind === Kind.Join; i--) joined.add(events[i].label.thread);
    for (const t of joined)
      for (const other of this.equalTo(graph, t)) if (!joined.has(other)) this.keepApart(t, other);
  }
}

function pairOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Are both events of one thread, which in between has only created threads? */
function onlyCreates({ threads }: ExecutionGraph, a: GraphEvent, b: GraphEvent): boolean {
  if (a.thread !== b.thread) return false;
  const events = threads[a.thread];
  for (let i = Math.min(a.index, b.index); i <= Math.max(a.index, b.index); i++)
    if (events[i].label.kind !== Kind.Create) return false;
  return true;
}

function rootOf({ threads }: ExecutionGraph, t: ThreadId): HistoryNode {
  return threads[t][0].node!;
}

/** Are both nodes known to their ends, and do the threads do the same there? */
function sameEvents(a: HistoryNode, b: HistoryNode): boolean {
  if (isUnfinished(a) || isUnfinished(b)) return false;
  if (a.segment.length !== b.segment.length || (a.pending === null) !== (b.pending === null)) return false;
  return (
    a.segment.every((l, i) => sameEvent(l, b.segment[i])) && (a.pending === null || sameEvent(a.pending, b.pending!))
  );
}

/** Fingerprints of states are each thread's own. What a thread starts with shows in what it does. */
function sameEvent(a: Label, b: Label): boolean {
  return (
    a === b ||
    (a.kind === b.kind &&
      a.loc === b.loc &&
      a.order === b.order &&
      a.failOrder === b.failOrder &&
      a.size === b.size &&
      a.op === b.op &&
      (a.value === b.value || a.kind === Kind.Begin) &&
      a.expected === b.expected &&
      a.thread === b.thread &&
      (a.site === b.site || a.kind === Kind.Begin) &&
      a.dead === b.dead &&
      a.text === b.text)
  );
}

function isWait(kind: Kind): boolean {
  return (kind >= Kind.CondInit && kind <= Kind.CondDestroy) || (kind >= Kind.FutexEnter && kind <= Kind.FutexWake);
}
