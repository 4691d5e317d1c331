/**
 * The wait-for relation of threads. A thread whose pending event has no remaining write to read from can continue only
 * when another thread writes that location, and that thread may itself be waiting. Threads that wait for each other
 * serve no thread. A branch in which a thread has deferred its event is blocked (infeasible) as soon as no such write
 * can come.
 *
 * What a thread may still write is taken from the history trees as far as they are known. That suffices: of the
 * deferred threads that are not served yet, take the one that was deferred first. The branch in which it read a write
 * that it now excludes was explored to its end. Everything that can happen before another deferred thread is served
 * happened there, with the other deferred threads reading the last write in co.
 *
 * Waiting loops need care: their iterations are dropped, so that branch may not have been explored. But a thread in
 * such a loop may also stay there, in that branch of another thread too. Therefore it need not be served, and the
 * branch continues without it.
 */
import type { LocationId, ThreadId, Value } from '../../program/label';
import type { HistoryNode } from '../../program/program';

/** A thread with a pending event. */
export interface WaitingThread {
  readonly thread: ThreadId;
  readonly node: HistoryNode;
  /** What it waits for: another write to the location, or another thread's end; both -1: it can continue now. */
  readonly needsWrite: LocationId;
  readonly needsEnd: ThreadId;
  /** Values of that location with which it makes no progress. */
  readonly useless: ReadonlySet<Value>;
  /**
   * Must it continue in each execution of the state? A thread that excludes all writes that are present must, unless it
   * may stay for ever in a loop that waits; so must one that makes no progress with any of them, and cannot stay.
   */
  readonly mustContinue: boolean;
}

/** Queries on the future of a node. */
export interface WriteForecast {
  /** May a thread that stands at the node still write the location? */
  mayWrite(node: HistoryNode, loc: LocationId): boolean;
}

/** May all threads be served that must continue? O(threads³) questions to the forecast. */
export function canBeServed(all: readonly WaitingThread[], future: WriteForecast): boolean {
  const able = all.map((s) => s.needsWrite < 0 && s.needsEnd < 0);
  const isServed = (s: WaitingThread, i: number): boolean => !s.mustContinue || able[i];
  while (!all.every(isServed)) {
    let helped = false;
    for (let i = 0; i < all.length; i++) {
      if (able[i] || !isHelped(all, i, able, future)) continue;
      able[i] = true;
      helped = true;
    }
    if (!helped) return false;
  }
  return true;
}

/** May one of the threads that can continue write the location, or reach the end, that thread i waits for? */
function isHelped(all: readonly WaitingThread[], i: number, able: readonly boolean[], future: WriteForecast): boolean {
  const { needsWrite, needsEnd } = all[i];
  for (let j = 0; j < all.length; j++)
    if (j !== i && able[j] && (needsWrite >= 0 ? future.mayWrite(all[j].node, needsWrite) : all[j].thread === needsEnd))
      return true;
  return false;
}
