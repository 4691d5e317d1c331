/** How far a thread has come with the segment of its history node, and where the segment may be interrupted. */
import type { GraphEvent } from '../../graph/event';
import { isAtOnce } from '../../object';
import { isReadLike, Kind, type Label } from '../../program/label';
import type { HistoryNode } from '../../program/program';

/** How many events of its last segment the thread with these events has performed. */
export function performedOf(events: readonly GraphEvent[]): number {
  let i = events.length;
  while (i > 0 && !isReadLike(events[i - 1].label)) i--;
  return events.length - i;
}

/** Does the event, which needs no value, change what others may see? */
export function isStep({ kind }: Label): boolean {
  return kind === Kind.Store || isAtOnce(kind);
}

/**
 * Does an error or a failed assumption end the run in this segment? Then the whole segment is one step: there is no run
 * in which others come in between.
 */
export function endsRun({ segment }: Pick<HistoryNode, 'segment'>): boolean {
  const kind = segment.at(-1)?.kind;
  return kind === Kind.Error || kind === Kind.AssumeFailed;
}
