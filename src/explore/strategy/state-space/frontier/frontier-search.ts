/**
 * A search that goes on without a path: the states that were found and not explored are explored in any order, by
 * several threads. Each needs a state's vector alone. States of which more must be known are performed on the graph by
 * this thread, between two rounds.
 *
 * What is explored does not depend on how many threads there are (frontier-expander.ts).
 */
import type { StateWorker } from '../../../session/state-worker';
import { SharedVectorSet } from '../../../store/shared-vector-set';
import type { VectorSet } from '../../../store/vector-set';
import { KnownMoves } from '../known/known-moves';
import type { EnabledMoves, Position } from '../known/known-steps';
import type { Tables, VisitedStates } from '../known/tables';
import type { Futures, StepAccesses } from '../reduction/reduction';
import type { StateMove } from '../steps/state-graph';
import {
  aloneIn,
  Expander,
  type Frozen,
  type FrozenCheckpoint,
  frozenOf,
  mayClose,
  moveOfNumber,
  numberOfMove,
} from './frontier-expander';
import { exploreShare, type RoundReport, type StateRound, WorkQueue } from './frontier-round';

/**
 * The visited states while several threads explore: in shared memory, which is replaced where it becomes too small.
 */
export class FrontierTable implements VisitedStates {
  private constructor(public set: SharedVectorSet) {}

  /** A table with these states, which have the numbers from 1 on. */
  static of(
    { length, vectors, hashes }: VectorSet['durable'],
    originOf: (state: number) => readonly [number, number],
  ): FrontierTable {
    const set = SharedVectorSet.withRoom(2 * hashes.length, length);
    hashes.forEach((hash, i) => set.add(vectors.subarray(i * length, (i + 1) * length), hash, ...originOf(i + 1)));
    return new FrontierTable(set);
  }

  /** Makes room if there is little. No other thread may explore meanwhile. */
  makeRoom(): void {
    if (this.set.isFull) this.set = this.set.enlarged();
  }

  /** The number of the vector; 0: it is not there. */
  lookUp(v: Int32Array, hash: number): number {
    return this.set.lookUp(v, hash);
  }

  /** The vector of that number. */
  vector(number: number): Int32Array {
    return this.set.vector(number);
  }

  /** Makes vectors longer. No other thread may explore meanwhile. */
  relayout(length: number): void {
    this.set = this.set.enlarged(length);
  }

  /** All vectors, in the order of their numbers. */
  get durable(): VectorSet['durable'] {
    const vectors = this.set.all();
    const hashes = Int32Array.from({ length: this.set.count }, (_, i) => this.set.hashOf(i + 1));
    return { length: vectors.length / Math.max(1, hashes.length), vectors, hashes };
  }

  /** The number of the vector; adds it if need be. No other thread may explore meanwhile. */
  numberOf(v: Int32Array, hash: number, parent: number, move: number): number {
    this.makeRoom();
    return this.set.add(v, hash, parent, move);
  }
}

/** The search as data, besides the tables. */
export interface FrontierCheckpoint {
  readonly frozen: FrozenCheckpoint;
  /** States that were found and not explored: these, and all from `next` on. */
  readonly todo: readonly number[];
  readonly next: number;
  /** States that are to be performed on the graph. */
  readonly deferred: readonly number[];
}

/** The length of the first round, and the longest, in milliseconds. */
const FIRST_ROUND = 10,
  LONGEST_ROUND = 200;

/** What was sent to a thread. */
interface Sent {
  learned: number;
  /** How many effects had numbers, and those of effects that it has numbered itself since. */
  effects: number;
  numbers: number[];
}

export class FrontierSearch {
  private readonly table: FrontierTable;
  private readonly frozen: Frozen;
  private todo: number[];
  private next: number;
  /** States that this thread must perform. */
  private deferred: number[];
  private readonly sent = new Map<StateWorker, Sent>();
  private roundLength = FIRST_ROUND;

  /** Takes the place of the visited states of the tables. */
  constructor(
    private readonly tables: Tables,
    private readonly checkpointed: FrontierCheckpoint,
    private readonly workers: readonly StateWorker[],
  ) {
    const { states } = tables;
    const origin = (state: number): readonly [number, number] => {
      const move = states.moveTo(state);
      return [states.parentOf(state) || 1, move === undefined ? 0 : numberOfMove(move)];
    };
    tables.visited = this.table = FrontierTable.of(tables.visited.durable, origin);
    this.frozen = frozenOf(tables, checkpointed.frozen);
    this.todo = [...checkpointed.todo];
    this.deferred = [...checkpointed.deferred];
    this.next = checkpointed.next;
  }

  /** What a search begins with that goes on with these states. */
  static begin(tables: Tables, reduces: boolean): FrontierCheckpoint {
    const { states, reduction, key } = tables;
    const frozen = {
      seen: reduction.seen(),
      places: reduction.placesBefore,
      placeCount: key.futureCount,
      states: states.count,
      reduces,
    };
    return { frozen, todo: [], next: states.count + 1, deferred: [] };
  }

  /** The state was found, and is to be explored. */
  add(state: number): void {
    this.todo.push(state);
  }

