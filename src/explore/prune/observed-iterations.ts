/**
 * Turns of waiting loops that take locks and give them back, in a graph. Leaving them out is an execution too, with the
 * same values otherwise, unless another thread found such a lock taken: its trylock, or its lock with a time-limit, saw
 * the turn. Then the turn stays. A turn that nobody saw yet stays too while somebody may: an operation that looks may
 * be performed later in the search than what it saw. What is left of such turns in the end, and second ones in a row,
 * are left out.
 *
 * Threads that give way to each other (lock a, try b, unlock a ...) see each other's turns. A set of turns that only
 * events of its own saw can be left out as a whole.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { triesToLock } from '../../object';
import { isReadLike, type ThreadId } from '../../program/label';
import { taken, iterationEndingAt, type Iteration } from '../histories/spin-loops';

/** A turn in a graph: the events of the thread from one index to another. */
export interface GraphIteration {
  readonly thread: ThreadId;
  readonly from: number;
  readonly to: number;
  readonly turn: Iteration;
  /** The node that it ends at. */
  readonly end: GraphEvent['node'];
}

/**
 * The turns with locks that can be left out of the graph all together: the largest set of which only events of its own
 * saw something.
 */
export function removable(graph: ExecutionGraph): readonly GraphIteration[] {
  let turns = graph.threads.flatMap(turnsOf);
  if (turns.length === 0) return turns;
  const tries = graph.events.filter((e) => triesToLock(e.label.kind) && e.object === undefined && e.source !== null);
  const seers = new Map(
    turns.map((turn) => [turn, tries.filter((e) => e.thread !== turn.thread && saw(graph, e, turn))]),
  );
  for (;;) {
    const left = turns.filter((turn) => seers.get(turn)!.every((e) => turns.some((other) => isIn(e, other))));
    if (left.length === turns.length) return left;
    turns = left;
  }
}

/**
 * Is the turn, with which a thread has just come to where the graph ends, to be left out? `mayBeSeen`: by what is still
 * to come.
 */
export function isInVain(graph: ExecutionGraph, turn: Iteration, mayBeSeen: (t: GraphIteration) => boolean): boolean {
  const turns = removable(graph);
  return repeats(turns) || (turns.some((t) => t.turn === turn) && !turns.some(mayBeSeen));
}

/** Does one of the turns follow another one of the same loop? */
function repeats(turns: readonly GraphIteration[]): boolean {
  return turns.some(({ turn, thread }) => turns.some((t) => t.thread === thread && t.end === turn.head));
}

function turnsOf(events: readonly GraphEvent[]): GraphIteration[] {
  const reads = events.filter((e) => isReadLike(e.label));
  return reads.flatMap((e, i) => {
    const turn = e.node === null ? undefined : iterationEndingAt(e.node);
    return turn === undefined || turn.locks.size === 0
      ? []
      : [{ thread: e.thread, from: reads[i - turn.length + 1].index, to: e.index, turn, end: e.node }];
  });
}

function isIn(e: GraphEvent, { thread, from, to }: GraphIteration): boolean {
  return e.thread === thread && e.index >= from && e.index <= to;
}

/** Did the operation, which failed, look at a state of the lock in which the turn holds it? */
function saw(graph: ExecutionGraph, e: GraphEvent, turn: GraphIteration): boolean {
  if (!turn.turn.locks.has(e.loc)) return false;
  const { writes } = graph.location(e.loc);
  // Since the turn's last change before, the turn holds it if that change took it.
  for (let i = writes.indexOf(e.source!); i >= 0; i--) {
    const w = writes[i];
    if (w.thread !== turn.thread) continue;
    return isIn(w, turn) && taken(w.label, 0) === 1;
  }
  return false;
}
