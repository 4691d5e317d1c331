/**
 * An exploration begins with a stronger model if the requested model names one (model/model.ts, `Strengthening`),
 * because the stronger one is decided faster. It restarts with the requested model when an event occurs that the two
 * models treat differently.
 */
import type { Model } from '../../model/model';
import type { Label } from '../../program/label';
import { ExplorationRestart } from '../common/restart';

export class ScReduction {
  private current: Model;

  constructor(private readonly asked: Model) {
    this.current = asked.strengthening?.model ?? asked;
  }

  /** The model to explore with. */
  get model(): Model {
    return this.current;
  }

  /** The name of the model to explore with, for `restore`. */
  checkpoint(): string {
    return this.current.name;
  }

  /** Explores with the model that `checkpoint` named. */
  restore(model: string): void {
    if (model === this.asked.name) this.current = this.asked;
  }

  /**
   * Reports an event that the program may perform. Throws ExplorationRestart when the exploration has to use the
   * requested model from now on.
   */
  see(l: Label): void {
    if (this.current === this.asked || this.asked.strengthening?.allows(l) === true) return;
    this.current = this.asked;
    throw new ExplorationRestart({ kind: 'weaker-model' });
  }
}
