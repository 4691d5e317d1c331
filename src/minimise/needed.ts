/** Which events of an execution lead to its error. */
import type { FoundError, FoundKind } from '../explore/common/verdict';

/**
 * Errors at given events. The others are about the state that all threads have reached, or about objects whose state no
 * read of the execution shows.
 */
const atEvents: ReadonlySet<FoundKind> = new Set([
  'data-race',
  'assertion',
  'abort',
  'crash',
  'memory',
  'after-crash',
  'uninitialised',
]);

/**
 * The places in the trace of the events that the error needs: those that it consists of, and all that come before these
 * by program order and reads-from. A part of a consistent graph that is closed in this way is consistent, too, with the
 * same happens-before. Of a thread whose pending event is part of the error, all events are needed.
 */
export function neededEvents({ kind, involved, trace }: FoundError): readonly number[] {
  if (!atEvents.has(kind)) return trace.map((_, i) => i);
  const latest = new Map<number, number>();
  const before = trace.map(({ thread }, i) => {
    const e = latest.get(thread) ?? -1;
    latest.set(thread, i);
    return e;
  });
  const open = involved.map(({ thread, label }) => {
    const at = trace.findLastIndex((e) => e.thread === thread && e.label === label);
    return at >= 0 ? at : (latest.get(thread) ?? -1);
  });
  const needed = new Set<number>();
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    if (i < 0 || needed.has(i)) continue;
    needed.add(i);
    open.push(before[i], trace[i].source);
  }
  return [...needed].sort((a, b) => a - b);
}
