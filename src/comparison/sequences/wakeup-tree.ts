/**
 * Wakeup trees (Abdulla, Aronsson, Jonsson, Sagonas, Optimal dynamic partial order reduction, POPL 2014, section 6):
 * the sequences that are still to be explored from a state, as an ordered tree.
 */
import { without } from './initials';
import type { PlacedEvent } from './sequence';

export interface WakeupNode {
  readonly event: PlacedEvent;
  readonly children: WakeupNode[];
  /** Of a leaf: sequences without the event that were not inserted, as all that follows the event is explored. */
  readonly covered: WakeupTree;
}

/** The children of the root, in the order in which they are explored. */
export type WakeupTree = WakeupNode[];

/** A node after which everything is explored. */
export function leaf(event: PlacedEvent, covered: WakeupTree = []): WakeupNode {
  return { event, children: [], covered };
}

/**
 * Inserts the sequence, unless one that is in the tree leads to all that it leads to (insert of the paper).
 */
export function insert(tree: WakeupTree, sequence: readonly PlacedEvent[]): void {
  let nodes = tree;
  for (let v = sequence; ;) {
    let rest: readonly PlacedEvent[] | undefined;
    const next = nodes.find(({ event }) => (rest = without(event, v)) !== undefined);
    if (next === undefined) {
      for (const event of v) {
        const node = leaf(event);
        nodes.push(node);
        nodes = node.children;
      }
      return;
    }
    if (next.children.length > 0) {
      v = rest!;
      nodes = next.children;
    } else if (rest === v) nodes = next.covered;
    else return;
  }
}

/** The sequences of the tree, and those that its leaves cover; `before`: what they begin with. */
export function sequencesOf(tree: WakeupTree, before: readonly PlacedEvent[] = []): PlacedEvent[][] {
  return tree.flatMap(({ event, children, covered }) => {
    const v = [...before, event];
    return [...(children.length === 0 ? [v] : sequencesOf(children, v)), ...sequencesOf(covered, before)];
  });
}
