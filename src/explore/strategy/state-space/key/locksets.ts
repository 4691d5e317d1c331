/**
 * Is each condition variable used under one mutex? Then its operations happen one after the other, and whoever was
 * woken comes after the signal once it has locked the mutex: interleavings have all errors that RC11 has
 * (model/sequential-consistency.ts). Otherwise a signal may miss a thread that it would wake in an interleaving.
 *
 * Which mutexes a thread holds follows from the state, so every path to a state has the same answer (lock sets; Savage
 * et al., Eraser, TOCS 1997).
 */
import type { GraphEvent } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import { isObjectKind, objectOf } from '../../../../object';
import { mutex, ownerOf } from '../../../../object/mutex';
import { Kind, type LocationId, type ThreadId } from '../../../../program/label';

/** What was found, as data. */
export interface LocksetsCheckpoint {
  readonly common: ReadonlyMap<LocationId, ReadonlySet<LocationId>>;
  readonly isEmpty: boolean;
}

export class Locksets {
  /** By condition variable: the mutexes that were held at all operations on it so far. */
  private common = new Map<LocationId, ReadonlySet<LocationId>>();
  /** Is some condition variable used without a common mutex? */
  isEmpty = false;

  /**
   * Adds the event, which is at the end of its thread or followed by events that lock and unlock nothing. Returns
   * `!isEmpty`.
   */
  add(graph: ExecutionGraph, { thread, label: { kind, loc } }: GraphEvent): boolean {
    if (kind !== Kind.CondBlock && kind !== Kind.CondSignal && kind !== Kind.CondBroadcast) return true;
    const held = heldBy(graph, thread);
    const before = this.common.get(loc);
    const common = before === undefined ? held : new Set([...before].filter((m) => held.has(m)));
    this.common.set(loc, common);
    this.isEmpty ||= common.size === 0;
    return !this.isEmpty;
  }

  /** The mutexes that were held at all operations on the condition variable so far. */
  of(condition: LocationId): Iterable<LocationId> {
    return this.common.get(condition) ?? [];
  }

  /** What was found so far, for `restore`. */
  checkpoint(): LocksetsCheckpoint {
    const { common, isEmpty } = this;
    return { common, isEmpty };
  }

  /** Goes on with what `checkpoint` returned. */
  restore({ common, isEmpty }: LocksetsCheckpoint): void {
    this.common = new Map(common);
    this.isEmpty = isEmpty;
  }
}

function heldBy(graph: ExecutionGraph, t: ThreadId): Set<LocationId> {
  const held = new Set<LocationId>();
  for (const [loc, { writes }] of graph.locations) {
    const { label, object } = writes[writes.length - 1];
    if (object === undefined || !isObjectKind(label.kind) || objectOf(label.kind) !== mutex) continue;
    if (ownerOf(object) === t) held.add(loc);
  }
  return held;
}
