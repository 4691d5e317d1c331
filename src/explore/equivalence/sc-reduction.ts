/**
 * An exploration begins with a stronger model if the requested model names one (model/model.ts, `Strengthening`),
 * because the stronger one is decided faster. It restarts with the requested model when an event occurs that the two
 * models treat differently.
 */
import { DristaError } from '../../base/errors';
import type { Model } from '../../model/model';
import type { Label, LocationId, ThreadId, Value } from '../../program/label';
import { ExplorationRestart } from '../common/restart';

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
    const allowed = strengthening.allows(l);
    if (allowed) return;
    this.durable.weak ||= !strengthening.allowsStates(l);
    if (this.durable.byStates ? this.durable.weak : !this.durable.requested) this.weaken();
  }

  /** States may not be explored under the stronger model. Throws ExplorationRestart if they are. */
  excludeStates(): void {
    if (this.asked.isSequential) return;
    this.durable.weak = true;
    if (this.durable.byStates) this.weaken();
  }

  /** Adds what events have shown elsewhere, where states are explored or not from now on. */
  add({ requested, byStates, weak, mixed }: ScReduction['durable']): void {
    const { durable } = this;
    this.durable = {
      ...durable,
      requested: durable.requested || requested,
      byStates,
      weak: durable.weak || weak,
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
  }

  /** Atomic accesses overlap with several sizes. Throws ExplorationRestart, or a DristaError: the model has none. */
  private mixSizes(): never {
    if (this.asked.mixedSizes === undefined)
      throw new DristaError(
        `--model ${this.asked.name} does not know atomic accesses of several sizes that overlap, as this program ` +
          'performs them; rc11, c20, ra and sc do',
      );
    this.durable = { requested: true, byStates: false, weak: true, mixed: true, buffering: undefined };
    throw new ExplorationRestart({ kind: 'mixed-sizes' });
  }

  private weaken(): never {
    this.durable.byStates = false;
    this.durable.requested = true;
    throw new ExplorationRestart({ kind: 'weaker-model' });
  }
}
