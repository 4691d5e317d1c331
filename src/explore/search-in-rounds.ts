/**
 * One search of a program, through all its rounds: a round is one strategy, and another one follows where something
 * restarts the exploration (common/restart.ts).
 */
import { modelOf } from '../model';
import type { Program } from '../program/program';
import { keepsTrees, restartReason, type RestartReason } from './common/restart';
import type { Refinement } from './equivalence/refinement';
import { ScReduction } from './equivalence/sc-reduction';
import type { ExploreOptions, RoundCheckpoint } from './explore-options';
import { lookForBuffering } from './load-buffering';
import { refinementOf } from './parallel-search';
import type { MemoryBudget } from './session/memory-budget';
import { Session } from './session/session';
import { Pause, Stop } from './session/stop';
import { StrategyList, type SearchCheckpoint } from './strategy-factories';
import type { SearchContext, Strategy, StrategyFactory } from './strategy/strategy';

/**
 * How a search has ended. `explored`: nothing is left; `stopped`: an error was found after which nothing more is
 * wanted, or a limit was hit (`Session.stoppedAt`); `unsuited`: no strategy of its list explores the program.
 */
export type SearchEnd = 'explored' | 'stopped' | 'unsuited';

/** What a search tells others. */
export interface SearchHooks {
  /** The trees of the program were forgotten. */
  readonly onForget?: () => void;
  /** The search may be saved now, and goes on. */
  readonly onSave?: () => void;
}

export class Search {
  readonly session: Session;
  readonly reduction: ScReduction;
  /** May the search be resumed from its checkpoint, after its end? */
  resumable = false;
  private readonly refinement: Refinement;
  private readonly list: StrategyList;
  /** The strategy of the present round, and where it is to begin: undefined: at the beginning. */
  private strategy: Strategy<unknown> | undefined;
  private left: SearchCheckpoint | undefined;
  private failedSpeculations = 0;
  /** Must states be explored by one worker? */
  private oneWorker = false;

  /** `factories`: the strategies. `before`: where another search has ended, which this one continues. */
  constructor(
    private readonly program: Program,
    private readonly options: ExploreOptions,
    factories: readonly StrategyFactory<unknown>[],
    memory: MemoryBudget,
    private readonly hooks: SearchHooks = {},
    before?: RoundCheckpoint,
  ) {
    this.list = new StrategyList(factories, before?.strategy);
    this.session = new Session(options, memory);
    this.reduction = new ScReduction(modelOf(options.model));
    this.refinement = refinementOf(program, options);
    if (before !== undefined) {
      this.reduction.durable = before.reduction;
      this.refinement.durable = before.refinement;
      this.session.durable = before.session;
      this.failedSpeculations = before.failedSpeculations;
      this.oneWorker = before.oneWorker;
      this.left = before.search;
    }
    if (options.equivalence === 'state' && this.reduction.maySearchStates && program.hidesData !== true)
      this.reduction.searchStates();
  }

  /** Explores, or goes on, until the search has ended. Undefined: it was paused before that. */
  advance(): SearchEnd | undefined {
    for (;;) {
      try {
        return this.round() ? 'explored' : 'unsuited';
      } catch (e) {
        if (e instanceof Pause) return undefined;
        const reason = restartReason(e);
        if (reason === undefined) return this.endOf(e);
        this.prepareRestart(reason);
      }
    }
  }

  /** The next round begins anew: the trees of the program were forgotten. */
  forget(): void {
    this.strategy = this.left = undefined;
  }

  /** Makes the program's trees those of this search, which has begun. */
  takeTrees(): void {
    this.list.prepare(this.program);
  }

  /** The search as data, between two steps. */
  checkpoint(): RoundCheckpoint {
    const { strategy, session, reduction, refinement, list, failedSpeculations, oneWorker } = this;
    return {
      ...structuredClone({ reduction: reduction.durable, refinement: refinement.durable }),
      session: { ...session.durable, counts: { ...(strategy?.counts ?? session.counts) } },
      strategy: strategy?.resumedBy ?? list.current,
      search: strategy === undefined ? this.left : (strategy.checkpoint() as SearchCheckpoint),
      failedSpeculations,
      oneWorker,
    };
  }

  /** The name of the strategy's factory. */
  get strategyName(): string {
    return this.list.current;
  }

  /** An estimate of the fraction that has been explored. */
  explored(): number | undefined {
    return this.strategy?.explored();
  }

  /** Explores a round, or the rest of it. Returns false if no strategy explores the program. */
  private round(): boolean {
    const { session, list, left } = this;
    if (this.strategy !== undefined) {
      list.prepare(this.program);
      this.strategy.proceed!();
      lookForBuffering(this.context);
      return true;
    }
    if (left === undefined) session.begin();
    const strategy = list.create(this.context);
    if (strategy === undefined) return false;
    this.strategy = strategy;
    this.left = undefined;
    if (left === undefined) strategy.run();
    else strategy.resume(left);
    lookForBuffering(this.context);
    return true;
  }

  private endOf(e: unknown): SearchEnd {
    if (isStackOverflow(e)) {
      this.session.tooDeep();
      return 'stopped';
    }
    if (!(e instanceof Stop)) throw e;
    this.resumable = e.resumable;
    if (e.resumable) this.session.explored = this.explored();
    return 'stopped';
  }

  private get context(): SearchContext {
    const { program, session, reduction, refinement, failedSpeculations, hooks } = this;
    const options = this.oneWorker ? { ...this.options, frontier: undefined } : this.options;
    return { program, options, session, reduction, refinement, failedSpeculations, save: hooks.onSave };
  }

  private prepareRestart(reason: RestartReason): void {
    if (reason.kind === 'next-strategy') this.list.discard();
    if (reason.kind === 'failed-speculation') this.failedSpeculations++;
    if (reason.kind === 'early-frontier') this.oneWorker = true;
    if (reason.kind === 'robustness') this.reduction.learnFrom(this.program.nodes);
    this.forget();
    if (keepsTrees(reason)) return;
    this.reduction.forget();
    this.program.restart?.();
    this.hooks.onForget?.();
  }
}

/** The search for another graph recurses for every decision, so an execution may be too long for the call stack. */
function isStackOverflow(e: unknown): boolean {
  return e instanceof RangeError && e.message === 'Maximum call stack size exceeded';
}
