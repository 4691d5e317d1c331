/**
 * How many executions a partition has, estimated by random paths through its tree (Knuth, Estimating the efficiency of
 * backtrack programs, 1975): at each state one of the branches is chosen with equal probability, and a path to a
 * complete execution counts as many as the product of the numbers of branches. The mean is an unbiased estimate, as
 * soon as the trees of histories show which events may be deferred; so only the later half of the paths counts.
 */
import type { Choice } from '../extend/candidates';
import type { Pending } from '../extend/extender';
import type { GraphSearch } from './graph-search';
import type { RandomNumbers } from './random-numbers';

/** Fewer paths that count give no estimate. */
const FEW = 30;
/** The largest relative standard error of an estimate. */
const UNCERTAIN = 0.3;

export class TreeProbes {
  /** What the paths have counted. */
  private readonly counted: number[] = [];
  private known: number | undefined;

  constructor(
    private readonly state: GraphSearch,
    private readonly random: RandomNumbers,
  ) {}

  /** One path. Yields after each step. Exceptions of the program pass through. */
  *probe(): Generator<void, void> {
    this.counted.push(yield* this.path());
    this.known = undefined;
  }

  /** How many paths were taken. */
  get taken(): number {
    return this.counted.length;
  }

  /** How many executions there are, those that count several times included; undefined: that is not certain enough. */
  get total(): number | undefined {
    this.known ??= mean(this.counted.slice(this.counted.length >> 1));
    return Number.isNaN(this.known) ? undefined : this.known;
  }

  private *path(): Generator<void, number> {
    const { state, random } = this;
    if (!state.begin()) return 1;
    for (let product = 1; ;) {
      const pending = state.pending();
      if (pending.length === 0) return product;
      if (!state.withinBound()) return 0;
      const feasibility = state.feasibility(pending);
      if (state.exclusionsNow.length > 0 && feasibility.isInfeasible()) return 0;
      const found = this.branches(feasibility.inOrder().order);
      if (found === undefined) return 0;
      const { event, choices, ended } = found;
      const mayBeDeferred = state.feasibility(pending).mayBeDeferred(event);
      const branches = choices.length + ended + Number(mayBeDeferred);
      const taken = random.below(branches);
      if (taken >= choices.length + ended) state.defer(event);
      else if (taken >= choices.length || state.perform(event, choices[taken]) !== 'entered') return 0;
      product *= branches;
      yield;
    }
  }

  /** The first event that can be performed, and with which choices; `ended`: how many end the execution. */
  private branches(
    order: readonly Pending[],
  ): { readonly event: Pending; readonly choices: readonly Choice[]; readonly ended: number } | undefined {
    const { state } = this;
    const mark = state.mark();
    for (const event of order) {
      const choices: Choice[] = [];
      let ended = 0;
      for (const choice of state.choices(event)) {
        const how = state.perform(event, choice);
        if (how === 'entered') choices.push(choice);
        else if (how === 'ended') ended++;
        state.backtrack(mark);
      }
      if (choices.length + ended > 0) return { event, choices, ended };
    }
    return undefined;
  }
}

/** The mean; NaN where there are too few numbers, or these differ too much. */
function mean(numbers: readonly number[]): number {
  const n = numbers.length;
  if (n < FEW) return NaN;
  const average = numbers.reduce((sum, x) => sum + x, 0) / n;
  const variance = numbers.reduce((sum, x) => sum + (x - average) ** 2, 0) / (n - 1);
  return average > 0 && Math.sqrt(variance / n) <= UNCERTAIN * average ? average : NaN;
}
