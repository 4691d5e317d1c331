/**
 * The partition explored by several workers (session/worker-group.ts): the search of the first worker, and that of the
 * others.
 */
import { modelOf } from '../model';
import type { Program } from '../program/program';
import { ExplorationRestart, failedSpeculation } from './common/restart';
import type { Counts } from './common/verdict';
import { countsByValue } from './equivalence/equivalence';
import { Refinement } from './equivalence/refinement';
import { ScReduction } from './equivalence/sc-reduction';
import type { Speculations } from './histories/speculations';
import { MemoryBudget } from './session/memory-budget';
import { Session } from './session/session';
import { Stop } from './session/stop';
import {
  GivenAway,
  type Branch,
  type BranchResult,
  type Part,
  type PartResult,
  type PartsCheckpoint,
  type Round,
  type Worker,
  type WorkerGroup,
  type WorkerLead,
} from './session/worker-group';
import { partitionState, RfPartition } from './strategy/rf-partition';
import type { GraphSearch } from './strategy/graph-search';
import type { SearchContext, SearchOptions, Strategy, StrategyFactory } from './strategy/strategy';

/** How many rounds may end with a failed speculation. Then one worker explores alone. */
export const MAX_FAILED_SPECULATIONS = 2;

/** The initial refinement of the program under the options. */
export function refinementOf(
  program: Program,
  { model, equivalence, preemptions, merging = false }: SearchOptions,
): Refinement {
  const byValue = countsByValue(equivalence) && preemptions === undefined;
  return new Refinement(modelOf(model).happensBefore, byValue, merging, program);
}

/** The data with which the next round begins. */
function roundOf({ reduction, refinement, session }: SearchContext): Round {
  return {
    ...structuredClone({ reduction: reduction.durable, refinement: refinement.durable }),
    cut: session.cut,
    number: session.rounds,
  };
}

/** A worker that searches by the partition. */
export class SearchingWorker implements Worker {
  readonly round: Round;
  /** Searches that have not ended: while one waits for another worker, the next one explores. */
  private readonly open: RfPartition[] = [];

  constructor(
    private readonly context: SearchContext,
    private readonly state: GraphSearch,
    private readonly search: { explored(): number | undefined } = { explored: () => undefined },
  ) {
    this.round = roundOf(context);
  }

  get memory(): MemoryBudget {
    return this.context.session.memory;
  }

  explore(branch: Branch): BranchResult {
    return this.exploring((partition) => partition.exploreBranch(branch));
  }

  explorePart(part: Part): PartResult {
    let remaining: readonly Part[] = [];
    const found = this.exploring((partition) => {
      try {
        return partition.explorePart(part);
      } catch (e) {
        if (!(e instanceof GivenAway)) throw e;
        remaining = e.parts;
        return true;
      }
    });
    return { found, remaining };
  }

  get rests(): readonly Part[] {
    return this.open.map(({ rest }) => rest).filter((rest) => rest !== undefined);
  }

  /** What a search of its own finds. It stays open where an exception ends it. */
  private exploring(explore: (partition: RfPartition) => boolean): BranchResult {
    const partition = new RfPartition(this.state);
    this.open.push(partition);
    const found = this.context.session.exploreSeparately(() => explore(partition));
    this.open.pop();
    return found;
  }

  save(): void {
    this.context.save?.();
  }

  cut(): void {
    this.context.session.cut = true;
  }

  note(text: string): void {
    this.context.session.note(text);
  }

  stopAt(limit: string, resumable: boolean): never {
    return this.context.session.stopAtLimit(limit, resumable);
  }

  absorb(found: Omit<BranchResult, 'performed'>): void {
    this.context.session.absorb(found);
  }

  tick(): void {
    const { session } = this.context;
    session.tick(session.depth, this.search);
  }

  stop(): never {
    throw new Stop('the search of another worker was ended');
  }

  restartWith({ reduction, refinement }: Round): never {
    this.context.reduction.add(reduction);
    this.context.refinement.add(refinement);
    throw new ExplorationRestart({ kind: 'other-worker' });
  }
}

/** The search of the first worker, which starts the others. What a limit leaves of it is resumed in parts. */
class ParallelSearch implements Strategy<PartsCheckpoint> {
  readonly resumedBy = 'parts';
  private readonly state: GraphSearch;
  private readonly partition: RfPartition;
  private remaining: PartsCheckpoint | undefined;

