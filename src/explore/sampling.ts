/**
 * Sampling: while all executions are explored, a few per cent of the work goes to executions that are chosen at random,
 * so that an error deep in the search shows early. Sampling has a program instance of its own, so it does not influence
 * the search, which has the same result with and without it. Its amount and moments follow from the work of the search,
 * not from time.
 */
import { DristaError } from '../base/errors';
import { modelOf } from '../model';
import { Nondeterminism } from '../program/outcomes';
import type { Program } from '../program/program';
import { keepsTrees, restartReason } from './common/restart';
import { errorKey, type FoundError, type TraceEventName, type Verdict } from './common/verdict';
import { ReadsFromEquivalence } from './equivalence/equivalence';
import { Refinement } from './equivalence/refinement';
import { ScReduction } from './equivalence/sc-reduction';
import type { ExploreOptions, SamplingCheckpoint, SamplingOptions } from './explore-options';
import { Outlook } from './outlook';
import { refinementOf } from './parallel-search';
import type { MemoryBudget } from './session/memory-budget';
import { Session } from './session/session';
import { Stop } from './session/stop';
import { ExecutionSet } from './store/execution-set';
import { GraphSearch } from './strategy/graph-search';
import { RandomNumbers } from './strategy/random-numbers';
import { partitionState } from './strategy/rf-partition';
import { TreeProbes } from './strategy/tree-probes';
import { Portfolio } from './strategy/walks/portfolio';
import { beginWalk, isSaturated, walk } from './strategy/walks/random-walks';

/** The work of a small check: a fraction of a second. */
const SMALL = 20_000;
/** The cost of a run of the program, in events appended to a graph. */
const RUN = 200;
/** The share of a sampling that takes over: four times the work of the search. */
const TAKES_OVER = 4;
/** The share of work for probes: while there is no estimate, and not too many have been tried; and later. */
const PROBES = 0.3,
  MORE_PROBES = 0.03,
  MANY_PROBES = 1000;
/** The most steps for one step of the search. */
const STEPS = 64;

/** A session that stores the last error and continues. */
class SampleSession extends Session {
  /** Found by the present walk. */
  lastError: FoundError | undefined;

  override error(e: FoundError): void {
    this.lastError = e;
  }
}

export class Sampling {
  /** Executions that were sampled so far. */
  taken = 0;
  /** The errors that they have shown, each once. */
  errors: FoundError[] = [];
  private readonly reported = new Set<string>();
  /** Has sampling ended? Has it taken over most of the work, since the search will not come far? */
  private finished = false;
  tookOver = false;
  private program: Program | undefined;
  private state: GraphSearch | undefined;
  /** The present walk. */
  private walk: Generator<number, void> | undefined;
  private readonly session: SampleSession;
  private readonly reduction: ScReduction;
  private readonly preemptions: number | undefined;
  private readonly chooser: Portfolio;
  /** Estimates how many executions there are, with a session and a share of work of its own. */
  private probes: TreeProbes | undefined;
  private probe: Generator<void, void> | undefined;
  private probesFailed = false;
  private readonly probeSession: SampleSession;
  private readonly probeRandom: RandomNumbers;
  private probeRuns = 0;
  /** The executions that were sampled, and the last one that was new. */
  private seen: ExecutionSet;
  private newest = 0;
  /**
   * Events that were appended and runs that were made before the exploration was resumed; and the state of the chooser
   * when the present walk began.
   */
  private before: { readonly events: number; readonly runs: number; chooser: readonly number[] };

  constructor(
    private readonly options: SamplingOptions,
    private readonly explored: ExploreOptions,
    private readonly memory: MemoryBudget,
  ) {
    const { model, preemptions, maxSteps, checkExitCode, seed = 1 } = explored;
    this.preemptions = preemptions;
    this.session = new SampleSession({ maxSteps, checkExitCode }, memory);
    this.reduction = new ScReduction(modelOf(model));
    this.seen = new ExecutionSet(memory.sampledExecutions);
    this.probeSession = new SampleSession({ maxSteps, checkExitCode }, memory);
    this.probeRandom = new RandomNumbers(seed);
    this.chooser = new Portfolio(new RandomNumbers(seed));
    this.before = { events: 0, runs: 0, chooser: this.chooser.durable };
  }

