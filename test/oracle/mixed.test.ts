/** Random programs with code that drista does not see (mixed/). `npm run fuzz -- SECONDS --mixed` tries more. */
import { mixedDifferences } from './mixed/compare-mixed';

const start = Number(process.env.DRISTA_SEED ?? 100);
const seeds = Array.from({ length: 24 }, (_, i) => start + i);

test.each(seeds)('the program of seed %i does what it does where all of it is seen', (seed) => {
  const nativeRuns = seed % 3 === 0 ? 30 : 0;
  const { differences, text } = mixedDifferences(seed, { executions: 20, nativeRuns, placements: 1 });
  expect({ differences, text }).toEqual({ differences: [], text });
});
