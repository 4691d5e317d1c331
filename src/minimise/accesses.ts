/** What the events of a trace access, for orders of the trace. */
import type { TraceEvent } from '../explore/common/verdict';
import { isChosen } from '../object';

/** Does the event write its location, or change the state of its object? */
export function changes(e: TraceEvent): boolean {
  return e.label.loc >= 0 && (e.written !== undefined || e.changesObject === true);
}

/**
 * Does the event read the present contents of its location? The end of a wait reads from the operation that chose it
 * instead, and a join or the beginning of a thread from an event of another kind.
 */
export function readsLocation({ label, source, changesObject }: TraceEvent, trace: readonly TraceEvent[]): boolean {
  if (label.loc < 0 || source === -2 || (isChosen(label.kind) && changesObject !== true)) return false;
  return source === -1 || trace[source].label.loc === label.loc;
}

/** How often another thread goes on in the order of the trace. `last`: the thread of an event that follows it. */
export function contextSwitches(trace: readonly TraceEvent[], last?: number): number {
  const threads = trace.map((e) => e.thread);
  if (last !== undefined) threads.push(last);
  return threads.reduce((n, t, i) => (i > 0 && t !== threads[i - 1] ? n + 1 : n), 0);
}
