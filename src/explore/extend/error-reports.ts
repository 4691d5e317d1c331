/** Reports errors that were found on a graph to the session, each with the execution that shows it. */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model } from '../../model/model';
import { allocates, awaits, describeThread, type Label, type SiteId, type ThreadId } from '../../program/label';
import { busiestSite, loopText } from '../../program/loops';
import type { HistoryNode, Program } from '../../program/program';
import { describeFreed, describeRace, describeUninitialised, describeWaiting, siteText } from '../common/error-text';
import { scheduleOf } from '../common/schedule';
import { traceOf, type FoundKind } from '../common/verdict';
import type { Session } from '../session/session';
import { isHeld } from './held-waits';
import { MAX_ROUNDS } from './rounds';

/** A thread with an event, performed or pending, that takes part in an error. */
export interface Involved {
  readonly thread: ThreadId;
  readonly label: Label;
}

/** A thread that waits to perform an event after the history. */
interface Waiting extends Involved {
  readonly node: HistoryNode;
}

/** All methods may throw the session's Stop, which ends an exploration at its first error. */
export class ErrorReports {
  constructor(
    private readonly program: Program,
    private readonly model: Model,
    private readonly session: Session,
    /** Do errors of the graph count? */
    private readonly counts: (graph: ExecutionGraph) => boolean = () => true,
  ) {}

  /** Reports the error with the graph's execution. */
  error(graph: ExecutionGraph, kind: FoundKind, message: string, involved: readonly Involved[], loop?: number): void {
    if (!this.counts(graph)) return;
    this.session.error({
      kind,
      message,
      involved,
      trace: traceOf(graph.events),
      schedule: scheduleOf(this.model, graph),
      ...(loop === undefined ? {} : { loop }),
    });
  }

  /** Reports misuse. `message`: the error of thread t at the event. */
  misuse(graph: ExecutionGraph, t: ThreadId, l: Label, message: string): void {
    this.error(graph, 'misuse', `${describeThread(t)} ${message}`, [{ thread: t, label: l }]);
  }

  /**
   * A data race of two accesses (C11 5.1.2.4p25). Where one is an allocation, the other is to memory whose life need
   * not have begun (C11 6.2.4p2).
   */
  race(graph: ExecutionGraph, a: Involved, b: Involved): void {
    const [first, second] = [involvedIn(a), involvedIn(b)];
    const kind = allocates(a.label) || allocates(b.label) ? 'memory' : 'data-race';
    this.error(graph, kind, describeRace(first, second), [first, second]);
  }

  /** An access to memory that an earlier event has freed. */
  freed(graph: ExecutionGraph, free: GraphEvent, access: GraphEvent): void {
    const [first, second] = [involvedIn(free), involvedIn(access)];
    this.error(graph, 'memory', describeFreed(first, second), [first, second]);
  }

  /** An atomic read of memory that nothing has initialised; `source`: its allocation, or the initial write. */
  uninitialised(graph: ExecutionGraph, source: GraphEvent, read: GraphEvent): void {
    const second = involvedIn(read);
    const first = source.thread < 0 ? undefined : involvedIn(source);
    const involved = first === undefined ? [second] : [first, second];
    this.error(graph, 'uninitialised', describeUninitialised(first, second), involved);
  }

  /**
   * Reports that all threads wait for ever. That is an error, unless one of them could continue if its call might time
   * out once more: then it is a limit. `loop` lets the graph go round the loop once in which they wait, and returns
   * where it begins.
   */
  waitForEver(
    graph: ExecutionGraph,
    pending: readonly Waiting[],
    kind: 'livelock' | 'deadlock',
    loop: () => number | undefined = () => undefined,
  ): void {
    if (pending.some((p) => isHeld(p.node))) return this.session.heldForEver();
    const involved = pending.filter((p) => !awaits(p.label)).map(involvedIn);
    const message = involved.map(({ thread, label }) => describeWaiting(thread, label, kind === 'livelock')).join('; ');
    this.error(graph, kind, message, involved, loop());
  }

  /** Reports that this thread may wait for ever in the loop; `how`: what others do. */
  starves(
    graph: ExecutionGraph,
    [waiting]: readonly (Involved & { readonly node: HistoryNode | null })[],
    how: string,
    loop: () => number | undefined,
  ): void {
    if (waiting.node !== null && isHeld(waiting.node)) return this.session.heldForEver();
    const message = `${describeWaiting(waiting.thread, waiting.label)} ${how}`;
    this.error(graph, 'starvation', message, [involvedIn(waiting)], loop());
  }

  /**
   * Reports that the execution has exceeded the maximal number of events: a limit. Returns false, as the execution ends
   * there.
   */
  tooLong(graph: ExecutionGraph): false {
    const found = busiestSite(graph.events.map(({ thread, label }) => ({ thread, site: label.site })));
    const loop = found === undefined ? '' : `: ${loopText(found, this.place(found.site))}`;
    return this.session.tooLong(
      `an execution had more than ${this.session.maxSteps} events${loop}; a larger --max-steps allows more`,
    );
  }

  /** Reports a limit: the thread goes round a loop for ever, and no more rounds of it are explored (rounds.ts). */
  goesRoundForEver({ thread, label }: Involved): void {
    this.session.tooLong(
      `${describeThread(thread)} goes round the loop at ${this.place(label.site)} for ever: executions have ` +
        `${MAX_ROUNDS} rounds of it`,
    );
  }

  /** The placeholder of the call site in messages. */
  place(site: SiteId): string {
    return siteText(this.program, site);
  }
}

function involvedIn({ thread, label }: Involved): Involved {
  return { thread, label };
}
