/** What a further thread does in the rounds of a search without a path. It has tables of its own, and no program. */
import { modelOf } from '../../../../model';
import { SharedVectorSet } from '../../../store/shared-vector-set';
import { Refinement } from '../../../equivalence/refinement';
import { ScReduction } from '../../../equivalence/sc-reduction';
import type { SearchOptions } from '../../strategy';
import { KnownMoves } from '../known/known-moves';
import { Tables } from '../known/tables';
import { Expander, frozenOf, type Frozen } from './frontier-expander';
import { exploreShare, type RoundReport, type StateRound } from './frontier-round';
import { WorkQueue } from './work-queue';

export class RoundExplorer {
  private tables: Tables;
  private frozen: Frozen | undefined;
  /** How many deeds the first thread knows. */
  private deeds = 0;

  constructor(private readonly options: SearchOptions) {
    this.tables = this.newTables();
  }

  /** Takes part in a round. Returns when no states are left, or at its end. */
  explore({ table, queue: shared, frozen, knowledge }: StateRound): RoundReport {
    if (knowledge !== undefined) {
      this.tables = this.newTables();
      this.tables.learn(knowledge);
      this.deeds = this.tables.states.deedCount;
    }
    const { tables } = this;
    if (frozen !== undefined) this.frozen = frozenOf(tables, frozen);
    const set = new SharedVectorSet(table);
    const { reduces } = this.frozen!;
    const expander = new Expander(tables, new KnownMoves(tables, reduces), set, this.frozen!);
    const deferred = exploreShare(new WorkQueue(shared, set), expander, set);
    const deeds = tables.states.deedsFrom(this.deeds);
    this.deeds += deeds.length;
    const { assumptions } = this.frozen!.reduction;
    return { edges: Int32Array.from(expander.edges), deferred, deeds, assumptions };
  }

  private newTables(): Tables {
    const { model } = this.options;
    const reduction = new ScReduction(modelOf(model));
    const refinement = new Refinement(modelOf(model).happensBefore, false, false);
    return new Tables({ options: this.options, reduction, refinement }, new Set());
  }
}
