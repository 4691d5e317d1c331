/**
 * Looks up in the history trees what threads do next. Where the trees do not show it, a run of the program does, with
 * the present path as its schedule.
 */
import type { ExecutionGraph } from '../../../graph/graph';
import type { Model } from '../../../model/model';
import type { ThreadId, Value } from '../../../program/label';
import type { HistoryNode, Program } from '../../../program/program';
import { scheduleOf } from '../../common/schedule';
import type { Session } from '../../session/session';
import { PathGraph, type PathStep } from './path';

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
