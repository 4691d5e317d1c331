/** All that a state search remembers of the states that it has been to, and of what leads from one to another. */
import type { ExecutionGraph } from '../../../../graph/graph';
import type { ThreadId } from '../../../../program/label';
import { VectorSet } from '../../../store/vector-set';
import type { SearchContext } from '../../strategy';
import { HiddenOrder, type HiddenOrderCheckpoint } from '../key/hidden-order';
import { KnownJoins, type KnownJoin } from './known-moves';
import { KnownPlaces, type KnownPlacesCheckpoint } from './known-places';
import { KnownSteps, type KnownStep, type Position } from './known-steps';
import { Reduction, type StateReductionCheckpoint } from '../reduction/reduction';
import { StarvationSearch, type StarvationCheckpoint } from '../liveness/starvation';
import { StateGraph, type Deeds, type StateGraphCheckpoint } from '../steps/state-graph';
import { hashOf, StateKey, type KeyPart, type StateKeyCheckpoint } from '../key/state-key';

/** The tables as data. */
export interface TablesCheckpoint {
  readonly visited: Int32Array;
  readonly key: StateKeyCheckpoint;
  readonly states: StateGraphCheckpoint;
  readonly order: HiddenOrderCheckpoint;
  readonly reduction: StateReductionCheckpoint;
  readonly starvation: StarvationCheckpoint | undefined;
  readonly steps: Map<number, KnownStep[]>;
  readonly places: KnownPlacesCheckpoint;
  readonly joins: Map<number, KnownJoin>;
}

/** What is known of the program besides the states. */
export type StateKnowledge = Pick<TablesCheckpoint, 'key' | 'order' | 'reduction' | 'steps' | 'places' | 'joins'> & {
  /** In the order of their numbers (StateGraph). */
  readonly deeds: readonly Deeds[];
};

/** The vectors of the states. */
export interface VisitedStates extends Pick<VectorSet, 'lookUp' | 'vector' | 'relayout' | 'checkpoint'> {
  /** The number of the vector; adds it if need be, which the move of that number led to from the state `parent`. */
  numberOf(v: Int32Array, hash: number, parent: number, move: number): number;
}

export class Tables {
  /** They have the same numbers as in `states`. */
  visited: VisitedStates;
  readonly key: StateKey;
  readonly states = new StateGraph();
  readonly order: HiddenOrder;
  readonly reduction = new Reduction((graph, e) => this.key.releasedBy(graph, e));
  /** Undefined: nobody asked for starvation. */
  readonly starvation: StarvationSearch | undefined;
  readonly steps: KnownSteps;
  readonly places: KnownPlaces;
  readonly joins: KnownJoins;

  /** `exits`: threads that call exit. `without`: parts of the state that are left out, for tests. */
  constructor(
    private readonly context: Pick<SearchContext, 'refinement' | 'reduction' | 'options'>,
    exits: ReadonlySet<ThreadId>,
    without: ReadonlySet<KeyPart> = new Set(),
  ) {
    const grow = (length: number): void => {
      this.visited.relayout(length, (from) => from);
    };
    this.key = new StateKey(exits, grow, without);
    this.visited = new VectorSet(this.key.vector.length);
    this.order = new HiddenOrder(context);
    this.steps = new KnownSteps(this.key, this.order);
    this.places = new KnownPlaces(this.key, this.steps, without.size === 0, (l) => this.reduction.accessOf(l));
    this.joins = new KnownJoins(this.places);
    if (context.options.checkProgress === true) this.starvation = new StarvationSearch(this.states);
  }

  /** Makes the key that of the graph. Is it the state of that number? */
  isAt(graph: ExecutionGraph, state: number): boolean {
    const { key, visited } = this;
    key.take(graph, this.context.refinement);
    return visited.lookUp(key.vector, key.hash) === state;
  }

  /** The position of a visited state. */
  positionOf(state: number): Position {
    const vector = this.visited.vector(state);
    return { vector, hash: hashOf(vector), futures: this.key.futuresOf(vector) };
  }

  /** How much is known of the program: it grows whenever something is learned. */
  get learned(): number {
    const { order, steps, places, joins } = this;
    return order.learned + steps.learned + places.learned + joins.learned;
  }

  /** What is known of the program, for `learn`. */
  knowledge(): StateKnowledge {
    return { ...this.known(), deeds: this.states.deedsFrom(0) };
  }

  private known(): Omit<StateKnowledge, 'deeds'> {
    const { key, order, reduction, steps, places, joins } = this;
    return {
      key: key.checkpoint(),
      order: order.checkpoint(),
      reduction: reduction.checkpoint(),
      steps: steps.checkpoint(),
      places: places.checkpoint(),
      joins: joins.checkpoint(),
    };
  }

  /** Goes on with what `knowledge` returned, in the place of new tables. */
  learn({ key, order, reduction, steps, places, joins, deeds }: StateKnowledge): void {
    this.key.restore(key);
    this.order.restore(order);
    this.reduction.restore(reduction);
    this.steps.restore(steps);
    this.places.restore(places);
    this.joins.restore(joins);
    for (const d of deeds) this.states.did(d);
  }

  /** All of them as data, for `restore`. */
  checkpoint(): TablesCheckpoint {
    const { visited, states, starvation } = this;
    return {
      ...this.known(),
      visited: visited.checkpoint(),
      states: states.checkpoint(),
      starvation: starvation?.checkpoint(),
    };
  }

  /** Goes on with what `checkpoint` returned, in the place of new tables. */
  restore({ visited, key, states, order, reduction, starvation, steps, places, joins }: TablesCheckpoint): void {
    this.key.restore(key);
    const vectors = new VectorSet(this.key.vector.length);
    vectors.restore(visited, hashOf);
    this.visited = vectors;
    this.states.restore(states);
    this.order.restore(order);
    this.reduction.restore(reduction);
    if (starvation !== undefined) this.starvation?.restore(starvation);
    this.steps.restore(steps);
    this.places.restore(places);
    this.joins.restore(joins);
  }
}
