/**
 * Records the graph of states that a state search explores, for games on it (src/safe/): where each thread stands,
 * which moves it has, and where each of them leads. Reduction must be off, as a game needs the moves of all threads.
 */
import type { Label, ThreadId, Value } from '../../program/label';

/** By thread: what it did in a step; strategy/state-space/steps/state-graph.ts says what the kinds are. */
export type RecordedKinds = ReadonlyMap<ThreadId, 'changes' | 'looks' | 'locks'>;

/** What an event of a step touches: a location or object; or the end of thread t (`-2 - t`), which others join. */
export interface RecordedTouch {
  readonly thread: ThreadId;
  /** -1: nothing that others see. */
  readonly loc: number;
  readonly writes: boolean;
}

/** A thread before an event. */
interface Standing {
  readonly thread: ThreadId;
  readonly label: Label;
}

/** Where a move may lead, besides to the number of a state (from 1). */
export enum MoveTarget {
  /** The search has not taken the move yet. */
  Unexplored = -1,
  /** The execution ends in it: an error, or an assumption that fails. */
  Bad = 0,
}

/** A way in which the thread performs the event before which it stands. */
export interface RecordedMove {
  readonly thread: ThreadId;
  readonly label: Label;
  /** What the event returns; undefined: nothing. */
  readonly value: Value | undefined;
  /** A state, or a `MoveTarget`. */
  to: number;
  /** What threads did in it. */
  kinds: RecordedKinds;
  /**
   * The accesses of the event first, then the plain accesses that follow it and what other threads do because of it.
   */
  touches: readonly RecordedTouch[];
  /** Why it is bad, for people. */
  why: string | undefined;
}

/** A state that was entered. */
export interface RecordedState {
  /** The events before which threads stand, also where they cannot be performed. */
  readonly pending: readonly Standing[];
  readonly moves: readonly RecordedMove[];
  /** Has the program ended here? */
  end: boolean;
  /** What is wrong with the state itself; undefined: nothing is known to be. */
  why: string | undefined;
}

const noKinds: RecordedKinds = new Map();

export class StepRecorder {
  /** By number of the state; 1 is the first. A hole: it was found, but not entered yet. */
  states: (RecordedState | undefined)[] = [];
  /** How many steps were taken. */
  steps = 0;
  private reason: string | undefined;

  /** `stepped` is called after each step, between two states of the search. */
  constructor(private readonly stepped: (recorder: StepRecorder) => void = () => undefined) {}

  /** A search begins from the first state. */
  begin(): void {
    this.states = [];
    this.steps = 0;
    this.reason = undefined;
  }

  /** What goes wrong in the step that is being taken. */
  blame(reason: string): void {
    this.reason ??= reason;
  }

  /** Why there is no state: what goes wrong before the first one. */
  get before(): string | undefined {
    return this.states.length === 0 ? this.reason : undefined;
  }

  /** The state is entered, and these are all its moves. */
  enter(
    state: number,
    pending: readonly Standing[],
    moves: readonly (Standing & { readonly read: Value | undefined })[],
  ): void {
    this.states[state] = {
      pending: pending.map(({ thread, label }) => ({ thread, label })),
      moves: moves.map((move) => ({
        thread: move.thread,
        label: move.label,
        value: move.read,
        to: MoveTarget.Unexplored,
        kinds: noKinds,
        touches: [],
        why: undefined,
      })),
      end: false,
      why: undefined,
    };
  }

  /** All threads have ended in the state. */
  ends(state: number): void {
    this.states[state] = { pending: [], moves: [], end: true, why: undefined };
  }

  /** No thread goes on from the state, because the program has ended (`end`), or for another reason. */
  stays(state: number, end: boolean): void {
    const known = this.states[state]!;
    known.end = end;
    if (!end) known.why = this.reason ?? 'no thread can go on';
    this.reason = undefined;
  }

  /** The move of that number leads from one state to the other, or (`MoveTarget.Bad`) to no state. */
  step(
    from: number,
    move: number,
    to: number,
    kinds: RecordedKinds = noKinds,
    touches: readonly RecordedTouch[] = [],
  ): void {
    const recorded = this.states[from]!.moves[move];
    recorded.to = to;
    recorded.kinds = kinds;
    recorded.touches = touches;
    if (to === (MoveTarget.Bad as number)) recorded.why = this.reason ?? 'an assumption fails';
    this.reason = undefined;
    this.steps++;
    this.stepped(this);
  }
}
