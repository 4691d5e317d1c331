import { modelNames } from '../../../src/model/names';
import { Solver } from '../../../src/symbolic/solver';
import { inputDifferences } from './compare-inputs';
import { inputShapes, randomInputs } from './random-inputs';

/** Without DRISTA_SEED: programs that do not take long. */
const seed = process.env.DRISTA_SEED;
const seeds = seed === undefined ? [2, 3] : Array.from({ length: 4 }, (_, i) => i + Number(seed));

let solver: Solver;
beforeAll(() => {
  solver = new Solver();
});
afterAll(() => {
  solver.stop();
});

const programs = seeds.flatMap((seed) => inputShapes.map((shape) => [shape, seed] as const));

test.each(programs)(
  'a %s program, of seed %i, does with symbolic input what it does with all in turn',
  (shape, seed) => {
    const made = randomInputs(seed, shape);
    expect({ found: inputDifferences(made, modelNames[seed % modelNames.length], solver), made }).toEqual({
      found: [],
      made,
    });
  },
);
