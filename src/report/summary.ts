/** The result of a check as plain data. */
import type { ReportError } from './report';

export type VerdictName = 'verified' | 'error' | 'inconclusive';

export interface Summary {
  readonly program: string;
  readonly model: string;
  readonly equivalence: string;
  readonly strategy: string;
  readonly verdict: VerdictName;
  readonly executions: number;
  /**
   * Distinct states, where these were explored; `executions` are then those in which executions end or stay for ever.
   */
  readonly states?: number;
  readonly blocked: number;
  readonly deadEnds: number;
  readonly runs: number;
  readonly events: number;
  readonly seconds: number;
  /**
   * Nodes of the history trees, and the bytes that drista itself has had in memory at most; left out where they are not
   * known.
   */
  readonly nodes?: number;
  readonly peakMemory?: number;
  readonly limitsHit: readonly string[];
  readonly errors: readonly ReportError[];
  readonly notes: readonly string[];
  /** Only the program's pthread calls were seen; left out where its memory accesses were, too. */
  readonly level?: 'pthread-calls';
  /** Where a limit ended the check: how much was explored, from 0 to 1, an estimate. */
  readonly explored?: number;
  /** Executions sampled at random, which the other counts do not include; left out if there are none. */
  readonly sampled?: { readonly executions: number; readonly runs: number };
  /** How runs were kept apart in the end, as `--isolation` has it; left out where that is not known. */
  readonly isolation?: 'process' | 'rollback';
  /** Why runs were processes where rolling them back was allowed ("it ..."). */
  readonly isolationReason?: string;
  /** As --bound gave it. */
  readonly bound?: string;
  /** The file to go on with. */
  readonly checkpoint?: string;
}
