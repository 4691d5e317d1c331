/**
 * The meanings of `Label.op` by kind of event. Labels have one shape for all kinds
 * (docs/explanation/decisions/0009-one-shape-of-labels.md), so the field is read through these functions. Each is
 * defined for the kinds that its comment names.
 */
import {
  Kind,
  MutexFlag,
  WaitFlag,
  ChoiceOf,
  type Cancel,
  type ErrorKind,
  type Label,
  RMW_UNUSED,
  type MutexType,
  type RmwOp,
} from './label';

/** Rmw: what it does to the value that it reads. */
export function rmwOperation(l: Label): RmwOp {
  return l.op & ~RMW_UNUSED;
}

/** Error: the kind of error. */
export function errorKind(l: Label): ErrorKind {
  return l.op;
}

/**
 * Does the thread go round a loop, in the same state as before, and performs no other event that returns a value? Then
 * it does so for ever. (Choose, with one choice: runtime/pass/endless-loops.h.)
 */
export function goesRound(l: Label): boolean {
  return l.kind === Kind.Choose && l.op === (ChoiceOf.Round as number);
}

/** Choose: whether a call has a fault (--faults)? */
export function choosesFault(l: Label): boolean {
  return l.kind === Kind.Choose && l.op === (ChoiceOf.Fault as number);
}

/** Choose: whether the power is lost, or what is on the disk then (--crash)? */
export function choosesPower(l: Label): boolean {
  return l.kind === Kind.Choose && l.op === (ChoiceOf.Power as number);
}

/** AssumeFailed: is the execution over because the power was lost, and nothing is wrong? */
export function endsAfterPower(l: Label): boolean {
  return l.kind === Kind.AssumeFailed && l.op === 1;
}

/** Choose of a fault: how many faults an execution has at most. */
export function mostFaults(l: Label): number {
  return Number(l.expected);
}

/** Operations on a mutex: its type (POSIX pthread_mutexattr_settype). */
export function mutexType(l: Label): MutexType {
  return l.op & 3;
}

/** Operations on a mutex: is it robust (POSIX pthread_mutexattr_setrobust)? */
export function isRobust(l: Label): boolean {
  return (l.op & MutexFlag.Robust) !== 0;
}

/** Operations on a mutex: are they part of a wait on a condition variable? */
export function isPartOfWait(l: Label): boolean {
  return (l.op & MutexFlag.InWait) !== 0;
}

/** CondWake, FutexAwait: may the call time out? */
export function mayTimeOut(l: Label): boolean {
  return (l.op & WaitFlag.Timed) !== 0;
}

/** CondWake: may the call return without a signal (POSIX pthread_cond_wait, spurious wake-ups)? */
export function mayWakeSpuriously(l: Label): boolean {
  return (l.op & WaitFlag.Spurious) !== 0;
}

/** CondBlock: may the thread be cancelled while it waits? */
export function mayBeCancelled(l: Label): boolean {
  return (l.op & WaitFlag.Cancelled) !== 0;
}

/** CondWake, FutexAwait: can the wait end in no other way than by another operation that chooses the thread? */
export function waitsOnly(l: Label): boolean {
  return l.op === 0;
}

/** Load that looks for cancellation: does the thread wait next if it is not cancelled? Otherwise 0 or Cancel.Point. */
export function cancellationPoint(l: Label): Cancel | 0 {
  return l.op;
}

/** OnceEnd: was the routine left before its end? */
export function isLeftEarly(l: Label): boolean {
  return l.op === 1;
}

/**
 * Does the program not use the result? FutexWake: the number of threads that were woken; BarrierArrive: whether the
 * thread is the last one; Rmw: the value that was read.
 */
export function tellsNobody(l: Label): boolean {
  if (l.kind === Kind.Rmw) return (l.op & RMW_UNUSED) !== 0;
  return l.op !== 0 && (l.kind === Kind.FutexWake || l.kind === Kind.BarrierArrive);
}

/** FutexLeave: does the thread go to sleep? */
export function goesToSleep(l: Label): boolean {
  return l.op === 1;
}

/** Exit: had another thread called exit before? */
export function followsExit(l: Label): boolean {
  return l.kind === Kind.Exit && l.op !== 0;
}
