/** Descriptions of events in the terms of C programmers. */
import { callEvent } from '../program/call-event';
import { choosesFault, choosesPower, endsAfterPower, goesRound, rmwOperation, tellsNobody } from '../program/operand';
import type { TraceEvent } from '../explore/common/verdict';
import { isCompareExchange, SPURIOUS } from '../program/rmw';
import { EAGAIN, EBUSY, EDEADLK, EINTR, EINVAL, ENOTRECOVERABLE, EOWNERDEAD, EPERM, ETIMEDOUT } from '../object/object';
import {
  allocates,
  Bound,
  awaits,
  cancels,
  describeThread,
  frees,
  hidesValue,
  isAsPlain,
  Kind,
  leavesCancelled,
  checksCancellation,
  MutexFlag,
  MutexType,
  Order,
  prints,
  RmwOp,
  type Label,
  type Value,
} from '../program/label';

/** Bytes of a pointer. */
const POINTER = 8;

/** Further names that the text of an operation may use. */
export interface Around {
  /** The name of the mutex that a wait on a condition variable is with; empty: not known. */
  readonly mutex?: string;
  /** The name of what a value points to; undefined: it is no pointer, or not known. */
  readonly pointer?: (v: Value) => string | undefined;
}

/** Bytes of an object, from one to before another. */
export function bytesText(from: number, to: number): string {
  return to === from + 1 ? `byte ${from}` : `bytes ${from}..${to - 1}`;
}

/** The name of a part of an object, before a dot. */
function dotted(data: string): string {
  return /^bytes? \d/.test(data) ? `(${data})` : data;
}

