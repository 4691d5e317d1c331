/**
 * The path of a state search. Its graph is led to a state only where that is needed: most moves are known without one
 * (known-moves.ts).
 */
import type { ExecutionGraph } from '../../../graph/graph';
import type { SearchContext } from '../strategy';
import type { StateFrame } from './frame';
import type { Moves } from './moves';
import type { StateMove } from './state-graph';
import type { Tables } from './tables';

export class SearchPath {
  readonly frames: StateFrame[] = [];

  /** `mayStop`: may a move have ended at a state that was visited before, though it could go on? */
  constructor(
    private readonly context: SearchContext,
    private readonly graph: ExecutionGraph,
    private readonly tables: Tables,
    private readonly moves: Moves,
    private readonly mayStop: () => boolean,
    private readonly failed: (why: string) => Error,
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

  /** Takes the move from the state of the graph to the other one once more, and makes the key that of the state. */
  follow(move: StateMove, to: number): void {
    const { graph, moves, tables } = this;
    const enabled = moves.enabled(move);
    const goesOn = (): boolean => !this.mayStop() || !tables.isAt(graph, to);
    if (enabled === undefined || !moves.perform(enabled, undefined, goesOn) || !tables.isAt(graph, to))
      throw this.failed('a state was not reached again');
  }
}
