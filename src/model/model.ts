/**
 * A memory model answers one question: may this event be appended here, reading from that write?
 * One file per model; all work on the same graph.
 */
import type { Append, ExecutionGraph } from '../graph/graph';
import type { GraphEvent } from '../graph/event';
import type { LocationId, Value } from '../program/label';

export type ModelName = 'sc' | 'rc11' | 'c20';

export interface Model {
  readonly name: ModelName;
  /**
   * Is every graph that this model cannot append to truly inconsistent? When not (sc keeps one interleaving as its
   * witness), a refusal is final only after a search for another witness.
   */
  readonly exact: boolean;
  graph(initial: (loc: LocationId) => Value): ExecutionGraph;
  /** Appends when that keeps the graph consistent; otherwise null, and the graph is as it was. */
  append(graph: ExecutionGraph, a: Append): GraphEvent | null;
  /** The write that memory holds at the location when the events have taken effect in a legal order. */
  latest(graph: ExecutionGraph, loc: LocationId): GraphEvent;
  /**
   * Can memory hold these values when the events have taken effect? For an exact model, of this graph; else of its
   * witness.
   */
  mayEndWith(graph: ExecutionGraph, final: ReadonlyMap<LocationId, Value>): boolean;
  /** How many coherence orders of a complete graph are consistent (all locations together). */
  coherenceOrders(graph: ExecutionGraph): number;
}