/** `data`: the name of the event's location. `pending`: it never took effect. */
export function operation(t: TraceEvent, data: string, pending: boolean, around: Around = {}): string {
  const { label: l } = t;
  const value = (v: Value | undefined): string =>
    v === undefined ? '?' : ((l.size === POINTER ? around.pointer?.(v) : undefined) ?? showValue(v, l.size));
  const order = orderName(l.order);
  if (isCall(l)) return pending ? `waits in ${l.text}` : l.text;
  const returned = pending ? '' : ` = ${value(t.value)}`;
  switch (l.kind) {
    case Kind.Begin:
      return 'begins';
    case Kind.End:
      return 'ends';
    case Kind.Create:
      return `creates ${describeThread(l.thread)}`;
    case Kind.Join:
      if (awaits(l)) return `waits for the end of ${describeThread(l.thread)} before it exits`;
      return pending ? `waits to join ${describeThread(l.thread)}` : `joins ${describeThread(l.thread)}`;
    case Kind.Detach:
      return `detaches ${describeThread(l.thread)}`;
    case Kind.Load:
      if (isAsPlain(l)) return `reads ${data}${returned}`;
      return checksCancellation(l) ? cancelled(t.value, pending) : `${dotted(data)}.load(${order})${returned}`;
    case Kind.Store:
      if (isAsPlain(l)) return `${data} = ${value(l.value)}`;
      return cancels(l) ? `cancels ${describeThread(l.thread)}` : `${dotted(data)}.store(${value(l.value)}, ${order})`;
    case Kind.Rmw:
      return rmw(t, data, order, value, pending);
    case Kind.Held:
      return 'has timed out often enough, and waits now';
    case Kind.Fence:
      return `fence(${order})`;
    case Kind.PlainRead:
      return hidesValue(l) ? `reads ${data}` : `reads ${data}${returned}`;
    case Kind.PlainWrite:
      if (hidesValue(l)) return `writes ${data}`;
      return frees(l) ? `frees ${data}` : allocates(l) ? `allocates ${data}` : `${data} = ${value(l.value)}`;
    case Kind.MutexInit:
      return `initialises ${noun(l)} ${data}`;
    case Kind.MutexLock:
      return mutexLock(t, called(l, data), pending);
    case Kind.MutexTrylock:
      return attempt(t, 'lock', called(l, data), '', pending);
    case Kind.MutexUnlock:
      return `unlocks ${called(l, data)}${(l.op & MutexFlag.InWait) !== 0 ? ' to wait' : result(t.value)}`;
    case Kind.MutexDestroy:
      return `destroys ${noun(l)} ${data}`;
    case Kind.MutexDied:
      return `has ended and still holds ${data}`;
    case Kind.MutexConsistent:
      return `makes ${data} consistent${result(t.value)}`;
    case Kind.CondInit:
      return `initialises cond ${data}`;
    case Kind.CondBlock:
      return `waits on cond ${data}${around.mutex ? ` with mutex ${around.mutex}` : ''}`;
    case Kind.CondWake:
      if (leavesCancelled(l)) return `leaves cond ${data}${pending || t.value === 0 ? '' : chosen(t.value, '', true)}`;
      return pending ? `waits for a signal on ${data}` : wake(t);
    case Kind.CondSignal:
      return `signals ${data}${pending ? '' : chosen(t.value, 'nobody waits', true)}`;
    case Kind.CondBroadcast:
      return `broadcasts ${data}${pending ? '' : chosen(t.value, 'nobody waits', false)}`;
    case Kind.CondDestroy:
      return `destroys cond ${data}`;
    case Kind.RwInit:
      return `initialises read-write lock ${data}`;
    case Kind.RwRdlock:
      return pending ? `waits to lock ${data} for reading` : `locks ${data} for reading`;
    case Kind.RwWrlock:
      return pending ? `waits to lock ${data} for writing` : `locks ${data} for writing`;
    case Kind.RwTryrdlock:
      return attempt(t, 'lock', data, ' for reading', pending);
    case Kind.RwTrywrlock:
      return attempt(t, 'lock', data, ' for writing', pending);
    case Kind.RwRdunlock:
    case Kind.RwWrunlock:
      return `unlocks ${data}`;
    case Kind.RwDestroy:
      return `destroys read-write lock ${data}`;
    case Kind.SemInit:
      return `initialises semaphore ${data} with ${l.value}`;
    case Kind.SemWait:
      return pending ? `waits for a post of ${data}` : `decrements ${data}`;
    case Kind.SemTrywait:
      return attempt(t, 'decrement', data, '', pending);
    case Kind.SemPost:
      return `posts ${data}`;
    case Kind.SemGetvalue:
      return `reads semaphore ${data}${returned}`;
    case Kind.SemDestroy:
      return `destroys semaphore ${data}`;
    case Kind.BarrierInit:
      return `initialises barrier ${data} for ${l.value}`;
    case Kind.BarrierArrive:
      return t.value === 1 ? `is the last at barrier ${data}` : `waits at barrier ${data}`;
    case Kind.BarrierLeave:
      return pending ? `waits for the others at barrier ${data}` : `leaves barrier ${data}`;
    case Kind.BarrierDestroy:
      return `destroys barrier ${data}`;
    case Kind.OnceBegin:
      if (pending) return `waits for the end of the once-routine of ${data}`;
      return t.value === 0 ? `finds the once-routine of ${data} done` : `begins the once-routine of ${data}`;
    case Kind.OnceEnd:
      return `${l.op === 1 ? 'gives up' : 'ends'} the once-routine of ${data}`;
    case Kind.FutexEnter:
      return pending ? `waits to look at futex ${data}` : `looks at futex ${data}`;
    case Kind.FutexLeave:
      return l.op === 1 ? `sleeps on futex ${data}` : `does not sleep on futex ${data}`;
    case Kind.FutexAwait:
      return pending ? `waits for a wake-up on futex ${data}` : wake(t);
    case Kind.FutexWake:
      if (pending || (tellsNobody(l) && t.value === 0)) return `futex_wake(${data})`;
      return `futex_wake(${data})${chosen(t.value, 'nobody sleeps', l.value === 1)}`;
    case Kind.Choose:
      if (goesRound(l)) return 'goes round the loop once more';
      if (choosesFault(l)) return faultText(l, t.value, pending);
      if (choosesPower(l)) return l.text.split('\n')[pending ? 0 : Number(t.value ?? 0)];
      return `chooses ${value(t.value)} of 0..${BigInt(l.value) - 1n}`;
    case Kind.AssumeFailed:
      return endsAfterPower(l) ? 'nothing is wrong after the crash' : 'assumption fails';
    case Kind.LoopBound:
      if (l.op === (Bound.Threads as number)) return `may not create a thread: there are ${value(l.value)} already`;
      return `went round a loop ${value(l.value)} times, as often as --tune unroll allows`;
    case Kind.Error:
      return l.text === '' ? 'fails' : withoutPlace(l.text);
    case Kind.Exit:
      return `exit(${l.value})`;
    case Kind.Unsupported:
      return `${l.text}: not supported yet`;
    case Kind.Observe:
      return callText(l) ?? `observes ${l.text}`;
  }
}

/** The call, and what it does where it has a fault. */
function faultText(l: Label, value: Value | undefined, pending: boolean): string {
  const [call, ...faults] = l.text.split('\n');
  return pending || value === undefined || value === 0 ? call : `${call} ${faults[Number(value) - 1] ?? 'fails'}`;
}

/** An event of a call of a data structure. */
function callText(l: Label): string | undefined {
  const call = callEvent(l);
  if (call?.what === 'call') return `calls ${call.value}`;
  return call && `returns${call.value === '' ? '' : ` ${call.value}`}`;
}

/** Is it part of a call on a pipe or socket? The runtime makes it of several events (docs/explanation/runtime.md). */
export function isCall(l: Label): boolean {
  const hasOwnText =
    l.kind === Kind.Error ||
    l.kind === Kind.Unsupported ||
    l.kind === Kind.Observe ||
    l.kind === Kind.Choose ||
    prints(l);
  return l.text !== '' && !hasOwnText;
}

