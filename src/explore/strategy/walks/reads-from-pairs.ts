/**
 * Which pairs of places have been seen in reads-from (Wolff et al., Greybox fuzzing for concurrency testing, ASPLOS
 * 2024): the place of a read, and that of the write that it read from. What executions have in pairs says how much of a
 * program's communication they have tried.
 */
import { sourcesOf } from '../../../graph/event';
import type { ExecutionGraph } from '../../../graph/graph';

/** More places than a program has. */
const PLACES = 2 ** 26;

export class ReadsFromPairs {
  private readonly seen = new Set<number>();

  /** Adds the pairs of the graph. Returns how many had not been seen before. */
  add({ events }: ExecutionGraph): number {
    const before = this.seen.size;
    for (const e of events) {
      if (e.source === null || e.label.site < 0) continue;
      for (const { thread, label } of sourcesOf(e))
        this.seen.add((thread < 0 ? 0 : label.site + 1) * PLACES + e.label.site);
    }
    return this.seen.size - before;
  }

  get durable(): readonly number[] {
    return [...this.seen];
  }

  set durable(pairs: readonly number[]) {
    this.seen.clear();
    for (const pair of pairs) this.seen.add(pair);
  }
}
