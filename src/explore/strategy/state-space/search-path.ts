/**
 * The path of a state search. Its graph is led to a state only where that is needed: most moves are known without one
 * (known-moves.ts).
 */
import type { ExecutionGraph } from '../../../graph/graph';
import { failedSpeculation } from '../../common/restart';
import type { SearchContext } from '../strategy';
import { frameOf, type FrameCheckpoint, type Position, type StateFrame } from './known/frame';
import type { Moves } from './known/moves';
import type { Outlook } from './reduction/outlook';
import type { StateMove } from './steps/state-graph';
import type { StateWalk } from './state-walk';
import type { Tables } from './known/tables';

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
   * leads to the first one. `look`: where threads stand in the state of the graph.
   */
  restore(checkpoint: readonly FrameCheckpoint[], walk: StateWalk, look: () => Outlook): void {
    for (const frame of checkpoint) {
      // A path that was found without the graph may have a race, which the graph would show.
      const at = frame.onGraph ? this.goTo(frame.state, walk) : this.tables.positionOf(frame.state);
      const outlook = frame.onGraph ? look() : this.tables.places.find(at.vector);
      if (outlook === undefined) throw failedSpeculation('a state is not known any more');
      this.frames.push(frameOf(at, outlook, frame.onGraph ? this.graph.mark() : undefined, frame));
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
