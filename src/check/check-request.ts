/** A check to perform, as plain data that can be sent to the thread that performs it. */
import type { Entry } from '../compiler/entry';
import type { SharedCheck } from '../cluster/link';
import type { CheckpointBody, CheckpointPlace } from './checkpoint-file';
import type { OutcomeEvents, UnseenPlaces } from '../program/runner';
import type { Module, ThreadName } from '../channel/protocol';
import type { Decided } from '../explore/strategy/walks/following';
import type { CallOrder } from '../program/order-table';
import type { CheckSettings } from './settings';

/**
 * `auto`: what is observed, if a run calls drista_observe; else what is printed. `history`: the history of calls of a
 * client (src/spec/call-history.ts).
 */
export type WantedOutcomes = OutcomeEvents | 'auto' | 'history';

/** A check that other machines explore, too. */
export interface SharedCheckAddress extends SharedCheck {
  /** The address of Redis. */
  readonly url: string;
  /** The hash of the program's contents. */
  readonly hash: string;
}

/** The code of a program that is not seen, and its names: of libraries, and of functions with their files. */
export interface UnseenCode extends UnseenPlaces {
  readonly names: readonly string[];
}

/** What `drista fuzz` asks for. */
export interface FuzzRequest {
  /** The folder of the corpus; undefined: there is none. */
  readonly corpus: string | undefined;
  /** Does the program take an input (LLVMFuzzerTestOneInput)? */
  readonly takesInput: boolean;
  /** The most bytes of an input. */
  readonly largestInput: number;
  readonly dictionary: readonly Uint8Array[];
  /** One Int32 that several workers share: not 0 when one of them has found an error. */
  readonly found: SharedArrayBuffer;
}

/** A known execution: the names of its threads, its input, and what its reads return. */
export interface FollowedExecution {
  readonly threads: readonly ThreadName[];
  readonly input: Uint8Array | undefined;
  readonly decisions: readonly Decided[];
}

export interface CheckRequest {
  readonly program: string;
  readonly arguments: readonly string[];
  /**
   * The environment that the program sees (programEnvironment), and the bytes that the client sends, which the program
   * does not see there.
   */
  readonly environment: readonly string[];
  readonly buildId: string;
  /** How the runtime is loaded into the program. */
  readonly entry: Entry;
  readonly settings: CheckSettings;
  /** The options of what is explored as on a command line; undefined: the request comes from no command line. */
  readonly options?: readonly string[];
  /** Given if one known execution is to be followed. */
  readonly follows?: FollowedExecution;
  /** Bytes that the runs of each worker may have. */
  readonly memory: number;
  /** The file for the checkpoint when a limit ends the check. */
  readonly checkpoint: CheckpointPlace;
  /** Why each run is a process whatever `--tune isolation` says; undefined: `--tune isolation` decides. */
  readonly asProcesses?: string;
  /** Whether states may be explored in place of executions, because the user named no equivalence. */
  readonly changesOver?: boolean;
  /** The code of the program that is not seen; undefined: there is none, or it was not looked for yet. */
  readonly unseen?: UnseenCode;
  /** Libraries with unseen code that an earlier attempt at the check has loaded. */
  readonly loaded?: readonly Module[];
  /** What outcomes consist of, if the outcomes of all executions are wanted. */
  readonly outcomes?: WantedOutcomes;
  /** With `history`: how many steps a call may take. Those of all iterations of loops count then. */
  readonly mostSteps?: number | undefined;
  /** Whether to save one execution of each outcome. */
  readonly savesOutcomes?: boolean;
  /** An outcome that is an error, and what is wrong with it. */
  readonly refuted?: { readonly key: string; readonly message: string };
  /** Memory orders that operations have in place of their own; such a check leaves no checkpoint. */
  readonly orders?: readonly CallOrder[];
  /** Given if executions are to be chosen at random, guided by what earlier ones have shown. */
  readonly fuzz?: FuzzRequest;
  /** Given if a safe schedule is wanted (safe-check.ts); `iterates`: early ones, too. */
  readonly safe?: { readonly iterates: boolean };
  /** The checkpoint file to resume from. */
  readonly resume?: string;
  /** The checkpoint to resume from, if no file holds it. */
  readonly before?: CheckpointBody;
  /** The file that runs, if it is a copy for several machines (cluster/program-store.ts). */
  readonly file?: string;
  /** The working folder of the program; undefined: that of drista. */
  readonly cwd?: string;
  /** The address of the check for other machines, if these explore, too. */
  readonly cluster?: SharedCheckAddress;
}
