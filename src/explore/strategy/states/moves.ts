/** Performs the moves of a state search: steps of threads, where they have a choice. */
import type { ExecutionGraph } from '../../../graph/graph';
import { appendOf } from '../../extend/candidates';
import type { GraphExtender, Pending } from '../../extend/extender';
import type { SearchContext } from '../strategy';
import { enabledOf, type EnabledEvent } from './enabled';
import { taken } from '../../histories/spin-loops';

/** The most steps that follow a move without a choice: a loop of such steps must come to an end. */
const MOST = 64;

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

  /**
   * Performs the move, and what is forced after it. `performed` is called after each step with the mark before it,
   * `passed` in each state from which the move goes on, with the events before which threads stand there. False when
   * the execution ends.
   */
  perform(
    move: EnabledEvent,
    performed: (mark: number) => void = () => undefined,
    passed: (pending: readonly Pending[]) => void = () => undefined,
  ): boolean {
    const { graph } = this;
    let next: EnabledEvent | undefined = move;
    for (let n = 0; next !== undefined; n++) {
      const mark = graph.mark();
      const entered = this.step(next);
      performed(mark);
      if (!entered) return false;
      next = this.forced && n < MOST && this.goesOn(mark) ? this.only(passed) : undefined;
    }
    return true;
  }

  /** The only move in the state of the graph; undefined: there are none or several. */
  private only(passed: (pending: readonly Pending[]) => void): EnabledEvent | undefined {
    let found: EnabledEvent | undefined;
    const all = this.extender.pending(this.graph);
    for (const pending of all) {
      const moves = enabledOf(this.graph, pending);
      if (moves.length === 0) continue;
      if (moves.length > 1 || found !== undefined) return undefined;
      [found] = moves;
    }
    if (found !== undefined) passed(all);
    return found;
  }

  /** Did the events from the mark on more than look? Who takes a lock and looks then goes on to give it back. */
  private goesOn(mark: number): boolean {
    const { events } = this.graph;
    for (let i = mark; i < events.length; i++) if (taken(events[i].label, events[i].read ?? 0) !== 0) return true;
    return false;
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
