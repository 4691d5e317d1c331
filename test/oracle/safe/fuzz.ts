/**
 * `npm run fuzz -- safe SECONDS [SEED] [--compiled]`: random programs; what the computed schedule permits against brute
 * force, and orders of `drista run --opt 1` and 2 against the schedule. --compiled: of compiled programs. Prints
 * differences, and ends with exit code 1 if there are any.
 */
import { argumentsOf } from '../../../bench/arguments';
import { machineShapes } from '../states/machine-shapes';
import { randomMachines } from '../states/random-machine';
import { scheduleDifferences } from './compare-schedules';
import { compiledScheduleDifferences } from './compiled-schedules';

const { values, positionals } = argumentsOf('fuzz-safe', {
  allowPositionals: true,
  options: { compiled: { type: 'boolean', default: false } },
});
const seconds = Number(positionals[0] ?? 60);
const first = Number(positionals[1] ?? Date.now() % 1_000_000_000);
const isCompiled = values.compiled;
const end = Date.now() + 1000 * seconds;
let programs = 0;
let left = 0;
let bad = 0;

for (let seed = first; Date.now() < end; seed++)
  for (const [name, shape] of Object.entries(machineShapes))
    for (const machine of randomMachines(shape, seed, isCompiled ? 1 : 8)) {
      if (Date.now() >= end) break;
      const found = isCompiled
        ? compiledScheduleDifferences(machine, seed, seed % 2 === 0 ? '-O0' : '-O1')
        : scheduleDifferences(machine, seed);
      if (found === undefined) left++;
      else programs++;
      if (found === undefined || found.length === 0) continue;
      bad++;
      console.log(`${name}, seed ${seed}:\n  ${found.join('\n  ')}\n  ${JSON.stringify(machine)}`);
    }

console.log(
  `${programs} programs from seed ${first} on, ${left} more that no schedule can contain, ${bad} differences`,
);
process.exitCode = bad > 0 ? 1 : 0;
