/** Traces in a few words, and all their orders. */
import type { TraceEvent } from '../../src/explore/common/verdict';
import { changes, contextSwitches, readsLocation } from '../../src/minimise/accesses';
import { Kind, label } from '../../src/program/label';

/**
 * A trace from words: `1x=` is a write of x by thread 1; `1x` a read of x that sees the last write to the left of it,
 * `1x@3` one that reads from the word with the number 3 (-1: the initial value); `1x+` reads and writes.
 */
export function traceOf(text: string): TraceEvent[] {
  const latest = new Map<string, number>();
  return text.split(' ').map((word, i) => {
    const [, thread, name, how, from] = /^(\d)(\w)([=+]?)(?:@(-?\d+))?$/.exec(word)!;
    const kind = how === '=' ? Kind.Store : how === '+' ? Kind.Rmw : Kind.Load;
    const source = how === '=' ? -2 : from === undefined ? (latest.get(name) ?? -1) : Number(from);
    if (how !== '') latest.set(name, i);
    return {
      thread: Number(thread),
      label: label(kind, { loc: name.charCodeAt(0), size: 4, site: i }),
      value: how === '=' ? undefined : source + 1,
      written: how === '' ? undefined : i + 1,
      source,
    };
  });
}

/** The words of the trace in an order. */
export function inOrder(text: string, order: readonly number[] | undefined): string | undefined {
  const words = text.split(' ').map((word) => word.replace(/@.*/, ''));
  return order?.map((i) => words[i]).join(' ');
}

/** Calls `each` with all orders in which program order holds and each read sees the latest write. */
export function forAllInterleavings(trace: readonly TraceEvent[], each: (order: readonly number[]) => void): void {
  const order: number[] = [];
  const extend = (latest: ReadonlyMap<number, number>): void => {
    if (order.length === trace.length) return void each(order);
    const tried = new Set<number>();
    for (const [i, e] of trace.entries()) {
      if (order.includes(i) || tried.has(e.thread)) continue;
      tried.add(e.thread);
      if (readsLocation(e, trace) && e.source !== (latest.get(e.label.loc) ?? -1)) continue;
      order.push(i);
      extend(changes(e) ? new Map(latest).set(e.label.loc, i) : latest);
      order.pop();
    }
  };
  extend(new Map());
}

/** The trace in the order, with its sources at their new places. */
export function reorderedTrace(trace: readonly TraceEvent[], order: readonly number[]): TraceEvent[] {
  return order.map((i) => ({
    ...trace[i],
    source: trace[i].source < 0 ? trace[i].source : order.indexOf(trace[i].source),
  }));
}

/** The order of the writes to each location. */
export function coherence(trace: readonly TraceEvent[], order: readonly number[]): string {
  const writes = order.filter((i) => changes(trace[i]));
  return [...new Set(writes.map((i) => trace[i].label.loc))]
    .sort()
    .map((loc) => writes.filter((i) => trace[i].label.loc === loc).join())
    .join(' ');
}

/** The context switches of the order. */
export function switchesOf(trace: readonly TraceEvent[], order: readonly number[]): number {
  return contextSwitches(order.map((i) => trace[i]));
}
