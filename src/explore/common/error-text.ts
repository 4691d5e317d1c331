/** The texts of errors, without source places, which the report adds. */
import { isObjectKind, mayOnlyRead, objectOf } from '../../object';
import {
  allocates,
  describeThread,
  ErrorKind,
  frees,
  isAsPlain,
  Kind,
  type Label,
  type SiteId,
  type ThreadId,
} from '../../program/label';
import type { Program } from '../../program/program';
import type { FoundKind } from './verdict';

/** The placeholder of the call site in messages. */
export function siteText(program: Pick<Program, 'place'>, site: SiteId): string {
  return program.place?.(site) ?? `site ${site}`;
}

/** The text for two accesses that race (C11 5.1.2.4p25); `a` comes before `b` in the execution. */
export function describeRace(a: { thread: ThreadId; label: Label }, b: { thread: ThreadId; label: Label }): string {
  return (
    `${describeThread(b.thread)} ${access(b.label)} what ${describeThread(a.thread)} ${access(a.label)}, ` +
    'with no happens-before order between them'
  );
}

/** The text for an access `b` to memory that `a` has freed. */
export function describeFreed(a: { thread: ThreadId; label: Label }, b: { thread: ThreadId; label: Label }): string {
  return `${describeThread(b.thread)} ${access(b.label)} what ${describeThread(a.thread)} freed before`;
}

/** The text for an access `b` to memory that nothing has initialised since `a`, if that is known, has allocated it. */
export function describeUninitialised(
  a: { thread: ThreadId; label: Label } | undefined,
  b: { thread: ThreadId; label: Label },
): string {
  const since = a === undefined ? '' : ` since ${describeThread(a.thread)} allocated it`;
  return `${describeThread(b.thread)} ${access(b.label)} what nothing has initialised${since}`;
}

function access(l: Label): string {
  if (isAsPlain(l)) return l.kind === Kind.Load ? 'reads' : 'writes';
  switch (l.kind) {
    case Kind.PlainRead:
      return 'reads';
    case Kind.PlainWrite:
      return frees(l) ? 'frees' : allocates(l) ? 'allocates' : 'writes';
    case Kind.Load:
      return 'reads atomically';
    case Kind.Store:
      return 'writes atomically';
    default:
      return 'updates atomically';
  }
}

/** The text for a thread that waits. `l`: its pending event; `inLoop`: that is part of the loop in which it waits. */
export function describeWaiting(t: ThreadId, l: Label, inLoop = false): string {
  const who = describeThread(t);
  if (l.text !== '') return `${who} waits in ${l.text}`;
  if (l.kind === Kind.Join)
    return `${who} waits for ${l.thread === t ? 'its own end' : `the end of ${describeThread(l.thread)}`}`;
  // An operation that never waits is part of a spin loop, like a load. Only pthread_once waits and may return without a
  // change.
  const waits = isObjectKind(l.kind) && (!mayOnlyRead(l.kind) || l.kind === Kind.OnceBegin) && l.kind !== Kind.SemPost;
  if (!waits) return `${who} waits in a loop`;
  const what = objectOf(l.kind).awaited(l);
  if (!inLoop) return `${who} waits for ${what}`;
  // A lock it takes and releases there.
  const isSignal = l.kind === Kind.CondBlock || l.kind === Kind.CondWake;
  return `${who} waits in a loop ${isSignal ? 'for' : 'that uses'} ${what}`;
}

/** What others do while a thread starves, after the text for that thread. */
export const whileOthersGoOn = 'for ever while others go on',
  ifOthersStandStill = 'for ever if others stand still';

/** The kind of finding for an error that the program itself reports. */
export function foundKind(k: ErrorKind): FoundKind {
  switch (k) {
    case ErrorKind.Assertion:
      return 'assertion';
    case ErrorKind.Abort:
      return 'abort';
    case ErrorKind.Crash:
      return 'crash';
    case ErrorKind.Misuse:
      return 'misuse';
    case ErrorKind.Memory:
      return 'memory';
    case ErrorKind.AfterCrash:
      return 'after-crash';
  }
}

/**
 * The middle part of notes on threads that wait for ever when others end the program, between the thread and the
 * object.
 */
export const blockedAtExit = 'waits for ever when the program ends:';
