/**
 * Finds the states that follow on a state, by its vector alone (known-moves.ts). What is done with a state does not
 * depend on the order in which states are explored: reduction asks what was known when the search began to go on
 * without a path, and cycles are recognised by the places of threads (place-cycles.ts).
 */
import type { SharedVectorSet } from '../../../store/shared-vector-set';
import type { KnownMoves } from '../known/known-moves';
import type { Outlook, PossibleMove } from '../reduction/outlook';
import { Reduction, StepAccesses, type Futures, type StateReductionCheckpoint } from '../reduction/reduction';
import type { StateGraph } from '../steps/state-graph';
import type { Tables } from '../known/tables';
import { Cycles, type PlaceGraph } from './place-cycles';
import { numberOfMove } from './move-number';

/** What was known of the program when the search began to go on without a path. */
export interface Frozen {
  readonly reduction: Reduction;
  readonly cycles: Cycles;
  /** How many states there were. Steps to these may close cycles. */
  readonly states: number;
  /** May threads be tried alone at all? */
  readonly reduces: boolean;
}

/** `Frozen` as data. */
export interface FrozenCheckpoint {
  readonly seen: StateReductionCheckpoint;
  readonly places: PlaceGraph;
  readonly placeCount: number;
  readonly states: number;
  readonly reduces: boolean;
}

/** What the checkpoint says, for the tables of this thread. */
export function frozenOf(tables: Pick<Tables, 'key'>, checkpoint: FrozenCheckpoint): Frozen {
  const { seen, places, placeCount, states, reduces } = checkpoint;
  const reduction = new Reduction((graph, e) => tables.key.releasedBy(graph, e));
  reduction.restore(structuredClone(seen));
  return { reduction, cycles: new Cycles(places, placeCount), states, reduces };
}

/** A state that is explored: where threads stand, and what a thread did that is tried alone. */
export interface Expanded {
  readonly vector: Int32Array;
  readonly hash: number;
  readonly futures: Futures;
  readonly standings: Outlook['standings'];
}

export class Expander {
  /** For each state that was explored: its number, how many steps it has, and for each the next state and the deeds. */
  edges: number[] = [];

  constructor(
    private readonly tables: Pick<Tables, 'key' | 'places'> & { readonly states: Pick<StateGraph, 'didBoth'> },
    private readonly known: KnownMoves,
    private readonly visited: SharedVectorSet,
    private readonly frozen: Frozen,
  ) {}

  /** Explores the state. False: more must be known of it, or an execution ends there; nothing is done. */
  expand(state: number): boolean {
    const vector = this.visited.vector(state);
    const outlook = this.tables.places.find(vector);
    if (outlook === undefined) return false;
    const { standings, moves } = outlook;
    const futures = this.tables.key.futuresOf(vector);
    const from = { vector, hash: this.visited.hashOf(state), futures, standings };
    const alone = aloneIn(this.frozen, futures, outlook);
    const first = this.edges.length;
    this.edges.push(state, 0);
    const accesses = new StepAccesses();
    let closes = false;
    let isComplete = true;
    let isEnough = false;
    for (const each of alone < 0 ? [] : moves)
      if (each[0]?.thread === alone)
        for (const move of each) {
          const closing = this.take(state, from, move, accesses);
          isComplete &&= closing !== undefined;
          closes ||= closing === true;
        }
    if (isComplete && alone >= 0) isEnough = !closes && this.frozen.reduction.independent(futures, alone, accesses);
    if (isComplete && !isEnough)
      for (const each of moves)
        if (each[0]?.thread !== alone)
          for (const move of each) isComplete &&= this.take(state, from, move) !== undefined;
    const steps = (this.edges.length - first) / 2 - 1;
    if (!isComplete || steps === 0) {
      this.edges.length = first;
      return false;
    }
    this.edges[first + 1] = steps;
    return true;
  }

  /** Adds the state that the move leads to. May it close a cycle? Undefined: it is not known where the move leads. */
  private take(state: number, from: Expanded, move: PossibleMove, accesses?: StepAccesses): boolean | undefined {
    const known = this.known.follow(from, move);
    if (known === undefined) return undefined;
    const { vector, hash, did, first, joins } = known;
    const to = this.visited.add(vector, hash, state, numberOfMove(move));
    this.edges.push(to, did);
    if (accesses === undefined) return false;
    for (const { access, thread } of first.accesses) accesses.add(access, thread, move.thread);
    for (const { access } of joins.joins) if (access !== undefined) accesses.add(access, joins.thread, move.thread);
    return mayClose(this.frozen, this.tables.key, from.vector, vector, move.thread, to);
  }
}

/** The thread that is tried alone in the state; -1: none. */
export function aloneIn(
  { reduction, cycles, reduces }: Frozen,
  futures: Futures,
  { standings, moves }: Outlook,
): number {
  if (!reduces || !futures.every((f) => f === undefined || cycles.knows(f))) return -1;
  return reduction.choose(futures, standings, (i) => moves[i].length > 0);
}

/** May the step of the thread between the states with these vectors close a cycle? `to`: the number of the second. */
export function mayClose(
  { cycles, states }: Frozen,
  key: Pick<Tables['key'], 'futureAt'>,
  before: Int32Array,
  after: Int32Array,
  thread: number,
  to: number,
): boolean {
  if (to <= states) return true;
  for (let t = 0; 2 * t + 1 < before.length; t++) {
    const [from, place] = [before[2 * t + 1], after[2 * t + 1]];
    if (from === 0 || (from === place && t !== thread)) continue;
    if (cycles.mayClose(key.futureAt(from), key.futureAt(place), t === thread)) return true;
  }
  return false;
}
