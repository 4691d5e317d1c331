/**
 * Litmus programs as data: straight-line threads over registers, with forward skips. All locations start at 0.
 * The form of the corpus (oracle README), extended by plain accesses, synchronisation objects and thread creation.
 */

/** C11 7.17.3 memory orders of atomic accesses and fences. */
export type MemoryOrder = 'rlx' | 'acq' | 'rel' | 'ar' | 'sc';

/** A constant, or a register plus a constant. A register that was never set holds 0. */
export type Operand = number | { readonly r: string; readonly c: number };

export interface Read {
  readonly op: 'R';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly r: string;
}
export interface Write {
  readonly op: 'W';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly v: Operand;
}
export interface Update {
  readonly op: 'U';
  readonly x: number;
  readonly o: MemoryOrder;
  /** Gets the value read; where a weak exchange fails spuriously, `spurious`. */
  readonly r: string;
  readonly k: 'add' | 'xchg' | 'cas' | 'weak';
  readonly v: Operand;
  /** cas, weak: the value expected. */
  readonly e: number;
  /** cas, weak: the order of the read when it fails; see `failureOrder`. */
  readonly fo?: MemoryOrder;
  /** add: the value read is not used, and r stays as it is. */
  readonly blind?: boolean;
}
/** What a register gets where a weak exchange fails spuriously. */
export const spurious = 9;
/**
 * Adds v to x by weak compare-exchanges, again and again until one succeeds; r gets the value read then. The first one
 * expects 0. Before each, what it expects is written to location y.
 */
export interface RetriedAdd {
  readonly op: 'UW';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly fo?: MemoryOrder;
  readonly r: string;
  readonly v: number;
  /** A plain location. */
  readonly y?: number;
}
/**
 * Adds v to x by strong compare-exchanges until one succeeds; r gets the value read then. The first one expects what a
 * load has found; the others what the one before has found, or, with `reload`, a new load.
 */
export interface RetriedExchange {
  readonly op: 'RX';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly fo: MemoryOrder;
  /** The order of the load. */
  readonly lo: MemoryOrder;
  readonly r: string;
  readonly v: number;
  readonly reload: boolean;
  /** What is done to location y before each exchange; a write is one of what the exchange expects. */
  readonly touch?: {
    readonly y: number;
    readonly how: 'read' | 'write' | 'plain read' | 'plain write';
    readonly o: MemoryOrder;
  };
}
export interface FenceOp {
  readonly op: 'F';
  readonly o: MemoryOrder;
}
/** When register r is not v, skip that many operations. */
export interface Skip {
  readonly op: 'IF';
  readonly r: string;
  readonly v: number;
  readonly skip: number;
}
export interface PlainLoad {
  readonly op: 'PR';
  readonly x: number;
  readonly r: string;
}
export interface PlainStore {
  readonly op: 'PW';
  readonly x: number;
  readonly v: Operand;
}
export interface Lock {
  readonly op: 'L';
  readonly m: number;
}
/** Not a trylock but a timed lock: it fails with ETIMEDOUT. */
interface MayBeTimed {
  readonly timed?: boolean;
}
/** r := 0, or EBUSY when the mutex is held: then the matching unlock must be skipped. */
export interface Trylock extends MayBeTimed {
  readonly op: 'T';
  readonly m: number;
  readonly r: string;
}
export interface Unlock {
  readonly op: 'UL';
  readonly m: number;
}
/** Allocates the heap block that holds location x. `known`: it is zeroed; else nothing has initialised it. */
export interface Allocate {
  readonly op: 'AL';
  readonly x: number;
  readonly known: boolean;
}
/** Frees it; the thread knows where it is. */
export interface Free {
  readonly op: 'FR';
  readonly x: number;
}
/** Create, or join, thread number t of the program. */
export interface CreateOp {
  readonly op: 'C';
  readonly t: number;
}
export interface JoinOp {
  readonly op: 'J';
  readonly t: number;
}

