/** An event as a C programmer would say it. */
import type { TraceEvent } from '../explore/verdict';
import { frees, Kind, Order, RmwOp, type Value } from '../program/label';
import { describeThread } from '../explore/describe';

/** `data`: the name of the event's location. `pending`: it never took effect. */
export function operation(t: TraceEvent, data: string, pending: boolean): string {
  const { label: l } = t;
  const value = (v: Value | undefined): string => (v === undefined ? '?' : showValue(v, l.size));
  const order = orderName(l.order);
  const returned = pending ? '' : ` = ${value(t.value)}`;
  switch (l.kind) {
    case Kind.Begin: return 'begins';
    case Kind.End: return 'ends';
    case Kind.Create: return `creates ${describeThread(l.thread)}`;
    case Kind.Join: return pending ? `waits to join ${describeThread(l.thread)}` : `joins ${describeThread(l.thread)}`;
    case Kind.Detach: return `detaches ${describeThread(l.thread)}`;
    case Kind.Load: return `${data}.load(${order})${returned}`;
    case Kind.Store: return `${data}.store(${value(l.value)}, ${order})`;
    case Kind.Rmw: return rmw(t, data, order, value, pending);
    case Kind.Fence: return `fence(${order})`;
    case Kind.PlainRead: return `reads ${data}${returned}`;
    case Kind.PlainWrite: return frees(l) ? `frees ${data}` : `${data} = ${value(l.value)}`;
    case Kind.MutexInit: return `initialises mutex ${data}`;
    case Kind.MutexLock: return pending ? `waits for mutex ${data}` : `locks ${data}${result(t.value)}`;
    case Kind.MutexTrylock: return `tries to lock ${data}${t.value === 0 ? ': done' : ': busy'}`;
    case Kind.MutexUnlock: return `unlocks ${data}`;
    case Kind.MutexDestroy: return `destroys mutex ${data}`;
    case Kind.Choose: return `chooses ${value(t.value)} of 0..${BigInt(l.value) - 1n}`;
    case Kind.AssumeFailed: return 'assumption fails';
    case Kind.Error: return l.text === '' ? 'fails' : withoutPlace(l.text);
    case Kind.Exit: return `exit(${l.value})`;
    case Kind.Unsupported: return `${l.text}: not supported yet`;
    default: return Kind[l.kind];
  }
}

/** What a failed assert() says, without the place, which is told anyway. */
export function withoutPlace(text: string): string {
  return text.replace(/^[^\s:]+:\d+: (?:.*: )?(?=assertion `)/i, '');
}

function rmw(t: TraceEvent, data: string, order: string, value: (v: Value | undefined) => string, pending: boolean): string {
  const { label: l } = t;
  if (l.op === RmwOp.Cas) {
    const call = `${data}.compare_exchange(${value(l.expected)} → ${value(l.value)}, ${order})`;
    if (pending) return call;
    return t.written === undefined ? `${call} fails, finds ${value(t.value)}` : `${call} succeeds`;
  }
  const name = l.op === RmwOp.Xchg ? 'exchange' : `fetch_${RmwOp[l.op].toLowerCase()}`;
  return `${data}.${name}(${value(l.value)}, ${order})${pending ? '' : ` = ${value(t.value)}`}`;
}

function result(v: Value | undefined): string {
  return v === undefined || v === 0 ? '' : ` (returns ${v})`;
}

export function orderName(o: Order): string {
  switch (o) {
    case Order.Plain: return 'plain';
    case Order.Relaxed: return 'relaxed';
    case Order.Consume: return 'consume';
    case Order.Acquire: return 'acquire';
    case Order.Release: return 'release';
    case Order.AcqRel: return 'acq_rel';
    case Order.SeqCst: return 'seq_cst';
  }
}

/** Numbers near zero in decimal, with their sign; others, which are mostly addresses, in hexadecimal. */
export function showValue(v: Value, size: number): string {
  const signed = size > 0 && size <= 8 ? BigInt.asIntN(8 * size, BigInt(v)) : BigInt(v);
  if (signed > -1_000_000n && signed < 0x1_0000_0000n) return signed.toString();
  return `0x${v.toString(16)}`;
}
