/**
 * Condition variables (POSIX.1-2017 pthread_cond_wait, _timedwait, _signal, _broadcast, _init, _destroy). A wait
 * consists of blocking, unlocking the mutex, being woken, and locking the mutex again. The first and the third are
 * operations on this object.
 *
 * A thread that is cancelled while it waits leaves, and must not take a signal with it: "shall not consume any
 * condition signal that may be directed concurrently at the condition variable if there are other threads blocked on
 * the condition variable" (pthread_cond_wait).
 */
import { Kind, leavesCancelled, type Label, type ThreadId, type Value } from '../program/label';
import {
  acting,
  adding,
  done,
  EINTR,
  ETIMEDOUT,
  made,
  misuse,
  waits,
  type ObjectKind,
  type OperationOutcome,
  type ObjectState,
} from './object';
import { mayBeCancelled, mayTimeOut, mayWakeSpuriously } from '../program/operand';

interface ConditionState {
  /** Threads that wait and were not woken, in order of number. */
  readonly waiting: readonly ThreadId[];
  /** The mutex that they wait with. */
  readonly mutex: Value;
  /** Threads that the operation which left this state woke. */
  readonly woken: readonly ThreadId[];
  readonly destroyed: boolean;
  /** The waiting threads that may be cancelled. */
  readonly cancellable: readonly ThreadId[];
  /** The cancellable threads that were woken. They may leave as cancelled later, after others have been woken. */
  readonly chosen: readonly Chosen[];
}

interface Chosen {
  readonly thread: ThreadId;
  /**
   * Threads that have been waiting since before the signal that woke it. If it is cancelled, one of them is woken in
   * its place.
   */
  readonly rivals: readonly ThreadId[];
}

const idle: ConditionState = { waiting: [], mutex: 0, woken: [], destroyed: false, cancellable: [], chosen: [] };

export const condition: ObjectKind = {
  noun: 'condition variable',
  initial: () => idle,
  outcomes(before: ObjectState, l: Label, t: ThreadId, ordered: boolean): readonly OperationOutcome[] {
    const known = before as ConditionState;
    const state = known.destroyed && ordered && !l.dead ? idle : known;
    // A woken thread reads an earlier state, since the thread that woke it may destroy the variable at once.
    if (state.destroyed && l.kind !== Kind.CondInit && l.kind !== Kind.CondWake)
      return misuse(`${verb(l)} a condition variable that was destroyed`);
    const { waiting } = state;
    switch (l.kind) {
      case Kind.CondInit:
        return waiting.length > 0
          ? misuse(`initialises a condition variable that ${acting(waiting, 'wait')} on`)
          : [done(made(known.destroyed), { ...idle, chosen: state.chosen })];
      case Kind.CondDestroy:
        return waiting.length > 0
          ? misuse(`destroys a condition variable that ${acting(waiting, 'wait')} on`)
          : [done(0, { ...idle, destroyed: true, chosen: state.chosen })];
      case Kind.CondBlock:
        if (waiting.length > 0 && state.mutex !== l.value)
          return misuse(`waits on a condition variable that ${acting(waiting, 'wait')} on with another mutex`);
        return [done(0, block(state, l, t))];
      case Kind.CondWake:
        return leavesCancelled(l) ? leave(known, t) : wake(known, l, t);
      case Kind.CondSignal:
        return waiting.length === 0 ? [done(0)] : waiting.map((u) => done(u + 1, signal(state, u, waiting)));
      case Kind.CondBroadcast:
        return [waiting.length === 0 ? done(0) : done(waiting.length, broadcast(state))];
      default:
        throw new Error(`not an operation on a condition variable: ${Kind[l.kind]}`);
    }
  },
  /**
   * A cancelled thread is replaced by one that has waited since before the signal. The results of the operations do not
   * show which threads have, so any waiter is possible.
   */
  otherResults(l: Label, states: readonly ObjectState[]): readonly Value[] {
    if (!leavesCancelled(l)) return [];
    return [0, ...new Set(states.flatMap((s) => (s as ConditionState).waiting.map((t) => t + 1)))];
  },
  settled(before: ObjectState): ObjectState {
    const state = before as ConditionState;
    return { ...state, woken: [], mutex: state.waiting.length > 0 ? state.mutex : idle.mutex };
  },
  awaited: () => 'a signal on a condition variable',
};

function block(state: ConditionState, l: Label, t: ThreadId): ConditionState {
  const cancellable = mayBeCancelled(l) ? adding(state.cancellable, t) : state.cancellable;
  const chosen = state.chosen.filter((s) => s.thread !== t);
  return { ...idle, waiting: adding(state.waiting, t), mutex: l.value, cancellable, chosen };
}

/** The state after these threads have stopped waiting; `woken` of them were woken. */
function without(state: ConditionState, gone: readonly ThreadId[], woken: readonly ThreadId[]): ConditionState {
  const left = (threads: readonly ThreadId[]): readonly ThreadId[] => threads.filter((t) => !gone.includes(t));
  return {
    ...state,
    woken,
    waiting: left(state.waiting),
    cancellable: left(state.cancellable),
    chosen: state.chosen.map(({ thread, rivals }) => ({ thread, rivals: left(rivals) })),
  };
}

/** The state after a signal for one of `among` has woken u. */
function signal(state: ConditionState, u: ThreadId, among: readonly ThreadId[]): ConditionState {
  const after = without(state, [u], [u]);
  return state.cancellable.includes(u)
    ? { ...after, chosen: [...after.chosen, { thread: u, rivals: among.filter((w) => w !== u) }] }
    : after;
}

function broadcast(state: ConditionState): ConditionState {
  const after = without(state, state.waiting, state.waiting);
  return {
    ...after,
    mutex: 0,
    chosen: [...after.chosen, ...state.cancellable.map((thread) => ({ thread, rivals: [] }))],
  };
}

/** Thread t is cancelled. The result is the number + 1 of the thread that is woken in its place; 0: none. */
function leave(state: ConditionState, t: ThreadId): readonly OperationOutcome[] {
  if (state.waiting.includes(t)) return [done(0, without(state, [t], []))];
  const mine = state.chosen.find((s) => s.thread === t);
  if (mine === undefined) return [done(0)]; // The memory belongs to another object by now.
  const rest: ConditionState = { ...state, woken: [], chosen: state.chosen.filter((s) => s !== mine) };
  return mine.rivals.length === 0 ? [done(0, rest)] : mine.rivals.map((u) => done(u + 1, signal(rest, u, mine.rivals)));
}

function wake(state: ConditionState, l: Label, t: ThreadId): readonly OperationOutcome[] {
  if (state.woken.includes(t)) return [done(0)];
  if (!state.waiting.includes(t)) return waits;
  const gone = without(state, [t], []);
  return [...(mayWakeSpuriously(l) ? [done(EINTR, gone)] : []), ...(mayTimeOut(l) ? [done(ETIMEDOUT, gone)] : [])];
}

function verb(l: Label): string {
  switch (l.kind) {
    case Kind.CondSignal:
      return 'signals';
    case Kind.CondBroadcast:
      return 'broadcasts on';
    case Kind.CondDestroy:
      return 'destroys';
    default:
      return 'waits on';
  }
}
