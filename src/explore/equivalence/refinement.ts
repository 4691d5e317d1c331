/**
 * Where threads pass plain data to each other, the write that a synchronising read reads from decides what races and
 * what is visible. From then on the observational equivalence counts such reads by that write, and others still by
 * value.
 */
import { ExplorationRestart } from '../common/restart';
import type { HappensBefore } from '../../graph/happens-before';
import { Kind, type Label, type LocationId, type ThreadId } from '../../program/label';
import type { Program } from '../../program/program';
import { ordersMemory } from '../../object';

export class Refinement {
  private readonly names = new WeakMap<Label, string>();
  durable: {
    /** Are states with the same values one state? */
    merging: boolean;
    active: boolean;
    /** Threads with an acquire fence: it may make any relaxed read before it synchronise. */
    fencing: ThreadId[];
    ordered: boolean;
    updated: LocationId[];
    /**
     * Call sites of stores in failed attempts (docs/explanation/failed-attempts.md), by names that all workers know:
     * those that no thread sees, so that attempts with them are left out, and those that some thread may see.
     */
    unseen: string[];
    seen: string[];
    /** Does the order of arrivals at barriers matter, though nobody is told who is last (extend/meetings.ts)? */
    arrivals: boolean;
    /** Locations whose updates are told apart by their order, though nobody uses results (extend/blind-updates.ts). */
    updates: LocationId[];
    /** Pairs of threads that do not do the same (symmetry/equal-threads.ts). */
    apart: string[];
  };

  /**
   * `happensBefore`: tells which reads acquire, under the requested model. `wanted`: does the equivalence merge by
   * value at all? `merging`: are there known to be many more graphs than combinations of values? Then graphs with the
   * same combination are one state while they are explored. `program`: knows the names of call sites.
   */
  constructor(
    private readonly happensBefore: Pick<HappensBefore, 'acquires'>,
    private readonly wanted: boolean,
    merging = false,
    private readonly program?: Pick<Program, 'nameOf'>,
  ) {
    this.durable = {
      merging,
      active: false,
      fencing: [],
      ordered: false,
      updated: [],
      unseen: [],
      seen: [],
      arrivals: false,
      updates: [],
      apart: [],
    };
  }

  /** Are graphs with the same combination one state while they are explored? */
  get merging(): boolean {
    return this.durable.merging;
  }

  /**
   * Do all reads that synchronise count by the write that they read from? Then all graphs of a combination have the
   * same happens-before.
   */
  get fixesOrder(): boolean {
    return this.durable.active;
  }

  /** Does the read count by the write that it reads from? */
  countsBySource(t: ThreadId, l: Label): boolean {
    if (!this.durable.active) return false;
    switch (l.kind) {
      case Kind.Load:
        return this.happensBefore.acquires(l) || this.durable.fencing.includes(t);
      case Kind.Rmw:
        return true;
      default:
        return ordersMemory(l.kind);
    }
  }

  /** Reports that plain data is synchronised. Throws ExplorationRestart the first time, for the finer distinction. */
  refine(): void {
    if (this.durable.active || !this.wanted) return;
    this.durable.active = true;
    throw new ExplorationRestart({ kind: 'plain-data' });
  }

  /**
   * Reports that most executions had been counted before, by other graphs. Throws ExplorationRestart the first time:
   * from then on states are merged.
   */
  merge(): void {
    if (this.merging) return;
    this.durable.merging = true;
    throw new ExplorationRestart({ kind: 'merge-states' });
  }

  /** Do states with the same values differ where what happens before what differs? For the state search. */
  get countsOrder(): boolean {
    return this.durable.ordered;
  }

  /**
   * Reports that plain data is accessed, and that some event depends on what need not happen before it. Throws
   * ExplorationRestart the first time: from then on `countsOrder` holds.
   */
  countOrder(): void {
    if (this.durable.ordered) return;
    this.durable.ordered = true;
    throw new ExplorationRestart({ kind: 'hidden-order' });
  }

  /** May the order of accesses to the location decide what races, whether or not plain ones are among them? */
  ordersAll(loc: LocationId): boolean {
    return this.durable.updated.includes(loc);
  }

  /**
   * Reports that some event reads the location as plain data, and that another one writes it only where it finds a
   * value. Throws ExplorationRestart the first time: from then on `countsOrder` holds, and `ordersAll` of it.
   */
  orderAll(loc: LocationId): void {
    if (this.durable.updated.includes(loc)) return;
    this.durable.updated.push(loc);
    this.durable.ordered = true;
    throw new ExplorationRestart({ kind: 'hidden-order' });
  }

