/** Plain writes that threads perform in a run before they need a value, although the graph does not have them yet. */
import type { ExecutionGraph } from '../../graph/graph';
import { Kind, type Label, type LocationId, type ThreadId } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { performedOf } from './segments';

/** Events of a thread's segment that it has not performed. */
export interface Ahead {
  readonly thread: ThreadId;
  readonly node: HistoryNode;
  readonly labels: readonly Label[];
}

/** By location: the index of the last plain write in a segment, as far as it was known at a length. */
interface LastWrites {
  readonly length: number;
  readonly byLocation: ReadonlyMap<LocationId, number>;
}

export class WritesAhead {
  /** By number of the node. */
  private readonly known: LastWrites[] = [];

  /** The threads but `reader` that stand before a plain write of the location, with what they perform up to it. */
  of(graph: ExecutionGraph, reader: ThreadId, loc: LocationId): Ahead[] {
    const found: Ahead[] = [];
    for (let thread = 0; thread < graph.threads.length; thread++) {
      const node = graph.last(thread)?.node;
      const last = thread === reader || !node ? undefined : this.lastOf(node, loc);
      if (last === undefined) continue;
      const labels = node!.segment.slice(performedOf(graph.threads[thread]), last + 1);
      if (labels.length > 0) found.push({ thread, node: node!, labels });
    }
    return found;
  }

  private lastOf({ id, segment }: HistoryNode, loc: LocationId): number | undefined {
    let known = this.known[id];
    if (known?.length !== segment.length) {
      const byLocation = new Map<LocationId, number>();
      segment.forEach((l, i) => l.kind === Kind.PlainWrite && byLocation.set(l.loc, i));
      this.known[id] = known = { length: segment.length, byLocation };
    }
    return known.byLocation.get(loc);
  }
}
