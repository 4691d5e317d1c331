/** What a user asks for and gets: explores a program under a model, and begins afresh where that was found to be needed. */
import type { ModelName } from '../model/model';
import { Restart, type Program } from '../program/program';
import { Afresh } from './common/restart';
import type { Lead, Worker } from './session/worker-group';
import { Dice } from './strategy/random-numbers';
import { Unfit } from './strategy/stateful/places';
import { ExplicitSearch, type KeptExplicit } from './strategy/stateful/search';
import { Future } from './histories/future-writes';
import { Growth } from './extend/extender';
import { Partition, type KeptPartition } from './strategy/rf-partition';
import { Pct } from './strategy/pct';
import type { Refinement, KeptRefinement } from './equivalence/refinement';
import { Sampling, type KeptSampling, type SamplingOptions } from './sampling';
import { Session, Stop, type KeptSession } from './session/session';
import { State } from './strategy/state';
import { Strengthening } from './equivalence/sc-reduction';
import { refinementOf, Together, toldApartBy, Unsure } from './strategy/parallel-search';
import { AnyMove, Walks, type KeptWalks } from './strategy/random-walk';
import { errorKey, type Counts, type EventName, type Sampled, type Verdict } from './common/verdict';

export type EquivalenceName = 'observational' | 'rf' | 'co';

export type StrategyName = 'partition' | 'random' | 'pct';

export interface Progress extends Readonly<Counts> {
  /** Executions that chance has chosen beside (sampling.ts). */
  readonly sampled: number;
  /** Decisions that lead to the present state. */
  readonly depth: number;
  /** How much of the decisions has been explored, from 0 to 1: an estimate. */
  readonly explored: number;
}

/** An exploration between two steps, as plain data without deep structures. */
export interface KeptExploration {
  readonly strengthening: ModelName;
  readonly refinement: KeptRefinement;
  readonly session: KeptSession;
  /** May it be the explicit search? */
  readonly fits: boolean;
  readonly search: Kept;
  readonly sampling?: KeptSampling;
}

type Kept = KeptPartition | KeptWalks | KeptExplicit;

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

export interface ExploreOptions {
  readonly model: ModelName;
  readonly equivalence: EquivalenceName;
  /** Which executions: all (partition), or some by chance. Default partition. */
  readonly strategy?: StrategyName;
  /** Of what is chosen by chance. Default 1. */
  readonly seed?: number;
  /** Of pct: how many orderings a bug may need. Default 3. */
  readonly depth?: number;
  /** Only executions with at most so many preemptions (preemptions.ts); of the strategy partition, not under the equivalence co. */
  readonly preemptions?: number;
  /** May explicit states take the place of the partition, where they can? Default yes. */
  readonly explicit?: boolean;
  /** Are graphs with the same values one state from the beginning, and not only once they are found to be many? Default no. */
  readonly merging?: boolean;
  /** Go on after an error; else the first one stops. */
  readonly keepGoing?: boolean;
  /** The strategies that choose by chance take so many executions; default 10000, unless there is a time limit. */
  readonly maxExecutions?: number;
  readonly timeLimitSeconds?: number;
  /** Executions with more events are cut off. Default 10000. */
  readonly maxSteps?: number;
  /** Is an exit code other than 0 an error? */
  readonly checkExitCode?: boolean;
  /** Run and compare every execution as a whole, not only what is new. */
  readonly runAll?: boolean;
  /** Bytes for states that are over and for executions that were counted. Default 512 MiB each. */
  readonly memory?: { readonly states?: number; readonly executions?: number };
  /** Executions that chance chooses beside the strategy partition. Default none. */
  readonly sampling?: SamplingOptions;
  /** Others who explore together with this worker; the strategy partition only, and it is not kept when a limit ends it. */
  readonly hire?: (worker: Worker) => Lead;
  /** Asked at every state: should the exploration end? */
  readonly interrupted?: () => boolean;
  /** Asked at every state: has what is known of the program no more room? */
  readonly full?: () => boolean;
  /** Where an earlier exploration was when a limit ended it: goes on from there. Program and options must be the same, but for limits. */
  readonly resume?: KeptExploration;
  /** Called when a limit ended the exploration, and it can go on another time; `keep` tells from where. */
  readonly onLimit?: (keep: () => KeptExploration) => void;
  /** Called now and then, at most about ten times a second. */
  readonly onProgress?: (p: Progress) => void;
  /** Called with the histories (or sources) of each complete execution; for tests. */
  readonly onExecution?: (session: Session) => void;
}

