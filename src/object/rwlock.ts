/**
 * Read-write locks (POSIX.1-2017 pthread_rwlock_rdlock, _wrlock, _tryrdlock, _trywrlock, _timedrdlock, _timedwrlock,
 * _unlock, _init, _destroy). Waiting writers do not exclude readers: POSIX leaves that to the implementation.
 */
import { Kind, NEVER, type Label, type ThreadId, type Value } from '../program/label';
import {
  acquiring,
  adding,
  done,
  EBUSY,
  held,
  made,
  misuse,
  releasing,
  sharing,
  waits,
  type ObjectKind,
  type OperationOutcome,
  type ObjectState,
  type Sync,
} from './object';

interface RwlockState {
  /** The thread that holds it for writing; -1: none. */
  readonly writer: ThreadId;
  /** The threads that hold it for reading, in order of number; a thread is there as often as it holds it. */
  readonly readers: readonly ThreadId[];
  readonly destroyed: boolean;
}

const free: RwlockState = { writer: -1, readers: [], destroyed: false };
/** Readers come after the writers before them, and in no order with each other. */
const reading: Sync = { acquires: 'exclusive', releases: 'nothing' };

export const rwlock: ObjectKind = {
  noun: 'read-write lock',
  /**
   * `memory`: how constructors have left it locked, for main: 1: for writing; n + 1: n times for reading; 0: not.
   */
  initial: (memory: Value) =>
    memory === 0
      ? free
      : memory === 1
        ? { ...free, writer: 0 }
        : { ...free, readers: Array.from({ length: Number(memory) - 1 }, () => 0) },
  outcomes(before: ObjectState, l: Label, t: ThreadId, ordered: boolean): readonly OperationOutcome[] {
    const known = before as RwlockState;
    const state = known.destroyed && ordered && !l.dead ? free : known;
    if (state.destroyed && l.kind !== Kind.RwInit) return misuse(`${verb(l)} a read-write lock that was destroyed`);
    const { writer, readers } = state;
    const holders = writer >= 0 ? [writer] : readers;
    const locked = holders.length > 0;
    switch (l.kind) {
      case Kind.RwInit:
        return locked
          ? misuse(`initialises a read-write lock that ${held(holders, t)}`)
          : [done(made(known.destroyed), free)];
      case Kind.RwDestroy:
        return locked
          ? misuse(`destroys a read-write lock that ${held(holders, t)}`)
          : [done(0, { ...free, destroyed: true })];
      case Kind.RwRdlock:
      case Kind.RwTryrdlock:
        return writer >= 0 ? taken(state, l, t) : [done(0, { ...state, readers: adding(readers, t) }, reading)];
      case Kind.RwWrlock:
      case Kind.RwTrywrlock:
        return locked ? taken(state, l, t) : [done(0, { ...state, writer: t }, acquiring)];
      case Kind.RwRdunlock: {
        const at = readers.indexOf(t);
        return at < 0 ? notMine(holders, t) : [done(0, { ...state, readers: readers.toSpliced(at, 1) }, sharing)];
      }
      case Kind.RwWrunlock:
        return writer !== t ? notMine(holders, t) : [done(0, free, releasing)];
      default:
        throw new Error(`not an operation on a read-write lock: ${Kind[l.kind]}`);
    }
  },
  awaited: (l) => `a read-write lock for ${isReading(l) ? 'reading' : 'writing'}`,
};

/** The outcomes of a lock while others hold it. */
function taken(state: RwlockState, l: Label, t: ThreadId): readonly OperationOutcome[] {
  if (l.value === NEVER) return waits;
  if (l.kind === Kind.RwTryrdlock || l.kind === Kind.RwTrywrlock) return [done(l.value === 0 ? EBUSY : l.value)];
  if (state.writer === t) return misuse(`${verb(l)} a read-write lock that it already holds for writing`);
  return state.readers.includes(t) ? misuse(`${verb(l)} a read-write lock that it already holds for reading`) : waits;
}

function notMine(holders: readonly ThreadId[], t: ThreadId): readonly OperationOutcome[] {
  return misuse(`unlocks a read-write lock that ${holders.length > 0 ? held(holders, t) : 'is not locked'}`);
}

function isReading(l: Label): boolean {
  return l.kind === Kind.RwRdlock || l.kind === Kind.RwTryrdlock;
}

function verb(l: Label): string {
  switch (l.kind) {
    case Kind.RwRdunlock:
    case Kind.RwWrunlock:
      return 'unlocks';
    case Kind.RwDestroy:
      return 'destroys';
    case Kind.RwTryrdlock:
      return 'tries to lock for reading';
    case Kind.RwTrywrlock:
      return 'tries to lock for writing';
    default:
      return isReading(l) ? 'locks for reading' : 'locks for writing';
  }
}
