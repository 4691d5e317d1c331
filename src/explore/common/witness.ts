/** The events of a graph in an order that shows how it came about. */
import type { GraphEvent } from '../../graph/event';

/**
 * The order of appending; but under sc a read that was appended after a later write than it reads comes before that
 * write, and with it what its thread did before, as early as model/sc.ts allows. What need not be early stays, so that
 * what completes an error is last.
 */
export function witnessOf(events: readonly GraphEvent[]): readonly GraphEvent[] {
  const previous = new Map<number, GraphEvent>();
  const before: (GraphEvent | undefined)[] = [];
  for (const e of events) {
    before.push(previous.get(e.thread));
    previous.set(e.thread, e);
  }
  const early = new Set<GraphEvent>();
  const bring = (e: GraphEvent | null | undefined, at: number): void => {
    if (e === null || e === undefined || e.thread < 0 || e.id <= at || early.has(e)) return;
    early.add(e);
    bring(before[e.id], e.at);
    bring(e.source, e.at);
  };
  const latest = new Map<number, GraphEvent>();
  for (const e of events) {
    const last = latest.get(e.loc);
    if (e.at < e.id && e.source !== null && last !== undefined && last.id > e.source.id) bring(e, e.at);
    if (e.loc >= 0 && (e.written !== undefined || e.object !== undefined)) latest.set(e.loc, e);
  }
  const place = (e: GraphEvent): number => (early.has(e) ? e.at : e.id);
  return early.size === 0 ? events : [...events].sort((a, b) => place(a) - place(b) || a.id - b.id);
}
