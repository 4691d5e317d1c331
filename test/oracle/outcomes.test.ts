/** Outcomes of compiled random programs, and how many executions have them, against brute force. */
import { randomLitmus } from './random';
import { outcomeDifferences, outcomeShapes, printingDifferences, printingShapes } from './outcomes';

test.each(Object.entries(outcomeShapes))(
  '%s',
  (_, shape) => {
    const wrong = randomLitmus(shape, Number(process.env.DRISTA_SEED ?? 1), Number(process.env.DRISTA_COUNT ?? 2))
      .map((litmus) => ({
        litmus,
        found: [
          ...outcomeDifferences(litmus, ['rc11', 'sc'], 'observed'),
          ...outcomeDifferences(litmus, ['c20', 'ra'], 'printed'),
        ],
      }))
      .filter(({ found }) => found.length > 0);
    expect(wrong).toEqual([]);
  },
  1_200_000,
);

test.each(Object.entries(printingShapes))(
  'printing: %s',
  (_, shape) => {
    const wrong = randomLitmus(shape, Number(process.env.DRISTA_SEED ?? 1), Number(process.env.DRISTA_COUNT ?? 2))
      .map((litmus) => ({ litmus, found: printingDifferences(litmus, ['rc11', 'sc']) }))
      .filter(({ found }) => found.length > 0);
    expect(wrong).toEqual([]);
  },
  1_200_000,
);
