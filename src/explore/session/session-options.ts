/** What bounds an exploration, what ends it, and who is told of what it finds. */
import type { ExecutionGraph } from '../../graph/graph';
import type { Counts } from '../common/verdict';
import type { MemoryLimits } from './memory-budget';

/** How far an exploration has come. */
export interface Progress extends Readonly<Counts> {
  /** Executions that chance has chosen beside (sampling.ts). */
  readonly sampled: number;
  /** Decisions that lead to the present state. */
  readonly depth: number;
  /** How much of the decisions has been explored, from 0 to 1: an estimate. */
  readonly explored: number;
}

/** A complete execution at the moment when it is counted. */
export interface CountedExecution {
  readonly graph: ExecutionGraph | undefined;
  /** How often the exploration has begun; executions of earlier beginnings are void. */
  readonly rounds: number;
}

export interface SessionOptions {
  /** Go on after an error; else the first one stops. */
  readonly keepGoing?: boolean;
  /** The strategies that choose by chance take so many executions; default 10000, unless there is a time limit. */
  readonly maxExecutions?: number;
  readonly timeLimitSeconds?: number;
  /** Executions with more events are cut off. Default 10000. */
  readonly maxSteps?: number;
  /** Is an exit code other than 0 an error? */
  readonly checkExitCode?: boolean;
  /** Run and compare every execution as a whole, not only what is new. */
  readonly runAll?: boolean;
  /** How much memory the exploration may use (memory-budget.ts). */
  readonly memory?: MemoryLimits;
  /** Asked at every state: should the exploration end? */
  readonly interrupted?: () => boolean;
  /** Called now and then, at most about ten times a second. */
  readonly onProgress?: (p: Progress) => void;
  /** Called when a complete execution is counted; for tests. */
  readonly onExecution?: (execution: CountedExecution) => void;
}
