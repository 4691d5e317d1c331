/**
 * Who can still bring something. A thread whose pending event has no write left to read from goes on only when another
 * thread writes that location, and that one may itself wait for something. So threads that wait for each other bring
 * nothing, and a branch in which a thread has deferred its event is a dead end as soon as no such write can come.
 *
 * What a thread may still write is taken from the history trees as they are known. That suffices: of those that
 * deferred and are not served yet, take the one that did so first. The branch in which it read what it now excludes was
 * explored to its end, and there everything that may happen until somebody else is served did happen, with the others
 * that are not served reading the last write in co. A loop that waits is another matter: its iterations are dropped, so that
 * branch may not have been explored. But a thread in one may also stay there, in that branch of another thread too: so
 * it is left out of the account, and that branch goes on without it.
 */
import type { LocationId, ThreadId } from '../../program/label';
import type { HistoryNode } from '../../program/program';

/** A thread that stands before an event which needs a value. */
export interface WaitingThread {
  readonly thread: ThreadId;
  readonly node: HistoryNode;
  /** What it waits for: another write to the location, or another thread's end; -1, both: it can go on now. */
  readonly needsWrite: LocationId;
  readonly needsEnd: ThreadId;
  /** Does it exclude all writes that are there? */
  readonly deferred: boolean;
  /** Then: may it go round a loop that waits for ever? */
  readonly mayStay: boolean;
}

/** What is known of what comes after a node. */
export interface WriteForecast {
  /** May a thread that stands at the node still write the location? */
  mayWrite(node: HistoryNode, loc: LocationId): boolean;
}

/** May all threads that deferred their events be served, other than those that may wait for ever? */
export function canBeServed(all: readonly WaitingThread[], future: WriteForecast): boolean {
  const able = all.map((s) => s.needsWrite < 0 && s.needsEnd < 0);
  const isServed = (s: WaitingThread, i: number): boolean => !s.deferred || s.mayStay || able[i];
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

/** Does one of the threads that may go on bring what the thread waits for? */
function isHelped(all: readonly WaitingThread[], i: number, able: readonly boolean[], future: WriteForecast): boolean {
  const { needsWrite, needsEnd } = all[i];
  for (let j = 0; j < all.length; j++)
    if (j !== i && able[j] && (needsWrite >= 0 ? future.mayWrite(all[j].node, needsWrite) : all[j].thread === needsEnd))
      return true;
  return false;
}
