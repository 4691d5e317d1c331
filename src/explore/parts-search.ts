/**
 * The partition explored in parts (session/worker-group.ts): what remains of a search is given away as parts, which
 * anyone may explore in any order. So all that is needed to go on is the list of parts that remain, and a part whose
 * explorer was lost is explored again.
 */
import { checkSpeculations, MAX_FAILED_SPECULATIONS, SearchingWorker } from './parallel-search';
import type { Counts } from './common/verdict';
import type { PartLead, PartsCheckpoint } from './session/worker-group';
import { partitionState } from './strategy/rf-partition';
import type { GraphSearch } from './strategy/graph-search';
import type { SearchContext, Strategy, StrategyFactory } from './strategy/strategy';

class PartsSearch implements Strategy<PartsCheckpoint> {
  private readonly state: GraphSearch;
  private readonly lead: PartLead;

  constructor(
    private readonly context: SearchContext,
    leadParts: NonNullable<SearchContext['options']['leadParts']>,
  ) {
    this.state = partitionState(context);
    this.lead = leadParts(new SearchingWorker(context, this.state, this));
  }

  run(): void {
    const { cut } = this.context.session;
    this.search({ parts: [{ path: [], base: 0 }], speculations: [], names: new Uint8Array(), cut, round: '' });
  }

  resume(checkpoint: PartsCheckpoint): void {
    this.search(checkpoint);
  }

  checkpoint(): PartsCheckpoint {
    return this.lead.checkpoint();
  }

  /** How much is explored is not known: parts differ in size. */
  explored(): undefined {
    return undefined;
  }

  get counts(): Counts {
    return this.context.session.counts;
  }

  private search(remaining: PartsCheckpoint): void {
    const { session } = this.context;
    session.workers = this.lead;
    if (session.cut) this.lead.cut = true;
    this.lead.count(session.counts.executions);
    try {
      this.lead.explore(remaining);
      checkSpeculations(this.context, this.state, this.lead.speculations, remaining.cut);
    } finally {
      this.lead.dismiss();
      session.workers = undefined;
    }
  }
}

/** Applies if the caller leads those who explore parts, unless their speculations have failed too often. */
export const partsSearch: StrategyFactory<PartsCheckpoint> = {
  name: 'parts',
  applies: ({ options, failedSpeculations }) =>
    options.leadParts !== undefined && failedSpeculations < MAX_FAILED_SPECULATIONS,
  create: (context) => new PartsSearch(context, context.options.leadParts!),
};
