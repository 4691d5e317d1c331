/**
 * The path of a state search. Its graph is led to a state only where that is needed: most moves are known without one
 * (known-moves.ts).
 */
import type { ExecutionGraph } from '../../../graph/graph';
import type { GraphExtender } from '../../extend/extender';
import type { SearchContext } from '../strategy';
import { enabledOf, type EnabledEvent } from './enabled';
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
    private readonly extender: GraphExtender,
    private readonly tables: Tables,
    private readonly moves: Moves,
    private readonly mayStop: () => boolean,
    private readonly failed: (why: string) => Error,
  ) {}

  /** The move in the state of the graph; undefined: it has no such move. */
  enabled({ thread, choice }: StateMove): EnabledEvent | undefined {
    const pending = this.extender.pendingOf(this.graph, thread);
    return pending === undefined ? undefined : enabledOf(this.graph, pending)[choice];
  }

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
    const enabled = this.enabled(move);
    const { key, visited } = this.tables;
    const isElsewhere = (): boolean => {
      key.take(this.graph, this.context.refinement);
      return visited.lookUp(key.vector, key.hash) !== to;
    };
    const goesOn = (): boolean => !this.mayStop() || isElsewhere();
    if (enabled === undefined || !this.moves.perform(enabled, undefined, goesOn) || isElsewhere())
      throw this.failed('a state was not reached again');
  }
}
