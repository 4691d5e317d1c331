/** The second phase of a state search with several workers, in which it has no path (frontier-search.ts). */
import type { StateWorker } from '../../../session/state-worker';
import type { SearchContext } from '../../strategy';
import { FrontierSearch, type FrontierCheckpoint } from './frontier-search';
import { Settling, type SettlingCheckpoint } from './settling';
import type { Tables } from '../known/tables';

/** The phase as data. */
export interface FrontierPhaseCheckpoint {
  readonly settling: SettlingCheckpoint;
  /** Undefined: it has not begun. */
  readonly search: FrontierCheckpoint | undefined;
}

export class FrontierPhase {
  /** Undefined: the phase has not begun. */
  search: FrontierSearch | undefined;
  private workers: readonly StateWorker[] = [];
  private readonly settling: Settling;

  constructor(
    private readonly context: SearchContext,
    private readonly tables: Tables,
    private readonly reduces: boolean,
  ) {
    this.settling = new Settling(context.options.frontier);
  }

  /** A step was performed on the graph, or an execution stays in its state. */
  perform(): void {
    this.settling.perform();
  }

  /** Begins if it is time. */
  beginInTime(): void {
    const { frontier, recorder } = this.context.options;
    if (frontier === undefined || recorder !== undefined || this.search !== undefined) return;
    if (this.settling.isSettled(this.tables.states.count)) this.begin(FrontierSearch.begin(this.tables, this.reduces));
  }

  /** The phase as data, for `restore`. */
  checkpoint(): FrontierPhaseCheckpoint {
    return { settling: this.settling.checkpoint(), search: this.search?.checkpoint() };
  }

  /** Goes on with what `checkpoint` returned, when the tables were restored. */
  restore({ settling, search }: FrontierPhaseCheckpoint): void {
    this.settling.restore(settling);
    if (search !== undefined) this.begin(search);
  }

  /** The other workers are not needed any more. */
  dismiss(): void {
    for (const worker of this.workers) worker.dismiss();
  }

  private begin(checkpoint: FrontierCheckpoint): void {
    const { options, session } = this.context;
    this.workers = options.frontier?.start() ?? [];
    session.stateWorkers = 1 + this.workers.length;
    this.search = new FrontierSearch(this.tables, checkpoint, this.workers);
  }
}
