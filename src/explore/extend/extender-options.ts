/** What the users of an extender may ask of it. */
import type { ExecutionGraph } from '../../graph/graph';
import type { Label, ThreadId } from '../../program/label';
import type { EqualThreads } from '../symmetry/equal-threads';

/** What an extender does otherwise than the partition needs it. */
export interface ExtenderOptions {
  /**
   * Does a thread stop before each event that others may see, such as an atomic store or an unlock? Otherwise it goes
   * on until it needs a value. For searches that keep one interleaving.
   */
  readonly steps?: boolean;
  /**
   * Are arrivals at barriers, and updates whose result nobody uses, performed as soon as their thread reaches them,
   * where their order shows nowhere?
   */
  readonly meets?: boolean;
  /** Learns what threads do that seem equal. */
  readonly equal?: EqualThreads | undefined;
  /** Does a thread go round a loop for ever as often as it comes to that (rounds.ts)? For searches that keep states. */
  readonly endless?: boolean;
  /** How many events an execution may have. Default: that of the session. */
  readonly maxSteps?: number;
  /** Must the thread wait before its next event, because of open reads (open-reads.ts)? Default: no. */
  readonly holdsBack?: (graph: ExecutionGraph, thread: ThreadId, l: Label) => boolean;
  /** Do errors of the graph count? Default: yes. */
  readonly counts?: (graph: ExecutionGraph) => boolean;
}
