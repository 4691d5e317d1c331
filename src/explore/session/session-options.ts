/** The options of a session: limits, and callbacks for what is found. */
import type { ProgressGuarantee } from '../common/progress-guarantee';
import type { ExecutionGraph } from '../../graph/graph';
import type { Counts, FoundError } from '../common/verdict';
import type { MemoryLimits } from './memory-budget';

/** How far an exploration has come. */
export interface Progress extends Readonly<Counts> {
  /** Executions that were sampled at random (sampling.ts). */
  readonly sampled: number;
  /** Decisions that lead to the present state. */
  readonly depth: number;
  /** An estimate of the explored fraction of the decisions, from 0 to 1. */
  readonly explored: number;
  /** Distinct states, where they are explored in turns with executions. */
  readonly distinctStates?: number;
  /** The workers on other machines, where there may be some. */
  readonly workers?: { readonly machines: number; readonly slots: number; readonly busy: number } | undefined;
}

/** A complete execution at the moment when it is counted. */
export interface CountedExecution {
  readonly graph: ExecutionGraph | undefined;
  /** The number of the round, from 1; executions of earlier rounds do not count. */
  readonly rounds: number;
}

export interface SessionOptions {
  /** Continue after an error; otherwise the first one ends the exploration. */
  readonly keepGoing?: boolean;
  /** The most executions. For random strategies the default is 10000, unless there is a time limit. */
  readonly maxExecutions?: number;
  readonly timeLimitSeconds?: number;
  /** Executions with more events are cut off. Default 10000. */
  readonly maxSteps?: number;
  /** Is an exit code other than 0 an error? */
  readonly checkExitCode?: boolean;
  /** What is to be guaranteed of how threads get on: another thing is an error. */
  readonly progress?: ProgressGuarantee | undefined;
  /** Run and compare every execution as a whole, not only what is new. */
  readonly runAll?: boolean;
  /** How much memory the exploration may use (memory-budget.ts). */
  readonly memory?: MemoryLimits;
  /** Called at every state: should the exploration end? */
  readonly interrupted?: () => boolean;
  /** Called at each error, before it is recorded. False: it is not recorded, and the exploration continues. */
  readonly accepts?: (e: FoundError) => boolean;
  /** Called at intervals, at most about ten times a second. */
  readonly onProgress?: (p: Progress) => void;
  /** Called when a complete execution is counted, as so many. */
  readonly onExecution?: (execution: CountedExecution, n: number) => void;
}
