/** What threads may do next in a state of the state search, and the steps with which they do it. */
import type { ExecutionGraph } from '../../../../graph/graph';
import { isChosen, isObjectKind } from '../../../../object';
import { noSync } from '../../../../object/object';
import { isReadLike, Kind, type Label } from '../../../../program/label';
import { goesRound } from '../../../../program/operand';
import { rmwResult, SPURIOUS } from '../../../../program/rmw';
import { appendOf, type Candidate, candidates, outcomesAfter } from '../../../extend/candidates';
import type { GraphExtender, Pending } from '../../../extend/extender';
import { offersFailure } from '../../../histories/spurious-failures';
import type { SearchContext } from '../../strategy';
import type { StateMove } from './state-graph';
import { acts } from './step-effects';

/** One way to perform the event before which a thread stands; without a candidate: there is only one. */
export interface EnabledEvent {
  readonly pending: Pending;
  readonly candidate: Candidate | undefined;
  /** The number of this move among the moves of the thread in the state. */
  readonly choice: number;
}

/** The moves of the thread; none: it waits. */
export function enabledOf(graph: ExecutionGraph, pending: Pending): EnabledEvent[] {
  const { thread: t, label: l } = pending;
  if (!isReadLike(l)) return [{ pending, candidate: undefined, choice: 0 }];
  return present(graph, t, pending).map((candidate, choice) => ({ pending, candidate, choice }));
}

/** The candidates that read what is there now. */
function present(graph: ExecutionGraph, t: number, { label: l, node }: Pending): Candidate[] {
  // A state that is known ends it; candidates() bounds how often executions go round.
  if (goesRound(l))
    return [{ source: null, read: 0, written: undefined, object: undefined, sync: noSync, misuse: undefined }];
  if (l.kind === Kind.Choose || l.kind === Kind.Join) return candidates(graph, t, l);
  const source = graph.location(l.loc).writes.at(-1)!;
  if (isChosen(l.kind) && wasChosen(graph, t, l))
    return [{ source, read: 0, written: undefined, object: undefined, sync: noSync, misuse: undefined }];
  if (isObjectKind(l.kind))
    return outcomesAfter(graph, source, t, l).map((outcome) =>
      outcome.kind === 'misuse'
        ? { source, read: 0, written: undefined, object: undefined, sync: noSync, misuse: outcome.message }
        : {
            source,
            read: outcome.value,
            written: undefined,
            object: outcome.next,
            sync: outcome.sync,
            misuse: undefined,
          },
    );
  const read = source.written!;
  const written = l.kind === Kind.Rmw ? rmwResult(l, read) : undefined;
  const reading: Candidate = { source, read, written, object: undefined, sync: noSync, misuse: undefined };
  if (read !== l.expected || !offersFailure(node, l)) return [reading];
  return [reading, { ...reading, read: SPURIOUS, written: undefined }];
}

/**
 * Was the thread let go before it came to wait, and has the object changed since? The present state does not show that
 * any more. (A barrier orders memory, but is left at once.)
 */
function wasChosen(graph: ExecutionGraph, t: number, l: Label): boolean {
  const { writes } = graph.location(l.loc);
  for (let i = writes.length - 2; i >= 0 && writes[i + 1].thread !== t; i--)
    if (outcomesAfter(graph, writes[i], t, l).some((o) => o.kind === 'done' && o.next === undefined)) return true;
  return false;
}

/** The most steps that follow a move without a choice: a loop of such steps must come to an end. */
export const MAX_FORCED = 64;

/** Performs the moves of a state search: steps of threads, where they have a choice. */
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
