/**
 * Which executions count as the same. An equivalence answers for the search whether a read distinguishes executions by
 * its value or by the write that it reads from, which graphs are one state while they are explored, and what identifies
 * an execution that may be reached again.
 */
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import type { Label, ThreadId } from '../../program/label';
import type { Program } from '../../program/program';
import type { VarintWriter } from '../store/varint';
import { HistoryHashes } from './history-hashes';
import { HistoryIds } from './history-ids';
import type { Refinement } from './refinement';

/**
 * `state`: executions that go through the same states are the same (strategy/state-space/). The last two are of
 * published algorithms (src/comparison/): `mazurkiewicz` takes executions for the same that differ in the order of
 * independent events alone; `value-centric` is that of VC-DPOR.
 */
export type EquivalenceName = 'observational' | 'rf' | 'co' | 'state' | 'mazurkiewicz' | 'value-centric';

/**
 * Do executions with the same values count as one when executions are explored? (Under `state` they are explored if the
 * program cannot be explored by states.)
 */
export function countsByValue(name: EquivalenceName): boolean {
  return name === 'observational' || name === 'state' || name === 'value-centric';
}

/** A read-like event of a thread. */
interface Read {
  readonly thread: ThreadId;
  readonly label: Label;
}

export interface Equivalence {
  /** Numbers for local histories, as far as these distinguish executions. */
  readonly histories: HistoryIds;
  /**
   * Are graphs with the same histories one state while they are explored? Otherwise every graph is a state of its own.
   */
  readonly mergesStates: boolean;
  /** Do all graphs of the same histories have the same happens-before? */
  readonly fixesOrder: boolean;
  /**
   * While the search branches, does the read count by the write that it reads from? Otherwise it counts by its value.
   */
  branchesBySource(read: Read): boolean;
  /**
   * What distinguishes the complete execution from others; undefined where the search reaches each one once. Valid
   * until the next call.
   */
  identityOf(graph: ExecutionGraph): VarintWriter | undefined;
  /** The identity as a hash on which all workers agree. */
  hashOf(graph: ExecutionGraph): string | undefined;
  /** As how many executions the complete graph counts. `onStep`: called often, where that takes long; it may throw. */
  weightOf(model: Model, graph: ExecutionGraph, onStep?: () => void): number;
  /**
   * Reports that `repeated` complete graphs were of counted executions, besides `counted` new ones. Throws
   * ExplorationRestart if merging states is better from now on.
   */
  balance(repeated: number, counted: number): void;
}

/** Graphs with the same reads-from are the same. With `coherence`, each counts as its consistent coherence orders. */
export class ReadsFromEquivalence implements Equivalence {
  readonly mergesStates = false;
  readonly fixesOrder = true;
  readonly histories = new HistoryIds(() => true);

  constructor(private readonly coherence: boolean) {}

  branchesBySource(): boolean {
    return true;
  }

  identityOf(): undefined {
    return undefined;
  }

  hashOf(): undefined {
    return undefined;
  }

  weightOf(model: Model, graph: ExecutionGraph, onStep?: () => void): number {
    return this.coherence ? model.coherenceOrders(graph, onStep) : 1;
  }

  balance(): void {
    /* Nothing repeats. */
  }
}

/**
 * Executions with the same values are the same, but graphs are kept apart: a bound allows graphs, not values.
 */
export class ValuesOfGraphs implements Equivalence {
  readonly mergesStates = false;
  readonly fixesOrder = true;
  readonly histories = new HistoryIds(() => true);
  private readonly lasting: HistoryHashes;

  constructor(program: Program) {
    this.lasting = new HistoryHashes(this.histories, program);
  }

  branchesBySource(): boolean {
    return true;
  }

  identityOf({ threads }: ExecutionGraph): VarintWriter {
    return this.histories.histories(threads);
  }

  hashOf({ threads }: ExecutionGraph): string {
    return this.lasting.ofValues(threads);
  }

  weightOf(): number {
    return 1;
  }

  balance(): void {
    /* Graphs cannot be merged. */
  }
}

/** How many graphs may repeat counted executions before states are merged: for each execution, and in addition. */
const REPEATED = 3,
  LEAST_REPEATED = 64;

/**
 * Executions in which all reads return the same values are the same; where plain data is synchronised, reads that
 * synchronise count by the write that they read from (refinement.ts).
 */
export class ObservationalEquivalence implements Equivalence {
  readonly mergesStates: boolean;
  readonly histories = new HistoryIds(({ thread, label }) => this.refinement.countsBySource(thread, label));
  private readonly lasting: HistoryHashes;

  constructor(
    private readonly refinement: Refinement,
    program: Program,
    /** Are graphs with the same histories one state? */
    merges = refinement.merging,
  ) {
    this.mergesStates = merges;
    this.lasting = new HistoryHashes(this.histories, program);
  }

  get fixesOrder(): boolean {
    return this.refinement.fixesOrder;
  }

  branchesBySource({ thread, label }: Read): boolean {
    return !this.mergesStates || this.refinement.countsBySource(thread, label);
  }

  identityOf({ threads }: ExecutionGraph): VarintWriter {
    return this.histories.combination(threads);
  }

  hashOf({ threads }: ExecutionGraph): string {
    return this.lasting.ofSources(threads);
  }

  weightOf(): number {
    return 1;
  }

  balance(repeated: number, counted: number): void {
    if (!this.mergesStates && repeated > LEAST_REPEATED + REPEATED * counted) this.refinement.merge();
  }
}
