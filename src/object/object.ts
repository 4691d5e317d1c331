/**
 * The interface of synchronisation objects: a state, and for each operation on a state its possible outcomes, or that
 * it waits, or that it is misuse. One file per kind of object; docs/explanation/objects.md lists all operations.
 */
import { describeThread, type Label, type ThreadId, type Value } from '../program/label';

/** States are immutable values; their type is private to the file of their object. */
export type ObjectState = object;

/**
 * What an operation acquires: of what earlier operations on the object have released, nothing, all, or only that of
 * exclusive owners.
 */
export type Acquires = 'nothing' | 'exclusive' | 'all';

/**
 * What an operation releases for later operations. `shared`: to those that acquire all; `exclusive`: to all that
 * acquire; `anew`: the same, and earlier releases are discarded.
 */
export type Releases = 'nothing' | 'shared' | 'exclusive' | 'anew';

export interface Sync {
  readonly acquires: Acquires;
  readonly releases: Releases;
}

/** The operation returns `value` and leaves `next`; undefined: it changes nothing, and only reads. */
export interface Done {
  readonly kind: 'done';
  readonly value: Value;
  readonly next: ObjectState | undefined;
  readonly sync: Sync;
  /** A note: what the thread does is no error, but rarely intended. */
  readonly note?: string;
}

/** The message: what the thread does ("unlocks a mutex that is not locked"). */
export interface Misuse {
  readonly kind: 'misuse';
  readonly message: string;
}

export type OperationOutcome = Done | Misuse;

export interface ObjectKind {
  /** Its name in messages: "mutex". */
  readonly noun: string;
  /** The state before any operation; `memory`: the initial contents of the object's memory (a semaphore's count). */
  initial(memory: Value): ObjectState;
  /**
   * All outcomes of the operation of thread t on the state; none: it waits. `ordered`: the operation that left the
   * state happens before this one. Then an object that is destroyed in the state but not dead (Label.dead) has been
   * initialised in between, by storing its static initialiser.
   */
  outcomes(state: ObjectState, l: Label, t: ThreadId, ordered: boolean): readonly OperationOutcome[];
  /**
   * Results that the operation may have after the same operations in another order, given the states in this one.
   * Empty where every order has the same results.
   */
  otherResults?(l: Label, states: readonly ObjectState[]): readonly Value[];
  /**
   * The state without what lets threads go on that have waited for an earlier operation (`isChosen`), and without what
   * has no effect any more. Who knows which threads still wait need not tell two states apart that are the same then.
   * Default: the state.
   */
  settled?(state: ObjectState): ObjectState;
  /** What a thread waits for at the operation, in messages: "a mutex", "the others at a barrier". */
  awaited(l: Label): string;
}

/** The threads and t, in order of number, so that equal states have equal representations. */
export const adding = (threads: readonly ThreadId[], t: ThreadId): readonly ThreadId[] => {
  const after = threads.findIndex((u) => u > t);
  return after < 0 ? [...threads, t] : threads.toSpliced(after, 0, t);
};

export const noSync: Sync = { acquires: 'nothing', releases: 'nothing' };
export const acquiring: Sync = { acquires: 'all', releases: 'nothing' };
export const releasing: Sync = { acquires: 'nothing', releases: 'exclusive' };
/** Releases to operations that acquire everything. */
export const sharing: Sync = { acquires: 'nothing', releases: 'shared' };

/** The holders of an object that thread t uses, as text to follow "a mutex that". */
export function held(holders: readonly ThreadId[], t: ThreadId): string {
  return holders.includes(t) ? 'it holds' : acting(holders, 'hold');
}

/** A clause on the threads: "main and thread 1 wait". A thread may be in the list twice. */
export function acting(threads: readonly ThreadId[], verb: string): string {
  const names = [...new Set(threads)].map(describeThread);
  return names.length === 1 ? `${names[0]} ${verb}s` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} ${verb}`;
}

/** The outcome of an operation that is an error; `message`: what the thread does, to follow its name. */
export const misuse = (message: string): readonly OperationOutcome[] => [{ kind: 'misuse', message }];
/**
 * An outcome of an operation that is performed: it returns `value`. `next`: the state of the object afterwards;
 * undefined: the object stays as it is.
 */
export const done = (value: Value, next?: ObjectState, sync: Sync = noSync): Done => ({
  kind: 'done',
  value,
  next,
  sync,
});
/**
 * The result of an initialisation, from which the runtime, which reads the object's memory, decides whether the object
 * was initialised already (runtime/pthread/initialisation.h).
 */
export const made = (destroyed: boolean): Value => (destroyed ? 1 : 0);
export const waits: readonly OperationOutcome[] = [];

/** Errors that operations return (POSIX; Linux's numbers). */
export const EPERM = 1;
/** Used for a wait that ended without a signal; the call returns 0. */
export const EINTR = 4;
export const EAGAIN = 11;
export const EBUSY = 16;
export const EINVAL = 22;
export const EDEADLK = 35;
export const ETIMEDOUT = 110;
export const EOWNERDEAD = 130;
export const ENOTRECOVERABLE = 131;
