/**
 * Random programs: the exploration returns exactly what brute force does, each member once. `npm run fuzz` runs as many
 * as one likes.
 */
import * as fc from 'fast-check';
import { modelNames } from '../../src/model/names';
import { litmusArbitrary } from './random';
import { differences, differencesLarge } from './compare';
import { largeShapes, shapes } from './shapes';

const seed = Number(process.env.DRISTA_SEED ?? 1);

for (const [name, shape] of Object.entries(shapes)) {
  test(`${name}`, () => {
    fc.assert(
      fc.property(litmusArbitrary(shape), fc.constantFrom(...modelNames), (litmus, model) => {
        expect(differences(litmus, model)).toEqual([]);
      }),
      { seed, numRuns: 5 },
    );
  }, 300_000);
}

for (const [name, shape] of Object.entries(largeShapes)) {
  test(`larger under sc: ${name}`, () => {
    fc.assert(
      fc.property(litmusArbitrary(shape), (litmus) => {
        expect(differencesLarge(litmus)).toEqual([]);
      }),
      { seed, numRuns: 3 },
    );
  }, 300_000);
}
