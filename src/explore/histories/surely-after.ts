/**
 * What comes after a load wherever both are in an execution, as far as the history trees of the threads show: threads
 * that are created after it, and what follows a read that acquires what was released after it. All this is after the
 * load in the order ar (model/imm.ts), so the load does not read from it, nor from what depends on it.
 */
import { Kind, type Label, type LocationId, type ThreadId, type Value } from '../../program/label';
import { isAcquire, isRelease, readOrder } from '../../program/memory-order';
import type { HistoryNode, Program } from '../../program/program';
import { rmwResult, valueRead } from '../../program/rmw';
import { isWriteKind } from './future-writes';

/** A write of a value to a location. */
interface KnownWrite {
  /** What its thread has read before; for an rmw what that has read, too. */
  readonly node: HistoryNode;
  readonly isReleased: boolean;
  /** The value that an rmw has read, with its location: it continues the release sequence (C11 5.1.2.4p10) of that. */
  readonly continued?: string | undefined;
}

const keyOf = (loc: LocationId, value: Value): string => `${loc}:${value}`;

export class SurelyAfter {
  /** By location and value, without initial values. */
  private readonly writes = new Map<string, KnownWrite[]>();
  private readonly writers = new Map<LocationId, Set<HistoryNode>>();
  /** By thread: what those that create it have read before. */
  private readonly creations = new Map<ThreadId, HistoryNode[]>();
  private readonly nodes: readonly HistoryNode[];

  /** Of a program whose histories are not merged, and whose accesses do not overlap (Program.mixesSizes). */
  constructor(program: Program) {
    this.nodes = program.nodes;
    for (const node of this.nodes) this.look(node);
    for (const loc of this.writers.keys()) this.writes.delete(keyOf(loc, program.initial(loc)));
  }

  /**
   * Is what another thread does at the node, or later, after the pending event of `load`, and all that came before it?
   */
  of(load: HistoryNode): (node: HistoryNode) => boolean {
    const own = this.ownAfter(load);
    // The greatest set of values, and of threads, each of which comes after the load if all others do.
    const carried = new Set(this.writes.keys());
    const created = new Set(this.creations.keys());
    for (;;) {
      const after = this.after(load.thread, own, carried, created);
      const is = ({ id }: HistoryNode): boolean => after[id];
      const early = [...created].filter((thread) => !this.creations.get(thread)!.every(is));
      const lost = [...carried].filter((key) => !this.isCarried(key, is, carried));
      if (early.length + lost.length === 0) return (node) => node.thread !== load.thread && is(node);
      for (const thread of early) created.delete(thread);
      for (const key of lost) carried.delete(key);
    }
  }

  /** The nodes whose segments write the location, or that are reached by an rmw which does. */
  writersOf(loc: LocationId): HistoryNode[] {
    return [...(this.writers.get(loc) ?? [])];
  }

  private look(node: HistoryNode): void {
    const { parent, segment, value } = node;
    const add = (loc: LocationId, what: Value, isReleased: boolean, continued?: string): void => {
      const key = keyOf(loc, what);
      this.writes.set(key, this.writes.get(key) ?? []);
      this.writes.get(key)!.push({ node, isReleased, continued });
      this.writers.set(loc, (this.writers.get(loc) ?? new Set()).add(node));
    };
    const read = parent?.pending;
    if (read?.kind === Kind.Rmw) {
      const result = rmwResult(read, value);
      if (result !== undefined) add(read.loc, result, isRelease(read.order), keyOf(read.loc, value));
    }
    for (const l of segment) {
      if (l.kind === Kind.Create) this.creations.set(l.thread, [...(this.creations.get(l.thread) ?? []), node]);
      else if (isWriteKind(l)) add(l.loc, l.value, l.kind === Kind.Store && isRelease(l.order));
    }
  }

  /** By number of the node, of the load's thread: is it after the load? Nodes of other histories are not in it. */
  private ownAfter(load: HistoryNode): ReadonlyMap<number, boolean> {
    const own = new Map<number, boolean>();
    for (let node: HistoryNode | null = load; node !== null; node = node.parent) own.set(node.id, false);
    for (const { id, parent } of this.nodes)
      if (parent === load || (parent !== null && own.get(parent.id) === true)) own.set(id, true);
    return own;
  }

  /** By number of the node. `carried`: the values of which each read that acquires is after the load. */
  private after(
    owner: ThreadId,
    own: ReadonlyMap<number, boolean>,
    carried: ReadonlySet<string>,
    created: ReadonlySet<ThreadId>,
  ): boolean[] {
    const after: boolean[] = [];
    for (const { id, thread, parent, value } of this.nodes) {
      // Other histories of the load's own thread are in no execution with it.
      if (thread === owner) after[id] = own.get(id) ?? true;
      else if (parent === null) after[id] = created.has(thread);
      else after[id] = after[parent.id] || acquires(parent.pending!, value, carried);
    }
    return after;
  }

  private isCarried(key: string, isAfter: (node: HistoryNode) => boolean, carried: ReadonlySet<string>): boolean {
    const all = this.writes.get(key)!;
    return all.every(
      ({ node, isReleased, continued }) =>
        (isReleased && isAfter(node)) || (continued !== undefined && carried.has(continued)),
    );
  }
}

/** Does the read that returns the value acquire one of those? */
function acquires(l: Label, value: Value, carried: ReadonlySet<string>): boolean {
  if (l.kind !== Kind.Load && l.kind !== Kind.Rmw) return false;
  const writes = l.kind === Kind.Rmw && rmwResult(l, value) !== undefined;
  return isAcquire(readOrder(l, writes)) && carried.has(keyOf(l.loc, valueRead(l, value)));
}
