/**
 * Lanes: what a thread does after some of its loads, side by side for different values of these. An event that is the
 * same in all lanes does not depend on the loads.
 */
import { Kind, type Label, type LocationId, type Value } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { rmwResult } from '../../program/rmw';

export interface Lane {
  /** A history of the thread, and how much of its last segment the lane has passed. */
  readonly node: HistoryNode;
  readonly at: number;
  /** What the thread has last written to locations in the lane. */
  readonly own: ReadonlyMap<LocationId, Value>;
}

/** The lane in which the thread stands before the pending event of the node. */
export function laneBefore(node: HistoryNode): Lane {
  return { node, at: node.segment.length, own: new Map() };
}

/** The lane in which the thread has just come to the node, and has done nothing since. */
export function laneFrom(node: HistoryNode): Lane {
  return { node, at: 0, own: new Map() };
}

/** The next event of the lane; null: there is none, or it is not known. */
export function nextOf({ node, at }: Lane): Label | null {
  return at < node.segment.length ? node.segment[at] : node.pending;
}

/** The lane after its next event, which needs no value. */
export function passed(lane: Lane): Lane {
  const l = nextOf(lane)!;
  const writes = l.kind === Kind.Store || l.kind === Kind.PlainWrite;
  return { node: lane.node, at: lane.at + 1, own: writes ? new Map(lane.own).set(l.loc, l.value) : lane.own };
}

/** What the next event of the lane, an rmw, writes where it returns the value; undefined: nothing. */
export function written(lane: Lane, value: Value): Value | undefined {
  const l = nextOf(lane)!;
  return l.kind === Kind.Rmw ? rmwResult(l, value) : undefined;
}

/** The lane after its next event has returned the value, and its thread has come to the node. */
export function returned(lane: Lane, value: Value, node: HistoryNode): Lane {
  const writes = written(lane, value);
  return { node, at: 0, own: writes === undefined ? lane.own : new Map(lane.own).set(nextOf(lane)!.loc, writes) };
}

/** Do the lanes perform an event of this kind, at this place, next? What it writes may differ. */
export function agreeOnPlace(lanes: readonly Lane[], l: Label): boolean {
  return lanes.every((lane) => {
    const next = nextOf(lane);
    return (
      next?.kind === l.kind &&
      next.loc === l.loc &&
      next.order === l.order &&
      next.failOrder === l.failOrder &&
      next.size === l.size &&
      next.op === l.op &&
      next.thread === l.thread
    );
  });
}

/** Do the lanes, which agree on the place of the event, also agree on what it does there? */
export function agreeOnValue(lanes: readonly Lane[], l: Label): boolean {
  return lanes.every((lane) => {
    const next = nextOf(lane);
    return next?.value === l.value && next.expected === l.expected && next.text === l.text;
  });
}
