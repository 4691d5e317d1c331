/**
 * The memory of an exploration, and the one place where it is divided. Tables may lose entries when their share is
 * used up: that costs repetition, or counts an execution twice, which a note says, but it never misses an execution.
 * History trees cannot shrink: where they have used up their share, the exploration ends, inconclusive, with the limit
 * `memory`.
 */
import type { Program } from '../../program/program';

/** The caller's limits. */
export interface MemoryLimits {
  /**
   * Bytes for the tables and the history trees of all workers. Default: 2 GiB for tables; `hasRoom` limits the trees.
   */
  readonly total?: number;
  /** Bytes for the table of states alone, in the place of its share. */
  readonly states?: number;
  /** Bytes for the set of executions alone, in the place of its share. */
  readonly executions?: number;
  /** How many workers share the total. Default 1. */
  readonly workers?: number;
  /** Has the heap of this worker room for history trees of so many bytes? Default: always. */
  readonly hasRoom?: (bytes: number) => boolean;
}

/** The default total for tables. */
const DEFAULT_TOTAL = 2 ** 31;

/** The shares of the total. Strategies that exclude each other may use the same bytes. */
const shares = {
  /** The states that the explicit search has visited. */
  visitedStates: 1 / 2,
  /** The states that the partition has closed. */
  closedStates: 1 / 4,
  /** The executions that were counted, or that walks have taken. */
  executions: 1 / 4,
  /** The executions that sampling has taken, beside another strategy. */
  sampledExecutions: 1 / 128,
  /** The history trees of the program that is sampled. They are forgotten then. */
  sampledTrees: 1 / 16,
  /** The history trees of the program, where the caller gives a total. */
  trees: 1 / 4,
};

/** Bytes of a node of a history tree, for programs that do not say. */
const NODE = 512;

export class MemoryBudget {
  readonly visitedStates: number;
  readonly closedStates: number;
  readonly executions: number;
  /** The bytes of all workers together for the set of executions that they share. */
  readonly sharedExecutions: number;
  readonly sampledExecutions: number;
  readonly sampledTrees: number;
  private readonly trees: number;
  private readonly hasRoom: (bytes: number) => boolean;

  /** `program`: the one whose history trees count. */
  constructor(
    { total, states, executions, workers = 1, hasRoom = () => true }: MemoryLimits = {},
    private readonly program?: Program,
  ) {
    const each = (total ?? DEFAULT_TOTAL) / workers;
    this.visitedStates = states ?? each * shares.visitedStates;
    this.closedStates = states ?? each * shares.closedStates;
    this.executions = executions ?? each * shares.executions;
    this.sharedExecutions = workers * this.executions;
    this.sampledExecutions = each * shares.sampledExecutions;
    this.sampledTrees = each * shares.sampledTrees;
    this.trees = total === undefined ? Infinity : each * shares.trees;
    this.hasRoom = hasRoom;
  }

  /** Have the history trees of the program used up their share? */
  get isExhausted(): boolean {
    if (this.program === undefined) return false;
    const bytes = treeBytes(this.program);
    return bytes > this.trees || !this.hasRoom(bytes);
  }

  /** Have the history trees of the program that is sampled used up theirs? */
  isExhaustedBySample(program: Program): boolean {
    return treeBytes(program) > this.sampledTrees;
  }
}

function treeBytes({ bytes, nodes }: Program): number {
  return bytes ?? NODE * nodes.length;
}
