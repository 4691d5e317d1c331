/**
 * A breadth-first strategy: the smallest example of how one is written (docs/explanation/strategies.md). It shows that
 * the interface asks for nothing that only a depth-first search can give. States are named by the decisions that lead
 * to them, and reached again from the beginning.
 */
import type { Counts } from '../../src/explore/common/verdict';
import { partitionState } from '../../src/explore/strategy/rf-partition';
import type { GraphSearch, GraphSearchKnowledge } from '../../src/explore/strategy/graph-search';
import type { SearchContext, Strategy, StrategyFactory } from '../../src/explore/strategy/strategy';
import type { ThreadId } from '../../src/program/label';

/** What leads from a state to the next: the thread's event takes a choice by number, or is deferred. */
interface Turn {
  readonly thread: ThreadId;
  readonly choice: number | 'defer';
}

/** The states that are still to be entered, the next one first, and what the exploration knows of the program. */
export interface BreadthFirstCheckpoint {
  readonly state: GraphSearchKnowledge;
  readonly open: readonly (readonly Turn[])[];
}

class BreadthFirst implements Strategy<BreadthFirstCheckpoint> {
  private readonly state: GraphSearch;
  private open: (readonly Turn[])[] = [[]];

  constructor(private readonly context: SearchContext) {
    this.state = partitionState(context);
  }

  run(): void {
    const { session } = this.context;
    for (let path = this.open.at(0); path !== undefined; path = this.open.at(0)) {
      session.tick(path.length, this);
      const next = this.reach(path) ? this.expand(path) : [];
      // From here on nothing throws, so a checkpoint never shows a state that is entered in part.
      this.open = [...this.open.slice(1), ...next];
      session.counts.states++;
    }
  }

  resume({ state, open }: BreadthFirstCheckpoint): void {
    this.state.durable = state;
    this.open = [...open];
    this.run();
  }

  checkpoint(): BreadthFirstCheckpoint {
    return { state: this.state.durable, open: this.open };
  }

  explored(): undefined {
    return undefined;
  }

  get counts(): Counts {
    return this.context.session.counts;
  }

  /** Makes the state at the end of the path the present one. False where the execution ends before that. */
  private reach(path: readonly Turn[]): boolean {
    const { state } = this;
    if (!state.begin()) return false;
    for (const { thread, choice } of path) {
      const p = state.pending().find((q) => q.thread === thread)!;
      if (choice === 'defer') state.defer(p);
      else state.perform(p, state.choices(p)[choice], true);
    }
    return true;
  }

  /** The paths to the states that follow the present one; counts the execution where there is none. */
  private expand(path: readonly Turn[]): (readonly Turn[])[] {
    const { state } = this;
    const pending = state.pending();
    if (pending.length === 0) {
      state.complete();
      return [];
    }
    for (const p of pending) {
      const next: (readonly Turn[])[] = [];
      let performed = false;
      const mark = state.mark();
      state.choices(p).forEach((choice, i) => {
        const how = state.perform(p, choice);
        if (how === 'entered') next.push([...path, { thread: p.thread, choice: i }]);
        performed ||= how === 'entered' || how === 'ended';
        state.backtrack(mark);
      });
      // `Feasibility` would leave out more, but answers from trees that a depth-first search has filled by now.
      if (performed) return [...next, [...path, { thread: p.thread, choice: 'defer' }]];
    }
    if (!state.blocked(pending)) this.counts.deadEnds++;
    return [];
  }
}

export const breadthFirst: StrategyFactory<BreadthFirstCheckpoint> = {
  name: 'breadth-first',
  applies: () => true,
  create: (context) => new BreadthFirst(context),
};
