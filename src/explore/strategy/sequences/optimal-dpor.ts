/**
 * Optimal dynamic partial-order reduction with wakeup trees (Abdulla, Aronsson, Jonsson, Sagonas, POPL 2014; Source
 * sets: a foundation for optimal dynamic partial order reduction, J. ACM 2017, algorithm 2). Explores one sequence of
 * each Mazurkiewicz trace, and begins none that sleep sets end.
 */
import type { SearchContext, StrategyFactory } from '../strategy';
import { without } from './initials';
import { SequenceSearch, type Frame } from './sequence-search';
import { isSame, type NextEvent, type PlacedEvent } from './sequence';
import { insert, type WakeupTree } from './wakeup-tree';

interface WakeupFrame extends Frame {
  /** What is still to be explored; its first branch is the one that is explored at present. */
  readonly tree: WakeupTree;
  /** Has some event been performed? */
  begun: boolean;
}

class OptimalDpor extends SequenceSearch<WakeupFrame> {
  protected enter(frame: Frame, above: WakeupFrame | undefined): WakeupFrame {
    return { ...frame, tree: above?.tree[0].children.slice() ?? [], begun: false };
  }

  protected choose(frame: WakeupFrame): NextEvent | undefined {
    const { tree } = frame;
    if (frame.begun) tree.shift();
    const awake = this.awake(frame);
    while (tree.length > 0) {
      const event = awake.find((e) => isSame(e, tree[0].event));
      if (event !== undefined) return event;
      tree.shift();
    }
    if (frame.begun || awake.length === 0) return undefined;
    for (const event of awake) if (event.thread === awake[0].thread) tree.push({ event, children: [] });
    return awake[0];
  }

  protected performed(frame: WakeupFrame): void {
    frame.begun = true; // races are looked for in maximal sequences
  }

  protected maximal(): void {
    for (const e of this.sequence.events) this.detect(e);
  }

  protected reverse(before: WakeupFrame, v: readonly PlacedEvent[]): void {
    if (before.sleep.every((e) => without(e, v) === undefined)) insert(before.tree, v);
  }
}

/** For models whose executions are the interleavings of the threads. */
export const optimalDpor: StrategyFactory<never> = {
  name: 'odpor',
  applies: () => true,
  create: (context: SearchContext) => new OptimalDpor(context),
};
