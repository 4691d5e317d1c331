/**
 * Where threads pass plain data to each other, the write that a synchronising read reads from decides what races and
 * what is visible. From then on the observational equivalence counts such reads by that write, and others still by
 * value.
 */
import { ExplorationRestart } from '../common/restart';
import type { HappensBefore } from '../../graph/happens-before';
import { Kind, type Label, type LocationId, type ThreadId } from '../../program/label';
import { ordersMemory } from '../../object';

export interface RefinementCheckpoint {
  readonly merging: boolean;
  readonly active: boolean;
  readonly fencing: readonly ThreadId[];
  readonly ordered: boolean;
  readonly updated: readonly LocationId[];
}

export class Refinement {
  private active = false;
  private ordered = false;
  private readonly updated = new Set<LocationId>();

  /**
   * `happensBefore`: tells which reads acquire, under the requested model. `wanted`: does the equivalence merge by
   * value at all? `merging`: are there known to be many more graphs than combinations of values? Then graphs with the
   * same combination are one state while they are explored.
   */
  constructor(
    private readonly happensBefore: Pick<HappensBefore, 'acquires'>,
    private readonly wanted: boolean,
    public merging = false,
  ) {}

  /** Threads with an acquire fence: it may make any relaxed read before it synchronise. */
  private readonly fencing = new Set<ThreadId>();

  /**
   * Do all reads that synchronise count by the write that they read from? Then all graphs of a combination have the
   * same happens-before.
   */
  get fixesOrder(): boolean {
    return this.active;
  }

  /** Does the read count by the write that it reads from? */
  countsBySource(t: ThreadId, l: Label): boolean {
    if (!this.active) return false;
    switch (l.kind) {
      case Kind.Load:
        return this.happensBefore.acquires(l) || this.fencing.has(t);
      case Kind.Rmw:
        return true;
      default:
        return ordersMemory(l.kind);
    }
  }

  /** Reports that plain data is synchronised. Throws ExplorationRestart the first time, for the finer distinction. */
  refine(): void {
    if (this.active || !this.wanted) return;
    this.active = true;
    throw new ExplorationRestart({ kind: 'plain-data' });
  }

  /**
   * Reports that most executions had been counted before, by other graphs. Throws ExplorationRestart the first time:
   * from then on states are merged.
   */
  merge(): void {
    if (this.merging) return;
    this.merging = true;
    throw new ExplorationRestart({ kind: 'merge-states' });
  }

  /** Do states with the same values differ where what happens before what differs? For the state search. */
  get countsOrder(): boolean {
    return this.ordered;
  }

  /**
   * Reports that plain data is accessed, and that some event depends on what need not happen before it. Throws
   * ExplorationRestart the first time: from then on `countsOrder` holds.
   */
  countOrder(): void {
    if (this.ordered) return;
    this.ordered = true;
    throw new ExplorationRestart({ kind: 'hidden-order' });
  }

  /** May the order of accesses to the location decide what races, whether or not plain ones are among them? */
  ordersAll(loc: LocationId): boolean {
    return this.updated.has(loc);
  }

  /**
   * Reports that some event reads the location as plain data, and that another one writes it only where it finds a
   * value. Throws ExplorationRestart the first time: from then on `countsOrder` holds, and `ordersAll` of it.
   */
  orderAll(loc: LocationId): void {
    if (this.updated.has(loc)) return;
    this.updated.add(loc);
    this.ordered = true;
    throw new ExplorationRestart({ kind: 'hidden-order' });
  }

  /** What was reported so far, for `restore`. */
  checkpoint(): RefinementCheckpoint {
    const { merging, active, fencing, ordered, updated } = this;
    return { merging, active, fencing: [...fencing], ordered, updated: [...updated] };
  }

  /** Adds what `checkpoint` returned to what was reported here. Never throws. */
  restore({ merging, active, fencing, ordered, updated }: RefinementCheckpoint): void {
    this.ordered ||= ordered;
    this.merging ||= merging;
    this.active ||= active;
    for (const t of fencing) this.fencing.add(t);
    for (const loc of updated) this.updated.add(loc);
  }

  /** Reports a fence of the thread. Throws ExplorationRestart where reads of it counted by value until now. */
  fence(t: ThreadId, l: Label): void {
    if (!this.happensBefore.acquires(l) || this.fencing.has(t)) return;
    this.fencing.add(t);
    if (this.active) throw new ExplorationRestart({ kind: 'acquire-fences' });
  }
}
