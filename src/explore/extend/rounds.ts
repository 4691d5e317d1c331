/**
 * Threads that go round a loop for ever and perform no event that returns a value (goesRound). An execution graph has
 * all stores that its threads have reached, so it would never be complete: a thread makes so many rounds, and no more.
 * A search that keeps states needs no such bound: there a round leads to a state that it knows.
 */
import { isReadLike, type ThreadId } from '../../program/label';
import { goesRound } from '../../program/operand';
import type { HistoryNode } from '../../program/program';
import type { ExecutionGraph } from '../../graph/graph';

/** How many rounds a thread makes in an execution graph. */
export const MAX_ROUNDS = 5;

/** Has the thread made all the rounds that it may? It never comes out of the loop, so all lie at its end. */
export function hasMadeAllRounds(graph: ExecutionGraph, t: ThreadId): boolean {
  let rounds = 0;
  const events = graph.threads[t] ?? [];
  for (let i = events.length - 1; i >= 0; i--) {
    if (!isReadLike(events[i].label)) continue;
    if (!goesRound(events[i].label)) return false;
    if (++rounds >= MAX_ROUNDS) return true;
  }
  return false;
}

/** The rounds that threads make by themselves after a step of one of them, until they come back to a place. */
export class SilentRounds {
  private readonly threads: Set<ThreadId>;
  private readonly places = new Set<string>();

  constructor(from: ThreadId) {
    this.threads = new Set([from]);
  }

  /** The thread does something after the step: others stand where they stood before. */
  begin(t: ThreadId): void {
    this.threads.add(t);
  }

  /** May the thread go round from the node? */
  mayMake({ thread, id, state = 0 }: HistoryNode): boolean {
    if (!this.threads.has(thread)) return false;
    const place = state === 0 ? `${thread}#${id}` : `${thread}@${state}`;
    return this.places.size < this.places.add(place).size;
  }
}
