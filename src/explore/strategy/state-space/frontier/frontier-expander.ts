/**
 * Finds the states that follow on a state, by its vector alone (known-moves.ts). What is done with a state does not
 * depend on the order in which states are explored: reduction asks what was known when the search began to go on
 * without a path, and cycles are recognised by the places of threads.
 */
import type { SharedVectorSet } from '../../../store/shared-vector-set';
import type { KnownMoves } from '../known/known-moves';
import type { EnabledMoves, PossibleMove } from '../known/known-steps';
import type { Tables } from '../known/tables';
import { type Futures, Reduction, type ReductionData, StepAccesses } from '../reduction/reduction';
import type { StateGraph, StateMove } from '../steps/state-graph';

/** By number of a place, from 1: the places from which it is reached in one step. */
export type PlaceGraph = readonly (readonly number[] | undefined)[];

/**
 * Which steps may close a cycle of states, by what threads may do before and after them. So that no thread is ignored
 * on a cycle, one state of it must be left by steps of all threads; the order in which states are explored does not
 * matter, as it does where a path is known (Kurshan et al., Static partial order reduction, TACAS 1998).
 *
 * Places have ranks. On a cycle of states each thread comes back to where it was. So if the thread that goes on comes
 * to a higher rank with each step, and no other thread comes to a lower one, there is no cycle. Any ranks do; those
 * that follow the steps, apart from steps back to the head of a loop, take few other steps for such.
 */
export class Cycles {
  /** By place. */
  private readonly ranks: Int32Array;

  /** The graph of `count` places. */
  constructor(
    graph: PlaceGraph,
    private readonly count: number,
  ) {
    this.ranks = new Int32Array(count + 1);
    const after: number[][] = Array.from({ length: count + 1 }, () => []);
    graph.forEach((before, to) => before?.forEach((from) => after[from]?.push(to)));
    let rank = count;
    const seen = new Set<number>();
    for (let first = 1; first <= count; first++) {
      if (seen.has(first)) continue;
      seen.add(first);
      // Each place has its rank when all that come after it have theirs: the reverse postorder.
      const path = [{ place: first, next: 0 }];
      for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
        if (at.next === after[at.place].length) {
          this.ranks[at.place] = rank--;
          path.pop();
          continue;
        }
        const to = after[at.place][at.next++];
        if (to > count || seen.has(to)) continue;
        seen.add(to);
        path.push({ place: to, next: 0 });
      }
    }
  }

  /** Has the place a rank? */
  knows(place: number): boolean {
    return place <= this.count;
  }

  /**
   * May a step close a cycle with which a thread comes from one place to the other? `goesOn`: did the thread begin the
   * step? Otherwise it may stay where it is.
   */
  mayClose(from: number, to: number, goesOn: boolean): boolean {
    if (!this.knows(from) || !this.knows(to)) return true;
    return goesOn ? this.ranks[to] <= this.ranks[from] : this.ranks[to] < this.ranks[from];
  }
}

/** A thread has fewer ways to perform an event. */
const CHOICES = 2 ** 16;

/** The number of the move. */
export function numberOfMove({ thread, choice }: StateMove): number {
  return thread * CHOICES + choice;
}

/** The move of that number. */
export function moveOfNumber(number: number): StateMove {
  return { thread: Math.floor(number / CHOICES), choice: number % CHOICES };
}

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
  readonly seen: ReductionData;
  readonly places: PlaceGraph;
  readonly placeCount: number;
  readonly states: number;
  readonly reduces: boolean;
}

/** What the checkpoint says, for the tables of this thread. */
export function frozenOf(tables: Pick<Tables, 'key'>, checkpoint: FrozenCheckpoint): Frozen {
  const { seen, places, placeCount, states, reduces } = checkpoint;
  const reduction = new Reduction((graph, e) => tables.key.releasedBy(graph, e));
  reduction.durable = structuredClone(seen);
  return { reduction, cycles: new Cycles(places, placeCount), states, reduces };
}

/** A state that is explored: where threads stand, and what a thread did that is tried alone. */
export interface Expanded {
  readonly vector: Int32Array;
  readonly hash: number;
  readonly futures: Futures;
  readonly standings: EnabledMoves['standings'];
}

export class Expander {
  /**
   * For each state that was explored: its number, how many steps it has, and for each the next state and the effects.
   */
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
    const enabled = this.tables.places.find(vector);
    if (enabled === undefined) return false;
    const { standings, moves } = enabled;
    const futures = this.tables.key.futuresOf(vector);
    const from = { vector, hash: this.visited.hashOf(state), futures, standings };
    const alone = aloneIn(this.frozen, futures, enabled);
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
  { standings, moves }: EnabledMoves,
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
