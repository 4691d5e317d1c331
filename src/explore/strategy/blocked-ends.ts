/** States in which no pending event can be performed: which of them are ends of executions, and which are errors. */
import type { ExecutionGraph } from '../../graph/graph';
import type { Program } from '../../program/program';
import { isAtLoopBound } from '../extend/loop-bound';
import { isHeld } from '../extend/held-waits';
import type { ErrorReports } from '../extend/error-reports';
import type { Pending } from '../extend/extender';
import { relying, type Speculations } from '../histories/speculations';
import { anotherClient, awaitsClient } from '../prune/awaits-client';
import { BlockedState, threadsThatEnded } from '../prune/blocked';
import type { Realiser } from '../realise/realiser';
import type { KeepsSource } from '../realise/target';
import { BlockedAtExit } from '../session/blocked-at-exit';
import type { Session } from '../session/session';

export class BlockedEnds {
  private readonly blockedAtExit: BlockedAtExit;

  constructor(
    private readonly program: Program,
    private readonly session: Session,
    private readonly realiser: Realiser,
    private readonly errors: ErrorReports,
  ) {
    this.blockedAtExit = new BlockedAtExit(program, session);
  }

  /**
   * A deadlock, a livelock, the end of a program that called exit or of a server without further clients, or nothing
   * (false): then its executions belong to other branches. Where a thread has stopped because of unroll, it is none of
   * these, but the end of the branch. `bySource`: does the read count by the write that it reads from? `relied`:
   * records what the answer relies on. `complete`: counts the execution.
   */
  end(
    graph: ExecutionGraph,
    pending: readonly Pending[],
    bySource: KeepsSource,
    relied: Speculations | undefined,
    complete: () => void,
  ): boolean {
    if (isAtLoopBound(graph)) return true;
    const waiting = new BlockedState(this.realiser, graph, pending, bySource, this.program, relied);
    if (!relying(relied, () => waiting.forEver(), false)) return false;
    const exited = threadsThatEnded(graph, pending);
    if (exited.size > 0) {
      this.blockedAtExit.note(
        pending.filter((p) => !isHeld(p.node)),
        (t) => exited.has(t),
      );
      complete();
      return true;
    }
    if (awaitsClient(pending)) {
      this.session.note(anotherClient);
      complete();
      return true;
    }
    this.errors.waitForEver(graph, pending, waiting.spins && !waiting.locked ? 'livelock' : 'deadlock');
    return true;
  }
}
