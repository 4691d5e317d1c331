/** The interface between a process program and the server that runs it, and the options of a process program. */
import type { Atom, Module, ThreadName } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import type { CallOrder } from './order-table';
import type { ProgramCheckpoint } from './program-checkpoint';
import type { RunTraces } from './runtime-notes';

/** Runs the program: a Server, or a simulation in tests. */
export interface Runner {
  readonly path: string;
  readonly modules: readonly Module[];
  prepare(atoms: readonly Atom[], names: readonly ThreadName[], input?: Uint8Array): void;
  run(frame: Uint8Array, seconds: number): RunResult;
  /** The state that the program's runtime has collected over all runs. */
  checkpoint(): Uint8Array;
  /** Restores the state of another Runner of the same program; no bytes: that before all runs. Before prepare(). */
  restore(checkpoint: Uint8Array): void;
}

/** What outcomes of executions consist of: calls of drista_observe, or what is printed on standard output. */
export type OutcomeEvents = 'observed' | 'printed';

/** The order of accesses that are taken for atomic ones. */
export const atomicOrders = ['relaxed', 'sc'] as const;
export type AtomicAs = (typeof atomicOrders)[number];

/** How weak compare-exchanges behave: they may fail spuriously, or are as strong ones. */
export const weakExchanges = ['spurious', 'strong'] as const;
export type WeakExchanges = (typeof weakExchanges)[number];

/** Where a program has code that is not seen. */
export interface UnseenPlaces {
  /** Addresses of libraries, each from the first to before the second. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Are there unseen functions in other files, too? */
  readonly inside: boolean;
}

export interface ProcessProgramOptions {
  /** The largest number of events of a run, after which it ends. Default 100000. */
  readonly maxEvents?: number;
  /** Seconds after which a run is killed. Default 10. */
  readonly runSeconds?: number;
  /** When a run of the exploration that is under way is cut, as Date.now() tells it. Default: never. */
  readonly deadline?: number;
  /** Bytes of memory that a run may have; the runner enforces it. */
  readonly memory?: number;
  /** What is an event, besides all that affects other threads. Default: nothing. */
  readonly events?: OutcomeEvents;
  /** Throw ObservesToo where a run calls drista_observe, although what is printed counts. */
  readonly mayObserve?: boolean;
  /** Pass on the output of runs. */
  readonly output?: boolean;
  /** May waits on condition variables end without a signal? */
  readonly spurious?: boolean;
  /** How often a call with a time limit may time out at one place of a thread. Default: without limit. */
  readonly timeouts?: number | undefined;
  /** Default: spurious. */
  readonly weakExchanges?: WeakExchanges | undefined;
  /** Do results that the program does not use count all the same (`tellsNobody`)? */
  readonly tellsAll?: boolean;
  /** Is each iteration of a loop an iteration with progress? Then none is left out. Default: no. */
  readonly eachIteration?: boolean;
  /** How many iterations a thread may make of a loop that may wait. Default: without limit. */
  readonly unroll?: number | undefined;
  /** Are promoted plain accesses relaxed or sc atomics, so that they never race? Default: no. */
  readonly races?: AtomicAs | undefined;
  /** Are accesses to volatile objects relaxed or sc atomics? Default: no. */
  readonly volatiles?: AtomicAs | undefined;
  /**
   * Restore the memory of the server's own process after each run, if the result is the same, instead of forking a
   * process for each run.
   */
  readonly rollback?: boolean;
  /** Copy the future of a local state from other histories that lead to it (docs/explanation/thread-states.md). */
  readonly localStates?: boolean;
  /**
   * May the program read its clock? Then a loop in which a call has timed out has made progress, since the time-out has
   * advanced the clock.
   */
  readonly readsClock?: boolean;
  /** Has the program atomic sections, and is the model sc? */
  readonly sections?: boolean;
  /** May the program read errno? Then a loop has made progress when a call in it has set errno. */
  readonly readsErrno?: boolean;
  /** May it read which exceptions of floating point are raised? Then these are part of where a loop is. */
  readonly readsRaised?: boolean;
  /** Where the program has code that is not seen (Program.hidesData). */
  readonly unseen?: UnseenPlaces | undefined;
  /** Memory orders that operations have in place of their own. Default: none. */
  readonly orders?: readonly CallOrder[] | undefined;
  /** May the program make symbolic input (drista_symbolic)? Called with each run then. */
  readonly onSymbolic?: (run: RunResult) => void;
  /** Called with the traces of each run, of a program that has them (runtime/fuzz/). */
  readonly onTraces?: ((traces: RunTraces) => void) | undefined;
  /** From an earlier exploration of the same binary: the promoted atoms, and the threads' names. */
  readonly atoms?: readonly Atom[];
  readonly names?: readonly ThreadName[];
  /** From an earlier exploration of the same binary with the same arguments: the checkpoint of the program. */
  readonly checkpoint?: ProgramCheckpoint;
}
