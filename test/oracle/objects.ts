/**
 * Synchronisation objects as docs/explanation/architecture.md has them: what operations do to an object's state, and
 * what they order. Written from the table there alone; the engine has its own in src/object/.
 */
import { Kind, WaitFlag, type Label, type ThreadId, type Value } from '../../src/program/label';
import type { Event } from './execution';
import { EAGAIN, EBUSY, EINTR, ETIMEDOUT } from './errno';

/**
 * Mutex: who holds it. Condition variable: who waits and was not woken; and for each thread that was woken, since it
 * may leave as cancelled, CHOSEN * (t + 1), and CHOSEN * (t + 1) + u + 1 for each of the others that the signal could
 * have woken and that still waits. Read-write lock: t + 1 for each time that t holds it for reading, -t - 1 if t holds
 * it for writing. Semaphore: its count. Barrier: who has arrived in a round that is not complete. Once: `running` or
 * `ran`, or nothing. Futex: who sleeps, and -t - 1 where t looks and others must wait.
 */
export type State = readonly number[];

const running: State = [1],
  ran: State = [2];

/** A way to perform an operation. */
export interface Way {
  readonly value: number;
  /** Undefined: the state stays as it is, and the operation only looks at it. */
  readonly next?: State;
}

/**
 * Operations that may have looked only. Of those that wait to be let go by another one, there is only one to have
 * looked at: the one that did.
 */
const looking: readonly Kind[] = [
  Kind.MutexTrylock,
  Kind.CondSignal,
  Kind.CondBroadcast,
  Kind.RwTryrdlock,
  Kind.RwTrywrlock,
  Kind.SemTrywait,
  Kind.SemGetvalue,
  Kind.OnceBegin,
  Kind.FutexWake,
];
const awaiting: readonly Kind[] = [Kind.CondWake, Kind.BarrierLeave, Kind.FutexAwait];
const changing: readonly Kind[] = [
  Kind.MutexLock,
  Kind.MutexUnlock,
  Kind.CondBlock,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
  Kind.SemWait,
  Kind.SemPost,
  Kind.BarrierArrive,
  Kind.OnceEnd,
  Kind.FutexEnter,
  Kind.FutexLeave,
];

const all: ReadonlySet<Kind> = new Set([...looking, ...awaiting, ...changing]);

export function isObjectKind(kind: Kind): boolean {
  return all.has(kind);
}

/** Does the thread hold the object, so that nothing can come in between? */
export function isAtOnce(kind: Kind): boolean {
  return [Kind.MutexUnlock, Kind.RwWrunlock, Kind.OnceEnd, Kind.FutexLeave].includes(kind);
}

/** Once the operation can be performed, is it all the same what others do before it is? */
export function isLetGo({ kind, op }: Label): boolean {
  return awaiting.includes(kind) && (kind === Kind.BarrierLeave || op === 0);
}

/** The state before any operation, where `memory` is what the location held. */
export function initialState(kind: Kind, memory: Value): State {
  return [Kind.SemWait, Kind.SemTrywait, Kind.SemPost, Kind.SemGetvalue].includes(kind) ? [Number(memory)] : [];
}

