/** The form of a saved execution's file. */
import type { CrashSettings, FaultSettings } from '../channel/environment';
import type { ThreadName } from '../channel/protocol';
import type { ThreadId } from '../program/label';
import type { Expected } from './expected';
import type { AtomicAs, OutcomeEvents } from '../program/runner';
import type { ShownExecution } from './report';

export const FORMAT = 2;

/**
 * One decision: the thread's pending event, of this kind on this object, returns the value. Numbers are hexadecimal.
 */
export interface SavedStep {
  readonly thread: ThreadId;
  readonly kind: string;
  readonly object: string;
  readonly size: number;
  readonly value: string;
  /** A weak compare-exchange: it fails although it reads the value that it expects. */
  readonly fails?: true;
}

export interface SavedExecution {
  readonly format: typeof FORMAT;
  readonly name: string;
  readonly program: string;
  readonly arguments: readonly string[];
  /** The program's environment: NAME=VALUE. */
  readonly environment: readonly string[];
  readonly buildId: string;
  readonly model: string;
  readonly equivalence: string;
  /** Waits may end without a signal. */
  readonly spurious?: boolean;
  /** How often a call could time out at one place of a thread. */
  readonly timeouts?: number;
  /** How often a thread could go back to the head of a loop, if --tune unroll was given. */
  readonly unroll?: number;
  /** Threads may go round a loop for ever (goesRound), so runs compute the states of threads. */
  readonly rounds?: boolean;
  /** The order that plain accesses had with --races ignore. */
  readonly races?: AtomicAs;
  /** The order that volatile accesses had with --volatile. */
  readonly volatile?: AtomicAs;
  /** How many values __VERIFIER_nondet_int has, if --nondet was given. */
  readonly nondet?: number;
  /** Which calls of the program may fail, if --faults was given. */
  readonly faults?: FaultSettings;
  /** How the power was lost, if --crash was given. */
  readonly crash?: CrashSettings;
  /** The symbolic input, as in PREPARE (runtime/core/protocol.h), in hexadecimal digits. */
  readonly input?: string;
  /** What is an event besides, of an outcome. */
  readonly events?: OutcomeEvents;
  /** The report of the error, or of the outcome. */
  readonly report: ShownExecution;
  /** The events that each thread must perform again. */
  readonly expected: Expected;
  /** The threads, from number 1: who created them, and as which child. */
  readonly threads: readonly ThreadName[];
  readonly atoms: readonly { readonly address: string; readonly size: number; readonly mixed: boolean }[];
  readonly steps: readonly SavedStep[];
  readonly memory: readonly { readonly object: string; readonly size: number; readonly value: string }[];
}
