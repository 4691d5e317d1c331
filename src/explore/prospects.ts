/**
 * Who can still bring something. A thread whose pending event has no write left to read from goes on only when another thread
 * writes that location, and that one may itself wait for something. So threads that wait for each other bring nothing, and a
 * branch in which a thread has postponed its event is a dead end as soon as no such write can come.
 *
 * What a thread may still write is taken from the history trees as they are known. That suffices: of those that postponed and are not served yet,
 * take the one that did so first. The branch in which it read what it now refuses was explored to its end, and there everything
 * that may happen until somebody else is served did happen, with the others that are not served reading the last write in co.
 * A loop that waits is another matter: its turns are dropped, so that branch may not have been explored.
 */
import type { LocationId, ThreadId } from '../program/label';
import type { HistoryNode } from '../program/program';

/** What a thread waits for: another write to the location, another thread's end; undefined: it can go on now. */
export type Need = { readonly loc: LocationId } | { readonly end: ThreadId } | undefined;

export interface Standing {
  readonly thread: ThreadId;
  readonly node: HistoryNode;
  readonly need: Need;
  /** Does it refuse all writes that are there? */
  readonly postponed: boolean;
}

/** May a thread that stands at the node still write the location? */
export type MayWrite = (node: HistoryNode, loc: LocationId) => boolean;

/** May all threads that postponed their events be served? */
export function canBeServed(all: readonly Standing[], mayWrite: MayWrite): boolean {
  const able = ableThreads(all, mayWrite);
  return all.every((s) => !s.postponed || able.has(s.thread));
}

/** The threads that may go on some time. */
function ableThreads(all: readonly Standing[], mayWrite: MayWrite): Set<ThreadId> {
  const able = new Set<ThreadId>();
  const helped = ({ need, thread }: Standing): boolean => need === undefined
    || ('end' in need ? able.has(need.end) : all.some((q) => q.thread !== thread && able.has(q.thread) && mayWrite(q.node, need.loc)));
  for (let again = true; again;) {
    again = false;
    for (const s of all) {
      if (able.has(s.thread) || !helped(s)) continue;
      able.add(s.thread);
      again = true;
    }
  }
  return able;
}