/** Condition variable c, with mutex m, which is held, and always the same one. */
export interface CondWait {
  readonly op: 'CW';
  readonly c: number;
  readonly m: number;
  readonly spurious?: boolean;
}
/** r := 0 or ETIMEDOUT. */
export interface CondTimedwait {
  readonly op: 'CT';
  readonly c: number;
  readonly m: number;
  readonly r: string;
  readonly spurious?: boolean;
}
export interface CondSignal {
  readonly op: 'CS' | 'CB';
  readonly c: number;
}
/** Read-write lock l: lock and unlock it for reading (RL, RU) and for writing (WL, WU). */
export interface RwLock {
  readonly op: 'RL' | 'RU' | 'WL' | 'WU';
  readonly l: number;
}
/** r := 0, or EBUSY: then the matching unlock must be skipped. */
export interface RwTrylock extends MayBeTimed {
  readonly op: 'RT' | 'WT';
  readonly l: number;
  readonly r: string;
}
/** Semaphore s: wait and post. */
export interface SemOp {
  readonly op: 'SW' | 'SP';
  readonly s: number;
}
/** r := 0, or EAGAIN when the count is 0. */
export interface SemTrywait extends MayBeTimed {
  readonly op: 'ST';
  readonly s: number;
  readonly r: string;
}
export interface SemGetvalue {
  readonly op: 'SG';
  readonly s: number;
  readonly r: string;
}
/** r := 1 in the thread that arrives last, otherwise 0; with `untold` always 0. */
export interface BarrierWait {
  readonly op: 'BW';
  readonly b: number;
  readonly r: string;
  readonly untold?: boolean;
}
/**
 * The operations from here to OE of the same n are its routine: r := 1 and they are run, or r := 0 and they are left
 * out. Not nested.
 */
export interface OnceBegin {
  readonly op: 'OB';
  readonly n: number;
  readonly r: string;
}
export interface OnceEnd {
  readonly op: 'OE';
  readonly n: number;
}

export type ObjectOp =
  | Lock
  | Trylock
  | Unlock
  | CondWait
  | CondTimedwait
  | CondSignal
  | RwLock
  | RwTrylock
  | SemOp
  | SemTrywait
  | SemGetvalue
  | BarrierWait
  | OnceBegin
  | OnceEnd;
/**
 * Cancels thread number t of the text: only by itself or by a later one, since main joins the later ones first where
 * threads are cancelled.
 */
export interface CancelOp {
  readonly op: 'X';
  readonly t: number;
}
/**
 * A cancellation point; so are all waits but those for mutexes, read-write locks, barriers and onces. Who is cancelled
 * gives back what it holds.
 */
export interface TestCancel {
  readonly op: 'TC';
}
/** Reads x again and again until it is v. */
export interface Await {
  readonly op: 'AW';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly v: number;
}
/**
 * The same; in between it reads location y and forgets it, and then, `again`, looks at x once more. A sequence
 * lock's reader does that. `yo`: it reads y atomically; otherwise plainly.
 */
export interface AwaitWithData {
  readonly op: 'AD';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly v: number;
  readonly y: number;
  readonly yo?: MemoryOrder;
  readonly again: boolean;
}
/**
 * Waits as long as register r, which caches x, is v: reads x into it. A ring's indices are cached like that. `own`: in
 * each turn it looks at that location first, and waits as long as r is what it has found there.
 */
export interface CachedAwait {
  readonly op: 'CA';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly v: number;
  readonly r: string;
  readonly own?: { readonly x: number; readonly o: MemoryOrder };
}
/** Exchanges x with v again and again until it was not v: a test-and-set lock. */
export interface AwaitSet {
  readonly op: 'XW';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly v: number;
}
/**
 * Reads x until it is v, and sleeps on the futex of x where it is not: between two looks, it looks once more while no
 * other thread may wake it.
 */
export interface SleepingAwait {
  readonly op: 'FA';
  readonly x: number;
  readonly o: MemoryOrder;
  readonly v: number;
}
/**
 * A seq_cst fence, and a wake-up on the futex of x, of all threads or one; r := how many it has woken, or 0 if not
 * `told`.
 */
export interface Wake {
  readonly op: 'FW';
  readonly x: number;
  readonly all: boolean;
  readonly told: boolean;
  readonly r: string;
}
/**
 * Looks at x again and again until it is v, with a mutex that the thread does not hold. `in`: under the mutex;
 * `nested`: under mutex n as well; `between`: the mutex is locked and unlocked between two looks; `tried`: the same
 * with a trylock; `waits`: under the mutex, waiting on condition variable c with a time-limit between two looks;
 * `timed`: the same, and the mutex is unlocked and locked again too. `beside`: between two looks under the mutex it
 * reads that plain location without it.
 */
