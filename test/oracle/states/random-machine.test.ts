/** Random programs with loops: the state search finds what the search from the definitions does. */
import { stateSearchDifferences } from './compare-states';
import { machineShapes } from './machine-shapes';
import { randomMachines } from './random-machine';

const seed = Number(process.env.DRISTA_SEED ?? 1);

test.each(Object.entries(machineShapes))('%s', (_, shape) => {
  for (const machine of randomMachines(shape, seed, 10))
    expect({ machine, differences: stateSearchDifferences(machine, 1000) ?? [] }).toEqual({ machine, differences: [] });
});
