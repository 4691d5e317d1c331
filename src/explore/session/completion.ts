/** Counts and checks complete executions. */
import type { ExecutionGraph } from '../../graph/graph';
import { Kind } from '../../program/label';
import type { Model } from '../../model/model';
import type { Program } from '../../program/program';
import { reorderedSchedule, scheduleOf } from '../common/schedule';
import type { Session } from './session';

export class Completion {
  /**
   * The number of executions at which the next one is run in another order, to detect state that drista does not
   * observe.
   */
  nextReordered = 0;
  private readonly exits = new Set<string>();

  constructor(
    private readonly program: Program,
    private readonly model: Model,
    private readonly session: Session,
  ) {}

  /**
   * Runs an execution in which several threads call exit, once for each set of calls: only a run with all of them shows
   * that their order matters (docs/explanation/runtime.md). May throw what `verify` does.
   */
  compareExits(graph: ExecutionGraph): void {
    const exits = graph.events.filter((e) => e.label.kind === Kind.Exit && e.label.op === 0);
    if (exits.every((e) => e.thread === exits[0].thread)) return;
    const calls = exits
      .map((e) => `${e.thread}:${e.label.site}`)
      .sort()
      .join();
    if (this.exits.size === this.exits.add(calls).size) return;
    this.program.verify?.(scheduleOf(this.model, graph));
  }

  /**
   * Counts it as `n` of the equivalence; one of the same `name` is counted once. `graph` is called if the execution
   * itself is needed.
   */
  complete(graph: () => ExecutionGraph, n = 1, name?: string): void {
    const { session } = this;
    if (session.options.runAll === true) this.program.verify?.(scheduleOf(this.model, graph()));
    if (session.counts.executions >= this.nextReordered) {
      this.nextReordered = Math.max(8, 8 * this.nextReordered);
      this.program.verify?.(reorderedSchedule(graph()));
    }
    session.complete(graph, n, name);
  }
}