  /**
   * Takes steps until its share of the search's work is spent; the search has appended so many events, in so many runs.
   * `takesOver`: the search will not come far in its time. True when a step has found a new error.
   */
  steps(events: number, runs: number, takesOver: boolean): boolean {
    const work = events + RUN * runs;
    if (work < (this.options.from ?? SMALL)) return false;
    this.tookOver ||= takesOver;
    const most = (takesOver ? TAKES_OVER : this.options.share) * work;
    for (let n = takesOver ? STEPS : 1; n > 0 && !this.finished && this.events + RUN * this.runs < most; n--)
      if (this.step()) return true;
    if (this.options.estimates === true)
      for (let n = STEPS; n > 0 && !this.probesFailed && this.probeWork < this.probeShare * work; n--)
        this.stepOfProbe();
    return false;
  }

  /** How many executions there are, as probes have it; undefined: that is not known. */
  get total(): number | undefined {
    return this.probes?.total;
  }

  private get probeShare(): number {
    const { probes } = this;
    return probes === undefined || (probes.total === undefined && probes.taken < MANY_PROBES) ? PROBES : MORE_PROBES;
  }

  private get probeWork(): number {
    return this.probeSession.counts.events + RUN * this.probeRuns;
  }

  private stepOfProbe(): void {
    const { sampled } = this;
    const before = sampled.runs ?? 0;
    try {
      this.probes ??= new TreeProbes(this.partition(sampled), this.probeRandom);
      this.probe ??= this.probes.probe();
      if (this.probe.next().done === true) this.probe = undefined;
    } catch (e) {
      this.probe = undefined;
      const restart = restartReason(e);
      if (restart === undefined && !isForTheSearch(e)) throw e;
      if (restart === undefined) this.probesFailed = true;
      this.probes = undefined;
      if (restart !== undefined && !keepsTrees(restart)) this.forget(sampled);
    }
    this.probeRuns += (sampled.runs ?? 0) - before;
  }

  /** What the search explores. */
  private partition(program: Program): GraphSearch {
    const { explored: options, reduction, probeSession: session } = this;
    const refinement = refinementOf(program, options);
    return partitionState({ program, options, reduction, refinement, session, failedSpeculations: 0 });
  }

  /** Forgets the trees of the program. */
  private forget(program: Program): void {
    program.restart?.();
    this.walk = this.probe = this.probes = this.state = undefined;
  }

  private step(): boolean {
    try {
      return this.advance();
    } catch (e) {
      this.walk = undefined;
      const restart = restartReason(e);
      if (restart !== undefined) {
        if (!keepsTrees(restart)) this.forget(this.sampled);
        this.state = undefined;
      } else if (isForTheSearch(e)) {
        this.finished = true;
      } else {
        throw e;
      }
      return false;
    }
  }

  /** What was sampled, as data. */
  get durable(): SamplingCheckpoint {
    const { taken, events, runs, finished, before, errors } = this;
    return { taken, events, runs, finished, chooser: before.chooser, errors };
  }

  /** Continues after the checkpoint, with a new walk. */
  set durable({ taken, events, runs, finished, chooser, errors }: SamplingCheckpoint) {
    this.taken = this.newest = taken;
    this.finished = finished;
    this.before = { events, runs, chooser };
    this.chooser.durable = chooser;
    this.errors = [...errors];
    for (const e of errors) this.reported.add(errorKey(e));
  }

  /** Events that were appended. */
  private get events(): number {
    return this.before.events + this.session.counts.events;
  }

  /** How often the program ran. */
  get runs(): number {
    return this.program?.runs === undefined ? this.before.runs : this.program.runs - this.probeRuns;
  }

  /** The sampled program, in whose numbering the errors are. */
  get sampled(): Program {
    return (this.program ??= this.options.program());
  }

  private advance(): boolean {
    const { session, sampled } = this;
    if (this.walk === undefined) {
      session.lastError = undefined;
      this.before.chooser = this.chooser.durable;
      this.walk = this.next(sampled);
    }
    if (this.walk.next().done !== true) return false;
    this.walk = undefined;
    this.taken++;
    if (session.lastError !== undefined) return this.isError(session.lastError, sampled);
    if (isSaturated(this.taken - this.newest, this.seen.size)) this.finished = true;
    return false;
  }

