/** The threads of a trace, as a search over its orders needs them. */
import type { TraceEvent } from '../explore/common/verdict';

/** How far each thread has come, by its number in `TraceThreads.events`. */
export type Positions = readonly number[];

export class TraceThreads {
  /** By thread: its events in program order, as places in the trace. */
  readonly events: number[][] = [];
  /** By event: the number of its thread, and its place in program order. */
  readonly thread: number[] = [];
  private readonly index: number[] = [];

  constructor(trace: readonly TraceEvent[]) {
    const ids = [...new Set(trace.map((e) => e.thread))].sort((a, b) => a - b);
    for (const [i, { thread }] of trace.entries()) {
      const t = ids.indexOf(thread);
      this.thread.push(t);
      this.index.push((this.events[t] ??= []).length);
      this.events[t].push(i);
    }
  }

  /** The beginning of the execution. */
  get start(): Positions {
    return this.events.map(() => 0);
  }

  /** Has the event come? */
  has(positions: Positions, event: number): boolean {
    return positions[this.thread[event]] > this.index[event];
  }

  /** The events between two positions, which differ in one thread. */
  between(before: Positions, after: Positions): number[] {
    return this.events.flatMap((events, t) => events.slice(before[t], after[t]));
  }
}

/** A part of an order: the events of one thread that follow each other. */
export interface Block {
  readonly positions: Positions;
  readonly before: Block | undefined;
}

/** The order that ends with the block. */
export function orderUpTo(last: Block, threads: TraceThreads): number[] {
  const parts: number[][] = [];
  for (let at = last; at.before !== undefined; at = at.before)
    parts.push(threads.between(at.before.positions, at.positions));
  return parts.reverse().flat();
}
