/** The partition explored by several workers (crew.ts): what each of them does, and the one that has begun besides. */
import type { Program } from '../program/program';
import { Afresh } from './common/restart';
import type { Assumptions } from './histories/speculations';
import type { Branch, Crew, Found, Lead, Round, Worker } from './session/worker-group';
import type { ExploreOptions } from './options';
import { Partition } from './strategy/rf-partition';
import { ObservationalEquivalence, ReadsFromEquivalence, ValuesOfGraphs } from './equivalence/equivalence';
import { Refinement } from './equivalence/refinement';
import { Session, Stop } from './session/session';
import { State } from './strategy/state';
import { Strengthening } from './equivalence/sc-reduction';
import type { Counts } from './common/verdict';

/** What the workers relied on turned out not to hold. */
export class Unsure extends Afresh {}

/** The states that a partition explores. How many preemptions an execution needs is a question about its graph, so a bound on them tells executions apart by rf. */
export function partitionState(
  program: Program, { equivalence, preemptions }: ExploreOptions, strengthening: Strengthening, refinement: Refinement, session: Session,
): State {
  const bounded = preemptions !== undefined;
  const policy = equivalence !== 'observational' ? new ReadsFromEquivalence(equivalence === 'co' && !bounded)
    : bounded ? new ValuesOfGraphs(program) : new ObservationalEquivalence(refinement, strengthening.model, program);
  return new State(program, strengthening, policy, refinement, session, { preemptions });
}

export function refinementOf({ equivalence, preemptions, merging = false }: ExploreOptions): Refinement {
  return new Refinement(equivalence === 'observational' && preemptions === undefined, merging);
}

class SearchingWorker implements Worker {
  constructor(
    private readonly state: State, readonly round: Round,
    private readonly strengthening: Strengthening, private readonly refinement: Refinement,
    private readonly search: { explored(): number | undefined } = { explored: () => undefined },
  ) {}

  explore(branch: Branch): Found {
    return this.state.session.apart(() => new Partition(this.state).branch(branch));
  }

  absorb(found: Omit<Found, 'served'>): void {
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
    throw new Afresh('another worker begins afresh');
  }
}

/** The search of the worker that begins. */
export class Together {
  private readonly partition: Partition;

  constructor(
    private readonly state: State, private readonly strengthening: Strengthening, private readonly refinement: Refinement,
    private readonly hire: (worker: Worker) => Lead,
  ) {
    this.partition = new Partition(state);
  }

  run(): void {
    const { state, state: { session }, strengthening, refinement } = this;
    const cut = session.cut;
    const round = { strengthening: strengthening.keep(), refinement: refinement.keep(), cut, beginnings: session.beginnings };
    const lead = this.hire(new SearchingWorker(state, round, strengthening, refinement, this.partition));
    session.crew = lead;
    try {
      this.partition.run();
      lead.end();
      if (session.counts.executions !== lead.executions) throw new Error(`${lead.executions} executions were counted, and ${session.counts.executions} told of`);
      this.judge(lead.assumptions, cut);
    } catch (e) {
      lead.dismiss();
      if (!(e instanceof Stop)) throw e;
      session.counts.executions = lead.executions;
      // Some of what is explored is known to others only, so it cannot be kept.
      throw new Stop(e.message);
    } finally {
      session.crew = undefined;
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
  private judge(assumptions: Assumptions | undefined, cut: boolean): void {
    const { state, state: { session } } = this;
    if (assumptions === undefined || assumptions.all.length === 0) return;
    if (session.cut && !cut) {
      session.staysCut = true;
      throw new Unsure('a branch was cut while others were explored');
    }
    if (!state.holds(assumptions)) throw new Unsure('the trees have shown what was taken for impossible');
  }
}

/** How the work of one who assists ended. */
export interface Assistance {
  /** What nobody has taken up. */
  readonly found: Found;
  /** Where all have to begin afresh: with what. */
  readonly afresh?: Round;
}

/** Explores the branches that the others hand over, until it is dismissed; `join` makes the crew as this worker sees it. Exceptions of the program pass through. */
export function assist(program: Program, options: ExploreOptions, round: Round, join: (worker: Worker) => Crew & { serve(): void }): Assistance {
  const strengthening = new Strengthening(options.model);
  const refinement = refinementOf(options);
  const session = new Session(options);
  strengthening.recall(round.strengthening);
  refinement.recall(round.refinement);
  session.staysCut = round.cut;
  session.beginnings = round.beginnings - 1;
  session.begin();
  const crew = join(new SearchingWorker(partitionState(program, options, strengthening, refinement, session), round, strengthening, refinement));
  session.crew = crew;
  try {
    crew.serve();
  } catch (e) {
    if (e instanceof Afresh) return { found: session.found, afresh: { strengthening: strengthening.keep(), refinement: refinement.keep(), cut: session.cut, beginnings: session.beginnings } };
    if (!(e instanceof Stop)) throw e;
  }
  return { found: session.found };
}
