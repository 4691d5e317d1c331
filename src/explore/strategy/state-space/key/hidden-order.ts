/**
 * Looks at all events of a state search for what a state must have besides what is in memory: does the order of events
 * decide about later races (ordering.ts), and have condition variables one mutex each (locksets.ts)?
 */
import { isWrite } from '../../../../graph/event';
import type { ExecutionGraph } from '../../../../graph/graph';
import { Kind, Order, type Label, type LocationId } from '../../../../program/label';
import { isAcquire, isRelease, readOrder } from '../../../../program/memory-order';
import { alwaysWrites } from '../../../../program/rmw';
import type { SearchContext } from '../../strategy';
import { Locksets, type LocksetsCheckpoint } from './locksets';
import { hidesOrder, writesWhereEqual } from './ordering';
import { isSteady, unsettles } from './steady-operations';

/** What was seen, as data. */
export interface HiddenOrderCheckpoint {
  readonly plain: boolean;
  readonly hidden: boolean;
  readonly readPlainly: ReadonlySet<LocationId>;
  readonly updated: ReadonlySet<LocationId>;
  readonly unreleased: ReadonlySet<LocationId>;
  readonly steady: ReadonlySet<LocationId>;
  readonly unsettled: ReadonlySet<LocationId>;
  readonly locksets: LocksetsCheckpoint;
}

export class HiddenOrder {
  private readonly locksets = new Locksets();
  /**
   * Has some execution plain data whose accesses are events? Does some event depend on what need not come before it?
   */
  private plain = false;
  private hidden = false;
  /** Locations that some event reads as plain data, and those that some event writes where it finds a value. */
  private readPlainly = new Set<LocationId>();
  private updated = new Set<LocationId>();
  /** Locations to which some event writes without releasing anything. */
  private unreleased = new Set<LocationId>();
  /** Objects with steady operations, and those that other operations unsettle (steady-operations.ts). */
  private steady = new Set<LocationId>();
  private unsettled = new Set<LocationId>();

  constructor(private readonly context: Pick<SearchContext, 'refinement' | 'reduction'>) {}

  /**
   * Looks at the events from the mark on. Throws ExplorationRestart when the order of events must count from now on.
   */
  observe(graph: ExecutionGraph, mark: number): void {
    const { refinement, reduction } = this.context;
    for (let i = mark; i < graph.events.length; i++) {
      const e = graph.events[i];
      this.plain ||= e.label.order === Order.Plain;
      // Whoever was woken comes after the signal once it has locked the mutex, as far as there is one for all.
      const isWoken = e.label.kind === Kind.CondWake && !this.locksets.isEmpty;
      const isIndependent = isSteady(e.label) && !this.unsettled.has(e.loc);
      this.hidden ||= !isWoken && !isIndependent && hidesOrder(graph, e);
      if (isIndependent) this.steady.add(e.loc);
      if (unsettles(graph, e)) this.unsettled.add(e.loc);
      this.hidden ||= this.steady.has(e.loc) && this.unsettled.has(e.loc);
      if (e.label.kind === Kind.PlainRead) this.readPlainly.add(e.loc);
      if (writesWhereEqual(e)) this.updated.add(e.loc);
      if (isWrite(e) && e.object === undefined && !isRelease(e.label.order)) this.unreleased.add(e.loc);
      if (this.readPlainly.has(e.loc) && this.updated.has(e.loc)) refinement.orderAll(e.loc);
      if (this.locksets.add(graph, e)) continue;
      this.hidden = true;
      reduction.excludeStates();
    }
    if (this.plain && this.hidden) refinement.countOrder();
  }

  /**
   * May the event depend on one of another thread that does not happen before it, and was that not seen yet? A read may
   * that does not acquire, or if what it reads was not released; and an operation on an object.
   */
  mayHide(l: Label): boolean {
    if (this.hidden) return false;
    if (isSteady(l)) return this.unsettled.has(l.loc);
    if (l.kind !== Kind.Load && l.kind !== Kind.Rmw) return true;
    const acquires = isAcquire(readOrder(l, true)) && isAcquire(readOrder(l, alwaysWrites(l)));
    return !acquires || this.unreleased.has(l.loc);
  }

  /** The mutexes that were held at all operations on the condition variable so far. */
  mutexesOf(condition: LocationId): Iterable<LocationId> {
    return this.locksets.of(condition);
  }

  /** How much was seen. */
  get learned(): number {
    const { hidden, unreleased, unsettled } = this;
    return Number(hidden) + unreleased.size + unsettled.size;
  }

  /** What was seen so far, for `restore`. */
  checkpoint(): HiddenOrderCheckpoint {
    const { plain, hidden, readPlainly, updated, unreleased, steady, unsettled, locksets } = this;
    return { plain, hidden, readPlainly, updated, unreleased, steady, unsettled, locksets: locksets.checkpoint() };
  }

  /** Goes on with what `checkpoint` returned. */
  restore(checkpoint: HiddenOrderCheckpoint): void {
    const { plain, hidden, readPlainly, updated, unreleased, steady, unsettled, locksets } = checkpoint;
    this.plain = plain;
    this.hidden = hidden;
    this.readPlainly = new Set(readPlainly);
    this.updated = new Set(updated);
    this.unreleased = new Set(unreleased);
    this.steady = new Set(steady);
    this.unsettled = new Set(unsettled);
    this.locksets.restore(locksets);
  }
}
