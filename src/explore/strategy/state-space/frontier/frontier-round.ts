/** One round of a search without a path: several threads explore states until there are no more, or it is time. */
import { modelOf } from '../../../../model';
import { Refinement } from '../../../equivalence/refinement';
import { ScReduction } from '../../../equivalence/sc-reduction';
import { SharedVectorSet } from '../../../store/shared-vector-set';
import type { SearchOptions } from '../../strategy';
import { KnownMoves } from '../known/known-moves';
import { type StateKnowledge, Tables } from '../known/tables';
import type { StepEffects } from '../steps/state-graph';
import { Expander, type Frozen, type FrozenCheckpoint, frozenOf } from './frontier-expander';

/** Shared numbers: the next of the list and of the table, who waits, and whether all should stop. */
const LISTED = 0,
  NEXT = 16,
  WAITING = 32,
  STOP = 33,
  THREADS = 34,
  NUMBERS = 48;

/** How many states a thread takes at once, at most. */
const CHUNK = 16;
/** How long a thread that found nothing to do waits before it looks again: so many looks, then milliseconds. */
const LOOKS = 200,
  NAP = 0.05;

/** What threads need to take part. */
export interface SharedQueue {
  readonly control: SharedArrayBuffer;
  readonly list: SharedArrayBuffer;
  /** When all should stop, in milliseconds since 1970. */
  readonly end: number;
}

/**
 * The states that several threads explore: those of a list, and then those of a table in the order in which they were
 * found, which the threads add to meanwhile.
 */
export class WorkQueue {
  private readonly control: Int32Array;
  private readonly list: Int32Array;
  /** What this thread has taken: states of the list or of the table. */
  private taken: readonly number[] = [];
  private at = 0;

  constructor(
    readonly shared: SharedQueue,
    private readonly table: Pick<SharedVectorSet, 'count'>,
  ) {
    this.control = new Int32Array(shared.control);
    this.list = new Int32Array(shared.list);
  }

  /** A queue for so many threads, of the states of the list, and of those from `next` on. `end`: see SharedQueue. */
  static of(
    list: readonly number[],
    next: number,
    threads: number,
    end: number,
    table: Pick<SharedVectorSet, 'count'>,
  ): WorkQueue {
    const shared = { control: new SharedArrayBuffer(4 * NUMBERS), list: new SharedArrayBuffer(4 * list.length), end };
    new Int32Array(shared.list).set(list);
    const control = new Int32Array(shared.control);
    control[NEXT] = next;
    control[THREADS] = threads;
    return new WorkQueue(shared, table);
  }

  /** A state for this thread; 0: there are no more, or all should stop. */
  take(): number {
    if (this.at === this.taken.length) {
      this.taken = this.more();
      this.at = 0;
    }
    return this.at < this.taken.length ? this.taken[this.at++] : 0;
  }

  /** Makes all threads stop, each after what it has taken. */
  stop(): void {
    Atomics.store(this.control, STOP, 1);
  }

  /** Makes all threads stop if it is time. */
  stopInTime(): void {
    if (Date.now() >= this.shared.end) this.stop();
  }

  private get isStopped(): boolean {
    return Atomics.load(this.control, STOP) !== 0;
  }

  /** The states that nobody has taken: those of the list, and the first of the table. No thread works any more. */
  get left(): { readonly list: readonly number[]; readonly next: number } {
    return {
      list: [...this.list.subarray(Math.min(this.control[LISTED], this.list.length))],
      next: this.control[NEXT],
    };
  }

  private more(): readonly number[] {
    for (;;) {
      if (this.isStopped) return [];
      const first = Atomics.load(this.control, LISTED);
      if (first < this.list.length) {
        const n = this.claim(LISTED, first, this.list.length - first);
        if (n > 0) return [...this.list.subarray(first, first + n)];
        continue;
      }
      const next = Atomics.load(this.control, NEXT);
      const n = this.claim(NEXT, next, this.table.count + 1 - next);
      if (n > 0) return Array.from({ length: n }, (_, i) => next + i);
      if (n === 0 && !this.wait()) return [];
    }
  }

