/** Options for programs with code that is not seen. */
import { finestOf } from '../explore/strategies';
import type { CheckOptions } from '../cli/option-table';

/** The options by which each order of events counts, and is run. */
export function distinguishing(options: CheckOptions): CheckOptions {
  const { strategy, equivalence } = options;
  return { ...options, runs: 'all', equivalence: equivalence === 'observational' ? finestOf(strategy)! : equivalence };
}
