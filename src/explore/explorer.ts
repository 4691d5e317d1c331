/** Explores a program: by one search, or by executions and states in turns (turn-taking.ts). */
import type { Program } from '../program/program';
import type { Verdict } from './common/verdict';
import type { ExplorationCheckpoint, ExploreOptions } from './explore-options';
import { startSampling, withSampled, type Sampling } from './sampling';
import { Search, type SearchHooks } from './search-in-rounds';
import { MemoryBudget } from './session/memory-budget';
import type { Progress } from './session/session-options';
import { strategyFactories } from './strategy-factories';
import { stateSearch } from './strategy/state-space/state-search';
import type { StrategyFactory } from './strategy/strategy';
import { TurnTaking } from './turn-taking';

/**
 * Explores the program under the options. Exceptions of the program pass through: it cannot be run, or is not
 * deterministic. `factories`: strategies to use in place of those that the registry has for the name.
 */
export function explore(
  program: Program,
  options: ExploreOptions,
  factories: readonly StrategyFactory<unknown>[] = strategyFactories[options.strategy ?? 'partition'],
): Verdict {
  return new Exploration(program, options, factories).run();
}

const notByStates =
  'executions were explored, not states: the model allows the program more than interleavings of its threads ' +
  '(--model sc explores those by states)';

const hidden = 'executions were explored, not states: the program has code that is not seen, and so has its states';

const mixed = 'executions were explored, not states: atomic accesses of several sizes overlap';

const foundByStates =
  'states were explored, as there are many executions or some do not end (--equivalence observational explores ' +
  'executions)';

class Exploration {
  private readonly search: Search;
  private readonly sampling: Sampling | undefined;
  private readonly turns: TurnTaking | undefined;

  constructor(
    private readonly program: Program,
    private readonly options: ExploreOptions,
    factories: readonly StrategyFactory<unknown>[],
  ) {
    const { resume, turns } = options;
    const memory = new MemoryBudget(options.memory, program);
    const hooks: SearchHooks = {
      onForget: () => this.turns?.forget(),
      onSave: () => options.onSave?.(this.checkpoint()),
    };
    const progress = turns === undefined ? [] : progressInTurns(options);
    this.search = new Search(program, { ...options, ...progress[0] }, factories, memory, hooks, resume);
    const searches = [this.search];
    if (turns !== undefined) {
      const byStates: ExploreOptions = { ...options, ...progress[1], equivalence: 'state', onExecution: undefined };
      const states = new Search(program, byStates, [stateSearch], memory, hooks, resume?.turns?.states);
      searches.push(states);
      this.turns = new TurnTaking(program, turns, this.search, states, resume?.turns);
    }
    this.sampling = startSampling(
      options,
      program,
      searches.map(({ session }) => session),
      () => (this.turns?.mayEndByStates === true ? undefined : this.search.explored()),
    );
  }

  run(): Verdict {
    const { options, search, turns } = this;
    if (turns === undefined) search.advance();
    const { session } = turns?.run() ?? search;
    if ((turns ?? search).resumable) options.onLimit?.(() => this.checkpoint());
    if (turns !== undefined) session.join(turns.also);
    if (session.byStates && turns !== undefined) session.note(foundByStates);
    if (options.equivalence === 'state' && !session.byStates) {
      const { hidesData, mixesSizes } = this.program;
      session.note(mixesSizes === true ? mixed : hidesData === true ? hidden : notByStates);
      if (options.progress !== undefined) session.progressUnknown();
    }
    return withSampled(session.verdict(), this.sampling, this.program);
  }

  private checkpoint(): ExplorationCheckpoint {
    const { search, turns, sampling } = this;
    return { ...search.checkpoint(), turns: turns?.checkpoint(), sampling: sampling?.durable };
  }
}

/** The progress of executions, and that of states, as that of both. */
function progressInTurns({ onProgress }: ExploreOptions): [Partial<ExploreOptions>, Partial<ExploreOptions>] {
  let last: Progress | undefined;
  let distinctStates = 0;
  const tell = (p: Progress): void => onProgress?.(distinctStates === 0 ? p : { ...p, distinctStates });
  return [
    {
      onProgress: (p) => {
        tell((last = p));
      },
    },
    {
      onProgress: (p) => {
        distinctStates = p.states;
        tell({ ...(last ?? p), sampled: p.sampled });
      },
    },
  ];
}
