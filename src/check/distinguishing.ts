/** Options for programs with code that is not seen. */
import { equivalencesOf } from '../explore/strategies';
import type { CheckOptions } from '../cli/option-table';

/** The options by which each order of events counts, and is run. */
export function distinguishing(options: CheckOptions): CheckOptions {
  const { strategy, equivalence } = options;
  const [finer] = equivalencesOf(strategy).filter((name) => name === 'rf' || name === 'mazurkiewicz');
  return { ...options, runs: 'all', equivalence: equivalence === 'observational' ? finer : equivalence };
}
