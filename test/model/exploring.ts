/** Explores a program under a model that is not registered, as test doubles are. */
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import { ObservationalEquivalence, ReadsFromEquivalence } from '../../src/explore/equivalence/equivalence';
import { Refinement } from '../../src/explore/equivalence/refinement';
import { ScReduction } from '../../src/explore/equivalence/sc-reduction';
import { ExplorationRestart } from '../../src/explore/common/restart';
import type { Verdict } from '../../src/explore/common/verdict';
import { MemoryBudget } from '../../src/explore/session/memory-budget';
import { Session } from '../../src/explore/session/session';
import { RfPartition } from '../../src/explore/strategy/rf-partition';
import { GraphSearch } from '../../src/explore/strategy/graph-search';
import type { Model } from '../../src/model/model';
import { isReadLike } from '../../src/program/label';
import type { Program } from '../../src/program/program';
import { valueKey } from '../oracle/execution';

export interface Explored {
  readonly verdict: Verdict;
  /** The values that all reads returned, of each execution that was counted. */
  readonly values: readonly string[];
}

/** All executions of the program under the model. `merging`: states with the same values are merged at once. */
export function exploreUnder(model: Model, program: Program, equivalence: EquivalenceName, merging = false): Explored {
  const reduction = new ScReduction(model);
  const refinement = new Refinement(model.happensBefore, equivalence === 'observational', merging);
  let values: string[] = [];
  const session = new Session(
    {
      keepGoing: true,
      onExecution: ({ graph }) => {
        const reads = graph!.threads.map((events) => events.filter((e) => isReadLike(e.label)).map((e) => e.read));
        values.push(valueKey(reads));
      },
    },
    new MemoryBudget(),
  );
  for (;;) {
    session.begin();
    values = [];
    const rules =
      equivalence === 'observational'
        ? new ObservationalEquivalence(refinement, program)
        : new ReadsFromEquivalence(equivalence === 'co');
    try {
      new RfPartition(new GraphSearch(program, reduction, rules, refinement, session)).run();
      return { verdict: session.verdict(), values };
    } catch (e) {
      if (!(e instanceof ExplorationRestart)) throw e;
    }
  }
}
