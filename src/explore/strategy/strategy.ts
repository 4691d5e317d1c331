/**
 * The interface of exploration strategies. A strategy decides which execution of a program comes next. What it finds
 * goes to the `Session`: states, executions, errors. docs/how-to/contribute/strategy.md says how to
 * add one.
 */
import type { StepRecorder } from '../common/step-recorder';
import type { Counts } from '../common/verdict';
import type { EquivalenceName } from '../equivalence/equivalence';
import type { Refinement } from '../equivalence/refinement';
import type { ScReduction } from '../equivalence/sc-reduction';
import type { Session } from '../session/session';
import type { SessionOptions } from '../session/session-options';
import type { FrontierOptions } from '../session/state-worker';
import type { PartLead, Worker, WorkerLead } from '../session/worker-group';
import type { ModelName } from '../../model/names';
import type { Program } from '../../program/program';

/**
 * An exploration of one program. `run` and `resume` return when nothing is left to explore. They end early by throwing:
 *
 * - `Stop` of the session, at an error or a limit. If it is `resumable`, `checkpoint` is called afterwards.
 * - `Pause` of the session, where it takes turns with another one. `proceed` or `checkpoint` is called afterwards.
 * - `ExplorationRestart` (common/restart.ts). The object is discarded, and another one runs from the beginning.
 * - Exceptions of the program (it cannot be run, it is not deterministic). They end the check.
 *
 * A strategy calls `Session.tick` before each state that it counts. That call is the only one where a limit may end the
 * exploration, apart from those that complete an execution; so a step that throws must leave the strategy as it was
 * before the step.
 */
export interface Strategy<Checkpoint> {
  /** Explores from the empty graph. */
  run(): void;
  /** Continues a search of the same strategy, with the same program and options but for limits. */
  resume(checkpoint: Checkpoint): void;
  /** Goes on where a Pause has interrupted the search. For strategies that take turns (turn-taking.ts). */
  proceed?(): void;
  /**
   * The search between two steps, as data that `structuredClone` copies: no functions, no class instances. Linear in
   * what the search remembers.
   */
  checkpoint(): Checkpoint;
  /** An estimate of the fraction that has been explored, from 0 to 1; undefined if unknown. */
  explored(): number | undefined;
  /** The counts that belong to `checkpoint`: those of the session, unless the last step is repeated on resumption. */
  readonly counts: Counts;
  /** The name of the factory whose strategies resume the checkpoint. Default: that of the one that made this one. */
  readonly resumedBy?: string;
}

/** How executions and states take turns (turn-taking.ts). */
export interface TurnsOptions {
  /** After so much work on executions states are explored, too. */
  readonly after: number;
  /** The least work of a turn, for tests. */
  readonly slice?: number;
}

/** The options for strategies. */
export interface SearchOptions extends SessionOptions {
  readonly model: ModelName;
  readonly equivalence: EquivalenceName;
  /** Are states explored in turns with executions, where that is exact (turn-taking.ts)? Default: no. */
  readonly turns?: TurnsOptions | undefined;
  /** Seed of strategies that choose at random. Default 1. */
  readonly seed?: number;
  /** The bug depth d of PCT. Default 3. */
  readonly depth?: number;
  /**
   * Explore only executions with at most so many preemptions (prune/preemption-bound.ts). For the strategy
   * partition; not under the equivalence co.
   */
  readonly preemptions?: number;
  /** May the explicit search replace the partition where it applies? Default true. */
  readonly explicit?: boolean;
  /** Are failed attempts of loops left out (prune/attempts.ts)? Default true. */
  readonly attempts?: boolean;
  /** Do threads come to a barrier in one order, where that shows nowhere (extend/meetings.ts)? Default true. */
  readonly meets?: boolean;
  /**
   * Are executions left out that others are, with threads exchanged that do the same (symmetry/)? For the strategy
   * partition. Default false.
   */
  readonly symmetry?: boolean;
  /** May the state search leave out interleavings of independent events? Default true. */
  readonly reduction?: boolean;
  /** Records the states and steps of the state search. */
  readonly recorder?: StepRecorder | undefined;
  /** With a recorder: explore only what a first safe schedule needs (state-space/one-order.ts). Default false. */
  readonly oneOrder?: boolean;
  /**
   * Merge states with the same values from the first round on, not only once they turn out to be many. Default false.
   */
  readonly merging?: boolean;
  /** Starts the workers that explore together with this one; the strategy partition only. */
  readonly startWorkers?: (worker: Worker) => WorkerLead;
  /** How the state search goes on without a path, with other threads. Default: it keeps its path. */
  readonly frontier?: FrontierOptions | undefined;
  /** Leads those who explore parts of this exploration (parts-search.ts); the strategy partition only. */
  readonly leadParts?: (worker: Worker) => PartLead;
}

/** The arguments of a strategy, for one round of an exploration. */
export interface SearchContext {
  readonly program: Program;
  readonly options: SearchOptions;
  readonly session: Session;
  /** Which model is explored at present. */
  readonly reduction: ScReduction;
  readonly refinement: Refinement;
  /** How many rounds have ended because a speculation failed. */
  readonly failedSpeculations: number;
  /** Offers a checkpoint of the exploration, which goes on. Only between two steps of the strategy. */
  readonly save?: () => void;
}

/** How the explorer makes a strategy. One is exported for each strategy, and listed in `explore/strategies.ts`. */
export interface StrategyFactory<Checkpoint> {
  /** Names the type of the checkpoint. */
  readonly name: string;
  /** Does the strategy want histories that lead to one local state merged (Program.mergeHistories)? */
  readonly mergesHistories?: boolean;
  /** Can it explore the program in the next round, as far as that is known before? */
  applies(context: SearchContext): boolean;
  create(context: SearchContext): Strategy<Checkpoint>;
}

/**
 * May states of the program be explored? Not if unseen code keeps a part of them, nor if accesses of several sizes
 * overlap.
 */
export function hasStates({ hidesData, mixesSizes }: Program): boolean {
  return hidesData !== true && mixesSizes !== true;
}
