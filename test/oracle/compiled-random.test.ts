/**
 * One compiled random program of each shape, under one of two models: of three that chance made, the shortest, since a
 * long one alone can take as much time as all the others. `npm run fuzz -- --compiled` checks more, of all lengths.
 */
import { compiledBufferingDifferences } from './compiled-buffering';
import type { Litmus } from './litmus';
import { randomLitmus } from './random';
import { randomBuffering } from './random-load-buffering';
import { compiledDifferences } from './compiled-random';
import { compiledShapes } from './shapes';

test.each(compiledShapes.map(([name, shape], i) => [name, i % 2 === 0 ? 'rc11' : 'sc', shape] as const))(
  '%s (%s)',
  (_, model, shape) => {
    const length = (litmus: Litmus): number => JSON.stringify(litmus.threads).length;
    const [litmus] = randomLitmus(shape, Number(process.env.DRISTA_SEED ?? 3), 3).sort((a, b) => length(a) - length(b));
    expect({ litmus, differences: compiledDifferences(litmus, 1, [model]) }).toEqual({ litmus, differences: [] });
  },
  120_000,
);

test.each(randomBuffering(Number(process.env.DRISTA_SEED ?? 3), 4))('load buffering (imm): %j', (litmus) => {
  expect(compiledBufferingDifferences(litmus)).toEqual([]);
});
