/** Settings for programs with code that is not seen. */
import { finestOf } from '../explore/strategies';
import type { CheckSettings } from './settings';

/** The settings by which each order of events counts, and is run. */
export function distinguishing(settings: CheckSettings): CheckSettings {
  const { strategy, equivalence } = settings;
  return { ...settings, runs: 'all', equivalence: equivalence === 'observational' ? finestOf(strategy)! : equivalence };
}
