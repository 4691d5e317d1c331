/** The comparison of schedules (compare-schedules.ts) for a machine that is compiled. */
import { machineC } from '../states/machine-c';
import type { Machine } from '../states/machine';
import { buildText, withProgram } from '../../support/compiled';
import { scheduleDifferences } from './compare-schedules';

/** As scheduleDifferences. `optimisation`: the compiler's option. */
export function compiledScheduleDifferences(
  machine: Machine,
  seed: number,
  optimisation: '-O0' | '-O1',
): string[] | undefined {
  const text = machineC(machine);
  if (text === undefined) return undefined;
  const path = buildText(text, [optimisation, '-Wno-unused']);
  return withProgram(path, (program) => scheduleDifferences(machine, seed, program));
}
