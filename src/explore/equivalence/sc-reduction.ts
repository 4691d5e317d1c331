/**
 * An exploration begins with a stronger model if the requested model names one (model/model.ts, `Strengthening`),
 * because the stronger one is decided faster. It restarts with the requested model when an event occurs that the two
 * models treat differently.
 */
import { DristaError } from '../../base/errors';
import type { Model } from '../../model/model';
import { Kind, type Label, type LocationId, type ThreadId, type Value } from '../../program/label';
import type { HistoryNode } from '../../program/program';
import { isAcquire, isRelease } from '../../program/memory-order';
import { alwaysWrites } from '../../program/rmw';
import { ExplorationRestart } from '../common/restart';

/** What a program does with a location, as far as the check of robustness depends on it. */
export enum Usage {
  /** An event may read it and write nothing. */
  Reads = 1,
  /** Its values decide what an event does: a thread waits for one in a loop, or compares it with another. */
  Values = 2,
  /** A write releases nothing by itself. */
  Relaxed = 4,
  /** Of no location: fences. */
  AcquireFence = 8,
  ReleaseFence = 16,
}

/** What is known of executions in which loads read from stores that come after them in po ∪ rf. */
export interface Buffering {
  /** The loads that may be open: thread and location. */
  readonly loads: readonly (readonly [ThreadId, LocationId])[];
  /** The values that locations hold in executions, and which thread writes them. */
  readonly values: readonly (readonly [LocationId, Value, ThreadId])[];
  /** Do the values of another round add nothing? Then errors count. */
  readonly complete: boolean;
}

export class ScReduction {
  durable = {
    /** Is the requested model explored from now on, though it names a stronger one? */
    requested: false,
    /** Are states explored? Then the stronger model need only have the same errors. */
    byStates: false,
    /** Has an event occurred for which it may not? */
    weak: false,
    /** Has an event occurred for which it may only if the program is robust? */
    robust: false,
    /** By location + 1: what events of state searches have done with it (Usage); by 0: what fences there were. */
    usage: [] as number[],
    /** Do loads read from later stores (strategy/open-read-search.ts)? Undefined: not yet, or never. */
    buffering: undefined as Buffering | undefined,
    /** Do accesses of several sizes overlap? Then the model for these is explored (Model.mixedSizes). */
    mixed: false,
  };

  constructor(private readonly asked: Model) {}

  /** May states be explored, as far as events have shown? */
  get maySearchStates(): boolean {
    if (this.durable.mixed) return false;
    return this.asked.isSequential || (this.asked.strengthening !== undefined && !this.durable.weak);
  }

  /** States are explored from now on, for as long as that is exact. `maySearchStates` must hold. */
  searchStates(): void {
    if (this.asked.isSequential) return;
    this.durable.byStates = true;
    this.durable.requested = false;
  }

  /** The model to explore with. */
  get model(): Model {
    if (this.durable.mixed) return this.asked.mixedSizes!;
    return this.durable.requested ? this.asked : (this.asked.strengthening?.model ?? this.asked);
  }

  /**
   * Reports an event that the program may perform. Throws ExplorationRestart when the exploration has to use the
   * requested model from now on.
   */
  see(l: Label): void {
    const { strengthening } = this.asked;
    if (this.durable.mixed) return;
    if (l.pieces.length > 0) this.mixSizes();
    if (strengthening === undefined) return;
    if (this.durable.byStates) this.use(l.loc, usageBy(l));
    if (strengthening.allows(l)) return;
    const { weak, robust } = this.durable;
    const allowsStates = strengthening.allowsStates(l);
    this.durable.weak = weak || !(allowsStates || strengthening.mayBeRobust(l));
    this.durable.robust = robust || !allowsStates;
    if (this.durable.byStates ? this.durable.weak : !this.durable.requested) this.weaken();
    if (this.durable.byStates && this.durable.robust !== robust) throw new ExplorationRestart({ kind: 'robustness' });
  }

