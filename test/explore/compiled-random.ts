/** Random programs as compiled C: the same counts and errors as the same program in memory. */
import { explore, type ExploreOptions } from '../../src/explore/explorer';
import type { Program } from '../../src/program/program';
import { cForm } from '../oracle/c-form';
import { dataProgram } from '../oracle/data-program';
import type { Litmus } from '../oracle/litmus';
import { buildText, hire, withProgram } from '../support/compiled';
import { equivalences } from './compare';

/** What differs, in words; empty when all agrees. `workers`: how many explore the compiled program. */
export function compiledDifferences(litmus: Litmus, workers = 1): string[] {
  const waits = litmus.threads.some((ops) => ops.some((op) => ['AW', 'XW', 'LA', 'RA', 'LB'].includes(op.op)));
  const path = buildText(cForm(litmus));
  return withProgram(path, (program) => (['rc11', 'sc'] as const).flatMap((model) =>
    equivalences.flatMap((equivalence) => {
      const result = (p: Program): string => {
        // An error stops; which one is met first may differ.
        const options: ExploreOptions = { model, equivalence, explicit: workers === 1 };
        const { executions, errors } = explore(p, p === program && workers > 1 ? { ...options, hire: hire(program, path, workers, options) } : options);
        // The first turn of a compiled loop may leave other junk on the stack than the next one: then it counts.
        return errors.length > 0 ? errors[0].kind : waits ? 'no error' : `${executions} executions`;
      };
      const [compiled, inMemory] = [result(program), result(dataProgram(litmus))];
      return compiled === inMemory ? [] : [`${model} ${equivalence}: compiled ${compiled}, in memory ${inMemory}`];
    })));
}
