/**
 * States in which a server waits for another client of drista's (--client), which does not come: that is how an
 * execution of a server ends, and no deadlock.
 */
import { Kind, type Label } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { isHeld } from '../extend/held-waits';

/** How the text of a call ends that waits for connections, too (runtime/io/channel.c). */
const FOR_A_CLIENT = ' for a client';

/** The note of a program some of whose executions end so. */
export const anotherClient =
  '--client: some executions end where the server waits for another client, which does not come; what its threads ' +
  'wait for then is not looked at';

/** What a server's threads do while there is nothing to do, beside calls on files and joins. */
const idle: ReadonlySet<Kind> = new Set([Kind.CondBlock, Kind.CondWake, Kind.SemWait, Kind.FutexAwait, Kind.Join]);

/**
 * Does a thread wait for another client, while all others are idle, too: in calls on files, on condition variables,
 * semaphores or futexes, or for the end of a thread? Not where one waits for a lock, or spins, nor where one might time
 * out once more (`node`: its history, if calls may have been held).
 */
export function awaitsClient(pending: readonly { readonly label: Label; readonly node?: HistoryNode }[]): boolean {
  return (
    pending.some(({ label: { text } }) => text.endsWith(FOR_A_CLIENT)) &&
    pending.every(({ label: { kind, text } }) => text !== '' || idle.has(kind)) &&
    !pending.some(({ node }) => node !== undefined && isHeld(node))
  );
}
