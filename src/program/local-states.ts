/**
 * Local states of threads (docs/explanation/thread-states.md): two histories of a thread that lead to one state have
 * the same future, so the future of the second is known without a run.
 */
import type { Label, ThreadId, Value } from './label';
import type { HistoryNode } from './program';

/** A local state of a thread: its pending event, and all else on which its further behaviour depends. */
export class LocalState {
  /** By value that the pending event returns: the first complete node that follows. */
  readonly after = new Map<Value, HistoryNode>();
  /** The first history that led there. */
  first: HistoryNode | undefined;

  constructor(
    readonly number: number,
    /** The fingerprint by which the runtime identifies it; 0: the thread has ended. */
    readonly fingerprint: Value,
    /** The pending event of the first node; of a thread that has ended, its last event. */
    readonly pending: Label,
  ) {}
}

/**
 * The fields of a label that are the same in equal states: all but those that depend on other threads, and the call
 * site.
 */
const compared = [
  'kind',
  'loc',
  'order',
  'failOrder',
  'size',
  'op',
  'value',
  'expected',
  'thread',
] as const satisfies readonly (keyof Label)[];

/** Are the two the same event? */
export function isSameEvent(a: Label, b: Label): boolean {
  return compared.every((field) => a[field] === b[field]);
}

/** All local states of a program, numbered from 1. */
export class LocalStates {
  private readonly byThread: Map<Value, LocalState>[] = [];
  private readonly ends = new Map<string, LocalState>();
  /** By number - 1. */
  private readonly numbered: LocalState[] = [];

  /** How many there are. */
  get size(): number {
    return this.numbered.length;
  }

  /** All, in the order of their numbers. */
  get all(): readonly LocalState[] {
    return this.numbered;
  }

  /**
   * The state of the thread with the fingerprint, created if needed. Undefined if it is not known (0), or if the
   * fingerprint belongs to a state with another event, in which case it is not used.
   */
  intern(thread: ThreadId, pending: Label, fingerprint: Value): LocalState | undefined {
    if (fingerprint === 0) return undefined;
    const states = (this.byThread[thread] ??= new Map<Value, LocalState>());
    const known = states.get(fingerprint);
    if (known !== undefined)
      return isSameEvent(known.pending, pending) && known.pending.site === pending.site ? known : undefined;
    const made = this.make(fingerprint, pending);
    states.set(fingerprint, made);
    return made;
  }

  /** The state of a thread whose last event is this one: nothing of it follows. */
  ended(thread: ThreadId, last: Label): LocalState {
    const key = `${thread} ${last.kind} ${last.op} ${last.value} ${last.text}`;
    let state = this.ends.get(key);
    if (state === undefined) this.ends.set(key, (state = this.make(0, last)));
    return state;
  }

  private make(fingerprint: Value, pending: Label): LocalState {
    const made = new LocalState(this.numbered.length + 1, fingerprint, pending);
    this.numbered.push(made);
    return made;
  }
}

/** The change of a fingerprint by one store (runtime/thread-state/fingerprint.h). */
const STORE = 0x9e3779b97f4a7c15n;

/** The pending event of a history in which the thread had made `from` stores, for one in which it has made `to`. */
export function withStores(l: Label, from: number, to: number): Label {
  if (l.spin === 0 || from === to) return l;
  const part = (stores: number): bigint => BigInt.asUintN(64, BigInt(stores) * STORE);
  const change = part(from) ^ part(to);
  return { ...l, spin: changed(l.spin, change), machine: changed(l.machine, change) };
}

function changed(fingerprint: Value, by: bigint): Value {
  if (fingerprint === 0) return 0;
  const now = BigInt(fingerprint) ^ by;
  return now <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(now) : now;
}

/** Of histories that are known by their local states, the 1st, 8th, 64th ... and each of so many are run. */
const SAMPLES = 4096;

/** Is the n-th such history run? */
export function isSample(n: number): boolean {
  return n % SAMPLES === 0 || ((n & (n - 1)) === 0 && Math.log2(n) % 3 === 0);
}