  constructor(
    private readonly context: SearchContext,
    private readonly startWorkers: (worker: Worker) => WorkerLead,
  ) {
    this.state = partitionState(context);
    this.partition = new RfPartition(this.state);
  }

  run(): void {
    const { session } = this.context;
    const { cut } = session;
    const worker = new SearchingWorker(this.context, this.state, this.partition);
    const lead = this.startWorkers(worker);
    session.workers = lead;
    try {
      this.partition.run();
      lead.finish();
      this.compareCounts(lead);
      checkSpeculations(this.context, this.state, lead.speculations, cut);
    } catch (e) {
      const end = e instanceof Stop && e.resumable ? this.collect(e, worker, lead, cut) : e;
      lead.dismiss();
      if (!(end instanceof Stop)) throw end;
      session.counts.executions = lead.executions;
      throw new Stop(end.message, this.remaining !== undefined);
    } finally {
      session.workers = undefined;
    }
  }

  /**
   * Collects what remains of all searches after the Stop. Returns the exception that ends this one: the Stop, or what
   * another worker has found meanwhile.
   */
  private collect(stop: Stop, worker: Worker, lead: WorkerLead, cut: boolean): unknown {
    const { rest } = this.partition;
    try {
      const collected = lead.collect();
      if (collected === undefined) return stop;
      this.compareCounts(lead);
      if (lead.cut) worker.cut();
      const { parts, names } = collected;
      const speculations = lead.speculations?.all ?? [];
      const all = rest === undefined ? parts : [rest, ...parts];
      this.remaining = { parts: all, speculations, names, cut, round: '' };
      return stop;
    } catch (e) {
      return e;
    }
  }

  private compareCounts({ executions }: WorkerLead): void {
    const reported = this.context.session.counts.executions;
    if (reported !== executions)
      throw new Error(`${executions} executions were counted, but ${reported} were reported`);
  }

  resume(): never {
    throw new Error('what several workers leave is resumed in parts');
  }

  checkpoint(): PartsCheckpoint {
    return this.remaining!;
  }

  explored(): number | undefined {
    return this.partition.explored();
  }

  get counts(): Counts {
    return this.partition.counts;
  }
}

/**
 * Restarts where the trees of all workers show that something was left out wrongly; `cut`: was it known before that
 * some branch would be cut?
 */
export function checkSpeculations(
  { session }: SearchContext,
  state: GraphSearch,
  speculations: Speculations | undefined,
  cut: boolean,
): void {
  state.checkEqualThreads();
  if (speculations === undefined || speculations.all.length === 0) return;
  if (session.cut && !cut) {
    session.alwaysCut = true;
    throw failedSpeculation('a branch was cut while others were explored');
  }
  state.check(speculations);
}

/** Applies if the caller can start workers, unless their speculations have failed too often. */
export const parallelPartition: StrategyFactory<PartsCheckpoint> = {
  name: 'parallel',
  applies: ({ options, failedSpeculations }) =>
    options.startWorkers !== undefined && failedSpeculations < MAX_FAILED_SPECULATIONS,
  create: (context) => new ParallelSearch(context, context.options.startWorkers!),
};

/** The result of a worker that assists. */
export interface Assistance {
  /** Its findings that no other worker has absorbed. */
  readonly found: BranchResult;
  /** Was it stopped between two steps, so that what remains can be resumed? */
  readonly resumable?: boolean;
  /** The round with which all must restart, if they must. */
  readonly restart?: Round;
}

/**
 * Explores the branches that other workers hand over, until it is dismissed; `join` makes the group as this worker sees
 * it. Exceptions of the program pass through.
 */
export function assist(
  program: Program,
  options: SearchOptions,
  round: Round,
  join: (worker: Worker) => WorkerGroup & { serve(): void },
): Assistance {
  const reduction = new ScReduction(modelOf(options.model));
  const refinement = refinementOf(program, options);
  const session = new Session(options, new MemoryBudget(options.memory, program));
  reduction.durable = round.reduction;
  refinement.durable = round.refinement;
  session.alwaysCut = round.cut;
  session.rounds = round.number - 1;
  session.begin();
  const context: SearchContext = { program, options, session, reduction, refinement, failedSpeculations: 0 };
  const group = join(new SearchingWorker(context, partitionState(context)));
  session.workers = group;
  try {
    group.serve();
  } catch (e) {
    if (e instanceof ExplorationRestart) return { found: session.found, restart: roundOf(context) };
    if (!(e instanceof Stop)) throw e;
    return { found: session.found, resumable: e.resumable };
  }
  return { found: session.found };
}
