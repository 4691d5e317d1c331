/**
 * Sampling: while all executions are explored, a few per cent of the work goes to executions that chance chooses, so
 * that an error deep in the search shows early. It has a program of its own: nothing that it finds out changes what the
 * search does, and the search finds the same with and without it. How much it does, and when, follows from the work of
 * the search, not from the time.
 */
import { DristaError } from '../base/errors';
import { modelOf } from '../model';
import { Nondeterminism } from '../program/outcomes';
import { Restart, type Program } from '../program/program';
import { ExplorationRestart } from './common/restart';
import { ExecutionSet } from './store/execution-set';
import { RandomNumbers } from './strategy/random-numbers';
import type { ExploreOptions, KeptSampling, SamplingOptions } from './explore-options';
import { Pct } from './strategy/pct';
import { ReadsFromEquivalence } from './equivalence/equivalence';
import { Refinement } from './equivalence/refinement';
import { Session, Stop } from './session/session';
import { SearchState } from './strategy/state';
import { ScReduction } from './equivalence/sc-reduction';
import { errorKey, type FoundError } from './common/verdict';
import { UniformChooser, isInVain, walk } from './strategy/random-walk';

/** Work that small checks do: a fraction of a second. */
const SMALL = 20_000;
/** What a run of the program costs, in events that are appended to a graph. */
const RUN = 200;
/** Orderings that a bug may need (pct.ts). */
const DEPTH = 3;
/** Bytes for what tells executions apart. */
const MEMORY = 2 ** 24;

/** Keeps the last error, and goes on. */
class SampleSession extends Session {
  /** Found by the walk that is under way. */
  broken: FoundError | undefined;

  override error(e: FoundError): void {
    this.broken = e;
  }
}

export class Sampling {
  /** Executions that chance has chosen so far. */
  taken = 0;
  /** What they have shown, each error once. */
  errors: FoundError[] = [];
  private readonly told = new Set<string>();
  /** Does nothing more come? */
  private over = false;
  private program: Program | undefined;
  private state: SearchState | undefined;
  private under: Generator<number, void> | undefined;
  private readonly session: SampleSession;
  private readonly strengthening: ScReduction;
  private readonly preemptions: number | undefined;
  private readonly chooser: UniformChooser;
  private readonly pct: Pct;
  /** The executions that were taken, and the last one that was new. */
  private seen = new ExecutionSet(MEMORY);
  private newest = 0;
  /**
   * Events that were appended, and runs, before this part of a check that goes on; what chance depended on as the
   * present walk began.
   */
  private before: { readonly events: number; readonly runs: number; chance: readonly number[] };

  constructor(
    private readonly options: SamplingOptions,
    explored: ExploreOptions,
  ) {
    const { model, preemptions, maxSteps, checkExitCode, seed = 1 } = explored;
    this.preemptions = preemptions;
    this.session = new SampleSession({ maxSteps, checkExitCode, memory: { executions: MEMORY } });
    this.strengthening = new ScReduction(modelOf(model));
    const dice = new RandomNumbers(seed);
    this.chooser = new UniformChooser(dice);
    this.pct = new Pct(dice, DEPTH);
    this.before = { events: 0, runs: 0, chance: this.pct.keep() };
  }

  /**
   * Takes a step, unless the share of the search's work is spent: that has appended so many events, in so many runs.
   * True when the step has found an error that is new.
   */
  step(events: number, runs: number): boolean {
    const work = events + RUN * runs;
    if (this.over || work < (this.options.from ?? SMALL) || this.events + RUN * this.runs >= this.options.share * work)
      return false;
    try {
      return this.advance();
    } catch (e) {
      this.under = undefined;
      if (e instanceof Restart) {
        if (!(e instanceof ExplorationRestart)) this.program?.restart?.();
        this.state = undefined;
      } else if (
        e instanceof Stop ||
        e instanceof DristaError ||
        e instanceof Nondeterminism ||
        e instanceof RangeError
      ) {
        // What cannot be run, repeated or followed is for the search to tell of, when it comes there.
        this.over = true;
      } else {
        throw e;
      }
      return false;
    }
  }

  keep(): KeptSampling {
    const {
      taken,
      events,
      runs,
      over,
      before: { chance },
      errors,
    } = this;
    return { taken, events, runs, over, chance, errors };
  }

  recall({ taken, events, runs, over, chance, errors }: KeptSampling): void {
    this.taken = this.newest = taken;
    this.over = over;
    this.before = { events, runs, chance };
    this.pct.recall(chance);
    this.errors = [...errors];
    for (const e of errors) this.told.add(errorKey(e));
  }

  /** Events that were appended. */
  private get events(): number {
    return this.before.events + this.session.counts.events;
  }

  /** How often the program ran. */
  get runs(): number {
    return this.program?.runs ?? this.before.runs;
  }

  /** The program that is sampled, and in whose terms the errors are. */
  get sampled(): Program {
    return (this.program ??= this.options.program());
  }

  private advance(): boolean {
    const { session, sampled } = this;
    if (this.under === undefined) {
      session.broken = undefined;
      this.before.chance = this.pct.keep();
      this.under = this.next(sampled);
    }
    if (this.under.next().done !== true) return false;
    this.under = undefined;
    this.taken++;
    if (session.broken !== undefined) return this.isError(session.broken, sampled);
    if (isInVain(this.taken - this.newest, this.seen.size)) this.over = true;
    return false;
  }

  /** The next walk. */
  private *next(program: Program): Generator<number, void> {
    if (this.options.full?.() === true) {
      program.restart?.();
      this.state = undefined;
    }
    const state = (this.state ??= this.begin(program));
    const chooser = this.taken % 2 === 0 ? this.chooser : this.pct;
    chooser.begin();
    if (!state.begin()) return;
    yield* walk(state, chooser);
    if (this.seen.add(state.histories())) this.newest = this.taken;
  }

  private begin(program: Program): SearchState {
    // Numbers of histories are others now.
    this.seen = new ExecutionSet(MEMORY);
    this.newest = this.taken;
    return new SearchState(
      program,
      this.strengthening,
      new ReadsFromEquivalence(false),
      new Refinement(this.strengthening.model.happensBefore, false),
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
    if (this.told.has(key) || !this.state!.withinBound()) return false;
    program.verify?.(e.schedule);
    this.told.add(key);
    this.errors.push(e);
    return true;
  }
}
