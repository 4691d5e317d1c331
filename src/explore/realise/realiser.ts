/**
 * Is there an execution of given histories? How that is decided depends on the model (`Model.witness`): there is one
 * procedure for each kind. Both are complete searches. The problem is NP-complete in
 * general (Gibbons and Korach, Testing shared memories, SIAM J. Comput. 1997), so each has cheap tests that settle most
 * questions beforehand.
 */
import type { GraphEvent } from '../../graph/event';
import type { ExecutionGraph } from '../../graph/graph';
import type { Model, WitnessKind } from '../../model/model';
import type { Equivalence } from '../equivalence/equivalence';
import type { Choice } from '../extend/candidates';
import type { Pending } from '../extend/extender';
import type { LastValues } from '../histories/spin-loops';
import { hasAlternative, isOverwritten, isRuledOut } from './ambiguity';
import { ForcedOrder } from './forced-order';
import { searchReadsFrom } from './rf-search';
import type { Target } from './target';
import { searchInterleaving } from './vsc-search';

/** The part of the equivalence that the procedures use: which graphs count as having the same histories. */
export type HistoryRules = Pick<Equivalence, 'branchesBySource' | 'mergesStates' | 'fixesOrder'>;

export interface Realiser {
  /**
   * A consistent graph of the target; null when there is none. `like`: a graph whose locations have the same initial
   * values. With `final`, memory may hold these values at its end. Exponential in the worst case.
   */
  realise(like: ExecutionGraph, target: Target, final?: LastValues): ExecutionGraph | null;
  /**
   * Is it known without a search that no graph of these histories has the pending event performed like this? The model
   * does not append it to the graph itself.
   */
  isRuledOut(graph: ExecutionGraph, p: Pending, choice: Choice): boolean;
  /**
   * May memory hold the values after another graph of the same histories? False: it is known without a search that it
   * may not.
   */
  mayEndElsewhere(graph: ExecutionGraph, final: LastValues): boolean;
  /** May memory hold the values after the graph, or after another one of the target, which are its histories? */
  mayEndWith(graph: ExecutionGraph, target: () => Target, final: LastValues): boolean;
}

/** The procedure for the model. `onStep`: called at each step of a search, which may take long; it may throw. */
export function realiserFor(model: Model, rules: HistoryRules, onStep: () => void = () => undefined): Realiser {
  return new realisers[model.witness](model, rules, onStep);
}

/** `graph`: other graphs of the same histories give some reads other sources. */
class ReadsFromRealiser implements Realiser {
  private readonly onlyGraph: ForcedOrder;

  constructor(
    private readonly model: Model,
    private readonly rules: HistoryRules,
    private readonly onStep: () => void,
  ) {
    this.onlyGraph = new ForcedOrder(this.bySource);
  }

  private readonly bySource = (e: GraphEvent): boolean => this.rules.branchesBySource(e);

  realise(like: ExecutionGraph, target: Target, final?: LastValues): ExecutionGraph | null {
    return searchReadsFrom(this.model, like, target, final, this.onStep);
  }

  isRuledOut(graph: ExecutionGraph, p: Pending, choice: Choice): boolean {
    return (
      !this.rules.mergesStates ||
      !hasAlternative(graph, this.bySource) ||
      isOverwrittenEverywhere(this.rules, graph, p, choice) ||
      isRuledOut(graph, p, choice, this.onlyGraph)
    );
  }

  mayEndElsewhere(graph: ExecutionGraph, final: LastValues): boolean {
    return hasAlternative(graph, this.bySource) && !this.onlyGraph.is(graph, { final });
  }

  mayEndWith(graph: ExecutionGraph, target: () => Target, final: LastValues): boolean {
    if (this.model.mayEndWith(graph, final)) return true;
    return !this.onlyGraph.is(graph, { final }) && this.realise(graph, target(), final) !== null;
  }
}

/** `interleaving`: other graphs of the same histories are interleavings in which reads get their values. */
class InterleavingRealiser implements Realiser {
  constructor(
    private readonly model: Model,
    private readonly rules: HistoryRules,
    private readonly onStep: () => void,
  ) {}

  realise(like: ExecutionGraph, target: Target, final?: LastValues): ExecutionGraph | null {
    return searchInterleaving(this.model, like, target, final, this.onStep);
  }

  private readonly bySource = (e: GraphEvent): boolean => this.rules.branchesBySource(e);

  isRuledOut(graph: ExecutionGraph, p: Pending, choice: Choice): boolean {
    return (
      !this.rules.mergesStates ||
      !hasAlternative(graph, this.bySource) ||
      isOverwrittenEverywhere(this.rules, graph, p, choice)
    );
  }

  mayEndElsewhere(graph: ExecutionGraph): boolean {
    return hasAlternative(graph, this.bySource);
  }

  mayEndWith(graph: ExecutionGraph, target: () => Target, final: LastValues): boolean {
    return this.model.mayEndWith(graph, final) || this.realise(graph, target(), final) !== null;
  }
}

const realisers: Readonly<
  Record<WitnessKind, new (model: Model, rules: HistoryRules, onStep: () => void) => Realiser>
> = {
  graph: ReadsFromRealiser,
  interleaving: InterleavingRealiser,
};

function isOverwrittenEverywhere(rules: HistoryRules, graph: ExecutionGraph, p: Pending, choice: Choice): boolean {
  return rules.fixesOrder && choice.every((c) => isOverwritten(graph, p, c));
}
