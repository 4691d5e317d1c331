/** One compiled random program of each shape, under one of two models. `npm run fuzz -- --compiled` checks more. */
import { randomLitmus } from './random';
import { compiledDifferences } from './compiled-random';
import { compiledShapes } from './shapes';

test.each(compiledShapes.map(([name, shape], i) => [name, i % 2 === 0 ? 'rc11' : 'sc', shape] as const))(
  '%s (%s)',
  (_, model, shape) => {
    const wrong = randomLitmus(shape, Number(process.env.DRISTA_SEED ?? 1), 1)
      .map((litmus) => ({ litmus, found: compiledDifferences(litmus, 1, [model]) }))
      .filter(({ found }) => found.length > 0);
    expect(wrong).toEqual([]);
  },
  120_000,
);
