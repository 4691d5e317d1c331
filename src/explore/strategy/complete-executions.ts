/** Counts complete executions, each once, as far as the equivalence distinguishes executions. */
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import type { Equivalence } from '../equivalence/equivalence';
import type { SpinIterations } from '../prune/spin-iterations';
import type { Completion } from '../session/completion';
import { noteLockedAtEnd } from '../session/locked-at-end';
import type { Session } from '../session/session';
import { VarintWriter } from '../store/varint';
import type { EqualThreads } from '../symmetry/equal-threads';
import { orbitOf } from '../symmetry/orbit';

export class CompleteExecutions {
  private readonly packed = new VarintWriter();

  /**
   * `exits`: the threads that call exit in some execution. `equal`: threads that do the same, where executions count
   * once in which these are exchanged.
   */
  constructor(
    private readonly model: Model,
    private readonly equivalence: Equivalence,
    private readonly session: Session,
    private readonly loops: SpinIterations,
    private readonly completion: Completion,
    private readonly exits: { readonly size: number },
    private readonly equal: EqualThreads | undefined,
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
    const orbit = this.orbitOf(graph);
    const execution = !alone ? undefined : orbit === undefined ? equivalence.identityOf(graph) : this.pack(orbit);
    if (execution !== undefined && session.wasCounted(execution)) {
      session.repeated++;
      return true;
    }
    session.mayComplete(execution);
    const n = equivalence.weightOf(this.model, graph, this.session.within);
    if (this.exits.size > 1) this.completion.compareExits(graph);
    noteLockedAtEnd(graph, session);
    const name = alone ? undefined : (orbit ?? equivalence.hashOf(graph));
    this.completion.complete(() => graph, n, name);
    return execution !== undefined;
  }

  /** What the executions have in common in which threads that do the same are exchanged; undefined: there are none. */
  private orbitOf(graph: ExecutionGraph): string | undefined {
    const groups = this.equal?.groups(graph);
    return groups && orbitOf(graph, groups, this.equivalence.histories.bySource);
  }

  /** The hexadecimal digits as numbers. */
  private pack(name: string): VarintWriter {
    const packed = this.packed.begin();
    for (let at = 0; at < name.length; at += 4) packed.add(Number.parseInt(name.slice(at, at + 4), 16));
    return packed;
  }
}
