/** The state of a thread that is interpreted, and what its interpreter asks of the program. */
import type { Label, SiteId, ThreadId } from '../../program/label';
import type { CPosition } from './c-lexer';
import type { FunctionCode } from './code';
import type { Cell } from './memory';

/** A call of a function. */
export interface CallFrame {
  readonly f: FunctionCode;
  readonly registers: (bigint | undefined)[];
  readonly base: number;
  pc: number;
}

/** A thread before an event that returns a value, or at its end. */
export interface ThreadState {
  readonly thread: ThreadId;
  readonly frames: CallFrame[];
  /** How many threads it has created. */
  created: number;
  /** Bytes of its stack that calls have used. None is used again, so that a pointer to a past call's is known. */
  used: number;
  /** The contents of its variables in memory that no other thread accesses, by address. */
  readonly memory: Map<number, bigint>;
  /** Does it stand at the head of a loop that it goes round for ever? */
  round: boolean;
}

/** What a thread does up to its next event that returns a value. */
export interface Stretch {
  readonly state: ThreadState;
  readonly segment: Label[];
  readonly pending: Label | null;
  /** A name for the thread's local state: the same for equal futures. */
  readonly key: string;
}

/** A place in a call stack: a function, and where in it. */
export interface CallPlace {
  readonly function: string;
  readonly at: CPosition;
}

/** What the interpreter asks of the program. */
export interface Numbering {
  site(key: string, stack: () => readonly CallPlace[]): SiteId;
  /** The number of the thread's local state. */
  state(key: string): number;
  /** The n-th thread that the thread creates. */
  childOf(thread: ThreadId, n: number): ThreadId;
  isThread(id: bigint): boolean;
  /** Is the access no event, because no other thread accesses the cell? */
  accessed(cell: Cell, thread: ThreadId, atomically: boolean): 'privately' | 'as event';
  isShared(cell: Cell): boolean;
}
