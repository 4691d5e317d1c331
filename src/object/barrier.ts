/**
 * Barriers (POSIX.1-2017 pthread_barrier_wait, _init, _destroy). A wait consists of arriving and, except for the last
 * thread, leaving. A round orders its own threads (4.12, memory synchronisation), not those of earlier rounds.
 *
 * Where the program does not use the result, nothing says who was last: all arrive alike, and all leave.
 */
import { Kind, type Label, type ThreadId } from '../program/label';
import { tellsNobody } from '../program/operand';
import {
  acquiring,
  acting,
  adding,
  done,
  made,
  misuse,
  waits,
  type ObjectKind,
  type OperationOutcome,
  type ObjectState,
  type Sync,
} from './object';

interface BarrierState {
  /** Threads of the running round, in order of number. */
  readonly arrived: readonly ThreadId[];
  /** Threads that the operation which left this state released, as the last of their round. */
  readonly left: readonly ThreadId[];
  readonly destroyed: boolean;
}

const empty: BarrierState = { arrived: [], left: [], destroyed: false };

export const barrier: ObjectKind = {
  noun: 'barrier',
  initial: () => empty,
  /** There is no static initialiser: a destroyed barrier stays destroyed until pthread_barrier_init. */
  outcomes(before: ObjectState, l: Label, t: ThreadId): readonly OperationOutcome[] {
    const { arrived, left, destroyed } = before as BarrierState;
    switch (l.kind) {
      case Kind.BarrierInit:
        if (arrived.length > 0) return misuse(`initialises a barrier at which ${acting(arrived, 'wait')}`);
        return l.value === 0 ? misuse('initialises a barrier for no threads') : [done(made(destroyed), empty)];
      case Kind.BarrierDestroy:
        if (destroyed) return misuse('destroys a barrier that was destroyed');
        return arrived.length > 0
          ? misuse(`destroys a barrier at which ${acting(arrived, 'wait')}`)
          : [done(0, { ...empty, destroyed: true })];
      case Kind.BarrierArrive:
        if (destroyed) return misuse('waits at a barrier that was destroyed');
        return l.value === 0 ? misuse('waits at a barrier that was never initialised') : [arrive(arrived, l, t)];
      case Kind.BarrierLeave:
        // The state after the last arrival shows which threads may leave, also if the barrier is destroyed by now.
        return left.includes(t) ? [done(0, undefined, acquiring)] : waits;
      default:
        throw new Error(`not an operation on a barrier: ${Kind[l.kind]}`);
    }
  },
  settled: (before: ObjectState): ObjectState => ({ ...(before as BarrierState), left: [] }),
  awaited: () => 'the others at a barrier',
};

function arrive(arrived: readonly ThreadId[], l: Label, t: ThreadId): OperationOutcome {
  const last = arrived.length + 1 >= l.value;
  const untold = tellsNobody(l);
  const here = adding(arrived, t);
  return done(
    last && !untold ? 1 : 0,
    last ? { ...empty, left: untold ? here : arrived } : { ...empty, arrived: here },
    arriving(arrived.length === 0, last && !untold),
  );
}

/**
 * The first thread of a round discards earlier releases. A thread that is first and last acquires nothing, since only
 * earlier rounds precede it.
 */
function arriving(first: boolean, last: boolean): Sync {
  return { acquires: last && !first ? 'all' : 'nothing', releases: first ? 'anew' : 'shared' };
}
