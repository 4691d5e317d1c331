/** What threads may do in a state of the state search, and what was seen to follow. */
import type { Label, LocationId, ThreadId, Value } from '../../../../program/label';
import type { RecordedTouch } from '../../../common/step-recorder';
import type { AccessNumber } from './future-accesses';

/** A thread before an event. */
export interface Standing {
  readonly thread: ThreadId;
  readonly label: Label;
  /** What the event may access; undefined: nothing that others see. */
  readonly access: AccessNumber | undefined;
  readonly place: number;
  /** The index in vectors of what the location of the event holds; 0: it has none. */
  readonly at: number;
  /** By what is at that index: the ways to perform the event; none: the thread waits. */
  readonly moves: Map<number, readonly PossibleMove[]>;
}

/** One way to perform the event before which a thread stands. */
export interface PossibleMove {
  readonly thread: ThreadId;
  readonly label: Label;
  /** Its number among the ways in which the thread may go on in the state. */
  readonly choice: number;
  /** What the event returns; undefined: nothing. */
  readonly read: Value | undefined;
  /** What it was seen to do, by what other locations hold; undefined: no step of this kind is known. */
  readonly steps: KnownStep[] | undefined;
}

/** The threads of a state that stand before an event, and the moves of each. */
export interface Outlook {
  readonly standings: readonly Standing[];
  readonly moves: readonly (readonly PossibleMove[])[];
}

/** What a step does, by indices of the vector of the state. */
export interface KnownStep {
  /** Index and content: what the step depends on besides the place of the thread. */
  readonly reads: readonly (readonly [number, number])[];
  /** Index, and content before and afterwards. */
  readonly changes: readonly { readonly at: number; readonly from: number; readonly to: number }[];
  /** What that does to the hash of the vector, by xor. */
  readonly hashChange: number;
  readonly touches: readonly { readonly loc: LocationId; readonly writes: boolean }[];
  /** What the events of the step access (future-accesses.ts), each by its thread. */
  readonly accesses: readonly { readonly access: AccessNumber; readonly thread: ThreadId }[];
  /** The number of what threads do in it. */
  readonly did: number;
  /** Did it more than look? */
  readonly acts: boolean;
  /** For a recorder; empty without one. */
  readonly recorded: readonly RecordedTouch[];
}
