/** Random programs whose atomics have several sizes (sizes/). `npm run fuzz -- SECONDS --sizes` tries more. */
import { compiledSizedDifferences, sizedDifferences } from './sizes/compare-sizes';
import { randomSized, sizedShapes } from './sizes/random-sizes';

const start = Number(process.env.DRISTA_SEED ?? 100);
const names = Object.keys(sizedShapes);

describe.each(names)('programs of the shape %s', (name) => {
  test('have the executions of the brute force', () => {
    for (const sized of randomSized(sizedShapes[name], start, 4))
      expect({ sized, differences: sizedDifferences(sized) }).toEqual({ sized, differences: [] });
  });

  test('have them when compiled, too', () => {
    for (const sized of randomSized(sizedShapes[name], start, 1))
      expect({ sized, differences: compiledSizedDifferences(sized) }).toEqual({ sized, differences: [] });
  });
});
