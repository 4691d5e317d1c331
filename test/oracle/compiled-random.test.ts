import { randomLitmus } from './random';
import { compiledDifferences } from './compiled-random';
import { compiledShapes } from './shapes';

test.each(compiledShapes)(
  '%s',
  (_, shape) => {
    const wrong = randomLitmus(shape, Number(process.env.DRISTA_SEED ?? 1), 1)
      .map((litmus) => ({ litmus, found: compiledDifferences(litmus) }))
      .filter(({ found }) => found.length > 0);
    expect(wrong).toEqual([]);
  },
  120_000,
);
