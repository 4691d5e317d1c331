/** Labels: what an event of a thread does, without the value that it reads. */

/** A value of up to 128 bits, unsigned; a number where it fits 53 bits, a bigint otherwise (so `===` compares). */
export type Value = number | bigint;

/** Dense number of a thread; 0 is main. */
export type ThreadId = number;

/** The name of the thread in messages. */
export function describeThread(t: ThreadId): string {
  return t === 0 ? 'main' : `thread ${t}`;
}

/** Dense number of a memory location or a synchronisation object; -1 where there is none. */
export type LocationId = number;

/** C11 7.17.3 memory orders with the values of `__ATOMIC_*`, and `Plain` for accesses that are not atomic. */
export enum Order {
  Plain = -1,
  Relaxed = 0,
  Consume = 1,
  Acquire = 2,
  Release = 3,
  AcqRel = 4,
  SeqCst = 5,
}

/** Event kinds; the numbers are those of runtime/core/protocol.h. */
export enum Kind {
  Begin = 1,
  End = 2,
  Create = 3,
  Join = 4,
  Detach = 5,
  Load = 6,
  Store = 7,
  Rmw = 8,
  Fence = 9,
  PlainRead = 10,
  PlainWrite = 11,
  MutexInit = 12,
  MutexLock = 13,
  MutexTrylock = 14,
  MutexUnlock = 15,
  MutexDestroy = 16,
  Choose = 17,
  AssumeFailed = 18,
  Held = 19,
  Error = 20,
  Exit = 21,
  Unsupported = 22,
  MutexDied = 23,
  MutexConsistent = 24,
  CondInit = 25,
  CondBlock = 26,
  CondWake = 27,
  CondSignal = 28,
  CondBroadcast = 29,
  CondDestroy = 30,
  RwInit = 31,
  RwRdlock = 32,
  RwWrlock = 33,
  RwTryrdlock = 34,
  RwTrywrlock = 35,
  RwRdunlock = 36,
  RwWrunlock = 37,
  RwDestroy = 38,
  SemInit = 39,
  SemWait = 40,
  SemTrywait = 41,
  SemPost = 42,
  SemGetvalue = 43,
  SemDestroy = 44,
  BarrierInit = 45,
  BarrierArrive = 46,
  BarrierLeave = 47,
  BarrierDestroy = 48,
  OnceBegin = 49,
  OnceEnd = 50,
  FutexEnter = 51,
  FutexLeave = 52,
  FutexAwait = 53,
  FutexWake = 54,
  /** `drista_observe`: text NAME=VALUE. */
  Observe = 55,
  /** The thread may not go round a loop once more (--tune unroll): it stops for good. With an `op`: see Bound. */
  LoopBound = 56,
}

/** The op of LoopBound. */
export enum Bound {
  /** The thread may not create another thread. */
  Threads = 1,
}

/** What a read-modify-write does to the value that it reads. */
export enum RmwOp {
  Xchg = 1,
  Add = 2,
  Sub = 3,
  And = 4,
  Or = 5,
  Xor = 6,
  Nand = 7,
  Cas = 8,
  /** Prints: the location holds a digest of everything that was printed (runtime/io/printed.h). */
  Append = 9,
  /**
   * As Append, for another digest, such as that of the functions that exit is to call (runtime/server/exit-handlers.c).
   */
  Digest = 10,
  /** A compare-exchange that may fail spuriously (C11 7.17.7.4p4). */
  CasWeak = 11,
  /** A weak compare-exchange that may not fail spuriously, because of --tune weak-cas=strong. */
  CasHeld = 12,
}

/** Label.op of an Rmw, besides RmwOp: the program does not use the value that it returns. */
export const RMW_UNUSED = 16;

/** Kinds of error that end a thread inside the program (Label.op of an Error event). */
export enum ErrorKind {
  Assertion = 1,
  Abort = 2,
  Crash = 3,
  Misuse = 4,
  Memory = 5,
  /** What is left after a loss of power is wrong (--crash). */
  AfterCrash = 6,
}

/**
 * Types of a mutex (POSIX pthread_mutexattr_settype); the numbers are glibc's. Label.op of its operations has it in its
 * two low bits.
 */
export enum MutexType {
  Normal = 0,
  Recursive = 1,
  ErrorCheck = 2,
  /** A spinlock. */
  Spin = 3,
}

/** More bits of Label.op of operations on a mutex. */
export enum MutexFlag {
  /** Its next owner is told that the last one has ended (pthread_mutexattr_setrobust). */
  Robust = 4,
  /** Part of a wait on a condition variable. */
  InWait = 8,
}

/** Bits of Label.op of CondWake and FutexAwait; of CondBlock: Cancelled. */
export enum WaitFlag {
  /** The wait may time out. */
  Timed = 1,
  /** The wait may return without a signal (POSIX pthread_cond_wait, spurious wake-ups). */
  Spurious = 2,
  /** CondBlock: the thread may be cancelled while it waits. CondWake: it is. */
  Cancelled = 4,
}