export interface LockedAwait {
  readonly op: 'LA';
  readonly how: 'in' | 'nested' | 'between' | 'tried' | 'waits' | 'timed';
  readonly x: number;
  readonly o: MemoryOrder | 'plain';
  readonly v: number;
  readonly m: number;
  readonly n?: number;
  readonly c?: number;
  readonly beside?: number;
}
/** The same under read-write lock l, held for reading or for writing. */
export interface RwAwait {
  readonly op: 'RA';
  readonly x: number;
  readonly o: MemoryOrder | 'plain';
  readonly v: number;
  readonly l: number;
  readonly writes: boolean;
}
/**
 * The same with a unit of semaphore s, which the loop takes and gives back. `between`: between two looks.
 */
export interface SemAwait {
  readonly op: 'SA';
  readonly how: 'in' | 'between';
  readonly x: number;
  readonly o: MemoryOrder | 'plain';
  readonly v: number;
  readonly s: number;
}
/**
 * Locks m and n as std::lock does: locks one and tries the other; when that fails, unlocks it and goes on with the
 * other one first.
 */
export interface LockBoth {
  readonly op: 'LB';
  readonly m: number;
  readonly n: number;
}
/**
 * Ends the program, with handlers as the call has it (C11 7.22.4.4, 7.22.4.5, 7.22.4.7). In a handler of `exit`, `exit`
 * goes on with those that are left.
 */
export interface ExitOp {
  readonly op: 'E';
  readonly how: 'exit' | '_exit' | 'quick_exit';
  readonly code: number;
}
/** A call that may fail although nothing is wrong (--faults): r := 1 where it does, 0 where it does not. */
export interface MayFail {
  readonly op: 'MF';
  readonly r: string;
}
/** An assertion, which fails where register r is v. */
export interface AssertOp {
  readonly op: 'AS';
  readonly r: string;
  readonly v: number;
}
export type Op =
  | ExitOp
  | AssertOp
  | MayFail
  | Await
  | AwaitSet
  | AwaitWithData
  | CachedAwait
  | SleepingAwait
  | Wake
  | LockedAwait
  | RwAwait
  | SemAwait
  | LockBoth
  | Read
  | Write
  | Update
  | RetriedAdd
  | RetriedExchange
  | FenceOp
  | Skip
  | PlainLoad
  | PlainStore
  | Allocate
  | Free
  | CreateOp
  | JoinOp
  | CancelOp
  | TestCancel
  | ObjectOp;

export interface Litmus {
  readonly name?: string;
  readonly locs: number;
  /** The location that is a heap block. The others, which are flags, say where it is: 1 stands for its address. */
  readonly block?: number;
  readonly mutexes?: number;
  readonly conds?: number;
  readonly rwlocks?: number;
  /** What each counts at first. */
  readonly semaphores?: readonly number[];
  /** How many threads each waits for. */
  readonly barriers?: readonly number[];
  readonly onces?: number;
  /** How many of its MF fail at most in an execution. */
  readonly faults?: number;
  /**
   * With a C operation anywhere, thread 0 is main, and threads that nobody creates do not run. Otherwise all threads
   * are started by a main of its own, which creates them in order, joins them in order (the last one first where
   * threads are cancelled), and does nothing else.
   */
  readonly threads: readonly (readonly Op[])[];
  /** What is called when the program ends; then main's end is a call of exit. */
  readonly handlers?: Handlers;
}

/** Registers are each handler's own. */
export interface Handlers {
  /** Registered with atexit by main before anything else, in this order. */
  readonly atexit: readonly (readonly Op[])[];
  /** The same with at_quick_exit. */
  readonly quick: readonly (readonly Op[])[];
  /** The destructor of main's thread_local object; no operations: it has none. */
  readonly local: readonly Op[];
  /** A function with the attribute `destructor`. */
  readonly destructor: readonly Op[];
  /**
   * Main calls pthread_exit where it would return, and joins nobody before if it is not of the text: the end of the
   * last thread calls exit(0).
   */
  readonly afterAll?: boolean;
}