/** How often several workers may find that; then one goes on alone. */
const UNSURE = 2;

/** Explores every execution of the program. Exceptions of the program (it cannot be run ...) pass through. */
export function explore(program: Program, options: ExploreOptions): Verdict {
  const strengthening = new Strengthening(options.model);
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
    const strategy = strategyOf(unsure < UNSURE ? options : { ...options, hire: undefined }, program, strengthening, refinement, session, fits);
    try {
      if (kept === undefined) strategy.run();
      else strategy.resume(kept.search);
      break;
    } catch (e) {
      if (e instanceof Stop && e.goesOn) {
        session.explored = strategy.explored();
        options.onLimit?.(() => ({
          strengthening: strengthening.keep(), refinement: refinement.keep(), session: session.keep(strategy.counts), fits, search: strategy.keep(),
          sampling: sampling?.keep(),
        }));
      }
      if (e instanceof Stop) break;
      if (isStackOverflow(e)) {
        session.tooDeep();
        break;
      }
      if (!(e instanceof Restart)) throw e;
      if (e instanceof Unfit) fits = false;
      if (e instanceof Unsure) unsure++;
      if (!(e instanceof Afresh)) program.restart?.();
      kept = undefined;
    }
  }
  const verdict = session.verdict();
  return sampling === undefined || sampling.taken === 0 ? verdict : { ...verdict, sampled: sampledIn(sampling, verdict, program) };
}

/** What chance chooses beside the exploration; it takes its steps at the session's states. */
function samplingOf(options: ExploreOptions, program: Program, session: Session): Sampling | undefined {
  const { strategy = 'partition', sampling: asked, resume } = options;
  if (strategy !== 'partition' || asked === undefined) return undefined;
  const sampling = new Sampling(asked, options);
  if (resume?.sampling !== undefined) sampling.recall(resume.sampling);
  session.aside = (events) => {
    if (sampling.step(events, program.runs ?? 0) && options.keepGoing !== true) throw new Stop('an error was found by chance');
    return sampling.taken;
  };
  return sampling;
}

/** Without the errors that the exploration has found as well. */
function sampledIn(sampling: Sampling, verdict: Verdict, program: Program): Sampled {
  const { taken, runs, errors } = sampling;
  if (errors.length === 0) return { executions: taken, runs, errors };
  const nameIn = (p: Program): EventName | undefined => (p.nameOf === undefined ? undefined : (_, l) => p.nameOf!(l));
  const found = new Set(verdict.errors.map((e) => errorKey(e, nameIn(program))));
  return { executions: taken, runs, errors: errors.filter((e) => !found.has(errorKey(e, nameIn(sampling.sampled)))) };
}

function strategyOf(options: ExploreOptions, program: Program, strengthening: Strengthening, refinement: Refinement, session: Session, fits: boolean): Strategy {
  const { strategy = 'partition', equivalence, preemptions } = options;
  if (strategy === 'partition') {
    if (fits && equivalence === 'observational' && preemptions === undefined && strengthening.model.name === 'sc')
      return new ExplicitSearch(program, strengthening.model, new Growth(program, strengthening, refinement, session, new Future(program)), session);
    const by = toldApartBy(options);
    const state = new State(program, strengthening, by, refinement, session);
    return options.hire === undefined ? new Partition(state) : new Together(state, strengthening, refinement, options.hire);
  }
  const state = new State(program, strengthening, 'rf', refinement, session);
  const dice = new Dice(options.seed ?? 1);
  const most = options.maxExecutions ?? (options.timeLimitSeconds === undefined ? undefined : Infinity);
  return new Walks(state, strategy === 'pct' ? new Pct(dice, options.depth ?? 3) : new AnyMove(dice), most);
}

/** Searching for another graph calls itself for every decision, so an execution may be too long for the stack. */
function isStackOverflow(e: unknown): boolean {
  return e instanceof RangeError && e.message === 'Maximum call stack size exceeded';
}
