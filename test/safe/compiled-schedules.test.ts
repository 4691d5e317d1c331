/**
 * Compiled random programs: their schedules permit what brute force finds to be safe. `npm run fuzz -- safe` has more.
 */
import { compiledScheduleDifferences } from '../oracle/safe/compiled-schedules';
import { machineShapes } from '../oracle/states/machine-shapes';
import { randomMachines } from '../oracle/states/random-machine';

test.each(['locks', 'conditions', 'semaphores', 'barriers', 'plain data under locks'])('%s', (name) => {
  const [machine] = randomMachines(machineShapes[name], 1, 1);
  expect({ machine, found: compiledScheduleDifferences(machine, 1, '-O1') }).toEqual({ machine, found: [] });
});