  /** The next walk. */
  private *next(program: Program): Generator<number, void> {
    if (this.memory.isExhaustedBySample(program)) {
      program.restart?.();
      this.state = this.probe = this.probes = undefined;
    }
    const state = (this.state ??= this.begin(program));
    if (!beginWalk(state, this.chooser)) return;
    yield* walk(state, this.chooser);
    const isNew = this.seen.add(state.histories());
    if (isNew) this.newest = this.taken;
    this.chooser.ended(state, isNew);
  }

  private begin(program: Program): GraphSearch {
    // The new state has other numbers of histories, so executions cannot be compared with earlier ones.
    this.seen = new ExecutionSet(this.memory.sampledExecutions);
    this.newest = this.taken;
    return new GraphSearch(
      program,
      this.reduction,
      new ReadsFromEquivalence(false),
      new Refinement(this.reduction.model.happensBefore, false),
      this.session,
      { walks: true, preemptions: this.preemptions },
    );
  }

  /**
   * Is it an error that was not found before, within the bound, and which the program shows when its execution is run
   * as a whole?
   */
  private isError(e: FoundError, program: Program): boolean {
    const key = errorKey(e);
    if (this.reported.has(key) || !this.state!.withinBound()) return false;
    program.verify?.(e.schedule);
    this.reported.add(key);
    this.errors.push(e);
    return true;
  }
}

/** Is it an exception about a program that cannot be run, repeated or followed? The search reports that itself. */
function isForTheSearch(e: unknown): boolean {
  return e instanceof Stop || e instanceof DristaError || e instanceof Nondeterminism || e instanceof RangeError;
}

/**
 * The sampling that the options ask for; undefined: none. It takes its steps whenever a session ticks, for the work of
 * all of them. `explored`: the estimate of the fraction that they have explored; undefined: unknown.
 */
export function startSampling(
  options: ExploreOptions,
  program: Program,
  sessions: readonly Session[],
  explored: () => number | undefined,
): Sampling | undefined {
  const { strategy = 'partition', sampling: asked, resume, timeLimitSeconds } = options;
  if (strategy !== 'partition' || asked === undefined) return undefined;
  const sampling = new Sampling(asked, options, sessions[0].memory);
  if (resume?.sampling !== undefined) sampling.durable = resume.sampling;
  const outlook = timeLimitSeconds === undefined ? undefined : new Outlook(1000 * timeLimitSeconds, explored);
  const alongside = (): number => {
    const events = sessions.reduce((sum, session) => sum + session.events, 0);
    if (sampling.steps(events, program.runs ?? 0, outlook?.isSmall() === true) && options.keepGoing !== true)
      throw new Stop('an error was found by sampling');
    return sampling.taken;
  };
  for (const session of sessions) session.alongside = alongside;
  sessions[0].total = () => sampling.total;
  return sampling;
}

const tookOver =
  'all executions would have taken far longer than --time-limit, as it seemed: most of the time went to executions ' +
  'chosen by chance (--strategy portfolio takes only these, --tune chance=0 none)';

/** The verdict with what was sampled, without the errors that the exploration has found as well. */
export function withSampled(verdict: Verdict, sampling: Sampling | undefined, program: Program): Verdict {
  if (sampling === undefined || sampling.taken === 0) return verdict;
  const { taken: executions, runs, errors } = sampling;
  const notes = sampling.tookOver && verdict.limitsHit.length > 0 ? [...verdict.notes, tookOver] : verdict.notes;
  if (errors.length === 0) return { ...verdict, notes, sampled: { executions, runs, errors } };
  const nameIn = (p: Program): TraceEventName | undefined =>
    p.nameOf === undefined ? undefined : (_, l) => p.nameOf!(l);
  const found = new Set(verdict.errors.map((e) => errorKey(e, nameIn(program))));
  const others = errors.filter((e) => !found.has(errorKey(e, nameIn(sampling.sampled))));
  return { ...verdict, notes, sampled: { executions, runs, errors: others } };
}