  /** Are failed attempts with this store left out? */
  isLeftOut(l: Label): boolean {
    return this.leavesOut && this.durable.unseen.includes(this.nameOf(l));
  }

  /** May some thread see the store of a failed attempt? */
  isSeen(l: Label): boolean {
    return this.durable.seen.length > 0 && this.durable.seen.includes(this.nameOf(l));
  }

  /** Throws ExplorationRestart the first time: from then on failed attempts with this store are left out. */
  leaveOut(l: Label): void {
    if (this.isLeftOut(l)) return;
    this.durable.unseen.push(this.nameOf(l));
    throw new ExplorationRestart({ kind: 'unseen-stores' });
  }

  /** Reports that a thread may see the store. Throws ExplorationRestart: failed attempts with it count from then on. */
  see(l: Label): never {
    const name = this.nameOf(l);
    this.durable.unseen = this.durable.unseen.filter((other) => other !== name);
    this.durable.seen.push(name);
    throw new ExplorationRestart({ kind: 'seen-stores' });
  }

  /** Does the order of arrivals at barriers matter, though nobody is told who is last? */
  get ordersArrivals(): boolean {
    return this.durable.arrivals;
  }

  /** Reports that it does. Throws ExplorationRestart: from then on arrivals are performed in each order. */
  orderArrivals(): never {
    this.durable.arrivals = true;
    throw new ExplorationRestart({ kind: 'arrivals' });
  }

  /** Are updates of the location told apart by their order, though nobody uses their results? */
  ordersUpdates(loc: LocationId): boolean {
    return this.durable.updates.includes(loc);
  }

  /** Reports that they are. Throws ExplorationRestart the first time: from then on they are performed in each order. */
  orderUpdates(loc: LocationId): void {
    if (this.ordersUpdates(loc)) return;
    this.durable.updates.push(loc);
    throw new ExplorationRestart({ kind: 'updates' });
  }

  /** Are the two threads known not to do the same? */
  areApart(pair: string): boolean {
    return this.durable.apart.includes(pair);
  }

  /** Reports that they do not. */
  noteApart(pair: string): void {
    if (!this.areApart(pair)) this.durable.apart.push(pair);
  }

  /** Reports that these do not, though the search has relied on it. Throws ExplorationRestart, if there are any. */
  keepApart(pairs: readonly string[]): void {
    for (const pair of pairs) this.noteApart(pair);
    if (pairs.length > 0) throw new ExplorationRestart({ kind: 'unequal-threads' });
  }

  /** Are there stores that are left out? */
  get leavesOut(): boolean {
    return this.durable.unseen.length > 0;
  }

  /** Numbers of call sites differ between workers. */
  private nameOf(l: Label): string {
    let name = this.names.get(l);
    if (name === undefined) this.names.set(l, (name = this.program?.nameOf?.(l) ?? `${l.site}`));
    return name;
  }

  /** Adds what was reported elsewhere. Never throws. */
  add({
    merging,
    active,
    fencing,
    ordered,
    updated,
    unseen,
    seen,
    arrivals,
    updates,
    apart,
  }: Refinement['durable']): void {
    const { durable } = this;
    this.durable = {
      merging: durable.merging || merging,
      active: durable.active || active,
      fencing: [...new Set([...durable.fencing, ...fencing])],
      ordered: durable.ordered || ordered,
      updated: [...new Set([...durable.updated, ...updated])],
      unseen: [...new Set([...durable.unseen, ...unseen])].filter(
        (name) => !durable.seen.includes(name) && !seen.includes(name),
      ),
      seen: [...new Set([...durable.seen, ...seen])],
      arrivals: durable.arrivals || arrivals,
      updates: [...new Set([...durable.updates, ...updates])],
      apart: [...new Set([...durable.apart, ...apart])],
    };
  }

  /** Reports a fence of the thread. Throws ExplorationRestart where reads of it counted by value until now. */
  fence(t: ThreadId, l: Label): void {
    if (!this.happensBefore.acquires(l) || this.durable.fencing.includes(t)) return;
    this.durable.fencing.push(t);
    if (this.durable.active) throw new ExplorationRestart({ kind: 'acquire-fences' });
  }
}