/**
 * Label.value of a try (MutexTrylock, SemTrywait ...) that waits instead, because its call may not time out any more.
 */
export const NEVER = 0xffffffff;

/**
 * Label.op of a Load by which a thread checks whether it is cancelled, and of the Store (Point) that cancels another.
 */
export enum Cancel {
  /** A cancellation point that does not wait. */
  Point = 1,
  /** If it is not cancelled, the thread waits in its next event. */
  Wait = 2,
}

/** Label.op of a PlainRead or PlainWrite. */
export enum Plain {
  /** Its memory was freed. */
  Freed = 1,
  /** The access is volatile. */
  Volatile = 2,
  /** Its memory was allocated, and nothing has initialised it. */
  Allocated = 3,
  /** Its memory was allocated with known contents, as by calloc. */
  AllocatedKnown = 4,
  /** Code that is not seen changes the data, too, so the value is not known (Program.hidesData): it counts as 0. */
  Hidden = 5,
  HiddenVolatile = 6,
  /** It lies in a block that the thread has allocated since its last event other than a plain access. */
  Young = 7,
}

/** Label.op of a Choose. */
export enum ChoiceOf {
  /** There is nothing to choose: the thread goes round a loop. */
  Round = 1,
  /** Whether a call fails, or does less than it could (--faults); 0: it does not. */
  Fault = 2,
  /** Whether the power is lost, and what is on the disk then (--crash). Text: a line for each value. */
  Power = 3,
}

/** Label.op of a Load or Store that is a plain access in the program, which is taken for an atomic one. */
export const AS_PLAIN = 4;

/** Where an event came from: index into the program's stacks; -1 unknown. Begin: the thread's start routine. */
export type SiteId = number;

/**
 * A part of memory that no atomic access cuts, where accesses of several sizes overlap (locations.ts). It is a location
 * of its own: threads read from writes of pieces, and each piece has its coherence order.
 */
export interface Piece {
  readonly loc: LocationId;
  /** Its first byte, counted from that of the access. */
  readonly at: number;
  /** Bytes. */
  readonly size: number;
}

export interface Label {
  readonly kind: Kind;
  /**
   * The location or object; -1 where there is none. Where accesses of several sizes overlap: all of the memory that
   * they touch.
   */
  readonly loc: LocationId;
  /** The pieces of that memory which it accesses, in order of address; none where accesses have one size. */
  readonly pieces: readonly Piece[];
  readonly order: Order;
  /** Rmw that is a compare-exchange: the order of the read when it fails. */
  readonly failOrder: Order;
  /** The orders in the program, where others have taken their place (`ownOrders`); -1: they are its own. */
  readonly own: number;
  /** Bytes accessed. */
  readonly size: number;
  /**
   * Its meaning depends on the kind, so it is read through the functions of operand.ts. Rmw: RmwOp and RMW_UNUSED;
   * Error: ErrorKind; Mutex*: MutexType and MutexFlag; CondBlock, CondWake, FutexAwait: WaitFlag; Load, Store: Cancel
   * or AS_PLAIN; Choose: ChoiceOf; OnceEnd: 1 where the routine was
   * left before its end; FutexLeave: 1 where the thread goes to sleep; FutexWake, BarrierArrive: 1 where the result
   * is not used; PlainRead, PlainWrite: Plain; Exit: 1 where another thread had called exit before; End: 1 where main
   * continues with Joins that are 1, and exits; otherwise 0.
   */
  readonly op: number;
  /**
   * Store, PlainWrite: value written. Rmw: operand, or Cas: desired. Begin, Create: what the thread starts with (a
   * process: start routine * 2^64 + argument; main: 0). End: return value. Choose: n. Exit: code. Operations on
   * objects: docs/explanation/objects.md.
   */
  readonly value: Value;
  /** Rmw that is a compare-exchange: value expected. Choose of a fault: the most faults of an execution. */
  readonly expected: Value;
  /** Create: the child. Join, Detach, a Store that cancels: the thread named. Otherwise -1. */
  readonly thread: ThreadId;
  readonly site: SiteId;
  /** Fingerprint of the state (docs/explanation/thread-states.md) where an iteration may begin; 0: unknown. */
  readonly spin: Value;
  /**
   * A second fingerprint, of registers and bytes of the stack; 0 unknown. If two fingerprints of one kind are equal, so
   * are the states.
   */
  readonly machine: Value;
  /**
   * Has the thread come to the head of a loop that may wait for memory to change, since its last event that returned a
   * value? Only the compiler's pass knows (runtime/pass/iterations.cc); false: not known.
   */
  readonly atWaitingLoop: boolean;
  /** Operations on objects: was the object destroyed, and not initialised since, when the thread got there? */
  readonly dead: boolean;
  /**
   * Error, Unsupported: what happened, for people. Choose of a fault: the call, and a line for each fault: what the
   * call does.
   */
  readonly text: string;
}

const whole: readonly Piece[] = [];

