/** The states on the path of a state search. */
import type { ExecutionGraph } from '../../../graph/graph';
import type { ThreadId } from '../../../program/label';
import type { EnabledEvent } from './enabled';
import type { AccessNumber } from './future-accesses';
import { StepAccesses, type Futures } from './reduction';
import type { StateKey } from './state-key';

/** A state whose moves are explored at present. */
export interface StateFrame {
  readonly state: number;
  readonly mark: number;
  readonly futures: Futures;
  /** That of the state's key. It may be shorter than later ones. */
  vector: Int32Array;
  readonly hash: number;
  /** The threads whose steps may be known (known-steps.ts). */
  readonly mayBeKnown: ReadonlySet<ThreadId>;
  /** Those of the thread that is tried alone come first. */
  readonly moves: readonly EnabledEvent[];
  /** The thread that is tried alone, and how many moves it has; -1 and 0: none. */
  readonly alone: ThreadId;
  readonly movesAlone: number;
  readonly accesses: StepAccesses;
  /** Did one of its moves lead to where the cycle may close without a state in which all threads are tried? */
  returned: boolean;
  /** How many moves were taken. */
  begun: number;
}

/** A frame as data, without what follows from its state. */
export interface FrameCheckpoint {
  readonly state: number;
  readonly alone: ThreadId;
  readonly threads: Map<AccessNumber, ThreadId>;
  readonly ordered: boolean;
  readonly returned: boolean;
  readonly begun: number;
}

/** The moves of each pending event. */
export type MovesOf = readonly (readonly EnabledEvent[])[];

/** How far the frame has come. */
export function dataOf({ state, alone, accesses: { threads, ordered }, returned, begun }: StateFrame): FrameCheckpoint {
  return { state, alone, threads: new Map(threads), ordered, returned, begun };
}

/** A frame of which no move was taken. */
export function newFrame(state: number, alone: ThreadId): FrameCheckpoint {
  return { state, alone, threads: new Map(), ordered: false, returned: false, begun: 0 };
}

/** The frame of the state whose graph and key these are, which has come so far. */
export function frameOf(
  graph: ExecutionGraph,
  key: StateKey,
  mayBeKnown: ReadonlySet<ThreadId>,
  all: MovesOf,
  { state, alone, threads, ordered, returned, begun }: FrameCheckpoint,
): StateFrame {
  // There are hundreds of thousands of frames.
  const moves: EnabledEvent[] = [];
  for (const each of all) if (each[0]?.pending.thread === alone) for (const move of each) moves.push(move);
  const movesAlone = moves.length;
  for (const each of all) if (each[0]?.pending.thread !== alone) for (const move of each) moves.push(move);
  return {
    state,
    mark: graph.mark(),
    futures: key.futures,
    vector: key.vector.slice(),
    hash: key.hash,
    mayBeKnown,
    moves,
    alone,
    movesAlone,
    accesses: new StepAccesses(threads, ordered),
    returned,
    begun,
  };
}
