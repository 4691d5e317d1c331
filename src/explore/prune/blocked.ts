/**
 * A state in which no pending event can be performed: does it stay so for ever? That is a deadlock or a livelock;
 * otherwise the executions of the state belong to other branches.
 */
import type { ExecutionGraph } from '../../graph/graph';
import { objectOf } from '../../object';
import type { Done, ObjectState } from '../../object/object';
import { Cancel, Kind, checksCancellation, type LocationId, type ThreadId } from '../../program/label';
import type { Program } from '../../program/program';
import { iterationsFrom, type Speculations } from '../histories/speculations';
import { candidates, stateAfter } from '../extend/candidates';
import type { Pending } from '../extend/extender';
import type { Realiser } from '../realise/realiser';
import { both, placeIn, iterationsThrough, type LastValues, type Iteration } from '../histories/spin-loops';
import { targetOfAll, type KeepsSource } from '../realise/target';
import { cancellationPoint } from '../../program/operand';

export class BlockedState {
  /** Does some thread wait by spinning? */
  spins = false;
  /** Does some thread wait for an object? */
  locked = false;

  constructor(
    private readonly realiser: Realiser,
    private readonly graph: ExecutionGraph,
    private readonly pending: readonly Pending[],
    /**
     * Does the read count by the write that it reads from? Then the executions in which it reads from another one are
     * other states.
     */
    private readonly bySource: KeepsSource,
    private readonly program: Program,
    private readonly speculations: Speculations | undefined,
  ) {}

  /**
   * Does every thread wait for ever: at a lock or join that no event will serve, or in a loop that repeats its
   * iteration when it reads the last values of all its locations (every store becomes visible in finite time, C11
   * 5.1.2.4p28 and 7.17.3p16)?
   */
  forEver(): boolean {
    let ends: LastValues[] = [new Map()];
    for (const p of this.pending) {
      // It would have been cancelled: that execution belongs to another branch, in which it reads the flag later.
      if (isCancelled(this.graph, p)) return false;
      if (p.label.kind === Kind.Join) continue;
      const offered = candidates(this.graph, p.thread, p.label);
      if (offered.length === 0) {
        this.locked = true;
        continue;
      }
      const iterations = [...new Set(offered.map((c) => c.read))]
        .flatMap((value) => iterationsThrough(p.node, value, this.program.nodes))
        .filter((iteration) => this.goesRound(p, iteration));
      this.speculations?.add('iterations', p.node, iterationsFrom(p.node, this.program));
      if (iterations.length === 0) return false;
      this.spins = true;
      ends = ends.flatMap((end) =>
        iterations.map((iteration) => both(end, iteration.values)).filter((t) => t !== undefined),
      );
    }
    return !this.spins || ends.some((end) => this.possible(end));
  }

  /**
   * Can the thread repeat the iteration for ever, in the present states of the objects? Not if it holds a lock that the
   * loop releases, which other threads may then take. The search also reaches the state in which the thread is before
   * the iteration.
   */
  private goesRound(p: Pending, iteration: Iteration): boolean {
    const { step, holds } = placeIn(iteration, p.node);
    if (holds) return false;
    const states = new Map<LocationId, ObjectState>();
    const inOrder = [
      ...iteration.operations.filter((o) => o.step >= step),
      ...iteration.operations.filter((o) => o.step < step),
    ];
    return inOrder.every(({ label: l, value }) => {
      const state = states.get(l.loc) ?? stateAfter(this.graph.location(l.loc).writes.at(-1)!, l);
      const outcome = objectOf(l.kind)
        .outcomes(state, l, p.thread, true)
        .find((o): o is Done => o.kind === 'done' && o.value === value);
      if (outcome !== undefined) states.set(l.loc, outcome.next ?? state);
      return outcome !== undefined;
    });
  }

  /** Is there an execution with these histories after which memory holds the values? */
  private possible(end: LastValues): boolean {
    return this.realiser.mayEndWith(this.graph, () => targetOfAll(this.graph, this.bySource), end);
  }
}

/** Does the thread wait at a cancellation point where it found that it was not cancelled, and is it cancelled now? */
export function isCancelled(graph: ExecutionGraph, { node }: Pending): boolean {
  const looked = node.parent?.pending;
  if (
    !looked ||
    cancellationPoint(looked) !== Cancel.Wait ||
    !checksCancellation(looked) ||
    node.value !== 0 ||
    node.segment.length > 0
  )
    return false;
  return graph.location(looked.loc).writes.some((w) => w.thread >= 0);
}

/** The threads that called exit and so end the others, without threads that wait in a handler of their own. */
export function threadsThatEnded(graph: ExecutionGraph, pending: readonly Pending[]): Set<ThreadId> {
  const ended = graph.events.filter((e) => e.label.kind === Kind.Exit).map((e) => e.thread);
  return new Set(ended.filter((t) => !pending.some((p) => p.thread === t)));
}
