/** What a model requires of the order of events beside coherence and atomicity. */
import type { Coherence } from '../graph/coherence';
import type { GraphEvent } from '../graph/event';
import type { ExecutionGraph } from '../graph/graph';
import type { CoSteps } from './co';

/**
 * A relation between events that must be acyclic under some coherence order. Appending an event adds pairs that lead to
 * the event, and pairs from the event to what comes later in co; where the append changes the order of a location's
 * writes, also pairs from the accesses that have changed places, and from fences that happen before these.
 */
export interface EventOrder {
  /** May there be a cycle in the graph at all? False: its locations are independent of each other. */
  constrains(graph: ExecutionGraph): boolean;
  /** Is it acyclic under this coherence order, or this part of it? */
  isAcyclic(graph: ExecutionGraph, co: CoSteps): boolean;
  /** Is there a cycle that begins with a new pair? These pairs go from the accesses, or from fences before them. */
  isCyclicFrom(graph: ExecutionGraph, co: CoSteps, accesses: readonly GraphEvent[]): boolean;
  /**
   * Two chains whose order is open, in the order to try first. There is a cycle under the present orders, but none
   * under the constraints alone.
   */
  openPair(graph: ExecutionGraph): OpenPair | undefined;
}

/** The numbers of two chains of one location. */
export interface OpenPair {
  readonly coherence: Coherence;
  readonly pair: readonly [number, number];
}