/** All ways to perform the operation of a thread on the state; none: it waits. Misuse throws. */
export function ways(state: State, l: Label, t: ThreadId): Way[] {
  const isFree = state.length === 0;
  const count = state[0];
  const writers = state.filter((s) => s < 0);
  const instead = (usual: number): Way => ({ value: Number(l.value) || usual });
  switch (l.kind) {
    case Kind.MutexLock:
      return isFree ? [{ value: 0, next: [t] }] : [];
    case Kind.MutexTrylock:
      return [isFree ? { value: 0, next: [t] } : instead(EBUSY)];
    case Kind.MutexUnlock:
      hold(state.includes(t), l);
      return [{ value: 0, next: [] }];

    case Kind.CondBlock:
      return [{ value: 0, next: [...state.filter((s) => chosenOf(s) !== t), t].sort((a, b) => a - b) }];
    case Kind.CondWake:
      if ((l.op & WaitFlag.Cancelled) !== 0) return leave(state, t);
      if (!state.includes(t)) return [{ value: 0 }];
      return [
        ...((l.op & WaitFlag.Timed) !== 0 ? [{ value: ETIMEDOUT, next: gone(state, t) }] : []),
        ...((l.op & WaitFlag.Spurious) !== 0 ? [{ value: EINTR, next: gone(state, t) }] : []),
      ];
    case Kind.CondSignal: {
      const waiting = waitersOf(state);
      return waiting.length === 0
        ? [{ value: 0 }]
        : waiting.map((u) => ({ value: u + 1, next: choose(state, u, waiting) }));
    }
    case Kind.CondBroadcast: {
      const waiting = waitersOf(state);
      return waiting.length === 0
        ? [{ value: 0 }]
        : [{ value: waiting.length, next: waiting.reduce((s, u) => choose(s, u, []), state) }];
    }

    case Kind.RwRdlock:
      return writers.length === 0 ? [{ value: 0, next: oneMore(state, t) }] : [];
    case Kind.RwWrlock:
      return isFree ? [{ value: 0, next: [-t - 1] }] : [];
    case Kind.RwTryrdlock:
      return [writers.length === 0 ? { value: 0, next: oneMore(state, t) } : instead(EBUSY)];
    case Kind.RwTrywrlock:
      return [isFree ? { value: 0, next: [-t - 1] } : instead(EBUSY)];
    case Kind.RwRdunlock: {
      const mine = state.indexOf(t + 1);
      hold(mine >= 0, l);
      return [{ value: 0, next: state.filter((_, i) => i !== mine) }];
    }
    case Kind.RwWrunlock:
      hold(state.includes(-t - 1), l);
      return [{ value: 0, next: [] }];

    case Kind.SemWait:
      return count > 0 ? [{ value: 0, next: [count - 1] }] : [];
    case Kind.SemTrywait:
      return [count > 0 ? { value: 0, next: [count - 1] } : instead(EAGAIN)];
    case Kind.SemPost:
      return [{ value: 0, next: [count + 1] }];
    case Kind.SemGetvalue:
      return [{ value: count }];

    case Kind.BarrierArrive: {
      const isLast = state.length + 1 === Number(l.value);
      if (l.op !== 0 && isLast) return [{ value: 0, next: [] }];
      return [isLast ? { value: 1, next: [] } : { value: 0, next: [...state, t].sort((a, b) => a - b) }];
    }
    case Kind.BarrierLeave:
      return state.includes(t) ? [] : [{ value: 0 }];

    case Kind.OnceBegin:
      if (isFree) return [{ value: 1, next: running }];
      return state === ran ? [{ value: 0 }] : [];
    case Kind.OnceEnd:
      hold(state === running, l);
      return [{ value: 0, next: l.op === 1 ? [] : ran }];

    case Kind.FutexEnter:
      return writers.length > 0 ? [] : [{ value: 0, next: [-t - 1, ...state] }];
    case Kind.FutexLeave: {
      const sleeping = state.filter((s) => s >= 0);
      return [{ value: 0, next: l.op === 0 ? sleeping : [...sleeping, t].sort((a, b) => a - b) }];
    }
    case Kind.FutexAwait:
      return state.includes(t) ? [] : [{ value: 0 }];
    case Kind.FutexWake: {
      if (writers.length > 0) return [];
      if (isFree) return [{ value: 0 }];
      // Nobody is told how many slept.
      if (l.op !== 0 && (l.value !== 1 || state.length === 1)) return [{ value: 0, next: [] }];
      if (l.value !== 1) return [{ value: state.length, next: [] }];
      return state.map((u) => ({ value: u + 1, next: state.filter((s) => s !== u) }));
    }
    default:
      throw new Error(`the oracle does not know events of kind ${l.kind}`);
  }
}

// Condition variables and cancellation

const CHOSEN = 1000;

function chosenOf(s: number): number {
  return Math.floor(s / CHOSEN) - 1;
}

function waitersOf(state: State): State {
  return state.filter((s) => s < CHOSEN);
}

/** u waits no more: nor can it be woken in another thread's stead. */
function gone(state: State, u: ThreadId): State {
  return state.filter((s) => s !== u && !(s >= CHOSEN && s % CHOSEN === u + 1));
}

/** u is woken, though any of `among` would have done. */
function choose(state: State, u: ThreadId, among: readonly ThreadId[]): State {
  const note = [0, ...among.filter((w) => w !== u).map((w) => w + 1)].map((w) => CHOSEN * (u + 1) + w);
  return [...gone(state, u), ...note].sort((a, b) => a - b);
}