  /** Takes some of so many, from the first one on. 0: there are none; -1: another thread was quicker. */
  private claim(what: number, first: number, there: number): number {
    if (there <= 0) return 0;
    const n = Math.min(CHUNK, Math.ceil(there / (2 * this.control[THREADS])));
    return Atomics.compareExchange(this.control, what, first, first + n) === first ? n : -1;
  }

  /** Waits until there are more. False: all threads wait, so there will be none; or all should stop. */
  private wait(): boolean {
    const { control, table } = this;
    Atomics.add(control, WAITING, 1);
    for (let looks = 0; !this.isStopped; looks++) {
      if (Atomics.load(control, NEXT) <= table.count) {
        Atomics.sub(control, WAITING, 1);
        return true;
      }
      // Whoever waits adds nothing; and there was nothing when the last one began to wait.
      if (Atomics.load(control, WAITING) === control[THREADS]) return false;
      if (looks < LOOKS) continue;
      Atomics.wait(control, STOP, 0, NAP);
      this.stopInTime();
    }
    return false;
  }
}

/** What another thread needs for a round. */
export interface StateRound {
  readonly table: SharedArrayBuffer;
  readonly queue: SharedQueue;
  /** Once. */
  readonly frozen: FrozenCheckpoint | undefined;
  /** What is known of the program; undefined: as in the round before. */
  readonly knowledge: StateKnowledge | undefined;
}

/** What a thread has found in a round. */
export interface RoundReport {
  /** Expander.edges. Numbers of effects beyond those that were sent to it are its own. */
  readonly edges: Int32Array;
  /** States of which more must be known, and those in which executions end. */
  readonly deferred: readonly number[];
  /** What has new numbers. */
  readonly effects: readonly StepEffects[];
  /** Reduction.assumptions. */
  readonly assumptions: readonly number[];
}

/** So many states for which more must be known end a round, so that it can be learned. */
const MAX_DEFERRED = 32;
/** A thread looks at the clock after so many states. */
const TICK = 32;

/** Explores states of the queue. Returns those that were deferred. */
export function exploreShare(queue: WorkQueue, expander: Expander, table: SharedVectorSet): number[] {
  const deferred: number[] = [];
  let n = 0;
  for (let state = queue.take(); state !== 0; state = queue.take()) {
    if (!expander.expand(state)) deferred.push(state);
    n++;
    if (n % TICK === 0) queue.stopInTime();
    if (deferred.length >= MAX_DEFERRED || table.isFull) queue.stop();
  }
  return deferred;
}

/**
 * What a further thread does in the rounds of a search without a path. It has tables of its own, and no program.
 */
export class RoundExplorer {
  private tables: Tables;
  private frozen: Frozen | undefined;
  /** How many effects the first thread knows. */
  private effects = 0;

  constructor(private readonly options: SearchOptions) {
    this.tables = this.newTables();
  }

  /** Takes part in a round. Returns when no states are left, or at its end. */
  explore({ table, queue: shared, frozen, knowledge }: StateRound): RoundReport {
    if (knowledge !== undefined) {
      this.tables = this.newTables();
      this.tables.knowledge = knowledge;
      this.effects = this.tables.states.effectCount;
    }
    const { tables } = this;
    if (frozen !== undefined) this.frozen = frozenOf(tables, frozen);
    const set = new SharedVectorSet(table);
    const { reduces } = this.frozen!;
    const expander = new Expander(tables, new KnownMoves(tables, reduces), set, this.frozen!);
    const deferred = exploreShare(new WorkQueue(shared, set), expander, set);
    const effects = tables.states.effectsFrom(this.effects);
    this.effects += effects.length;
    const { assumptions } = this.frozen!.reduction;
    return { edges: Int32Array.from(expander.edges), deferred, effects, assumptions };
  }

  private newTables(): Tables {
    const { model } = this.options;
    const reduction = new ScReduction(modelOf(model));
    const refinement = new Refinement(modelOf(model).happensBefore, false, false);
    return new Tables(
      { options: this.options, reduction, refinement },
      { checks: { exits: new Set() }, learn: () => undefined },
    );
  }
}
