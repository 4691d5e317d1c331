/**
 * Mutexes, robust ones too (POSIX.1-2017 pthread_mutex_lock, _trylock, _timedlock, _unlock, _init, _destroy,
 * _consistent), and spinlocks (pthread_spin_lock ...), which differ in name only.
 */
import { Kind, MutexType, NEVER, type Label, type ThreadId, type Value } from '../program/label';
import { isPartOfWait, isRobust, mutexType } from '../program/operand';
import {
  acquiring,
  done,
  EBUSY,
  EDEADLK,
  EINVAL,
  ENOTRECOVERABLE,
  EOWNERDEAD,
  EPERM,
  held,
  made,
  misuse,
  noSync,
  waits,
  type ObjectKind,
  type OperationOutcome,
  type ObjectState,
  type Sync,
} from './object';

export interface MutexState {
  readonly owner: ThreadId;
  /** How often the owner holds it; 0: free. */
  readonly count: number;
  /**
   * Of a robust mutex: `dead`: its owner has ended without unlocking it; `lost`: the next owner then unlocked it
   * without making it consistent.
   */
  readonly health: 'sound' | 'dead' | 'lost' | 'destroyed';
}

const free: MutexState = { owner: -1, count: 0, health: 'sound' };
const destroyed: MutexState = { ...free, health: 'destroyed' };
/** The initialisation of a mutex is ordered before later operations. */
const making: Sync = { acquires: 'all', releases: 'exclusive' };

export const mutex: ObjectKind = {
  noun: 'mutex',
  /** `memory`: how often constructors have left it locked, for main. */
  initial: (memory: Value) => (memory === 0 ? free : { ...free, owner: 0, count: Number(memory) }),
  outcomes(before: ObjectState, l: Label, t: ThreadId, ordered: boolean): readonly OperationOutcome[] {
    const known = before as MutexState;
    const state = known.health === 'destroyed' && ordered && !l.dead ? free : known;
    const what = nounOf(l);
    if (state.health === 'destroyed' && l.kind !== Kind.MutexInit)
      return misuse(`${verb(l)} a ${what} that was destroyed`);
    switch (l.kind) {
      case Kind.MutexInit:
        return state.count > 0
          ? misuse(`initialises a ${what} that ${held([state.owner], t)}`)
          : [done(made(known.health === 'destroyed'), free, making)];
      case Kind.MutexDestroy:
        return state.count > 0
          ? misuse(`destroys a ${what} that ${held([state.owner], t)}`)
          : [done(0, destroyed, making)];
      case Kind.MutexLock:
      case Kind.MutexTrylock:
        return lock(state, l, t);
      case Kind.MutexUnlock:
        return unlock(state, l, t);
      case Kind.MutexDied:
        return [done(0, { owner: -1, count: 0, health: 'dead' }, making)];
      case Kind.MutexConsistent:
        return isMine(state, t) && state.health === 'dead'
          ? [done(0, { ...state, health: 'sound' }, noSync)]
          : [done(EINVAL)];
      default:
        throw new Error(`not an operation on a mutex: ${Kind[l.kind]}`);
    }
  },
  awaited: (l) => `a ${nounOf(l)}`,
};

/** How often a thread holds the mutex in the state: more than once where it is recursive. */
export function timesHeld(state: ObjectState): number {
  return (state as MutexState).count;
}

/** The thread that holds the mutex in the state; -1: none. */
export function ownerOf(state: ObjectState): ThreadId {
  return (state as MutexState).count > 0 ? (state as MutexState).owner : -1;
}

function lock(state: MutexState, l: Label, t: ThreadId): readonly OperationOutcome[] {
  const type = mutexType(l);
  if (state.health === 'lost') return [done(ENOTRECOVERABLE)];
  if (state.count === 0)
    return [done(state.health === 'dead' ? EOWNERDEAD : 0, { owner: t, count: 1, health: state.health }, acquiring)];
  const mine = isMine(state, t);
  if (mine && type === MutexType.Recursive) return [done(0, { ...state, count: state.count + 1 }, acquiring)];
  if (l.value === NEVER && !(mine && type === MutexType.ErrorCheck)) return waits;
  if (l.kind === Kind.MutexTrylock)
    return [done(mine && type === MutexType.ErrorCheck && l.value !== 0 ? EDEADLK : l.value === 0 ? EBUSY : l.value)];
  if (!mine) return waits;
  return type === MutexType.ErrorCheck
    ? [done(EDEADLK)]
    : misuse(`locks a ${type === MutexType.Spin ? 'spinlock' : 'normal mutex'} that it already holds`);
}

function unlock(state: MutexState, l: Label, t: ThreadId): readonly OperationOutcome[] {
  if (isMine(state, t)) {
    if (state.count > 1) return [done(0, { ...state, count: state.count - 1 }, making)];
    if (state.health !== 'dead') return [done(0, free, making)];
    const note =
      'unlocks a robust mutex whose owner had ended, without pthread_mutex_consistent: nobody can lock it again';
    return [{ ...done(0, { ...free, health: 'lost' }, making), note }];
  }
  const type = mutexType(l);
  const wait = isPartOfWait(l);
  const whose = `that ${state.count > 0 ? held([state.owner], t) : 'is not locked'}`;
  if (!wait && (type === MutexType.Recursive || type === MutexType.ErrorCheck || isRobust(l)))
    return [{ ...done(EPERM), note: `unlocks a mutex ${whose}, which returns EPERM` }];
  return misuse(wait ? `waits on a condition variable with a mutex ${whose}` : `unlocks a ${nounOf(l)} ${whose}`);
}

function isMine(state: MutexState, t: ThreadId): boolean {
  return state.count > 0 && state.owner === t;
}

function nounOf(l: Label): string {
  return mutexType(l) === MutexType.Spin ? 'spinlock' : 'mutex';
}

function verb(l: Label): string {
  switch (l.kind) {
    case Kind.MutexUnlock:
      return isPartOfWait(l) ? 'waits on a condition variable with' : 'unlocks';
    case Kind.MutexDestroy:
      return 'destroys';
    case Kind.MutexTrylock:
      return 'tries to lock';
    case Kind.MutexConsistent:
      return 'makes consistent';
    default:
      return 'locks';
  }
}
