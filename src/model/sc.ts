/**
 * Sequential consistency (Lamport 1979): one interleaving gives every read its value. The graph keeps one as its
 * witness. Writes come in it in the order in which they were appended; all else as early as it can: an event that
 * writes nothing comes right after the event whose number is its `at`, which is the later one of its source and of what
 * its thread did before. So a read may also be appended when it reads an older write, if the next write to the location
 * comes later than that. Where it does not, explore/realise/vsc-search.ts looks for another witness.
 *
 * Happens-before, and with it what is a data race, is still that of C11: relaxed accesses do not synchronise.
 */
import { isWrite, type Append, type GraphEvent } from '../graph/event';
import { ExecutionGraph } from '../graph/graph';
import type { LocationId, Value } from '../program/label';
import { C11HappensBefore } from './c11-happens-before';
import { forceCoherence } from './coherent';
import { countOrders } from './linear-extensions';
import type { Model } from './model';
import type { CoBefore } from './psc';

export class Sc implements Model {
  readonly name = 'sc';
  readonly witness = 'interleaving';
  readonly happensBefore = new C11HappensBefore('c11');
  readonly isSequential = true;
  readonly strengthening = undefined;

  graph(initial: (loc: LocationId) => Value): ExecutionGraph {
    return new ExecutionGraph(initial, this.happensBefore);
  }

  append(graph: ExecutionGraph, a: Append): GraphEvent | null {
    const { source } = a;
    const writes = a.written !== undefined || a.object !== undefined;
    const here = graph.last(a.thread)?.at ?? -1;
    if (source !== null && a.label.loc >= 0) {
      const all = graph.location(a.label.loc).writes;
      if (all[all.length - 1] !== source && (writes || nextAfter(all, source).id <= here)) return null;
    }
    const e = graph.append(a);
    if (!writes) e.at = Math.max(here, source?.at ?? -1);
    return e;
  }

  latest(graph: ExecutionGraph, loc: LocationId): GraphEvent {
    return graph.location(loc).writes.at(-1)!;
  }

  mayEndWith(graph: ExecutionGraph, final: ReadonlyMap<LocationId, Value>): boolean {
    return [...final].every(([loc, value]) => this.latest(graph, loc).written === value);
  }

  /** Another interleaving may have another order of writes. */
  isForcedBefore(): boolean {
    return false;
  }

  coherenceOrders(graph: ExecutionGraph): number {
    // hb is part of every interleaving, so what it forces of co narrows the search.
    for (const e of graph.events) forceCoherence(graph, e);
    const count = countOrders(graph, (co) => interleaves(graph, co));
    for (const { coherence } of graph.locations.values()) coherence.undo(0);
    return count;
  }
}

function nextAfter(writes: readonly GraphEvent[], w: GraphEvent): GraphEvent {
  return writes[writes.indexOf(w) + 1];
}

/** Is po ∪ rf ∪ co ∪ fr (with thread creation and joining) acyclic? */
function interleaves(graph: ExecutionGraph, co: CoBefore): boolean {
  const follows = (a: GraphEvent, b: GraphEvent): boolean => {
    if (a === b) return false;
    if (a.thread === b.thread) return a.index < b.index;
    if (b.source === a) return true;
    if (a.loc < 0 || a.loc !== b.loc || !isWrite(b)) return false;
    if (isWrite(a) && co(a, b)) return true;
    return a.source !== null && a.source !== b && co(a.source, b);
  };
  // Takes away events that nothing left comes before, until none is left or none can go.
  let left = graph.events.slice();
  while (left.length > 0) {
    const rest = left.filter((b) => left.some((a) => follows(a, b)));
    if (rest.length === left.length) return false;
    left = rest;
  }
  return true;
}
