/** The partition explored by several workers (session/worker-group.ts): what each of them does, and the one that has begun besides. */
import { modelOf } from '../model';
import type { Program } from '../program/program';
import { ExplorationRestart } from './common/restart';
import type { Speculations } from './histories/speculations';
import type { Branch, WorkerGroup, BranchResult, WorkerLead, Round, Worker } from './session/worker-group';
import type { ExploreOptions } from './explore-options';
import { RfPartition } from './strategy/rf-partition';
import { ObservationalEquivalence, ReadsFromEquivalence, ValuesOfGraphs } from './equivalence/equivalence';
import { Refinement } from './equivalence/refinement';
import { Session, Stop } from './session/session';
import { SearchState } from './strategy/state';
import { ScReduction } from './equivalence/sc-reduction';
import type { Counts } from './common/verdict';

/** What the workers relied on turned out not to hold. */
export class SpeculationFailed extends ExplorationRestart {}

/**
 * The states that a partition explores. How many preemptions an execution needs is a question about its graph, so a
 * bound on them tells executions apart by rf.
 */
export function partitionState(
  program: Program,
  { equivalence, preemptions }: ExploreOptions,
  strengthening: ScReduction,
  refinement: Refinement,
  session: Session,
): SearchState {
  const bounded = preemptions !== undefined;
  const policy =
    equivalence !== 'observational'
      ? new ReadsFromEquivalence(equivalence === 'co' && !bounded)
      : bounded
        ? new ValuesOfGraphs(program)
        : new ObservationalEquivalence(refinement, strengthening.model, program);
  return new SearchState(program, strengthening, policy, refinement, session, { preemptions });
}

export function refinementOf({ model, equivalence, preemptions, merging = false }: ExploreOptions): Refinement {
  const { happensBefore } = modelOf(model);
  return new Refinement(happensBefore, equivalence === 'observational' && preemptions === undefined, merging);
}

class SearchingWorker implements Worker {
  constructor(
    private readonly state: SearchState,
    readonly round: Round,
    private readonly strengthening: ScReduction,
    private readonly refinement: Refinement,
    private readonly search: { explored(): number | undefined } = { explored: () => undefined },
  ) {}

  explore(branch: Branch): BranchResult {
    return this.state.session.apart(() => new RfPartition(this.state).branch(branch));
  }

  absorb(found: Omit<BranchResult, 'served'>): void {
    this.state.session.absorb(found);
  }

  tick(): void {
    const { session } = this.state;
    session.tick(session.depth, this.search);
  }

  stop(): never {
    throw new Stop('the search of another worker was ended');
  }

  renew({ strengthening, refinement }: Round): never {
    this.strengthening.recall(strengthening);
    this.refinement.recall(refinement);
    throw new ExplorationRestart('another worker begins afresh');
  }
}

/** The search of the worker that begins. */
export class ParallelSearch {
  private readonly partition: RfPartition;

  constructor(
    private readonly state: SearchState,
    private readonly strengthening: ScReduction,
    private readonly refinement: Refinement,
    private readonly hire: (worker: Worker) => WorkerLead,
  ) {
    this.partition = new RfPartition(state);
  }

  run(): void {
    const {
      state,
      state: { session },
      strengthening,
      refinement,
    } = this;
    const cut = session.cut;
    const round = {
      strengthening: strengthening.keep(),
      refinement: refinement.keep(),
      cut,
      beginnings: session.beginnings,
    };
    const lead = this.hire(new SearchingWorker(state, round, strengthening, refinement, this.partition));
    session.workers = lead;
    try {
      this.partition.run();
      lead.end();
      if (session.counts.executions !== lead.executions)
        throw new Error(`${lead.executions} executions were counted, and ${session.counts.executions} told of`);
      this.judge(lead.assumptions, cut);
    } catch (e) {
      lead.dismiss();
      if (!(e instanceof Stop)) throw e;
      session.counts.executions = lead.executions;
      // Some of what is explored is known to others only, so it cannot be kept.
      throw new Stop(e.message);
    } finally {
      session.workers = undefined;
    }
  }

  resume(): never {
    throw new Error('a search of several workers is not kept');
  }

  keep(): never {
    throw new Error('a search of several workers is not kept');
  }

  explored(): number {
    return this.partition.explored();
  }

  get counts(): Counts {
    return this.partition.counts;
  }

  /** Begins afresh where the others' trees show that something was left out. */
  private judge(assumptions: Speculations | undefined, cut: boolean): void {
    const {
      state,
      state: { session },
    } = this;
    if (assumptions === undefined || assumptions.all.length === 0) return;
    if (session.cut && !cut) {
      session.staysCut = true;
      throw new SpeculationFailed('a branch was cut while others were explored');
    }
    if (!state.holds(assumptions)) throw new SpeculationFailed('the trees have shown what was taken for impossible');
  }
}

/** How the work of one who assists ended. */
export interface Assistance {
  /** What nobody has taken up. */
  readonly found: BranchResult;
  /** Where all have to begin afresh: with what. */
  readonly afresh?: Round;
}

/**
 * Explores the branches that the others hand over, until it is dismissed; `join` makes the crew as this worker sees it.
 * Exceptions of the program pass through.
 */
export function assist(
  program: Program,
  options: ExploreOptions,
  round: Round,
  join: (worker: Worker) => WorkerGroup & { serve(): void },
): Assistance {
  const strengthening = new ScReduction(modelOf(options.model));
  const refinement = refinementOf(options);
  const session = new Session(options);
  strengthening.recall(round.strengthening);
  refinement.recall(round.refinement);
  session.staysCut = round.cut;
  session.beginnings = round.beginnings - 1;
  session.begin();
  const crew = join(
    new SearchingWorker(
      partitionState(program, options, strengthening, refinement, session),
      round,
      strengthening,
      refinement,
    ),
  );
  session.workers = crew;
  try {
    crew.serve();
  } catch (e) {
    if (e instanceof ExplorationRestart)
      return {
        found: session.found,
        afresh: {
          strengthening: strengthening.keep(),
          refinement: refinement.keep(),
          cut: session.cut,
          beginnings: session.beginnings,
        },
      };
    if (!(e instanceof Stop)) throw e;
  }
  return { found: session.found };
}
