/**
 * What the operations on a mutex mean (POSIX.1-2017 pthread_mutex_lock, _trylock, _unlock, _init, _destroy): a
 * state, and for each operation on a state either an outcome, or that it waits, or that it is misuse.
 */
import { Kind, MutexType, type Label, type ThreadId, type Value } from '../program/label';

const EBUSY = 16;
const EDEADLK = 35;
const EPERM = 1;

export interface MutexState {
  readonly owner: ThreadId;
  /** How often the owner holds it; 0: free. */
  readonly count: number;
  readonly destroyed: boolean;
}

/** The state of a mutex that is initialised statically or was never touched. */
export const freeMutex: MutexState = { owner: -1, count: 0, destroyed: false };
const destroyedMutex: MutexState = { owner: -1, count: 0, destroyed: true };

export type Outcome =
  | { readonly kind: 'waits' }
  | { readonly kind: 'misuse'; readonly message: string }
  /** The operation returns `value` and leaves `next` (undefined: it changes nothing, and only reads). */
  | { readonly kind: 'done'; readonly value: Value; readonly next: MutexState | undefined };

const waits: Outcome = { kind: 'waits' };
const misuse = (message: string): Outcome => ({ kind: 'misuse', message });
const done = (value: Value, next?: MutexState): Outcome => ({ kind: 'done', value, next });

/**
 * Performs the operation of thread t on the state. `ordered`: what left the state happens before the operation; then a mutex
 * that was destroyed but is not dead has been initialised in between, by storing PTHREAD_MUTEX_INITIALIZER.
 */
export function mutexOutcome(before: MutexState, l: Label, t: ThreadId, ordered: boolean): Outcome {
  const state = before.destroyed && ordered && !l.dead ? freeMutex : before;
  if (state.destroyed && l.kind !== Kind.MutexInit) return misuse(`${verb(l)} a mutex that was destroyed`);
  const mine = state.count > 0 && state.owner === t;
  switch (l.kind) {
    case Kind.MutexInit:
      return state.count > 0 ? misuse('initialises a mutex that is locked') : done(0, freeMutex);
    case Kind.MutexDestroy:
      return state.count > 0 ? misuse('destroys a mutex that is locked') : done(0, destroyedMutex);
    case Kind.MutexLock:
    case Kind.MutexTrylock:
      if (state.count === 0) return done(0, { owner: t, count: 1, destroyed: false });
      if (mine && l.op === MutexType.Recursive) return done(0, { ...state, count: state.count + 1 });
      if (l.kind === Kind.MutexTrylock) return done(EBUSY);
      if (!mine) return waits;
      return l.op === MutexType.ErrorCheck ? done(EDEADLK) : misuse('locks a normal mutex that it already holds');
    case Kind.MutexUnlock:
      if (mine) return done(0, state.count > 1 ? { ...state, count: state.count - 1 } : freeMutex);
      if (l.op !== MutexType.Normal) return done(EPERM);
      return misuse(state.count > 0 ? 'unlocks a mutex that another thread holds' : 'unlocks a mutex that is not locked');
    default:
      throw new Error(`not an operation on a mutex: ${Kind[l.kind]}`);
  }
}

function verb(l: Label): string {
  switch (l.kind) {
    case Kind.MutexUnlock: return 'unlocks';
    case Kind.MutexDestroy: return 'destroys';
    default: return 'locks';
  }
}

export function isMutexKind(k: Kind): boolean {
  return k >= Kind.MutexInit && k <= Kind.MutexDestroy;
}
