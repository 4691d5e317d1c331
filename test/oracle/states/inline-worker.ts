/** A further worker of a state search that is no thread: it explores when a round begins, before the first one does. */
import type { SearchOptions } from '../../../src/explore/strategy/strategy';
import type { StateWorker } from '../../../src/explore/session/state-worker';
import { type StateRound, RoundExplorer } from '../../../src/explore/strategy/state-space/frontier/frontier-round';

export class InlineWorker implements StateWorker {
  readonly isReady = true;
  private readonly explorer: RoundExplorer;
  private report: object = {};

  constructor(options: SearchOptions) {
    this.explorer = new RoundExplorer(options);
  }

  /** It never waits for others, since nobody works meanwhile. */
  begin(start: StateRound): void {
    const own = structuredClone({ ...start, queue: { ...start.queue, end: 0 } });
    this.report = structuredClone(this.explorer.explore(own));
  }

  end(): object {
    return this.report;
  }

  dismiss(): void {
    this.report = {};
  }
}
