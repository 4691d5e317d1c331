/**
 * Once-routines (POSIX.1-2017 pthread_once, C11 7.26.2.1 call_once, C++ std::call_once): the routine begins, and ends
 * or is left early.
 */
import { Kind, type Label, type ThreadId } from '../program/label';
import {
  acquiring,
  done,
  misuse,
  releasing,
  waits,
  type ObjectKind,
  type OperationOutcome,
  type ObjectState,
} from './object';
import { isLeftEarly } from '../program/operand';

interface OnceState {
  /** The thread that is running the routine; -1: none. */
  readonly running: ThreadId;
  /** The thread that has run it; -1: none. */
  readonly ranBy: ThreadId;
}

const fresh: OnceState = { running: -1, ranBy: -1 };

export const once: ObjectKind = {
  noun: 'once control',
  initial: () => fresh,
  outcomes(before: ObjectState, l: Label, t: ThreadId): readonly OperationOutcome[] {
    const known = before as OnceState;
    // A control is never destroyed, but the thread may create another one in the same memory. `dead` says that memory
    // holds one whose routine has not run; after a run by the same thread that is so in every execution.
    const state = known.ranBy === t && l.dead ? fresh : known;
    switch (l.kind) {
      case Kind.OnceBegin:
        if (state.ranBy >= 0) return [done(0, undefined, acquiring)];
        if (state.running === t) return misuse('calls a once-routine from within itself');
        return state.running >= 0 ? waits : [done(1, { running: t, ranBy: -1 }, acquiring)];
      case Kind.OnceEnd:
        return [done(0, { running: -1, ranBy: isLeftEarly(l) ? -1 : t }, releasing)];
      default:
        throw new Error(`not an operation on a once control: ${Kind[l.kind]}`);
    }
  },
  awaited: () => 'the end of a once-routine',
};
