/**
 * Optimal dynamic partial-order reduction with wakeup trees (Abdulla, Aronsson, Jonsson, Sagonas, POPL 2014; Source
 * sets: a foundation for optimal dynamic partial order reduction, J. ACM 2017, algorithm 2). Explores one sequence of
 * each Mazurkiewicz trace, and begins none that sleep sets end.
 */
import { requireOneSize } from '../../explore/common/one-size';
import type { SearchContext, StrategyFactory } from '../../explore/strategy/strategy';
import { without } from './initials';
import { SequenceSearch, type PrefixFrame } from './sequence-search';
import { ANY, isSame, type NextEvent, type PlacedEvent } from './sequence';
import { insert, leaf, sequencesOf, type WakeupTree } from './wakeup-tree';

interface WakeupFrame extends PrefixFrame {
  /** What is still to be explored; its first branch is the one that is explored at present. */
  readonly tree: WakeupTree;
  /** Has some event been performed? */
  begun: boolean;
  /** Is the first branch of the tree explored at present? */
  exploring: boolean;
}

class OptimalDpor extends SequenceSearch<WakeupFrame> {
  protected enter(frame: PrefixFrame, above: WakeupFrame | undefined): WakeupFrame {
    return { ...frame, tree: above?.tree[0].children.slice() ?? [], begun: false, exploring: false };
  }

  protected choose(frame: WakeupFrame): NextEvent | undefined {
    const { tree } = frame;
    if (frame.exploring) tree.shift();
    frame.exploring = false;
    const awake = this.awake(frame);
    while (tree.length > 0) {
      const { event, covered } = tree[0];
      const ways = event.choice === ANY ? this.enabled(frame).filter((e) => e.thread === event.thread) : [];
      if (ways.length > 0) tree.splice(0, 1, ...ways.map((e) => leaf(e, covered)));
      const found = awake.find((e) => isSame(e, tree[0].event));
      if (found !== undefined) return found;
      this.drop(frame);
    }
    if (frame.begun || awake.length === 0) return undefined;
    for (const event of awake) if (event.thread === awake[0].thread) tree.push(leaf(event));
    return awake[0];
  }

  protected ended(frame: WakeupFrame): void {
    this.drop(frame);
  }

  /** The first event of the tree cannot be performed, or sleeps: what was left out because of it is inserted. */
  private drop(frame: WakeupFrame): void {
    const { covered } = frame.tree.shift()!;
    for (const v of sequencesOf(covered)) this.reverse(frame, v);
  }

  protected performed(frame: WakeupFrame): void {
    frame.begun = frame.exploring = true; // races are looked for in maximal sequences
  }

  protected maximal(): void {
    for (const e of this.sequence.events) this.detectAll(e);
  }

  protected reverse(before: WakeupFrame, v: readonly PlacedEvent[]): void {
    if (before.sleep.every((e) => without(e, v) === undefined)) insert(before.tree, v);
  }
}

/** For models whose executions are the interleavings of the threads. */
export const optimalDpor: StrategyFactory<never> = {
  name: 'odpor',
  applies: () => true,
  create: (context: SearchContext) => {
    requireOneSize(context, 'odpor');
    return new OptimalDpor(context);
  },
};