  /** Are states explored, and must it be checked that the program is robust (`Strengthening.mayBeRobust`)? */
  get checksRobustness(): boolean {
    return this.durable.byStates && this.durable.robust;
  }

  /** What the program does with the location, as far as it was seen; of no location (-1): its fences. */
  usageOf(loc: LocationId): number {
    return this.durable.usage.at(loc + 1) ?? 0;
  }

  /**
   * The program uses the location so, or has such fences (-1). Throws ExplorationRestart if robustness is checked, and
   * that was not known.
   */
  use(loc: LocationId, usage: number): void {
    if (this.learn(loc, usage) && this.checksRobustness) throw new ExplorationRestart({ kind: 'robustness' });
  }

  /** Learns what the histories show of the program, so that this is not learned by one restart after the other. */
  learnFrom(nodes: readonly HistoryNode[]): void {
    for (const { segment, pending } of nodes) {
      for (const l of segment) this.learn(l.loc, usageBy(l));
      if (pending !== null) this.learn(pending.loc, usageBy(pending));
    }
  }

  /** Was that not known of the location? */
  private learn(loc: LocationId, usage: number): boolean {
    const before = this.usageOf(loc);
    if ((before | usage) === before) return false;
    const all = this.durable.usage;
    while (all.length <= loc + 1) all.push(0);
    all[loc + 1] = before | usage;
    return true;
  }

  /** States may not be explored under the stronger model. Throws ExplorationRestart if they are. */
  excludeStates(): void {
    if (this.asked.isSequential) return;
    this.durable.weak = true;
    if (this.durable.byStates) this.weaken();
  }

  /** Adds what events have shown elsewhere, where states are explored or not from now on. */
  add({ requested, byStates, weak, robust, mixed }: ScReduction['durable']): void {
    const { durable } = this;
    this.durable = {
      ...durable,
      requested: durable.requested || requested,
      byStates,
      weak: durable.weak || weak,
      robust: durable.robust || robust,
      mixed: durable.mixed || mixed,
    };
  }

  /** Executions have open loads in the next round. Throws ExplorationRestart. */
  buffer(buffering: Buffering): never {
    this.durable.buffering = buffering;
    throw new ExplorationRestart({ kind: 'load-buffering' });
  }

  /** The trees of the program were forgotten, and with them the numbers of locations. */
  forget(): void {
    this.durable.buffering = undefined;
    this.durable.usage = [];
  }

  /** Atomic accesses overlap with several sizes. Throws ExplorationRestart, or a DristaError: the model has none. */
  private mixSizes(): never {
    if (this.asked.mixedSizes === undefined)
      throw new DristaError(
        `--model ${this.asked.name} does not know atomic accesses of several sizes that overlap, as this program ` +
          'performs them; rc11, c20, ra and sc do',
      );
    const { durable } = this;
    this.durable = { ...durable, requested: true, byStates: false, weak: true, mixed: true, buffering: undefined };
    throw new ExplorationRestart({ kind: 'mixed-sizes' });
  }

  private weaken(): never {
    this.durable.byStates = false;
    this.durable.requested = true;
    throw new ExplorationRestart({ kind: 'weaker-model' });
  }
}

/** How the event uses its location, or which fence it is. */
function usageBy(l: Label): number {
  switch (l.kind) {
    case Kind.Load:
      return Usage.Reads;
    case Kind.Store:
      return isRelease(l.order) ? 0 : Usage.Relaxed;
    case Kind.Rmw:
      return (alwaysWrites(l) ? 0 : Usage.Reads | Usage.Values) | (isRelease(l.order) ? 0 : Usage.Relaxed);
    case Kind.Fence:
      return (isAcquire(l.order) ? Usage.AcquireFence : 0) | (isRelease(l.order) ? Usage.ReleaseFence : 0);
    default:
      return 0;
  }
}
