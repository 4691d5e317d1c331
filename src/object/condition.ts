/**
 * Condition variables (POSIX.1-2017 pthread_cond_wait, _timedwait, _signal, _broadcast, _init, _destroy). A wait is to block, to unlock the
 * mutex, to be woken, and to lock the mutex again; here is the first and the third of these.
 */
import { Kind, WaitFlag, type Label, type ThreadId, type Value } from '../program/label';
import { acting, adding, done, EINTR, ETIMEDOUT, misuse, waits, type ObjectKind, type Outcome, type State } from './object';

interface ConditionState {
  /** Threads that wait and were not woken, in order of number. */
  readonly waiting: readonly ThreadId[];
  /** The mutex that they wait with. */
  readonly mutex: Value;
  /** Threads that the operation which left this state woke. */
  readonly woken: readonly ThreadId[];
  readonly destroyed: boolean;
}

const idle: ConditionState = { waiting: [], mutex: 0, woken: [], destroyed: false };

export const condition: ObjectKind = {
  noun: 'condition variable',
  initial: () => idle,
  outcomes(before: State, l: Label, t: ThreadId, ordered: boolean): readonly Outcome[] {
    const known = before as ConditionState;
    const state = known.destroyed && ordered && !l.dead ? idle : known;
    // Who was woken finds that in an earlier state: whoever woke it may destroy the condition variable at once.
    if (state.destroyed && l.kind !== Kind.CondInit && l.kind !== Kind.CondWake) return misuse(`${verb(l)} a condition variable that was destroyed`);
    const { waiting } = state;
    switch (l.kind) {
      case Kind.CondInit:
        return waiting.length > 0 ? misuse(`initialises a condition variable that ${acting(waiting, 'wait')} on`) : [done(0, idle)];
      case Kind.CondDestroy:
        return waiting.length > 0 ? misuse(`destroys a condition variable that ${acting(waiting, 'wait')} on`) : [done(0, { ...idle, destroyed: true })];
      case Kind.CondBlock:
        if (waiting.length > 0 && state.mutex !== l.value) return misuse(`waits on a condition variable that ${acting(waiting, 'wait')} on with another mutex`);
        return [done(0, { ...idle, waiting: adding(waiting, t), mutex: l.value })];
      case Kind.CondWake:
        return wake(state, l, t);
      case Kind.CondSignal:
        return waiting.length === 0 ? [done(0)] : waiting.map((u) => done(u + 1, { ...state, waiting: waiting.filter((w) => w !== u), woken: [u] }));
      case Kind.CondBroadcast:
        return [waiting.length === 0 ? done(0) : done(waiting.length, { ...idle, woken: waiting })];
      default:
        throw new Error(`not an operation on a condition variable: ${Kind[l.kind]}`);
    }
  },
  awaited: () => 'a signal on a condition variable',
};

function wake(state: ConditionState, l: Label, t: ThreadId): readonly Outcome[] {
  if (state.woken.includes(t)) return [done(0)];
  if (!state.waiting.includes(t)) return waits;
  const gone: ConditionState = { ...state, waiting: state.waiting.filter((w) => w !== t), woken: [] };
  return [
    ...((l.op & WaitFlag.Spurious) !== 0 ? [done(EINTR, gone)] : []),
    ...((l.op & WaitFlag.Timed) !== 0 ? [done(ETIMEDOUT, gone)] : []),
  ];
}

function verb(l: Label): string {
  switch (l.kind) {
    case Kind.CondSignal: return 'signals';
    case Kind.CondBroadcast: return 'broadcasts on';
    case Kind.CondDestroy: return 'destroys';
    default: return 'waits on';
  }
}
