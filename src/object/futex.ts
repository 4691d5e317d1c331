/**
 * Waiting on a futex (Linux, futex(2): FUTEX_WAIT, FUTEX_WAKE and variants with other forms of time limits). The
 * kernel checks the word and queues the thread in one step: between ENTER, after which the word is read, and LEAVE
 * no other thread may enter or wake.
 */
import { Kind, type Label, type ThreadId } from '../program/label';
import { adding, done, ETIMEDOUT, waits, type ObjectKind, type OperationOutcome, type ObjectState } from './object';
import { goesToSleep, mayTimeOut, tellsNobody } from '../program/operand';

interface FutexState {
  /** The thread that is checking the word; -1: none. */
  readonly inside: ThreadId;
  /** Threads that sleep and were not woken, in order of number. */
  readonly sleeping: readonly ThreadId[];
  /** Threads that the operation which left this state woke. */
  readonly woken: readonly ThreadId[];
}

const idle: FutexState = { inside: -1, sleeping: [], woken: [] };

export const futex: ObjectKind = {
  noun: 'futex',
  initial: () => idle,
  outcomes(before: ObjectState, l: Label, t: ThreadId): readonly OperationOutcome[] {
    const state = before as FutexState;
    const { inside, sleeping } = state;
    switch (l.kind) {
      case Kind.FutexEnter:
        return inside >= 0 ? waits : [done(0, { inside: t, sleeping, woken: [] })];
      case Kind.FutexLeave:
        return [done(0, { ...idle, sleeping: goesToSleep(l) ? adding(sleeping, t) : sleeping })];
      case Kind.FutexAwait:
        return wake(state, l, t);
      case Kind.FutexWake:
        if (inside >= 0) return waits;
        if (sleeping.length === 0) return [done(0)];
        if (!seesSleepers(state, l)) return [done(0, { ...idle, woken: sleeping })];
        if (l.value !== 1) return [done(sleeping.length, { ...idle, woken: sleeping })];
        return sleeping.map((u) => done(u + 1, { ...idle, sleeping: sleeping.filter((s) => s !== u), woken: [u] }));
      default:
        throw new Error(`not an operation on a futex: ${Kind[l.kind]}`);
    }
  },
  settled: (before: ObjectState): ObjectState => ({ ...(before as FutexState), woken: [] }),
  awaited: (l) => (l.kind === Kind.FutexAwait ? 'a wake-up on a futex' : 'a futex'),
};

/**
 * Does the result of the FutexWake depend on which threads sleep? It does not where the program does not use it, and no
 * thread is chosen: all are woken, or the only one.
 */
function seesSleepers({ sleeping }: FutexState, l: Label): boolean {
  return !tellsNobody(l) || (l.value === 1 && sleeping.length > 1);
}

/** The threads of which the FutexWake, after that state, tells whether they sleep. */
export function sleepersSeen(before: ObjectState, l: Label): readonly ThreadId[] {
  const state = before as FutexState;
  return seesSleepers(state, l) ? state.sleeping : [];
}

function wake(state: FutexState, l: Label, t: ThreadId): readonly OperationOutcome[] {
  if (state.woken.includes(t)) return [done(0)];
  if (!mayTimeOut(l) || !state.sleeping.includes(t)) return waits;
  return [done(ETIMEDOUT, { ...state, sleeping: state.sleeping.filter((s) => s !== t), woken: [] })];
}
