/** The path of the search as an execution graph, and the history trees that it leads through. */
import type { GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import type { Model } from '../../../../model/model';
import { Kind, type Label, type ThreadId, type Value } from '../../../../program/label';
import type { HistoryNode, Program } from '../../../../program/program';
import { rmwResult, SPURIOUS } from '../../../../program/rmw';
import { scheduleOf } from '../../../common/schedule';
import { endsRun } from '../../../extend/segments';
import type { Session } from '../../../session/session';

/** The choice of a compare-exchange that fails spuriously; otherwise it is 0. */
export const FAILS = 1;

/** The thread performs its next store, or its pending event; `choice`: what a `Choose` event returns, or `FAILS`. */
export interface PathStep {
  readonly thread: ThreadId;
  readonly choice: number;
}

interface Standing {
  readonly node: HistoryNode;
  /** How many events of the segment were performed. */
  readonly done: number;
}

/** A path of the search as an execution graph. Its events are appended in the order of the path. */
export class PathGraph {
  private readonly at: Standing[] = [];

  /** `root`: the root node of the thread when it is created with the value; undefined if no run has shown it. */
  constructor(
    private readonly model: Model,
    readonly graph: ExecutionGraph,
    private readonly root: (t: ThreadId, start: Value) => HistoryNode | undefined,
  ) {
    this.begin(0, 0, null);
    this.settle();
  }

  /** Performs the step, whose outcome the history trees must show, and the events that follow without a step. */
  take({ thread: t, choice: way }: PathStep): void {
    const { node, done } = this.at[t];
    if (done < node.segment.length) {
      this.append(t, node.segment[done], node, {});
      this.at[t] = { node, done: done + 1 };
      this.goOn(t);
    } else {
      const e = this.read(t, node.pending!.kind === Kind.Rmw && way === FAILS ? SPURIOUS : way);
      e.node = node.children.get(e.read!)!;
      this.enter(t, e.node);
    }
    this.settle();
  }

  /** Is the node the present one of its thread? */
  standsBefore(node: HistoryNode): boolean {
    return this.at[node.thread].node === node;
  }

  /**
   * Performs the pending event of the thread; `chosen`: what a `Choose` returns, or SPURIOUS. The event's node is not
   * set.
   */
  read(t: ThreadId, chosen: Value): GraphEvent {
    const l = this.at[t].node.pending!;
    if (l.kind === Kind.Join) {
      const source = this.graph.last(l.thread)!;
      return this.append(t, l, null, { source, read: source.label.value });
    }
    if (l.kind === Kind.Choose) return this.append(t, l, null, { source: null, read: chosen });
    const source = this.graph.location(l.loc).writes.at(-1)!;
    const read = chosen === SPURIOUS ? SPURIOUS : source.written!;
    return this.append(t, l, null, { source, read, written: l.kind === Kind.Rmw ? rmwResult(l, read) : undefined });
  }

  /** Performs the remaining stores of all segments: a run of the program performs segments as a whole. */
  finishSegments(): void {
    for (let t = 0; t < this.at.length; t++) {
      const standing = this.at[t] as Standing | undefined;
      if (standing === undefined) continue;
      const { node, done } = standing;
      for (const l of node.segment.slice(done)) this.perform(t, l, node);
      this.at[t] = { node, done: node.segment.length };
    }
  }

  private begin(t: ThreadId, start: Value, creator: GraphEvent | null): void {
    const node = this.root(t, start);
    if (node === undefined) return;
    this.append(t, node.segment[0], node, { source: creator, read: node.segment[0].value });
    this.at[t] = { node, done: 1 };
    this.goOn(t);
  }

  private enter(t: ThreadId, node: HistoryNode): void {
    this.at[t] = { node, done: 0 };
    this.goOn(t);
  }

  /** Performs events of the segment up to its next store, or all where they end the run. */
  private goOn(t: ThreadId): void {
    const { node } = this.at[t];
    const ends = endsRun(node);
    let { done } = this.at[t];
    for (; done < node.segment.length && (ends || node.segment[done].kind !== Kind.Store); done++) {
      this.at[t] = { node, done: done + 1 };
      this.perform(t, node.segment[done], node);
    }
  }

  private perform(t: ThreadId, l: Label, node: HistoryNode): void {
    const e = this.append(t, l, node, {});
    if (l.kind === Kind.Create) this.begin(l.thread, l.value, e);
  }

  /** Performs pending joins of threads that have ended. */
  private settle(): void {
    for (let again = true; again;) {
      again = false;
      for (let t = 0; t < this.at.length; t++) {
        const standing = this.at[t] as Standing | undefined;
        const l = standing?.node.pending;
        if (standing === undefined || l?.kind !== Kind.Join || standing.done < standing.node.segment.length) continue;
        const end = this.graph.last(l.thread);
        if (end?.label.kind !== Kind.End) continue;
        const child = standing.node.children.get(end.label.value);
        if (child === undefined) continue;
        this.append(t, l, child, { source: end, read: end.label.value });
        this.enter(t, child);
        again = true;
      }
    }
  }

  private append(
    t: ThreadId,
    l: Label,
    node: HistoryNode | null,
    how: { source?: GraphEvent | null; read?: Value; written?: Value | undefined },
  ): GraphEvent {
    const { source = null, read, written = l.kind === Kind.Store ? l.value : undefined } = how;
    return this.model.append(this.graph, { thread: t, label: l, node, source, read, written })!;
  }
}

/**
 * Looks up in the history trees what threads do next. Where the trees do not show it, a run of the program does, with
 * the present path as its schedule.
 */
export class Trees {
  private readonly roots: Map<Value, HistoryNode>[] = [];

  /** `steps`: the present path, including the step that is being taken. */
  constructor(
    private readonly program: Program,
    private readonly model: Model,
    private readonly session: Session,
    private readonly steps: () => PathStep[],
  ) {
    for (const node of program.nodes) if (node.parent === null) this.rootsOf(node.thread).set(node.value, node);
  }

  /**
   * The root node of a thread that was created with the value; undefined where the run that would show it exceeds a
   * limit.
   */
  root(t: ThreadId, value: Value): HistoryNode | undefined {
    const roots = this.rootsOf(t);
    const known = roots.get(value);
    if (known !== undefined) return known;
    const root = this.session.withinRunLimits(() =>
      this.program.root(t, value, () => this.schedule(this.path(this.steps()))),
    );
    if (root !== undefined) roots.set(value, root);
    return root;
  }

  /**
   * The node after the node's pending event returned the value; undefined where the run that would show it exceeds a
   * limit. `joins`: the event follows the last step of the path; otherwise it is the last step.
   */
  child(node: HistoryNode, value: Value, joins: boolean): HistoryNode | undefined {
    return this.session.withinRunLimits(() =>
      this.program.child(node, value, () => {
        const steps = this.steps();
        const path = this.path(joins ? steps : steps.slice(0, -1));
        // A join whose child is known in part, from a run that ended early, is on the path already.
        if (path.standsBefore(node)) path.read(node.thread, value);
        return this.schedule(path);
      }),
    );
  }

  /** The path as a graph. */
  graph(): ExecutionGraph {
    return this.path(this.steps()).graph;
  }

  private path(steps: readonly PathStep[]): PathGraph {
    const path = new PathGraph(
      this.model,
      this.model.graph((loc) => this.program.initial(loc)),
      (t, start) => this.rootsOf(t).get(start),
    );
    for (const step of steps) path.take(step);
    return path;
  }

  private schedule(path: PathGraph): ReturnType<typeof scheduleOf> {
    path.finishSegments();
    return scheduleOf(this.model, path.graph);
  }

  private rootsOf(t: ThreadId): Map<Value, HistoryNode> {
    return (this.roots[t] ??= new Map<Value, HistoryNode>());
  }
}
