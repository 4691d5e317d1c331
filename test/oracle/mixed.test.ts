/** Random programs with code that drista does not see (mixed/): \`npm run fuzz -- SECONDS --mixed\` tries more. */
import { mixedDifferences } from './mixed/compare-mixed';

const start = Number(process.env.DRISTA_SEED ?? 100);
const seeds = Array.from({ length: 24 }, (_, i) => start + i);

test.each(seeds)('the program of seed %i shows what it does with all of it seen', (seed) => {
  const { differences, text } = mixedDifferences(seed, { executions: 40, nativeRuns: 30, placements: 1 });
  expect({ differences, text }).toEqual({ differences: [], text });
});
