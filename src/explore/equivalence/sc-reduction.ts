/**
 * An exploration begins with a stronger model if the requested model names one (model/model.ts, `Strengthening`),
 * because the stronger one is decided faster. It restarts with the requested model when an event occurs that the two
 * models treat differently.
 */
import type { Model } from '../../model/model';
import type { Label } from '../../program/label';
import { ExplorationRestart } from '../common/restart';

/** Which model is explored, as data. */
export interface ReductionCheckpoint {
  readonly model: string;
  readonly byStates: boolean;
  readonly weak: boolean;
}

export class ScReduction {
  private current: Model;
  /** Are states explored? Then the stronger model need only have the same errors. */
  private byStates = false;
  /** Has an event occurred for which it may not? */
  private weak = false;

  constructor(private readonly asked: Model) {
    this.current = asked.strengthening?.model ?? asked;
  }

  /** May states be explored, as far as events have shown? */
  get maySearchStates(): boolean {
    return this.asked.isSequential || (this.asked.strengthening !== undefined && !this.weak);
  }

  /** States are explored from now on, for as long as that is exact. `maySearchStates` must hold. */
  searchStates(): void {
    if (this.asked.isSequential) return;
    this.byStates = true;
    this.current = this.asked.strengthening!.model;
  }

  /** The model to explore with. */
  get model(): Model {
    return this.current;
  }

  /** What events have shown, and what follows from it, for `restore`. */
  checkpoint(): ReductionCheckpoint {
    return { model: this.current.name, byStates: this.byStates, weak: this.weak };
  }

  /** Adds what `checkpoint` returned to what is known here. */
  restore({ model, byStates, weak }: ReductionCheckpoint): void {
    this.weak ||= weak;
    this.byStates = byStates;
    if (model === this.asked.name) this.current = this.asked;
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
    this.weak ||= !strengthening.allowsStates(l);
    if (this.byStates ? this.weak : this.current !== this.asked) this.weaken();
  }

  /** States may not be explored under the stronger model. Throws ExplorationRestart if they are. */
  excludeStates(): void {
    if (this.asked.isSequential) return;
    this.weak = true;
    if (this.byStates) this.weaken();
  }

  private weaken(): never {
    this.byStates = false;
    this.current = this.asked;
    throw new ExplorationRestart({ kind: 'weaker-model' });
  }
}
