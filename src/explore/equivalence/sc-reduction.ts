/**
 * An exploration begins with a stronger model if the requested model names one (model/model.ts, `Strengthening`),
 * because the stronger one is decided faster. It restarts with the requested model when an event occurs that the two
 * models treat differently.
 */
import type { Model } from '../../model/model';
import type { Label } from '../../program/label';
import { ExplorationRestart } from '../common/restart';

export class ScReduction {
  durable = {
    /** Is the requested model explored from now on, though it names a stronger one? */
    requested: false,
    /** Are states explored? Then the stronger model need only have the same errors. */
    byStates: false,
    /** Has an event occurred for which it may not? */
    weak: false,
  };

  constructor(private readonly asked: Model) {}

  /** May states be explored, as far as events have shown? */
  get maySearchStates(): boolean {
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
    return this.durable.requested ? this.asked : (this.asked.strengthening?.model ?? this.asked);
  }

  /**
   * Reports an event that the program may perform. Throws ExplorationRestart when the exploration has to use the
   * requested model from now on.
   */
  see(l: Label): void {
    const { strengthening } = this.asked;
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
  add({ requested, byStates, weak }: ScReduction['durable']): void {
    const { durable } = this;
    this.durable = { requested: durable.requested || requested, byStates, weak: durable.weak || weak };
  }

  private weaken(): never {
    this.durable.byStates = false;
    this.durable.requested = true;
    throw new ExplorationRestart({ kind: 'weaker-model' });
  }
}
