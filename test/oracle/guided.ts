/** Explorations as `drista fuzz` makes them, without inputs and without a corpus on disk. */
import type { StrategyFactory } from '../../src/explore/strategy/strategy';
import { fuzzStrategy } from '../../src/fuzz/fuzz-walks';
import { Fuzzing } from '../../src/fuzz/fuzzing';
import { Places, type Code } from '../../src/fuzz/places';

/** The strategy for a program with such code; of programs in memory, each site is a place. */
export function guided(
  executions: number,
  seed: number,
  code: Code = { modules: [], stack: (site) => [site] },
): readonly StrategyFactory<unknown>[] {
  const options = { seed, takesInput: false, largestInput: 0, dictionary: [], isOver: () => false };
  const none = { restartWith: () => undefined };
  return [fuzzStrategy(new Fuzzing(options, none, new Places(code), undefined), executions, false)];
}