/** The message of a failed assert() without the place, which the report shows anyway. */
export function withoutPlace(text: string): string {
  return text.replace(/^[^\s:]+:\d+: (?:.*: )?(?=assertion `)/i, '');
}

function rmw(
  t: TraceEvent,
  data: string,
  order: string,
  value: (v: Value | undefined) => string,
  pending: boolean,
): string {
  const { label: l } = t;
  if (prints(l)) return `prints "${l.text}"`;
  if (isCompareExchange(l)) {
    const call = `${dotted(data)}.compare_exchange(${value(l.expected)} → ${value(l.value)}, ${order})`;
    if (pending) return call;
    if (t.value === SPURIOUS) return `${call} fails spuriously`;
    return t.written === undefined ? `${call} fails, finds ${value(t.value)}` : `${call} succeeds`;
  }
  const operation = rmwOperation(l);
  const name = operation === RmwOp.Xchg ? 'exchange' : `fetch_${RmwOp[operation].toLowerCase()}`;
  return `${dotted(data)}.${name}(${value(l.value)}, ${order})${pending ? '' : ` = ${value(t.value)}`}`;
}

function noun(l: Label): string {
  return (l.op & 3) === MutexType.Spin ? 'spinlock' : 'mutex';
}

/** The object after "locks": a mutex by its name alone. */
function called(l: Label, data: string): string {
  return (l.op & 3) === MutexType.Spin ? `spinlock ${data}` : data;
}

function mutexLock(t: TraceEvent, what: string, pending: boolean): string {
  const { label: l } = t;
  if ((l.op & MutexFlag.InWait) !== 0)
    return pending ? `waits to lock ${what} again` : `locks ${what} again${result(t.value)}`;
  if (pending) return `waits for ${(l.op & 3) === MutexType.Spin ? what : `mutex ${what}`}`;
  return `locks ${what}${result(t.value)}`;
}

/** A try, or a call with a time limit. The latter has a value that it returns on failure. */
function attempt(t: TraceEvent, does: string, data: string, how: string, pending: boolean): string {
  const { label: l, value } = t;
  const timed = l.value !== 0;
  const call = timed ? `${does}s ${data}${how} with a time-limit` : `tries to ${does} ${data}${how}`;
  if (pending || value === undefined) return call;
  if (value === 0) return timed ? call : `${call}: done`;
  switch (value) {
    case ETIMEDOUT:
      return `${call}: timed out`;
    case EBUSY:
      return `${call}: busy`;
    case EAGAIN:
      return `${call}: it is 0`;
    default:
      return `${call}${result(value)}`;
  }
}

function cancelled(v: Value | undefined, pending: boolean): string {
  if (pending) return 'looks whether it is cancelled';
  return v === 0 ? 'is not cancelled' : 'is cancelled';
}

function wake(t: TraceEvent): string {
  return t.value === ETIMEDOUT ? 'times out' : t.value === EINTR ? 'wakes up without a signal' : 'is woken';
}

/** The threads that a wake-up has chosen: the thread if it wakes one, their number if it wakes all. */
function chosen(v: Value | undefined, nobody: string, one: boolean): string {
  if (v === undefined) return '';
  if (v === 0) return `: ${nobody}`;
  return one ? `: wakes ${describeThread(Number(v) - 1)}` : `: wakes ${v === 1 ? '1 thread' : `${v} threads`}`;
}

function result(v: Value | undefined): string {
  return v === undefined || v === 0 ? '' : ` (returns ${errors[Number(v)] ?? v})`;
}

const errors: Readonly<Record<number, string>> = {
  [EPERM]: 'EPERM',
  [EAGAIN]: 'EAGAIN',
  [EBUSY]: 'EBUSY',
  [EINVAL]: 'EINVAL',
  [EDEADLK]: 'EDEADLK',
  [ETIMEDOUT]: 'ETIMEDOUT',
  [EOWNERDEAD]: 'EOWNERDEAD',
  [ENOTRECOVERABLE]: 'ENOTRECOVERABLE',
};

/** The name of a memory order without `memory_order_` (C11, 7.17.3); `plain` for none. */
export function orderName(o: Order): string {
  switch (o) {
    case Order.Plain:
      return 'plain';
    case Order.Relaxed:
      return 'relaxed';
    case Order.Consume:
      return 'consume';
    case Order.Acquire:
      return 'acquire';
    case Order.Release:
      return 'release';
    case Order.AcqRel:
      return 'acq_rel';
    case Order.SeqCst:
      return 'seq_cst';
  }
}

/** Numbers near zero in decimal, with their sign; others, which are mostly addresses, in hexadecimal. */
export function showValue(v: Value, size: number): string {
  const signed = size > 0 && size <= 8 ? BigInt.asIntN(8 * size, BigInt(v)) : BigInt(v);
  if (signed > -1_000_000n && signed < 0x1_0000_0000n) return signed.toString();
  return `0x${v.toString(16)}`;
}
