/**
 * A memory model. It answers whether an event may be appended to a consistent graph, and names the procedures that the
 * exploration has to use with it. One file per model; all models work on the same graph.
 * docs/how-to/contribute/memory-model.md says how to add one.
 */
import type { ExecutionGraph } from '../graph/graph';
import type { Append, GraphEvent } from '../graph/event';
import type { HappensBefore } from '../graph/happens-before';
import type { Label, LocationId, Value } from '../program/label';

/**
 * How the exploration decides whether given histories have an execution, where an event cannot be appended to the graph
 * at hand (explore/realise/realiser.ts has a procedure for each kind). Other graphs of the same histories differ in the
 * sources of their reads.
 *
 * - `graph`: by trying sources. The constraints on co hold in every execution of the graph.
 * - `interleaving`: by trying orders of the events, in which memory gives the reads their values. The graph carries one
 *   such order, among others, as its witness.
 */
export type WitnessKind = 'graph' | 'interleaving';

/**
 * A model with fewer executions that has the same ones, with the same happens-before, while all events of the program
 * are of certain kinds.
 */
export interface Strengthening {
  readonly model: Model;
  /** May a program perform the event, and both models still have the same executions? */
  allows(l: Label): boolean;
  /**
   * May a program perform the event, and both models still have the same errors? Then orders of operations that nobody
   * can tell apart may differ. Condition variables are for the caller to judge
   * (strategy/state-space/key/hidden-order.ts).
   */
  allowsStates(l: Label): boolean;
  /**
   * May a program perform the event, and both models still have the same errors if it is checked that the program is
   * robust: that each of its executions is an interleaving (strategy/state-space/key/robustness.ts)?
   */
  mayBeRobust(l: Label): boolean;
}

export interface Model {
  /** The name in reports and checkpoints; of a model of the command line its ModelName. */
  readonly name: string;
  readonly witness: WitnessKind;
  /** What happens before what, and which accesses synchronise. Shared by all graphs of the model. */
  readonly happensBefore: HappensBefore;
  /**
   * Are the executions exactly the interleavings of the threads over one memory? Then the exploration may keep
   * positions and memory in place of graphs.
   */
  readonly isSequential: boolean;
  /**
   * Is there an order of all events, so that the order of two writes may show to threads that neither happens before?
   */
  readonly ordersAllEvents: boolean;
  /**
   * The stronger model that the exploration uses in place of this one while it is exact. Each model must state it, even
   * if undefined: no program is explored under a stronger model by default.
   */
  readonly strengthening: Strengthening | undefined;
  /**
   * The same model for programs whose atomic accesses overlap with several sizes (Label.pieces). Undefined: these are
   * refused.
   */
  readonly mixedSizes: Model | undefined;
  /**
   * May an event exclude writes of other locations than its own, without happening before the reads? Orders of all
   * events, or of seq_cst ones, do that.
   */
  couplesLocations(graph: ExecutionGraph): boolean;
  /** A graph without events. `initial`: the value of a location before any event writes it. */
  graph(initial: (loc: LocationId) => Value): ExecutionGraph;
  /** Appends the event. Returns null, and leaves the graph as it was, if the result would be inconsistent. */
  append(graph: ExecutionGraph, a: Append): GraphEvent | null;
  /**
   * Binds an open read of the graph to the write (ExecutionGraph.bind). Returns false, and leaves the graph as it was,
   * if the result would be inconsistent. A model has it if a load may read from a store that comes after it in po ∪ rf
   * (load buffering).
   */
  bind?(graph: ExecutionGraph, read: GraphEvent, source: GraphEvent): boolean;
  /** The write that memory holds at the location when the events have taken effect in a legal order. */
  latest(graph: ExecutionGraph, loc: LocationId): GraphEvent;
  /**
   * Can memory hold these values when the events of the graph have taken effect? Where the witness is an interleaving:
   * of its witness alone.
   */
  mayEndWith(graph: ExecutionGraph, final: ReadonlyMap<LocationId, Value>): boolean;
  /** Does write a precede write b of the same location in co, in every graph that extends this one? */
  isForcedBefore(graph: ExecutionGraph, a: GraphEvent, b: GraphEvent): boolean;
  /**
   * How many coherence orders of a complete graph are consistent (all locations together). Exponential:
   * `onStep` is called often, and may throw; then the graph is of no use any more.
   */
  coherenceOrders(graph: ExecutionGraph, onStep?: () => void): number;
}
