/**
 * The path of a state search. Its graph is led to a state only where that is needed: most moves are known without one
 * (known-moves.ts).
 */
import type { ExecutionGraph } from '../../../graph/graph';
import type { LocationId, ThreadId } from '../../../program/label';
import { failedSpeculation } from '../../common/restart';
import type { SearchContext } from '../strategy';
import type { FrontierPhase } from './frontier/frontier-phase';
import type { EnabledMoves, Position, PossibleMove, Standing } from './known/known-steps';
import type { Tables } from './known/tables';
import type { AccessNumber } from './reduction/future-accesses';
import { type Futures, type Reduction, StepAccesses } from './reduction/reduction';
import type { StateWalk } from './state-walk';
import type { Moves } from './steps/moves';
import type { StateMove } from './steps/state-graph';

/** How many moves the first layer is deep. */
const DEPTH = 256;

/**
 * Layers of a state search. A path ends after so many moves; states at its end begin the next layer, which is twice as
 * deep. Otherwise a path might be as long as there are states.
 */
export class Layers {
  durable = {
    /** By state: the layer in which it is explored; -1 while its moves are explored. */
    layers: [] as number[],
    layer: 0,
    entries: [] as readonly number[],
    /** The states that the next layer begins with. */
    frontier: [] as number[],
  };

  /** `depth`: that of the first layer, in moves. */
  constructor(private readonly depth = DEPTH) {}

  /** The states that the present layer begins with. */
  get entries(): readonly number[] {
    return this.durable.entries;
  }

  /** Does a path of so many moves end in the present layer? */
  endsAt(moves: number): boolean {
    return moves >= this.depth * 2 ** this.durable.layer;
  }

  /** The moves of the state are explored from now on. */
  enter(state: number): void {
    this.durable.layers[state] = -1;
  }

  /** All moves of the state were explored. */
  leave(state: number): void {
    this.durable.layers[state] = this.durable.layer;
  }

  /** The state is left to the next layer. */
  postpone(state: number): void {
    this.durable.layers[state] = this.durable.layer + 1;
    this.durable.frontier.push(state);
  }

  /** Is the state on the present path, or one of an earlier layer? */
  precedes(state: number): boolean {
    return this.durable.layers[state] < this.durable.layer;
  }

  /** Does the state belong to the present layer? */
  has(state: number): boolean {
    return this.durable.layers[state] === this.durable.layer;
  }

  /** Takes all states that layers are still to begin with. */
  drain(): readonly number[] {
    const states = [...this.durable.entries, ...this.durable.frontier];
    this.durable.entries = this.durable.frontier = [];
    return states;
  }

  /** Begins the next layer; false: there is none. */
  next(): boolean {
    if (this.durable.frontier.length === 0) return false;
    this.durable.entries = this.durable.frontier;
    this.durable.frontier = [];
    this.durable.layer++;
    return true;
  }
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
  { standings, moves: all }: EnabledMoves,
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

export class SearchPath {
  readonly frames: StateFrame[] = [];

  /** `mayStop`: may a move have ended at a state that was visited before, though it could go on? */
  constructor(
    private readonly context: SearchContext,
    private readonly graph: ExecutionGraph,
    private readonly tables: Tables,
    private readonly moves: Moves,
    private readonly mayStop: () => boolean,
  ) {}

  /** Makes the graph that of the last frame, by the moves that were taken from those below it. Counts nothing. */
  leadGraph(): void {
    const { frames, graph } = this;
    const last = frames.length - 1;
    let i = last;
    while (frames[i].mark === undefined) i--;
    graph.undo(frames[i].mark!);
    if (i === last) return;
    this.context.session.uncounted(() => {
      for (; i < last; i++) {
        this.follow(frames[i].moves[frames[i].begun - 1], frames[i + 1].state);
        frames[i + 1].mark = graph.mark();
      }
    });
  }

  /**
   * Makes the frames those of the checkpoint, and leads the graph along the path as far as it had been led. `walk`
   * leads to the first one. `observe`: where threads stand in the state of the graph.
   */
  goAlong(checkpoint: readonly FrameCheckpoint[], walk: StateWalk, observe: () => EnabledMoves): void {
    for (const frame of checkpoint) {
      // A path that was found without the graph may have a race, which the graph would show.
      const at = frame.onGraph ? this.goTo(frame.state, walk) : this.tables.positionOf(frame.state);
      const enabled = frame.onGraph ? observe() : this.tables.places.find(at.vector);
      if (enabled === undefined) throw failedSpeculation('a state is not known any more');
      this.frames.push(frameOf(at, enabled, frame.onGraph ? this.graph.mark() : undefined, frame));
    }
  }

  /** Leads the graph to the state, which the last move of the last frame led to, or with which the path begins. */
  private goTo(state: number, walk: StateWalk): Position {
    const above = this.frames.at(-1);
    if (above === undefined) walk.goTo(state);
    else this.follow(above.moves[above.begun - 1], state);
    return this.tables.key;
  }

  /** Takes the move from the state of the graph to the other one once more, and makes the key that of the state. */
  private follow(move: StateMove, to: number): void {
    const { graph, moves, tables } = this;
    const enabled = moves.enabled(move);
    const goesOn = (): boolean => !this.mayStop() || !tables.isAt(graph, to);
    if (enabled === undefined || !moves.perform(enabled, undefined, goesOn) || !tables.isAt(graph, to))
      throw failedSpeculation('a state was not reached again');
  }
}

/** A state search as data: what it has found, and where it is. */
export interface StateSearchCheckpoint {
  readonly stepping: boolean;
  readonly performing: boolean;
  readonly frames: readonly FrameCheckpoint[];
  readonly layers: Layers['durable'];
  readonly reported: Set<number>;
  /** In the order in which the graph came to have them, which texts of the key follow. */
  readonly locations: readonly LocationId[];
  readonly tables: Tables['durable'];
  readonly nextReordered: number;
  readonly frontier: FrontierPhase['durable'];
  readonly exits: ReadonlySet<ThreadId>;
}
