/** Errors in words; places are added by the report. */
import { isObjectKind, looksOnly, objectOf } from '../../object';
import { describeThread, ErrorKind, frees, Kind, type Label, type ThreadId } from '../../program/label';
import type { FoundKind } from './verdict';

/** The text for two accesses that race (C11, 5.1.2.4 p25); `a` comes before `b` in the execution. */
export function describeRace(a: { thread: ThreadId; label: Label }, b: { thread: ThreadId; label: Label }): string {
  return (
    `${describeThread(b.thread)} ${access(b.label)} what ${describeThread(a.thread)} ${access(a.label)}, ` +
    'with no happens-before order between them'
  );
}

/** `a` freed memory before `b` touched it. */
export function describeFreed(a: { thread: ThreadId; label: Label }, b: { thread: ThreadId; label: Label }): string {
  return `${describeThread(b.thread)} ${access(b.label)} what ${describeThread(a.thread)} freed before`;
}

function access(l: Label): string {
  switch (l.kind) {
    case Kind.PlainRead:
      return 'reads';
    case Kind.PlainWrite:
      return frees(l) ? 'frees' : 'writes';
    case Kind.Load:
      return 'reads atomically';
    case Kind.Store:
      return 'writes atomically';
    default:
      return 'updates atomically';
  }
}

/** The text for a thread that waits; `l`: its pending event. */
export function describeWaiting(t: ThreadId, l: Label): string {
  const who = describeThread(t);
  if (l.text !== '') return `${who} waits in ${l.text}`;
  if (l.kind === Kind.Join)
    return `${who} waits for ${l.thread === t ? 'its own end' : `the end of ${describeThread(l.thread)}`}`;
  // What need not wait is what a loop comes back to, like a read of memory; only pthread_once does both.
  const waits = isObjectKind(l.kind) && (!looksOnly(l.kind) || l.kind === Kind.OnceBegin);
  return waits ? `${who} waits for ${objectOf(l.kind).awaited(l)}` : `${who} waits in a loop`;
}

/** The kind under which a program's error is reported. */
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
  }
}

/**
 * What notes say of threads that wait for good when others end the program, between the thread and what it waits for.
 */
export const leftWaiting = 'waits for ever when the program ends:';
