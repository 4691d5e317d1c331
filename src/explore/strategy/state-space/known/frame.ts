/** The states on the path of a state search. */
import type { ThreadId } from '../../../../program/label';
import type { AccessNumber } from '../reduction/future-accesses';
import type { Outlook, PossibleMove, Standing } from '../reduction/outlook';
import { StepAccesses, type Futures, type Reduction } from '../reduction/reduction';

/** Where a search has come to, as vectors of StateKey have it. */
export interface Position {
  readonly vector: Int32Array;
  readonly hash: number;
  readonly futures: Futures;
}

/** A state whose moves are explored at present. */
export interface StateFrame {
  readonly state: number;
  /** That of the graph; undefined: the graph was not led to the state. */
  mark: number | undefined;
  readonly futures: Futures;
  /** That of the state's key. It may be shorter than later ones. */
  readonly vector: Int32Array;
  readonly hash: number;
  readonly standings: readonly Standing[];
  /** Those of the thread that is tried alone come first. */
  readonly moves: readonly PossibleMove[];
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
  /** Was the graph led to the state? */
  readonly onGraph: boolean;
  readonly alone: ThreadId;
  readonly threads: Map<AccessNumber, ThreadId>;
  readonly ordered: boolean;
  readonly returned: boolean;
  readonly begun: number;
}

/** How far the frame has come. */
export function dataOf({ state, mark, alone, accesses, returned, begun }: StateFrame): FrameCheckpoint {
  const { threads, ordered } = accesses;
  return { state, onGraph: mark !== undefined, alone, threads: new Map(threads), ordered, returned, begun };
}

/** What `frameOf` needs of a frame besides its mark. */
type Progress = Omit<FrameCheckpoint, 'onGraph'>;

/** Need other threads not be tried in the state of the frame? `reduction`: what it is asked of. */
export function isEnough(
  { begun, alone, movesAlone, accesses, returned, futures }: StateFrame,
  reduction: Pick<Reduction, 'independent'>,
): boolean {
  return begun === movesAlone && alone >= 0 && !returned && reduction.independent(futures, alone, accesses);
}

/** A frame of which no move was taken. */
export function newFrame(state: number, alone: ThreadId): Progress {
  return { state, alone, threads: new Map(), ordered: false, returned: false, begun: 0 };
}

/** The frame of the state at the position, which has come so far. `mark`: see StateFrame. */
export function frameOf(
  { vector: present, hash, futures }: Position,
  { standings, moves: all }: Outlook,
  mark: number | undefined,
  { state, alone, threads, ordered, returned, begun }: Progress,
): StateFrame {
  // There are hundreds of thousands of frames.
  const moves: PossibleMove[] = [];
  for (const each of all) if (each[0]?.thread === alone) for (const move of each) moves.push(move);
  const movesAlone = moves.length;
  for (const each of all) if (each[0]?.thread !== alone) for (const move of each) moves.push(move);
  const accesses = new StepAccesses(threads, ordered);
  const vector = present.slice();
  return { state, mark, futures, vector, hash, standings, moves, alone, movesAlone, accesses, returned, begun };
}
