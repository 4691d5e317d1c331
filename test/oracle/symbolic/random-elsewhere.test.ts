import { modelNames } from '../../../src/model/names';
import { elsewhereComparison } from './compare-elsewhere';
import { inputShapes, randomInputs } from './random-inputs';

/** Without DRISTA_SEED: programs that do not take long. */
const seed = process.env.DRISTA_SEED;
const seeds = seed === undefined ? [3] : Array.from({ length: 20 }, (_, i) => i + Number(seed));

beforeAll(() => {
  process.env.DRISTA_PART_ALONE = '0';
});
afterAll(() => {
  delete process.env.DRISTA_PART_ALONE;
});

let all = 0;
afterAll(() => {
  if (all === 0) throw new Error('no worker has explored an input');
});

const programs = seeds.flatMap((seed) => inputShapes.map((shape) => [shape, seed] as const));

test.each(programs)('a %s program, of seed %i: the same where workers explore inputs', (shape, seed) => {
  const made = randomInputs(seed, shape);
  const { alone, together, done } = elsewhereComparison(made, modelNames[seed % modelNames.length], seed);
  all += done;
  expect({ found: together, made }).toEqual({ found: alone, made });
});
