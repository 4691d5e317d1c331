/**
 * Wakeup trees (Abdulla, Aronsson, Jonsson, Sagonas, Optimal dynamic partial order reduction, POPL 2014, section 6):
 * the sequences that are still to be explored from a state, as an ordered tree.
 */
import { without } from './initials';
import type { PlacedEvent } from './sequence';

export interface WakeupNode {
  readonly event: PlacedEvent;
  readonly children: WakeupNode[];
}

/** The children of the root, in the order in which they are explored. */
export type WakeupTree = WakeupNode[];

/**
 * Inserts the sequence, unless one that is in the tree leads to all that it leads to (insert of the paper).
 */
export function insert(tree: WakeupTree, sequence: readonly PlacedEvent[]): void {
  let v = sequence;
  for (let nodes = tree; ;) {
    let next: WakeupNode | undefined;
    for (const node of nodes) {
      const rest = without(node.event, v);
      if (rest === undefined) continue;
      v = rest;
      next = node;
      break;
    }
    if (next === undefined) {
      for (const event of v) {
        const node: WakeupNode = { event, children: [] };
        nodes.push(node);
        nodes = node.children;
      }
      return;
    }
    if (next.children.length === 0) return;
    nodes = next.children;
  }
}