/** A label of the kind with the fields given; all others say "none". */
export function label(
  kind: Kind,
  {
    loc = -1,
    pieces = whole,
    order = kind === Kind.PlainRead || kind === Kind.PlainWrite ? Order.Plain : Order.Relaxed,
    failOrder = Order.Relaxed,
    own = -1,
    size = 0,
    op = 0,
    value = 0,
    expected = 0,
    thread = -1,
    site = -1,
    spin = 0,
    machine = 0,
    atWaitingLoop = false,
    dead = false,
    text = '',
  }: Partial<Label> = {},
): Label {
  return {
    kind,
    loc,
    pieces,
    order,
    failOrder,
    own,
    size,
    op,
    value,
    expected,
    thread,
    site,
    spin,
    machine,
    atWaitingLoop,
    dead,
    text,
  };
}

/** The label with other numbers of its locations. */
export function withLocations(l: Label, number: (loc: LocationId) => LocationId): Label {
  return { ...l, loc: number(l.loc), pieces: l.pieces.map((piece) => ({ ...piece, loc: number(piece.loc) })) };
}

/** Is something printed by the event? (Label.text: what, escaped; Label.expected: how many bytes.) */
export function prints(l: Label): boolean {
  return l.kind === Kind.Rmw && l.op === RmwOp.Append;
}

/** Does the event free memory? That is a plain write to all of it. */
export function frees(l: Label): boolean {
  return l.kind === Kind.PlainWrite && l.op === Plain.Freed;
}

/** Is it a plain access to a volatile object? */
export function isVolatileAccess(l: Label): boolean {
  return isPlainAccess(l) && (l.op === Plain.Volatile || l.op === Plain.HiddenVolatile);
}

/** Is it a plain access whose value is not known? */
export function hidesValue(l: Label): boolean {
  return isPlainAccess(l) && (l.op === Plain.Hidden || l.op === Plain.HiddenVolatile);
}

/** Is it a plain access to a block that no other thread can know? */
export function isOfYoung(l: Label): boolean {
  return isPlainAccess(l) && l.op === Plain.Young;
}

/** Is it a plain access, or the beginning or end of the life of memory? */
export function isPlainAccess({ kind }: Label): boolean {
  return kind === Kind.PlainRead || kind === Kind.PlainWrite;
}

/** Is it the allocation of memory? That is a plain write to all of it, before any other access. */
export function allocates(l: Label): boolean {
  return l.kind === Kind.PlainWrite && (l.op === Plain.Allocated || l.op === Plain.AllocatedKnown);
}

/** Does it allocate memory whose contents are indeterminate (C11 7.22.3.4p2)? */
export function leavesUndefined(l: Label): boolean {
  return l.kind === Kind.PlainWrite && l.op === Plain.Allocated;
}

/** Is it an atomic operation in the program that reads memory? */
export function readsAtomically(l: Label): boolean {
  return l.kind === Kind.Rmw || (l.kind === Kind.Load && l.op === 0);
}

/** Is it a plain access in the program, which is taken for an atomic one (--races ignore)? */
export function isAsPlain(l: Label): boolean {
  return (l.kind === Kind.Load || l.kind === Kind.Store) && l.op === AS_PLAIN;
}

/** Is it a load by which the thread checks whether it is cancelled? */
export function checksCancellation(l: Label): boolean {
  return l.kind === Kind.Load && (l.op & ~AS_PLAIN) !== 0;
}

/** Is it the event by which a cancelled thread leaves the condition variable that it waits on? */
export function leavesCancelled(l: Label): boolean {
  return l.kind === Kind.CondWake && (l.op & WaitFlag.Cancelled) !== 0;
}

/** Is it the store that cancels another thread? */
export function cancels(l: Label): boolean {
  return l.kind === Kind.Store && (l.op & ~AS_PLAIN) !== 0;
}

/**
 * Does the event need a value before its thread can continue? (A plain read takes its only possible source.)
 */
export function isReadLike(l: Label): boolean {
  switch (l.kind) {
    case Kind.Load:
    case Kind.Rmw:
    case Kind.Join:
    case Kind.PlainRead:
    case Kind.MutexInit:
    case Kind.MutexLock:
    case Kind.MutexTrylock:
    case Kind.MutexDestroy:
    case Kind.Choose:
      return true;
    case Kind.RwWrunlock:
    case Kind.OnceEnd:
    case Kind.FutexLeave:
    case Kind.Observe:
    case Kind.LoopBound:
      return false;
    default:
      return l.kind >= Kind.CondInit;
  }
}

/**
 * Does the thread only wait for the end of the other one, without joining it? Main does so after its own end. The
 * result is how many threads the other one has created.
 */
export function awaits(l: Label): boolean {
  return l.kind === Kind.Join && l.op !== 0;
}

/** Is it the last event of its thread? (After Exit, handlers may still run, and main may stay after its End.) */
export function closes({ kind, op }: Label): boolean {
  switch (kind) {
    case Kind.End:
      return op === 0;
    case Kind.Error:
    case Kind.AssumeFailed:
    case Kind.Unsupported:
    case Kind.LoopBound:
      return true;
    default:
      return false;
  }
}
