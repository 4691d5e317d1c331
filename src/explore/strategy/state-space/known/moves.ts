/** Performs the moves of a state search: steps of threads, where they have a choice. */
import type { ExecutionGraph } from '../../../../graph/graph';
import { appendOf } from '../../../extend/candidates';
import type { GraphExtender, Pending } from '../../../extend/extender';
import type { SearchContext } from '../../strategy';
import { enabledOf, type EnabledEvent } from '../steps/enabled';
import { acts } from './known-steps';
import type { StateMove } from '../steps/state-graph';

/** The most steps that follow a move without a choice: a loop of such steps must come to an end. */
export const MAX_FORCED = 64;

export class Moves {
  /**
   * `forced`: does a move include the steps after it that are the only ones? States between these are not kept: all
   * that is possible in them is explored nevertheless.
   */
  constructor(
    private readonly context: SearchContext,
    private readonly graph: ExecutionGraph,
    private readonly extender: GraphExtender,
    private readonly forced: boolean,
  ) {}

  /** The move in the state of the graph; undefined: it has no such move. */
  enabled({ thread, choice }: StateMove): EnabledEvent | undefined {
    const pending = this.extender.pendingOf(this.graph, thread);
    return pending === undefined ? undefined : enabledOf(this.graph, pending)[choice];
  }

  /**
   * Performs the move, and what is forced after it. `performed` is called after each step with the mark before it;
   * `passes` in each state from which the move may go on, with the events before which threads stand there, and the
   * one that comes next: does it go on? False when the execution ends.
   */
  perform(
    move: EnabledEvent,
    performed: (mark: number) => void = () => undefined,
    passes: (pending: readonly Pending[], next: EnabledEvent) => boolean = () => true,
  ): boolean {
    const { graph } = this;
    let next: EnabledEvent | undefined = move;
    for (let n = 0; next !== undefined; n++) {
      const mark = graph.mark();
      const entered = this.step(next);
      performed(mark);
      if (!entered) return false;
      next = this.forced && n < MAX_FORCED && acts(graph.events, mark) ? this.only(passes) : undefined;
    }
    return true;
  }

  /** The only move in the state of the graph; undefined: there are none or several. */
  private only(passes: (pending: readonly Pending[], next: EnabledEvent) => boolean): EnabledEvent | undefined {
    let found: EnabledEvent | undefined;
    const all = this.extender.pending(this.graph);
    for (const pending of all) {
      const moves = enabledOf(this.graph, pending);
      if (moves.length === 0) continue;
      if (moves.length > 1 || found !== undefined) return undefined;
      [found] = moves;
    }
    return found !== undefined && passes(all, found) ? found : undefined;
  }

  /** False when the execution ends with the step. */
  private step({ pending, candidate }: EnabledEvent): boolean {
    const { graph, extender } = this;
    const { thread, label, node } = pending;
    if (candidate === undefined) return extender.step(graph, thread);
    if (candidate.misuse !== undefined) {
      extender.errors.misuse(graph, thread, label, candidate.misuse);
      return false;
    }
    const e = this.context.reduction.model.append(graph, appendOf(thread, label, candidate))!;
    return extender.enter(graph, e, node) && extender.proceed(graph, e);
  }
}
