/** What an event that is performed may be wrong with: errors, limits and notes that it shows. */
import { freedBefore, raceOf, readsUndefined, synchronises } from '../../graph/conflict';
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { Bound, describeThread, Kind, type Label, type ThreadId } from '../../program/label';
import { errorKind, followsExit } from '../../program/operand';
import type { HistoryNode, Program } from '../../program/program';
import { heldBack, MAX_IN_A_ROW } from '../histories/spurious-failures';
import { foundKind } from '../common/error-text';
import type { Refinement } from '../equivalence/refinement';
import type { Session } from '../session/session';
import type { ErrorReports } from './error-reports';
import { checkAttemptStores } from './attempt-stores';
import { lateCancel, takenBefore } from './thread-lifetime';

/**
 * Reports errors to the session. All methods may throw what the session throws to end an exploration at its first
 * error.
 */
export class EventChecks {
  /** Threads that call exit in some execution. */
  readonly exits = new Set<ThreadId>();

  constructor(
    private readonly session: Session,
    private readonly refinement: Refinement,
    private readonly errors: ErrorReports,
    private readonly program: Pick<Program, 'rivals' | 'mixSizes'> = {},
  ) {}

  /** The thread's pending event has written: would it have failed spuriously but for a limit? */
  exchanged(before: HistoryNode, t: ThreadId, l: Label): void {
    const why = heldBack(before, l);
    if (why === undefined) return;
    this.session.weakHeld(
      why === 'by option'
        ? undefined
        : `a weak compare-exchange of ${describeThread(t)}, ${this.errors.place(l.site)}, had failed spuriously ` +
            `${MAX_IN_A_ROW} times in a row, and did not fail so again`,
    );
  }

  /** The thread stops for good, since it may not go round a loop once more, or create one thread more. */
  loopBound(t: ThreadId, l: Label): void {
    if (l.op === (Bound.Threads as number)) {
      const where = this.errors.place(l.site);
      return this.session.tooManyThreads(
        `${describeThread(t)} creates a thread at ${where} though there are ${l.value}: a run may have no more`,
      );
    }
    this.session.unrolled(
      `${describeThread(t)} went round the loop at ${this.errors.place(l.site)} ${l.value} times, and not once more`,
    );
  }

  /**
   * Reports an error that the program itself reports by its last event. False when the execution ends with it.
   */
  passes(graph: ExecutionGraph, t: ThreadId, l: Label): boolean {
    if (l.kind === Kind.Exit) this.exits.add(t);
    if (l.kind === Kind.Exit && l.value !== 0 && !followsExit(l)) {
      const what = `${describeThread(t)} ended the program with exit code ${l.value}`;
      if (this.session.options.checkExitCode === true) {
        this.errors.error(graph, 'exit-code', what, [{ thread: t, label: l }]);
        return false;
      }
      this.session.note(`${what} (an error only with --check exit-code; arguments for the program go after --)`);
    }
    if (l.kind === Kind.Error) {
      this.errors.error(graph, foundKind(errorKind(l)), l.text, [{ thread: t, label: l }]);
      return false;
    }
    return true;
  }

  /**
   * False when the event races, touches memory that was freed, reads what nothing has initialised, detaches a thread
   * that was joined or detached, or cancels one after its lifetime. Plain data that is synchronised is reported to the
   * refinement, which may throw ExplorationRestart.
   */
  conflictFree(graph: ExecutionGraph, e: GraphEvent): boolean {
    const taken = e.label.kind === Kind.Detach ? takenBefore(graph, e.label, e) : undefined;
    if (taken !== undefined) {
      this.errors.misuse(graph, e.thread, e.label, taken);
      return false;
    }
    const late = lateCancel(graph, e);
    if (late !== undefined) {
      this.errors.misuse(graph, late.by.thread, late.by.label, late.message);
      return false;
    }
    if (e.loc >= 0) this.checkSizes(graph, e.label);
    checkAttemptStores(graph, e, this.refinement);
    const isUndefined = readsUndefined(e);
    if (e.loc < 0 || (graph.location(e.loc).plain === 0 && !isUndefined)) return true;
    const other = raceOf(graph, e);
    if (other !== undefined) {
      this.errors.race(graph, other, e);
      return false;
    }
    const freed = freedBefore(graph, e);
    if (freed !== undefined) {
      this.errors.freed(graph, freed, e);
      return false;
    }
    if (isUndefined) {
      this.errors.uninitialised(graph, e.source!, e);
      return false;
    }
    if (synchronises(graph, e)) this.refinement.refine();
    return true;
  }

  /** Throws Restart where the event accesses a part of what others have accessed, which no run has shown together. */
  private checkSizes(graph: ExecutionGraph, l: Label): void {
    for (const rival of this.program.rivals?.(l) ?? []) if (graph.isAccessed(rival)) this.program.mixSizes?.(l, rival);
  }
}
