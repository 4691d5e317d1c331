/** A check to perform, as plain data that can be sent to the thread that performs it. */
import type { Entry } from '../compiler/entry';
import type { SharedCheck } from '../cluster/link';
import type { CheckpointBody, CheckpointPlace } from './checkpoint-file';
import type { OutcomeEvents, UnseenPlaces } from '../program/runner';
import type { Module } from '../channel/protocol';
import type { CheckSettings } from './settings';

/** `auto`: what is observed, if a run calls drista_observe; else what is printed. */
export type WantedOutcomes = OutcomeEvents | 'auto';

/** A check that other machines explore, too. */
export interface SharedCheckAddress extends SharedCheck {
  /** Of Redis. */
  readonly url: string;
  /** Of the program's contents. */
  readonly hash: string;
}

/** The code of a program that is not seen, and its names: of libraries, and of functions with their files. */
export interface UnseenCode extends UnseenPlaces {
  readonly names: readonly string[];
}

export interface CheckRequest {
  readonly program: string;
  readonly arguments: readonly string[];
  /** As the program sees it (programEnvironment); and what the client sends, which it does not see. */
  readonly environment: readonly string[];
  readonly buildId: string;
  /** How the runtime is loaded into the program. */
  readonly entry: Entry;
  readonly settings: CheckSettings;
  /** Bytes that the runs of each worker may have. */
  readonly memory: number;
  /** The file for the checkpoint when a limit ends the check. */
  readonly checkpoint: CheckpointPlace;
  /** Why each run is a process whatever `--isolation` says; undefined: `--isolation` decides. */
  readonly asProcesses?: string;
  /** May states be explored in the place of executions, as no equivalence was asked for? */
  readonly changesOver?: boolean;
  /** The code of the program that is not seen; undefined: there is none, or it was not looked for yet. */
  readonly unseen?: UnseenCode;
  /** Libraries with unseen code that an earlier attempt at the check has loaded. */
  readonly loaded?: readonly Module[];
  /** The outcomes of all executions are wanted: what they consist of. */
  readonly outcomes?: WantedOutcomes;
  /** One execution of each outcome is wanted, too. */
  readonly savesOutcomes?: boolean;
  /** A safe schedule is wanted (safe-check.ts), and with `iterates` early ones, too. */
  readonly safe?: { readonly iterates: boolean };
  /** The file to go on with. */
  readonly resume?: string;
  /** The check to go on with, where no file has it. */
  readonly before?: CheckpointBody;
  /** The file that is run, where it is a copy for several machines (cluster/program-store.ts). */
  readonly file?: string;
  /** The working folder of the program; undefined: that of drista. */
  readonly cwd?: string;
  /** Other machines explore, too. */
  readonly cluster?: SharedCheckAddress;
}
