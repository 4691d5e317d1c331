/** The strategy of `drista fuzz` (fuzzing.ts). */
import { ReadsFromEquivalence } from '../explore/equivalence/equivalence';
import { GraphSearch } from '../explore/strategy/graph-search';
import type { SearchContext, Strategy, StrategyFactory } from '../explore/strategy/strategy';
import type { Fuzzing } from './fuzzing';

/** The most nodes of history trees; they are forgotten then. */
const MOST_NODES = 200_000;

/** Makes at most so many executions, or goes on as long as there is news. `timed`: a time limit ends it. */
export function fuzzStrategy(fuzzing: Fuzzing, most: number | undefined, timed: boolean): StrategyFactory<undefined> {
  return {
    name: 'fuzz',
    applies: () => true,
    create: (context) => new FuzzWalks(fuzzing, context, most, timed),
  };
}

/** One round of fuzzing: from the beginning to the end, or until the program has to begin anew. */
class FuzzWalks implements Strategy<undefined> {
  private state: GraphSearch | undefined;

  constructor(
    private readonly fuzzing: Fuzzing,
    private readonly context: SearchContext,
    private readonly most: number | undefined,
    private readonly timed: boolean,
  ) {}

  run(): void {
    const { fuzzing, context } = this;
    const { session } = context;
    session.sampled(
      () => `${fuzzing.executions} executions were chosen by chance, ${fuzzing.news} showed something new`,
    );
    const most = this.most ?? Infinity;
    while (fuzzing.executions < most && !fuzzing.isOver) {
      session.tick(0, this);
      for (const depth of fuzzing.walk(context, (isNew) => this.stateFor(isNew))) session.tick(depth, this);
      if (this.most === undefined && !this.timed && fuzzing.isSaturated()) {
        session.note('the last executions showed nothing new: no more were tried');
        return;
      }
    }
  }

  resume(): void {
    this.run();
  }

  checkpoint(): undefined {
    return undefined;
  }

  explored(): undefined {
    return undefined;
  }

  get counts(): SearchContext['session']['counts'] {
    return this.context.session.counts;
  }

  /** The state from which walks begin; `isNew`: the program has another input. */
  private stateFor(isNew: boolean): GraphSearch {
    const { program, reduction, refinement, session } = this.context;
    const isLarge = program.nodes.length > MOST_NODES;
    if (isLarge) program.restart?.();
    const before = this.state;
    if (before !== undefined && !isNew && !isLarge) return before;
    this.state = new GraphSearch(program, reduction, new ReadsFromEquivalence(false), refinement, session, {
      walks: true,
    });
    this.state.nextReordered = before?.nextReordered ?? 0;
    return this.state;
  }
}
