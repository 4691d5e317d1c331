/**
 * Open reads: loads of a graph that have returned a value, but whose source is still to come (load buffering,
 * model/imm.ts). The thread goes on with the value. Other threads may read those of its later writes that do not come
 * after an open read in the order that a thread keeps: that is how a load comes to read from a store after it in
 * po ∪ rf.
 */
import { isOpen, isWrite, type GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import { isReadLike, Kind, type Label, type LocationId, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { SPURIOUS } from '../../program/rmw';
import { orderAfterLoads } from '../histories/order-after-loads';
import {
  agreeOnPlace,
  agreeOnValue,
  laneBefore,
  passed,
  returned,
  written,
  type Lane,
} from '../histories/thread-lanes';

/** How a thread with open reads stands. */
interface Standing {
  /** Its writes that come after an open read: no other thread may read them yet. */
  readonly held: ReadonlySet<GraphEvent>;
  /** The thread for all values that its open reads may return. */
  readonly lanes: readonly Lane[];
}

/** What follows if the node's pending event returns the value, in a graph where it has returned another one. */
export type Look = (graph: ExecutionGraph, node: HistoryNode, value: Value) => HistoryNode | undefined;

export class OpenReads {
  /** `values`: those that the location holds in some execution. */
  constructor(
    private readonly values: (loc: LocationId) => readonly Value[],
    private readonly look: Look,
  ) {}

  /** Must the thread wait with the event, which is its next one, until its open reads have their sources? */
  holdsBack(graph: ExecutionGraph, t: ThreadId, l: Label): boolean {
    const standing = this.standing(graph, t);
    if (standing === undefined) return false;
    const { lanes } = standing;
    if (orderAfterLoads(l) === 'waits' || lanes.length === 0 || !agreeOnPlace(lanes, l)) return true;
    return isReadLike(l) && l.loc < 0 && !agreeOnValue(lanes, l);
  }

  /** The write's thread may read it; may others, yet? */
  isVisible(graph: ExecutionGraph, w: GraphEvent): boolean {
    return w.thread < 0 || this.standing(graph, w.thread)?.held.has(w) !== true;
  }

  /** Undefined: it has no open reads. */
  private standing(graph: ExecutionGraph, t: ThreadId): Standing | undefined {
    const first = graph.open.find((e) => e.thread === t);
    if (first === undefined) return undefined;
    const held = new Set<GraphEvent>();
    const released = new Set<LocationId>();
    let lanes: readonly Lane[] = [laneBefore(first.node!.parent!)];
    let afterRmw = false;
    for (const e of graph.threads[t].slice(first.index)) {
      const { label: l, source } = e;
      const unknown = isOpen(e) || (source !== null && held.has(source));
      const reads = isReadLike(l);
      const values = (lane: Lane): readonly Value[] => this.valuesOf(e, first, lane);
      if (e.loc >= 0 && isWrite(e)) {
        const isReleased = orderAfterLoads(l) === 'released';
        const isSame =
          agreeOnValue(lanes, l) &&
          (l.kind !== Kind.Rmw || lanes.every((lane) => written(lane, values(lane)[0]) === e.written));
        if (afterRmw || unknown || isReleased || released.has(e.loc) || lanes.length === 0 || !isSame) held.add(e);
        if (isReleased) released.add(e.loc);
        afterRmw ||= reads && unknown;
      }
      lanes = reads ? this.after(graph, lanes, values) : lanes.map(passed);
    }
    return { held, lanes };
  }

  /** The values that the event returns in the lane. `first`: the first open read of its thread. */
  private valuesOf(e: GraphEvent, first: GraphEvent, { own }: Lane): readonly Value[] {
    if (isOpen(e)) return withAnother([...this.values(e.loc), e.read!]);
    const { source } = e;
    const isOwn = source !== null && source.thread === e.thread && source.index > first.index && e.loc >= 0;
    // Also in the lane it reads what its thread has written.
    return [e.read === SPURIOUS || !isOwn ? e.read! : (own.get(e.loc) ?? e.read!)];
  }

  /** The lanes after their next event has returned each value. None if for some it is not known what follows. */
  private after(graph: ExecutionGraph, lanes: readonly Lane[], values: (lane: Lane) => readonly Value[]): Lane[] {
    const all: Lane[] = [];
    for (const lane of lanes)
      for (const value of values(lane)) {
        const node = this.look(graph, lane.node, value);
        if (node === undefined) return [];
        all.push(returned(lane, value, node));
      }
    return all;
  }
}

/** The values, and one more: a load whose location has one value only is not known by the thread to return it. */
function withAnother(values: readonly Value[]): Value[] {
  const all = new Set(values);
  let another = 0;
  while (all.has(another)) another++;
  return [...all, another];
}
