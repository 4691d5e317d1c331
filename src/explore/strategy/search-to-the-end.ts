/** Searches that have no checkpoint: a limit ends them for good. */
import type { Counts } from '../common/verdict';
import { Stop } from '../session/stop';
import type { SearchContext, Strategy } from './strategy';

export abstract class SearchToTheEnd implements Strategy<never> {
  constructor(protected readonly context: SearchContext) {}

  /** Explores from the empty graph. */
  protected abstract search(): void;

  run(): void {
    try {
      this.search();
    } catch (e) {
      if (!(e instanceof Stop && e.resumable)) throw e;
      throw new Stop(e.message);
    }
  }

  resume(): never {
    throw new Error('a search without checkpoints cannot be resumed');
  }

  checkpoint(): never {
    throw new Error('this search has no checkpoint');
  }

  explored(): undefined {
    return undefined;
  }

  get counts(): Counts {
    return this.context.session.counts;
  }
}