/** t is cancelled while it waits: it takes no signal with it that another one could have had. */
function leave(state: State, t: ThreadId): Way[] {
  if (state.includes(t)) return [{ value: 0, next: gone(state, t) }];
  const mine = state.filter((s) => s >= CHOSEN && chosenOf(s) === t);
  const others = mine.filter((s) => s % CHOSEN > 0).map((s) => (s % CHOSEN) - 1);
  const rest = state.filter((s) => !mine.includes(s));
  return others.length === 0
    ? [{ value: 0, next: rest }]
    : others.map((u) => ({ value: u + 1, next: choose(rest, u, others) }));
}

function oneMore(state: State, reader: ThreadId): State {
  return [...state, reader + 1].sort((a, b) => a - b);
}

function hold(holds: boolean, l: Label): void {
  if (!holds) throw new Error(`${Kind[l.kind]} of what is not held`);
}

/** A way to perform an operation after the operations on its object that changed the state, in order. */
export interface Found extends Way {
  /** The operation that it comes after, or whose state it saw; null: none. */
  readonly source: Event | null;
}

export function found(chain: readonly Event[], memory: Value, l: Label, t: ThreadId): Found[] {
  const states = statesOf(chain, memory, l.kind);
  const at = (i: number): Found[] =>
    ways(states[i], l, t)
      .filter((w) => w.next === undefined || i === chain.length)
      .map((w) => ({ ...w, source: chain[i - 1] ?? null }));
  if (looking.includes(l.kind)) return states.flatMap((_, i) => at(i));
  if (!awaiting.includes(l.kind)) return at(chain.length);
  for (let i = chain.findLastIndex((e) => e.thread === t) + 1; i < states.length; i++) {
    const here = at(i);
    if (here.length > 0) return here;
  }
  return [];
}

/** The state before the chain, which begins with an operation of the kind, and after each operation of it. */
function statesOf(chain: readonly Event[], memory: Value, kind: Kind): State[] {
  const states = [initialState(kind, memory)];
  for (const e of chain)
    states.push(ways(states.at(-1)!, e.label, e.thread).find((w) => w.next && w.value === e.value)!.next!);
  return states;
}

/** The state after the operations that changed it, of which there is one at least. */
export function stateAfter(chain: readonly Event[], memory: Value): State {
  return statesOf(chain, memory, chain[0].label.kind).at(-1)!;
}

/**
 * Which operations on an object happen before which, beyond program order: `chain` those that changed its state, in
 * order, `others` those that only looked.
 */
export function synchronised(chain: readonly Event[], others: readonly Event[]): [Event, Event][] {
  return [...chain, ...others].flatMap((to) => {
    const from = to.written !== undefined ? chain.indexOf(to) : to.source ? chain.indexOf(to.source) + 1 : 0;
    const before = chain.slice(0, from);
    return acquired(before, to).map((e): [Event, Event] => [e, to]);
  });
}

/** Of the operations before, those whose release the operation acquires. */
function acquired(before: readonly Event[], to: Event): readonly Event[] {
  const of = (...kinds: Kind[]): readonly Event[] => before.filter((e) => kinds.includes(e.label.kind));
  const took = to.written !== undefined;
  switch (to.label.kind) {
    case Kind.MutexLock:
    case Kind.MutexTrylock:
      return took ? of(Kind.MutexUnlock) : [];
    case Kind.RwRdlock:
    case Kind.RwTryrdlock:
      return took ? of(Kind.RwWrunlock) : [];
    case Kind.RwWrlock:
    case Kind.RwTrywrlock:
      return took ? of(Kind.RwWrunlock, Kind.RwRdunlock) : [];
    case Kind.SemWait:
    case Kind.SemTrywait:
      return took ? of(Kind.SemPost) : [];
    case Kind.OnceBegin:
      return of(Kind.OnceEnd);
    // A round is complete when it is left: all operations that change a barrier arrive at it.
    case Kind.BarrierArrive:
      return to.value === 1 ? before.slice(before.length - Number(to.label.value) + 1) : [];
    case Kind.BarrierLeave:
      return before.slice(before.length - Number(before.at(-1)!.label.value));
    default:
      return [];
  }
}
