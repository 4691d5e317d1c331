/** Counts complete executions, each once, as far as the equivalence distinguishes executions. */
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import type { Equivalence } from '../equivalence/equivalence';
import type { SpinIterations } from '../prune/spin-iterations';
import type { Completion } from '../session/completion';
import { noteLockedAtEnd } from '../session/locked-at-end';
import type { Session } from '../session/session';

export class CompleteExecutions {
  /** `exits`: the threads that call exit in some execution. */
  constructor(
    private readonly model: Model,
    private readonly equivalence: Equivalence,
    private readonly session: Session,
    private readonly loops: SpinIterations,
    private readonly completion: Completion,
    private readonly exits: { readonly size: number },
  ) {}

  /**
   * Counts the complete graph, unless it is counted already. Returns whether the same execution would be recognised
   * another time. Throws Stop where a limit ends the exploration.
   */
  add(graph: ExecutionGraph): boolean {
    const { session, equivalence } = this;
    // The same without these iterations is another execution.
    if (!this.loops.walks && this.loops.hasRemovable(graph)) {
      session.counts.deadEnds++;
      return false;
    }
    const alone = session.workers === undefined;
    const execution = alone ? equivalence.identityOf(graph) : undefined;
    if (execution !== undefined && session.wasCounted(execution)) {
      session.repeated++;
      return true;
    }
    session.mayComplete(execution);
    const n = equivalence.weightOf(this.model, graph);
    if (this.exits.size > 1) this.completion.compareExits(graph);
    noteLockedAtEnd(graph, session);
    this.completion.complete(() => graph, graph.threads.length, n, alone ? undefined : equivalence.hashOf(graph));
    return execution !== undefined;
  }
}
