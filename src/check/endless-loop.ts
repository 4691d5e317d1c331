/** Finds a loop that may have kept a check from ending. */
import { busiestSite, type Busiest } from '../program/loops';
import type { HistoryNode } from '../program/program';

/** A thread that was at one place so often may be in an endless loop. */
const OFTEN = 100;

/**
 * The place that occurs most often in the longest known history, if it occurs often; undefined otherwise. Linear in the
 * number of nodes. Parents come before their children in `nodes`.
 */
export function endlessLoop(nodes: readonly HistoryNode[]): Busiest | undefined {
  const lengths = new Map<HistoryNode, number>();
  let longest: HistoryNode | undefined;
  for (const node of nodes) {
    const length = (node.parent === null ? 0 : (lengths.get(node.parent) ?? 0)) + node.segment.length + 1;
    lengths.set(node, length);
    if (longest === undefined || length > lengths.get(longest)!) longest = node;
  }
  const events: { thread: number; site: number }[] = [];
  for (let node = longest ?? null; node !== null; node = node.parent)
    for (const { site } of [...node.segment, ...(node.pending === null ? [] : [node.pending])])
      events.push({ thread: node.thread, site });
  const found = busiestSite(events);
  return found !== undefined && found.times >= OFTEN ? found : undefined;
}
