/** The second phase of a state search with several workers, in which it has no path (frontier-search.ts). */
import type { FrontierOptions, StateWorker } from '../../../session/state-worker';
import type { SearchContext } from '../../strategy';
import type { Tables } from '../known/tables';
import { type FrontierCheckpoint, FrontierSearch } from './frontier-search';

/** The first states are explored alone. */
const AFTER = 2 ** 15;
const SELDOM = 32;

/**
 * Decides when a state search with several workers gives up its path: when few states show anything new. Then threads
 * seldom wait for the thread that runs the program, and later states seldom contradict what the threads assume.
 */
export class Stabilising {
  private readonly seldom: number;
  /** When it is asked next, how many states there were when it was asked, and how many needed the graph since. */
  durable: { next: number; before: number; performed: number };

  constructor({ after = AFTER, seldom = SELDOM }: Omit<FrontierOptions, 'start'> = {}) {
    this.durable = { next: after, before: 0, performed: 0 };
    this.seldom = seldom;
  }

  /** A state needed the graph. */
  perform(): void {
    this.durable.performed++;
  }

  /** Called after each state with the number of states. True if few of the last half of them needed the graph. */
  isStable(states: number): boolean {
    if (states < this.durable.next) return false;
    const isStable = this.durable.performed * this.seldom <= states - this.durable.before;
    this.durable.before = states;
    this.durable.next = 2 * states;
    this.durable.performed = 0;
    return isStable;
  }
}

export class FrontierPhase {
  /** Undefined: the phase has not begun. */
  search: FrontierSearch | undefined;
  private workers: readonly StateWorker[] = [];
  private readonly stabilising: Stabilising;

  constructor(
    private readonly context: SearchContext,
    private readonly tables: Tables,
    private readonly reduces: boolean,
  ) {
    this.stabilising = new Stabilising(context.options.frontier);
  }

  /** A step was performed on the graph, or an execution stays in its state. */
  perform(): void {
    this.stabilising.perform();
  }

  /** Begins if it is time. */
  beginInTime(): void {
    const { frontier, recorder } = this.context.options;
    if (frontier === undefined || recorder !== undefined || this.search !== undefined) return;
    if (this.stabilising.isStable(this.tables.states.count))
      this.begin(FrontierSearch.begin(this.tables, this.reduces));
  }

  /** `search`: undefined where the phase has not begun. */
  get durable(): { readonly stabilising: Stabilising['durable']; readonly search: FrontierCheckpoint | undefined } {
    return { stabilising: this.stabilising.durable, search: this.search?.left };
  }

  /** The tables have theirs. */
  set durable({
    stabilising,
    search,
  }: {
    stabilising: Stabilising['durable'];
    search: FrontierCheckpoint | undefined;
  }) {
    this.stabilising.durable = stabilising;
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
