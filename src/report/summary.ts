/** The result of a check as plain data. */
import type { ReportError } from './report';

export type VerdictName = 'verified' | 'error' | 'inconclusive';

/** What --faults asked for, and how much of that there was. */
export interface SummarisedFaults {
  readonly kinds: readonly string[];
  /** The most faults of an execution. */
  readonly max: number;
  /** How many calls, by their places in the code, had a fault; left out if not known. */
  readonly calls?: number;
}

export interface Summary {
  readonly program: string;
  readonly model: string;
  readonly equivalence: string;
  readonly strategy: string;
  readonly verdict: VerdictName;
  readonly executions: number;
  /**
   * The number of distinct states, if states were explored; `executions` are then those in which executions end or stay
   * for ever.
   */
  readonly states?: number;
  readonly blocked: number;
  readonly deadEnds: number;
  readonly runs: number;
  readonly events: number;
  readonly seconds: number;
  /**
   * Nodes of the history trees, and the peak of drista's own memory in bytes; left out if not known.
   */
  readonly nodes?: number;
  readonly peakMemory?: number;
  readonly limitsHit: readonly string[];
  readonly errors: readonly ReportError[];
  readonly notes: readonly string[];
  /**
   * Set if not all of the program's code was seen: only its pthread calls were, or only those of some of its code
   * (`unseen`).
   */
  readonly level?: 'pthread-calls' | 'partly-instrumented';
  /** Names of the libraries and functions that were seen only at their pthread calls; left out if there are none. */
  readonly unseen?: readonly string[];
  /** If a limit ended the check: an estimate of the explored fraction, from 0 to 1. */
  readonly explored?: number;
  /** Executions sampled at random, which the other counts do not include; left out if there are none. */
  readonly sampled?: { readonly executions: number; readonly runs: number };
  /** The isolation of runs at the end, as in `--tune isolation`; left out if not known. */
  readonly isolation?: 'process' | 'rollback';
  /** Why runs were processes where rolling them back was allowed ("it ..."). */
  readonly isolationReason?: string;
  /** The value of --bound. */
  readonly bound?: string;
  /** Which calls of the program could fail, and how many of them in one execution (--faults). */
  readonly faults?: SummarisedFaults;
  /** How many executions end with a loss of power after which nothing is wrong, where there are any (--crash). */
  readonly crashes?: number;
  /** The checkpoint to resume from. */
  readonly checkpoint?: string;
}
