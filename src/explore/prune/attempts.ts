/**
 * Failed attempts (docs/explanation/failed-attempts.md) in the search: which are left out.
 */
import type { Durable } from '../../base/durable';
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { isReadLike, Kind, type Label, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode, Program } from '../../program/program';
import type { Refinement } from '../equivalence/refinement';
import type { Pending } from '../extend/extender';
import { failedAttemptEndingAt, type FailedAttempt } from '../histories/failed-attempts';
import type { FutureWrites } from '../histories/future-writes';

/** Learns the node after the pending event of `first`, where that returns the value in the place of what it did. */
export type Learn = (first: HistoryNode, value: Value) => void;

/** What is known of attempts besides the trees, as data. */
export interface AttemptsData {
  readonly threads: readonly ThreadId[];
  readonly racing: readonly ThreadId[];
}

export class Attempts implements Durable<AttemptsData> {
  /** Threads of which failed attempts are known. */
  threads = new Set<ThreadId>();
  /** Those of which some may race. */
  private racing = new Set<ThreadId>();

  constructor(
    private readonly program: Program,
    private readonly refinement: Refinement,
    private readonly future: FutureWrites,
    private readonly learn: Learn,
  ) {}

  get durable(): AttemptsData {
    return { threads: [...this.threads], racing: [...this.racing] };
  }

  set durable({ threads, racing }: AttemptsData) {
    this.threads = new Set(threads);
    this.racing = new Set(racing);
  }

  /**
   * Has the last event of the thread, which leads to the node, ended a failed attempt that can be left out? May run the
   * program. Throws ExplorationRestart where stores are left out for the first time.
   */
  endingAt(node: HistoryNode): FailedAttempt | undefined {
    const found = failedAttemptEndingAt(node);
    if (found === undefined || found.writes.some((l) => this.refinement.isSeen(l))) return undefined;
    if (!found.isKnown) this.learn(found.first, node.value);
    const attempt = found.isKnown ? found : failedAttemptEndingAt(node);
    if (attempt?.isKnown !== true) return undefined;
    for (const l of attempt.writes) this.refinement.leaveOut(l);
    this.threads.add(node.thread);
    if (this.mayRace(attempt)) this.racing.add(node.thread);
    return attempt;
  }

  /** Notices attempts in the graph that are kept. */
  notice(graph: ExecutionGraph): void {
    for (const e of graph.events) {
      if (!this.isKept(e)) continue;
      this.threads.add(e.thread);
      this.racing.add(e.thread);
    }
  }

  /** Does the thread of the pending event end a failed attempt at its child that is left out, as far as is known? */
  isKnown(child: HistoryNode, pending: () => readonly Pending[]): boolean {
    const attempt = failedAttemptEndingAt(child);
    return (
      attempt?.isKnown === true &&
      attempt.writes.every((l) => this.refinement.isLeftOut(l)) &&
      !this.mayRaceWith(pending(), child.thread, attempt.reads)
    );
  }

  /** The number of attempts in the graph that are kept only because they may race. */
  kept(graph: ExecutionGraph): number {
    let count = 0;
    for (const thread of this.racing) for (const e of graph.threads[thread] ?? []) if (this.isKept(e)) count++;
    return count;
  }

  /** May another thread still write what one of the events reads, without order? */
  mayRaceWith(others: readonly Pending[], thread: ThreadId, reads: readonly Label[]): boolean {
    return reads.some(
      (l) => this.isData(l) && others.some((q) => q.thread !== thread && this.future.mayWrite(q.node, l.loc)),
    );
  }

  private isKept({ label, node }: GraphEvent): boolean {
    const attempt = node === null || !isReadLike(label) ? undefined : failedAttemptEndingAt(node);
    return attempt?.isKnown === true && this.mayRace(attempt) && !attempt.writes.some((l) => this.refinement.isSeen(l));
  }

  private mayRace({ reads }: FailedAttempt): boolean {
    return reads.some((l) => this.isData(l));
  }

  private isData({ kind, loc }: Label): boolean {
    return kind === Kind.PlainRead || this.program.isMixed?.(loc) === true;
  }
}
