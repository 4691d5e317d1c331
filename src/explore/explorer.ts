/** Explores a program: rounds of one strategy, until a round ends that nothing restarts (common/restart.ts). */
import { modelOf } from '../model';
import type { Program } from '../program/program';
import { ChangeOver } from './change-over';
import { keepsTrees, restartReason, type RestartReason } from './common/restart';
import type { Verdict } from './common/verdict';
import type { Refinement } from './equivalence/refinement';
import { ScReduction } from './equivalence/sc-reduction';
import type { ExplorationCheckpoint, ExploreOptions } from './explore-options';
import { refinementOf } from './parallel-search';
import { startSampling, withSampled, type Sampling } from './sampling';
import { MemoryBudget } from './session/memory-budget';
import { Session } from './session/session';
import { Stop } from './session/stop';
import { strategyFactories, StrategyList, type SearchCheckpoint } from './strategy-factories';
import { stateSearch } from './strategy/states/state-search';
import type { SearchContext, Strategy, StrategyFactory } from './strategy/strategy';

/**
 * Explores the program under the options. Exceptions of the program pass through: it cannot be run, or is not
 * deterministic. `factories`: strategies to use in place of those that the registry has for the name.
 */
export function explore(
  program: Program,
  options: ExploreOptions,
  factories: readonly StrategyFactory<unknown>[] = strategyFactories[options.strategy ?? 'partition'],
): Verdict {
  return new Exploration(program, options, new StrategyList(factories, options.resume?.strategy)).run();
}

const notByStates =
  'executions were explored, not states: the model allows the program more than interleavings of its threads ' +
  '(--model sc explores those by states)';

const hidden = 'executions were explored, not states: the program has code that is not seen, and so has its states';

const changedOver =
  'states were explored, as there are many executions or some do not end (--equivalence observational explores ' +
  'executions)';

class Exploration {
  private readonly session: Session;
  private readonly reduction: ScReduction;
  private readonly refinement: Refinement;
  private readonly sampling: Sampling | undefined;
  private readonly changeOver: ChangeOver | undefined;
  /** The strategies of the state search, where executions were explored before. */
  private readonly byStates = new StrategyList([stateSearch]);
  private failedSpeculations = 0;
  /** Must states be explored by one worker? */
  private oneWorker = false;

  constructor(
    private readonly program: Program,
    private readonly options: ExploreOptions,
    private readonly list: StrategyList,
  ) {
    const { model, resume } = options;
    this.session = new Session(options, new MemoryBudget(options.memory, program));
    this.reduction = new ScReduction(modelOf(model));
    this.refinement = refinementOf(options);
    if (resume !== undefined) {
      this.reduction.restore(resume.reduction);
      this.refinement.restore(resume.refinement);
      this.session.restore(resume.session);
      this.failedSpeculations = resume.failedSpeculations;
      this.oneWorker = resume.oneWorker;
    }
    this.sampling = startSampling(options, program, this.session);
    if (options.statesAfter !== undefined)
      this.changeOver = new ChangeOver(this.session, this.reduction, program, options.statesAfter);
    else if (options.equivalence === 'state' && this.reduction.maySearchStates && program.hidesData !== true)
      this.reduction.searchStates();
    if (resume?.changeOver !== undefined) this.changeOver?.restore(resume.changeOver);
  }

  run(): Verdict {
    for (let search = this.options.resume?.search; !this.round(search); search = this.changeOver?.backWhereNeeded());
    if (this.changeOver?.byStates === true) this.session.note(changedOver);
    if (this.options.equivalence === 'state' && !this.session.byStates) {
      this.session.note(this.program.hidesData === true ? hidden : notByStates);
      if (this.options.checkProgress === true) this.session.progressUnknown();
    }
    return withSampled(this.session.verdict(), this.sampling, this.program);
  }

  /** One round, from the beginning or from a checkpoint. Returns false if another round must follow. */
  private round(checkpoint: SearchCheckpoint | undefined): boolean {
    const { session } = this;
    if (checkpoint === undefined) session.begin();
    const strategy: Strategy<unknown> = (this.changeOver?.byStates === true ? this.byStates : this.list).create({
      ...this.context,
      save: () => this.options.onSave?.(this.checkpointOf(strategy)),
    });
    try {
      if (checkpoint === undefined) strategy.run();
      else strategy.resume(checkpoint);
      return true;
    } catch (e) {
      const reason = restartReason(e);
      if (reason !== undefined) {
        this.prepareRestart(reason, strategy);
        return false;
      }
      if (isStackOverflow(e)) session.tooDeep();
      else if (!(e instanceof Stop)) throw e;
      else if (e.resumable) this.offerCheckpoint(strategy);
      return true;
    }
  }

  private get context(): SearchContext {
    const { program, session, reduction, refinement, failedSpeculations } = this;
    const options: ExploreOptions = {
      ...this.options,
      ...(this.changeOver?.byStates === true ? { equivalence: 'state' } : {}),
      ...(this.oneWorker ? { frontier: undefined } : {}),
    };
    return { program, options, session, reduction, refinement, failedSpeculations };
  }

  private prepareRestart(reason: RestartReason, strategy: Strategy<unknown>): void {
    if (reason.kind === 'by-states') this.changeOver!.toStates(strategy);
    if (reason.kind === 'next-strategy') this.list.discard();
    if (reason.kind === 'failed-speculation') this.failedSpeculations++;
    if (reason.kind === 'early-frontier') this.oneWorker = true;
    if (keepsTrees(reason)) return;
    this.program.restart?.();
    this.changeOver?.forget();
  }

  private offerCheckpoint(strategy: Strategy<unknown>): void {
    this.session.explored = strategy.explored();
    this.options.onLimit?.(() => this.checkpointOf(strategy));
  }

  private checkpointOf(strategy: Strategy<unknown>): ExplorationCheckpoint {
    const { reduction, refinement, session, list, sampling, changeOver, failedSpeculations, oneWorker } = this;
    return {
      reduction: reduction.checkpoint(),
      refinement: refinement.checkpoint(),
      session: session.checkpoint(strategy.counts),
      strategy: strategy.resumedBy ?? list.current,
      search: strategy.checkpoint() as SearchCheckpoint,
      changeOver: changeOver?.checkpoint(),
      failedSpeculations,
      oneWorker,
      sampling: sampling?.checkpoint(),
    };
  }
}

/** The search for another graph recurses for every decision, so an execution may be too long for the call stack. */
function isStackOverflow(e: unknown): boolean {
  return e instanceof RangeError && e.message === 'Maximum call stack size exceeded';
}
