/**
 * A state in which no pending event can be performed: does it stay so for ever? That is a deadlock or a livelock;
 * otherwise the executions of the state belong to other branches.
 */
import type { ExecutionGraph } from '../../graph/graph';
import { objectOf } from '../../object';
import type { Done, ObjectState } from '../../object/object';
import { Cancel, Kind, looksForCancel, type LocationId, type ThreadId } from '../../program/label';
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
   * True when every thread waits for good: at a lock or join that nothing will serve, or in a loop that, seeing the
   * last values of all locations that it reads (as every store becomes visible in finite time, C11 5.1.2.4p28 and
   * 7.17.3p16), goes round again.
   */
  forEver(): boolean {
    let ends: LastValues[] = [new Map()];
    for (const p of this.pending) {
      // It would have been cancelled: that execution belongs to another branch, in which it looks later.
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
   * Can the thread go on with the iteration again and again, as the objects are now? Not where it holds a lock that the
   * loop gives back: then others may get it; the search comes to where it stands before the iteration as well.
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

/** Does the thread wait where it may be cancelled, found before that it was not, and now it is? */
export function isCancelled(graph: ExecutionGraph, { node }: Pending): boolean {
  const looked = node.parent?.pending;
  if (
    !looked ||
    cancellationPoint(looked) !== Cancel.Wait ||
    !looksForCancel(looked) ||
    node.value !== 0 ||
    node.segment.length > 0
  )
    return false;
  return graph.location(looked.loc).writes.some((w) => w.thread >= 0);
}

/** The threads that called exit, and so end the others. Not those that wait in a handler of their own. */
export function threadsThatEnded(graph: ExecutionGraph, pending: readonly Pending[]): Set<ThreadId> {
  const ended = graph.events.filter((e) => e.label.kind === Kind.Exit).map((e) => e.thread);
  return new Set(ended.filter((t) => !pending.some((p) => p.thread === t)));
}
