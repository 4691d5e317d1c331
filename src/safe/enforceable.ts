/** Which events of programs a schedule may have: those that the enforcing library meets (runtime/safe-schedule/). */
import type { RecordedState } from '../explore/common/step-recorder';
import { EAGAIN, EBUSY } from '../object/object';
import { cancels, checksCancellation, isAsPlain, Kind, RmwOp, type Label, type Value } from '../program/label';

const supported: ReadonlySet<Kind> = new Set([
  Kind.Load,
  Kind.Store,
  Kind.Rmw,
  Kind.MutexInit,
  Kind.MutexLock,
  Kind.MutexTrylock,
  Kind.MutexUnlock,
  Kind.MutexDestroy,
  Kind.Choose,
  Kind.CondInit,
  Kind.CondBlock,
  Kind.CondSignal,
  Kind.CondBroadcast,
  Kind.CondDestroy,
  Kind.SemInit,
  Kind.SemWait,
  Kind.SemTrywait,
  Kind.SemPost,
  Kind.SemGetvalue,
  Kind.SemDestroy,
  Kind.BarrierInit,
  Kind.BarrierArrive,
  Kind.BarrierDestroy,
  Kind.RwInit,
  Kind.RwRdlock,
  Kind.RwWrlock,
  Kind.RwTryrdlock,
  Kind.RwTrywrlock,
  Kind.RwRdunlock,
  Kind.RwWrunlock,
  Kind.RwDestroy,
]);

/** What a schedule cannot contain, for people; undefined: it may contain all of it. */
export function unsupportedIn(
  states: readonly (RecordedState | undefined)[],
): { what: string; label: Label } | undefined {
  for (const state of states)
    for (const { label } of state?.moves ?? []) {
      const what = unsupported(label);
      if (what !== undefined) return { what, label };
    }
  return undefined;
}

function unsupported(l: Label): string | undefined {
  if (l.kind === Kind.PlainRead) return 'a loop that waits for plain data';
  if (l.text !== '') return l.text; // a call on files, pipes, streams
  if (checksCancellation(l) || cancels(l)) return 'the cancellation of a thread';
  if (isAsPlain(l)) return 'a plain access that counts as an atomic one';
  if (l.kind === Kind.Rmw && (l.op === RmwOp.Append || l.op === RmwOp.Digest)) return 'output, or handlers of exit';
  if (l.kind === Kind.CondWake || l.kind === Kind.FutexAwait) return 'a wait with a time limit';
  if (isTimed(l, [Kind.MutexTrylock, Kind.RwTryrdlock, Kind.RwTrywrlock], EBUSY)) return 'a lock with a time limit';
  if (isTimed(l, [Kind.SemTrywait], EAGAIN)) return 'a wait with a time limit';
  // The runtime's own: in libc they do not meet the enforcing library (runtime/io/stream-locks.h).
  if (l.kind === Kind.MutexLock && l.site < 0) return 'a call that locks a stream, beside flockfile or _unlocked calls';
  return supported.has(l.kind) ? undefined : `an operation of the kind ${Kind[l.kind]}`;
}

/** `atOnce`: what a try returns at once where others hold the lock. Calls with a time limit have other values. */
function isTimed(l: Label, kinds: readonly Kind[], atOnce: Value): boolean {
  return kinds.includes(l.kind) && l.value !== 0 && l.value !== atOnce;
}