  /** What is left between two rounds, for the constructor. */
  get left(): FrontierCheckpoint {
    const { todo, next, deferred } = this;
    const frozen = { ...this.checkpointed.frozen, seen: this.frozen.reduction.durable };
    return { frozen, todo: [...todo], next, deferred: [...deferred] };
  }

  /**
   * Explores all states. `perform` explores one on the graph. `tick` is called before each of these and each round; it
   * may end the search, which then can go on.
   */
  run(perform: (state: number) => void, tick: () => void): void {
    for (;;) {
      for (; this.deferred.length > 0; this.deferred.shift()) {
        tick();
        const [state] = this.deferred;
        // A limit may have ended the search while the state was explored: then that went on when it was resumed.
        if (!this.tables.states.isExpanded(state) && !this.expand(state)) perform(state);
      }
      if (this.todo.length === 0 && this.next > this.table.set.count) return;
      tick();
      this.round();
    }
  }

  /** Does all hold that the search relied on, now that all is known? */
  holds(): boolean {
    const { reduction } = this.tables;
    reduction.assume(this.frozen.reduction.assumptions);
    return reduction.holds();
  }

  /** The thread that is tried alone in a state; -1: none. */
  aloneIn(futures: Futures, enabled: EnabledMoves): number {
    return aloneIn(this.frozen, futures, enabled);
  }

  /** Are the steps of the thread independent of what others may still do? Relies on it. */
  independent(futures: Futures, thread: number, accesses: StepAccesses): boolean {
    return this.frozen.reduction.independent(futures, thread, accesses);
  }

  /** A move of the thread leads from one state to the other: adds that. May it close a cycle? */
  reach(
    from: { readonly state: number; readonly vector: Int32Array },
    move: StateMove,
    to: Position,
  ): { to: number; closes: boolean } {
    const { tables, frozen, table } = this;
    const { thread, choice } = move;
    const number = table.numberOf(to.vector, to.hash, from.state, numberOfMove(move));
    if (number > tables.states.count) tables.states.add(from.state, { thread, choice });
    return { to: number, closes: mayClose(frozen, tables.key, from.vector, to.vector, thread, number) };
  }

  /** Explores the state if what it needs was learned meanwhile. */
  private expand(state: number): boolean {
    this.table.makeRoom();
    const expander = this.newExpander();
    const isExpanded = expander.expand(state);
    this.addStates();
    this.addSteps(expander.edges, (did) => did);
    return isExpanded;
  }

  private newExpander(): Expander {
    const { tables, frozen, table } = this;
    return new Expander(tables, new KnownMoves(tables, frozen.reduces), table.set, frozen);
  }

  private round(): void {
    const { table } = this;
    table.makeRoom();
    const { set } = table;
    const workers = this.workers.filter((worker) => worker.isReady);
    const end = Date.now() + this.roundLength;
    const queue = WorkQueue.of(this.todo, this.next, 1 + workers.length, end, set);
    this.roundLength = Math.min(2 * this.roundLength, LONGEST_ROUND);
    for (const worker of workers) this.begin(worker, queue);
    const expander = this.newExpander();
    this.deferred = exploreShare(queue, expander, set);
    const reports = workers.map((worker) => [worker, worker.end() as RoundReport] as const);
    const { list, next } = queue.left;
    this.todo = [...list];
    this.next = next;
    this.addStates();
    this.addSteps(expander.edges, (did) => did);
    for (const [worker, report] of reports) this.addReport(this.sent.get(worker)!, report);
  }

  private begin(worker: StateWorker, { shared: queue }: WorkQueue): void {
    const { tables, checkpointed, sent } = this;
    const before = sent.get(worker);
    const isNew = before?.learned !== tables.learned;
    if (isNew) sent.set(worker, { learned: tables.learned, effects: tables.states.effectCount, numbers: [] });
    const start: StateRound = {
      table: this.table.set.buffer,
      queue,
      frozen: before === undefined ? checkpointed.frozen : undefined,
      knowledge: isNew ? tables.knowledge : undefined,
    };
    worker.begin(start);
  }

  private addReport(sent: Sent, { edges, deferred, effects, assumptions }: RoundReport): void {
    const { states } = this.tables;
    for (const d of effects) sent.numbers.push(states.did(d));
    this.addSteps(edges, (did) => (did < sent.effects ? did : sent.numbers[did - sent.effects]));
    this.deferred.push(...deferred);
    this.frozen.reduction.assume(assumptions);
  }

  /** Adds the states that were found to the graph of states. */
  private addStates(): void {
    const { states } = this.tables;
    const { set } = this.table;
    while (states.count < set.count) {
      const { parent, how } = set.origin(states.count + 1);
      states.add(parent, moveOfNumber(how));
    }
  }

  private addSteps(edges: ArrayLike<number>, number: (did: number) => number): void {
    const { states } = this.tables;
    for (let i = 0; i < edges.length;) {
      const state = edges[i++];
      states.expand(state);
      for (let steps = edges[i++]; steps > 0; steps--) states.step(state, edges[i++], number(edges[i++]));
    }
  }
}
