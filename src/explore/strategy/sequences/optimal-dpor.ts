/**
 * Optimal dynamic partial-order reduction with wakeup trees (Abdulla, Aronsson, Jonsson, Sagonas, POPL 2014; Source
 * sets: a foundation for optimal dynamic partial order reduction, J. ACM 2017, algorithm 2). Explores one sequence of
 * each Mazurkiewicz trace, and begins none that sleep sets end.
 */
import type { SearchContext, StrategyFactory } from '../strategy';
import { without } from './initials';
import { SequenceSearch, type PrefixFrame } from './sequence-search';
import { ANY, isSame, type NextEvent, type PlacedEvent } from './sequence';
import { insert, type WakeupTree } from './wakeup-tree';

interface WakeupFrame extends PrefixFrame {
  /** What is still to be explored; its first branch is the one that is explored at present. */
  readonly tree: WakeupTree;
  /** Has some event been performed? */
  begun: boolean;
  /** Is the first branch of the tree explored at present? */
  exploring: boolean;
  /** The event that was chosen where nothing was to be explored. */
  picked: NextEvent | undefined;
}

class OptimalDpor extends SequenceSearch<WakeupFrame> {
  protected enter(frame: PrefixFrame, above: WakeupFrame | undefined): WakeupFrame {
    return { ...frame, tree: above?.tree[0].children.slice() ?? [], begun: false, exploring: false, picked: undefined };
  }

  protected choose(frame: WakeupFrame): NextEvent | undefined {
    const { tree } = frame;
    if (frame.exploring) tree.shift();
    frame.exploring = false;
    const awake = this.awake(frame);
    while (tree.length > 0) {
      const { event } = tree[0];
      if (event.choice === ANY) {
        tree.splice(0, 1, ...this.ways(frame, event));
        continue;
      }
      const found = awake.find((e) => isSame(e, event));
      if (found !== undefined) return found;
      if (frame.sleep.some((e) => isSame(e, event))) tree.shift();
      else this.drop(frame, event);
    }
    if (frame.begun || awake.length === 0) return undefined;
    for (const event of awake) if (event.thread === awake[0].thread) tree.push({ event, children: [] });
    frame.picked = awake[0];
    return awake[0];
  }

  private ways(frame: WakeupFrame, { thread }: PlacedEvent): WakeupTree {
    const all = this.enabled(frame).filter((e) => e.thread === thread);
    return all.map((event) => ({ event, children: [] }));
  }

  protected ended(frame: WakeupFrame, event: NextEvent): void {
    if (event === frame.picked) frame.tree.shift();
    else this.drop(frame, event);
  }

  /**
   * Nothing can be explored after the event. Other sequences may have been left out because this one was to be
   * explored, so everything else is explored in its place.
   */
  private drop(frame: WakeupFrame, event: PlacedEvent): void {
    const { tree } = frame;
    tree.splice(
      tree.findIndex((node) => node.event === event || isSame(node.event, event)),
      1,
    );
    for (const e of this.awake(frame))
      if (!tree.some((node) => isSame(node.event, e))) tree.push({ event: e, children: [] });
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
  create: (context: SearchContext) => new OptimalDpor(context),
};
