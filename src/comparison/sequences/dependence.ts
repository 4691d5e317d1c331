/**
 * When two events of a sequence depend on each other (Mazurkiewicz, Trace theory, 1987): two that do not can be swapped
 * where they are adjacent. Dependent are events of one thread, and operations on one location of which at least one may
 * change it. A read-modify-write counts as a write, whatever it finds. What a thread does by itself (plain data without
 * races, creating and joining threads, fences) belongs to the event before it.
 */
import { Kind, type Label, type ThreadId } from '../../program/label';

/** An event, performed or next. */
export interface ThreadEvent {
  readonly thread: ThreadId;
  readonly label: Label;
}

/** May the event change what it accesses? */
export function mayWrite({ kind, loc }: Label): boolean {
  return loc >= 0 && kind !== Kind.Load && kind !== Kind.PlainRead && kind !== Kind.SemGetvalue;
}

/** Do both access one location, and may one of them change it? */
export function conflict(a: Label, b: Label): boolean {
  return a.loc >= 0 && a.loc === b.loc && (mayWrite(a) || mayWrite(b));
}

/** Are the events dependent, apart from the creation and joining of threads? */
export function dependent(a: ThreadEvent, b: ThreadEvent): boolean {
  return a.thread === b.thread || conflict(a.label, b.label);
}
