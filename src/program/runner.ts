/** What a program needs from whoever runs it, and what it may be asked to do. */
import type { Atom, Module, ThreadName } from '../channel/protocol';
import type { RunResult } from '../channel/result';
import type { ProgramCheckpoint } from './program-checkpoint';

/** What runs the program: a Server, or in tests something made up. */
export interface Runner {
  readonly path: string;
  readonly modules: readonly Module[];
  prepare(atoms: readonly Atom[], names: readonly ThreadName[]): void;
  run(frame: Uint8Array, seconds: number): RunResult;
  /**
   * What the program's runtime remembers of all runs; and giving it to that of another Runner of the same program,
   * before prepare().
   */
  keep(): Uint8Array;
  recall(kept: Uint8Array): void;
}

export interface ProcessProgramOptions {
  /** Events after which a run is cut. Default 100000. */
  readonly maxEvents?: number;
  /** Seconds after which a run is killed. Default 10. */
  readonly runSeconds?: number;
  /** Bytes of memory that a run may have, which the runner makes sure of. */
  readonly memory?: number;
  /** Let runs print. */
  readonly output?: boolean;
  /** May waits on condition variables end without a signal? */
  readonly spurious?: boolean;
  /** How often a call with a time-limit may time out, at one place of a thread. Default: as often as it likes. */
  readonly timeouts?: number | undefined;
  /** How often a thread may go round a loop that may wait. Default: without end. */
  readonly unroll?: number | undefined;
  /**
   * Put the server's own process back after each run, where that gives the same result, instead of forking it for each.
   */
  readonly rollback?: boolean;
  /** From an earlier exploration of the same binary: what was promoted, and the threads' names. */
  readonly atoms?: readonly Atom[];
  readonly names?: readonly ThreadName[];
  /** All that was known of the same program, run with the same arguments. */
  readonly kept?: ProgramCheckpoint;
}
