/** Performs moves on the graph of a state search, and learns what threads do in them. */
import type { ExecutionGraph } from '../../../../graph/graph';
import type { SearchContext } from '../../strategy';
import type { EnabledEvent } from '../steps/enabled';
import type { StateFrame } from './frame';
import type { Moves } from './moves';
import type { Outlook, PossibleMove } from '../reduction/outlook';
import { StepAccesses } from '../reduction/reduction';
import type { StepBegin, StepLearner } from './step-learner';
import type { Tables } from './tables';

export class PerformedMoves {
  /**
   * `isVisited`: does a move end in the state of the key, as it was visited? `look`: where threads stand in the state
   * of the graph and the key.
   */
  constructor(
    private readonly context: Pick<SearchContext, 'refinement'>,
    private readonly graph: ExecutionGraph,
    private readonly moves: Moves,
    private readonly tables: Tables,
    private readonly learner: StepLearner,
    private readonly isVisited: () => boolean,
    private readonly look: () => Outlook,
  ) {}

  /**
   * Performs the move in the state of the frame, which is that of the graph. `learns`: steps before the last one are
   * learned. Returns where the last one began; undefined: the execution has ended.
   */
  perform(f: StateFrame, move: PossibleMove, learns: boolean): StepBegin | undefined {
    const { graph } = this;
    const { reduction, order } = this.tables;
    const { vector, standings, futures } = f;
    const mark = graph.mark();
    let from: StepBegin = { vector, standings, futures, move, mark };
    let isFirst = true;
    let last = move.thread;
    const entered = this.moves.perform(
      this.moves.enabled(move)!,
      (at) => {
        order.observe(graph, at);
        // What is forced after a step is not part of what others must be independent of.
        reduction.step(graph, at, move.thread, from.futures, isFirst ? f.accesses : new StepAccesses());
        isFirst = false;
      },
      (pending, next) => {
        last = next.pending.thread;
        if (learns) {
          const after = this.learnUpTo(from, next);
          if (after === undefined) return false;
          from = after;
        } else reduction.pass(graph, futures, pending);
        return true;
      },
    );
    if (entered) return from;
    f.accesses.ordered = true; // the execution has ended, and with it what others may do
    reduction.cut(graph, mark, last, futures);
    reduction.cut(graph, from.mark, last, from.futures);
    return undefined;
  }

  /** Learns the step, after which `next` comes. Returns where that begins; undefined: the move ends before it. */
  private learnUpTo(from: StepBegin, next: EnabledEvent): StepBegin | undefined {
    const { graph, tables } = this;
    const { key } = tables;
    key.take(graph, this.context.refinement);
    if (this.isVisited()) return undefined;
    tables.reduction.follow(from.futures, key.futures);
    this.learner.learn(from);
    const { standings, moves } = this.look();
    const isNext = (m: PossibleMove): boolean => m.thread === next.pending.thread && m.choice === next.choice;
    const move = moves.flat().find(isNext)!;
    return { vector: key.vector.slice(), standings, futures: key.futures, move, mark: graph.mark() };
  }
}
