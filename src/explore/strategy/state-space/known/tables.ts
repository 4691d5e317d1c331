/** All that a state search remembers of the states that it has been to, and of what leads from one to another. */
import { dataOf, giveData, type DataOf } from '../../../../base/durable';
import type { ExecutionGraph } from '../../../../graph/graph';
import type { ThreadId } from '../../../../program/label';
import type { GraphExtender, Pending } from '../../../extend/extender';
import { VectorSet } from '../../../store/vector-set';
import type { SearchContext } from '../../strategy';
import { HiddenOrder } from '../key/hidden-order';
import { KnownJoins } from './known-moves';
import { KnownPlaces } from './known-places';
import { type EnabledMoves, KnownSteps, type Position } from './known-steps';
import { Reduction } from '../reduction/reduction';
import { StarvationSearch } from '../liveness/starvation';
import { StateGraph, type StepEffects } from '../steps/state-graph';
import { Robustness } from '../key/robustness';
import { hashOf, StateKey, type KeyPart } from '../key/state-key';

/** The tables about the program, and all tables. */
type ProgramParts = Readonly<Pick<Tables, 'key' | 'order' | 'reduction' | 'steps' | 'places' | 'joins'>>;
type TableParts = Readonly<Pick<Tables, keyof ProgramParts | 'visited' | 'states' | 'starvation'>>;

type TablesData = DataOf<TableParts>;

/** What is known of the program besides the states. */
export interface StateKnowledge {
  readonly program: DataOf<ProgramParts>;
  /** In the order of their numbers (StateGraph). */
  readonly effects: readonly StepEffects[];
}

/** The vectors of the states. */
export interface VisitedStates extends Pick<VectorSet, 'lookUp' | 'vector' | 'relayout' | 'durable'> {
  /** The number of the vector; adds it if need be, which the move of that number led to from the state `parent`. */
  numberOf(v: Int32Array, hash: number, parent: number, move: number): number;
}

/** What the tables need of what grows graphs. */
export interface GrowsGraphs extends Pick<GraphExtender, 'learn'> {
  /** Threads that call exit. */
  readonly checks: { readonly exits: ReadonlySet<ThreadId> };
}

export class Tables {
  /** They have the same numbers as in `states`. */
  visited: VisitedStates;
  readonly key: StateKey;
  readonly states = new StateGraph();
  readonly order: HiddenOrder;
  readonly robustness: Robustness;
  readonly reduction = new Reduction((graph, e) => this.key.releasedBy(graph, e));
  /** Undefined: nobody asked for starvation. */
  readonly starvation: StarvationSearch | undefined;
  readonly steps: KnownSteps;
  readonly places: KnownPlaces;
  readonly joins: KnownJoins;

  /** `extender`: of the graphs. `without`: parts of the state that are left out, for tests. */
  constructor(
    private readonly context: Pick<SearchContext, 'refinement' | 'reduction' | 'options'>,
    extender: GrowsGraphs,
    without: ReadonlySet<KeyPart> = new Set(),
  ) {
    const grow = (length: number): void => {
      this.visited.relayout(length, (from) => from);
    };
    this.key = new StateKey(extender.checks.exits, grow, without);
    this.visited = new VectorSet(this.key.vector.length);
    this.order = new HiddenOrder(context);
    this.robustness = new Robustness(context.reduction, extender);
    this.steps = new KnownSteps(this.key, this.order);
    this.places = new KnownPlaces(this.key, this.steps, without.size === 0, (l) => this.reduction.accessOf(l));
    this.joins = new KnownJoins(this.places);
    const { progress } = context.options;
    if (progress !== undefined) this.starvation = new StarvationSearch(this.states, progress);
  }

  /** Do states depend on more than the places of threads and what memory holds? */
  get needGraphs(): boolean {
    return this.context.refinement.countsOrder || this.context.reduction.checksRobustness;
  }

  /** Where threads stand in the state of the graph, and their moves. Throws ExplorationRestart: it is not robust. */
  observe(graph: ExecutionGraph, pending: readonly Pending[]): EnabledMoves {
    this.robustness.check(graph, pending);
    return this.places.observe(graph, pending);
  }

  /** Makes the key that of the graph. */
  take(graph: ExecutionGraph): void {
    this.key.take(graph, this.context.refinement, this.robustness.textOf(graph));
  }

  /** Makes the key that of the graph. Is it the state of that number? */
  isAt(graph: ExecutionGraph, state: number): boolean {
    const { key, visited } = this;
    this.take(graph);
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

  get durable(): TablesData {
    return dataOf(this.all);
  }

  set durable(data: TablesData) {
    giveData(this.all, data);
  }

  get knowledge(): StateKnowledge {
    return { program: dataOf(this.ofProgram), effects: this.states.effectsFrom(0) };
  }

  /** For new tables. */
  set knowledge({ program, effects }: StateKnowledge) {
    giveData(this.ofProgram, program);
    for (const d of effects) this.states.did(d);
  }

  private get ofProgram(): ProgramParts {
    const { key, order, reduction, steps, places, joins } = this;
    return { key, order, reduction, steps, places, joins };
  }

  private get all(): TableParts {
    const { visited, states, starvation } = this;
    return { ...this.ofProgram, visited, states, starvation };
  }
}
