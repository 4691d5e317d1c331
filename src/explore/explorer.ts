/**
 * What a user asks for and gets: explores a program under a model, and begins afresh where that was found to be needed.
 */
import { modelOf } from '../model';
import { Restart, type Program } from '../program/program';
import { ExplorationRestart } from './common/restart';
import { RandomNumbers } from './strategy/random-numbers';
import { NotStateful } from './strategy/stateful/places';
import { StatefulSearch } from './strategy/stateful/search';
import { FutureWrites } from './histories/future-writes';
import { GraphExtender } from './extend/extender';
import { RfPartition } from './strategy/rf-partition';
import { Pct } from './strategy/pct';
import { Sampling } from './sampling';
import type { Refinement } from './equivalence/refinement';
import { Session, Stop } from './session/session';
import { SearchState } from './strategy/state';
import { ReadsFromEquivalence } from './equivalence/equivalence';
import { ScReduction } from './equivalence/sc-reduction';
import { partitionState, refinementOf, ParallelSearch, SpeculationFailed } from './parallel-search';
import { UniformChooser, RandomWalks } from './strategy/random-walk';
import { errorKey, type Counts, type TraceEventName, type Sampled, type Verdict } from './common/verdict';
import type { ExploreOptions, ExplorationCheckpoint } from './explore-options';

type Kept = ExplorationCheckpoint['search'];

/** Decides which execution comes next. */
interface Strategy {
  run(): void;
  /** Goes on with what a strategy of the same kind has kept. */
  resume(kept: Kept): void;
  keep(): Kept;
  /** How much is explored; undefined where nobody knows. */
  explored(): number | undefined;
  /** What was counted before that. */
  readonly counts: Counts;
}

/** How often several workers may find that; then one goes on alone. */
const UNSURE = 2;

/** Explores every execution of the program. Exceptions of the program (it cannot be run ...) pass through. */
export function explore(program: Program, options: ExploreOptions): Verdict {
  const strengthening = new ScReduction(modelOf(options.model));
  const refinement = refinementOf(options);
  const session = new Session(options);
  let kept = options.resume;
  // Synchronisation objects, plain data and too many interleavings rule the explicit search out for good.
  let fits = kept?.fits ?? options.explicit ?? true;
  if (kept !== undefined) {
    strengthening.recall(kept.strengthening);
    refinement.recall(kept.refinement);
    session.recall(kept.session);
  }
  const sampling = samplingOf(options, program, session);
  let unsure = 0;
  for (;;) {
    if (kept === undefined) session.begin();
    const strategy = strategyOf(
      unsure < UNSURE ? options : { ...options, hire: undefined },
      program,
      strengthening,
      refinement,
      session,
      fits,
    );
    try {
      if (kept === undefined) strategy.run();
      else strategy.resume(kept.search);
      break;
    } catch (e) {
      if (e instanceof Stop && e.goesOn) {
        session.explored = strategy.explored();
        options.onLimit?.(() => ({
          strengthening: strengthening.keep(),
          refinement: refinement.keep(),
          session: session.keep(strategy.counts),
          fits,
          search: strategy.keep(),
          sampling: sampling?.keep(),
        }));
      }
      if (e instanceof Stop) break;
      if (isStackOverflow(e)) {
        session.tooDeep();
        break;
      }
      if (!(e instanceof Restart)) throw e;
      if (e instanceof NotStateful) fits = false;
      if (e instanceof SpeculationFailed) unsure++;
      if (!(e instanceof ExplorationRestart)) program.restart?.();
      kept = undefined;
    }
  }
  const verdict = session.verdict();
  return sampling === undefined || sampling.taken === 0
    ? verdict
    : { ...verdict, sampled: sampledIn(sampling, verdict, program) };
}

/** What chance chooses beside the exploration; it takes its steps at the session's states. */
function samplingOf(options: ExploreOptions, program: Program, session: Session): Sampling | undefined {
  const { strategy = 'partition', sampling: asked, resume } = options;
  if (strategy !== 'partition' || asked === undefined) return undefined;
  const sampling = new Sampling(asked, options);
  if (resume?.sampling !== undefined) sampling.recall(resume.sampling);
  session.aside = (events) => {
    if (sampling.step(events, program.runs ?? 0) && options.keepGoing !== true)
      throw new Stop('an error was found by chance');
    return sampling.taken;
  };
  return sampling;
}

/** Without the errors that the exploration has found as well. */
function sampledIn(sampling: Sampling, verdict: Verdict, program: Program): Sampled {
  const { taken, runs, errors } = sampling;
  if (errors.length === 0) return { executions: taken, runs, errors };
  const nameIn = (p: Program): TraceEventName | undefined =>
    p.nameOf === undefined ? undefined : (_, l) => p.nameOf!(l);
  const found = new Set(verdict.errors.map((e) => errorKey(e, nameIn(program))));
  return { executions: taken, runs, errors: errors.filter((e) => !found.has(errorKey(e, nameIn(sampling.sampled)))) };
}

function strategyOf(
  options: ExploreOptions,
  program: Program,
  strengthening: ScReduction,
  refinement: Refinement,
  session: Session,
  fits: boolean,
): Strategy {
  const { strategy = 'partition', equivalence, preemptions } = options;
  if (strategy === 'partition') {
    if (fits && equivalence === 'observational' && preemptions === undefined && strengthening.model.isSequential)
      return new StatefulSearch(
        program,
        strengthening.model,
        new GraphExtender(program, strengthening, refinement, session, new FutureWrites(program)),
        session,
      );
    const state = partitionState(program, options, strengthening, refinement, session);
    return options.hire === undefined
      ? new RfPartition(state)
      : new ParallelSearch(state, strengthening, refinement, options.hire);
  }
  const state = new SearchState(program, strengthening, new ReadsFromEquivalence(false), refinement, session, {
    walks: true,
  });
  const dice = new RandomNumbers(options.seed ?? 1);
  const most = options.maxExecutions ?? (options.timeLimitSeconds === undefined ? undefined : Infinity);
  return new RandomWalks(
    state,
    strategy === 'pct' ? new Pct(dice, options.depth ?? 3) : new UniformChooser(dice),
    most,
  );
}

/** Searching for another graph calls itself for every decision, so an execution may be too long for the stack. */
function isStackOverflow(e: unknown): boolean {
  return e instanceof RangeError && e.message === 'Maximum call stack size exceeded';
}
