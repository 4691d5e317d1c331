/**
 * Numbers for local histories with the sources that count: two threads' ends with the same number have read the same values, and from the same
 * writes where that matters. An event's number is made once, from the one before it, so naming a state costs no more than it has threads.
 */
import type { GraphEvent } from '../graph/event';

/** A number's rule: the number before, the history node, and the source where it counts (thread and index; -1, -1: the initial write). */
export type KeptName = readonly [before: number, node: number, thread: number, index: number];

export class Names {
  /** By the number before: the numbers after it, by node and source. */
  private readonly numbers: (Map<string | number, number> | undefined)[] = [];
  private readonly kept: KeptName[] = [];

  /** `bySource`: does the read count by the write that it reads from? */
  constructor(private readonly bySource: (e: GraphEvent) => boolean) {}

  /** The number of the thread's history at its last event; `events`: all of the thread. */
  of(events: readonly GraphEvent[]): number {
    let i = events.length - 1;
    while (i >= 0 && events[i].name < 0) i--;
    let name = i < 0 ? 0 : events[i].name;
    for (i++; i < events.length; i++) events[i].name = name = this.after(name, i === 0 ? undefined : events[i - 1], events[i]);
    return name;
  }

  keep(): readonly KeptName[] {
    return this.kept;
  }

  /** What the number (from 1) stands for. */
  rule(number: number): KeptName {
    return this.kept[number - 1];
  }

  recall(kept: readonly KeptName[]): void {
    for (const [before, node, thread, index] of kept) this.number(before, node, thread, index);
  }

  private after(before: number, previous: GraphEvent | undefined, e: GraphEvent): number {
    const counts = e.source !== null && e.loc >= 0 && e.read !== undefined && this.bySource(e);
    // Only what a read-like event returned leads to another node, so most events have the number of the one before.
    if (!counts && previous !== undefined && previous.node === e.node) return before;
    return this.number(before, e.node!.id, counts ? e.source!.thread : -2, counts ? e.source!.index : 0);
  }

  private number(before: number, node: number, thread: number, index: number): number {
    const after = this.numbers[before] ??= new Map<string | number, number>();
    const key = thread === -2 ? node : `${node} ${thread} ${index}`;
    let number = after.get(key);
    if (number === undefined) {
      number = this.kept.push([before, node, thread, index]);
      after.set(key, number);
    }
    return number;
  }
}
