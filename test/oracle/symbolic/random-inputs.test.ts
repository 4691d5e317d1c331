import { modelNames } from '../../../src/model/names';
import { Solver } from '../../../src/symbolic/solver';
import { inputDifferences } from './compare-inputs';
import { randomInputs } from './random-inputs';

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

test.each(seeds)('the program of seed %i does with symbolic input what it does with all inputs in turn', (seed) => {
  const made = randomInputs(seed);
  expect({ found: inputDifferences(made, modelNames[seed % modelNames.length], solver), made }).toEqual({
    found: [],
    made,
  });
});
