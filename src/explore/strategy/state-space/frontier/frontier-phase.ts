/** The second phase of a state search with several workers, in which it has no path (frontier-search.ts). */
import type { FrontierOptions, StateWorker } from '../../../session/state-worker';
import type { SearchContext } from '../../strategy';
import type { Tables } from '../known/tables';
import { type FrontierCheckpoint, FrontierSearch } from './frontier-search';

/** What was counted, as data. */
export interface SettlingCheckpoint {
  readonly next: number;
  readonly before: number;
  readonly performed: number;
}

/** The first states are explored alone. */
const AFTER = 2 ** 15;
const SELDOM = 32;

/**
 * Decides when a state search with several workers gives up its path: when few states show anything new. Then threads
 * seldom wait for the thread that runs the program, and later states seldom contradict what the threads assume.
 */
export class Settling {
  private next: number;
  private readonly seldom: number;
  private before = 0;
  private performed = 0;

  constructor({ after = AFTER, seldom = SELDOM }: Omit<FrontierOptions, 'start'> = {}) {
    this.next = after;
    this.seldom = seldom;
  }

  checkpoint(): SettlingCheckpoint {
    const { next, before, performed } = this;
    return { next, before, performed };
  }

  restore(checkpoint: SettlingCheckpoint): void {
    Object.assign(this, checkpoint);
  }

  /** A state needed the graph. */
  perform(): void {
    this.performed++;
  }

  /** Called after each state with the number of states. True if few of the last half of them needed the graph. */
  isSettled(states: number): boolean {
    if (states < this.next) return false;
    const isSettled = this.performed * this.seldom <= states - this.before;
    this.before = states;
    this.next = 2 * states;
    this.performed = 0;
    return isSettled;
  }
}

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
