/** Random programs as compiled C: the same counts and errors as the same program in memory. */
import { explore } from '../../src/explore/explorer';
import type { Program } from '../../src/program/program';
import { cForm } from '../oracle/c-form';
import { dataProgram } from '../oracle/data-program';
import type { Litmus } from '../oracle/litmus';
import { buildText, withProgram } from '../support/compiled';
import { equivalences } from './compare';

/** What differs, in words; empty when all agrees. */
export function compiledDifferences(litmus: Litmus): string[] {
  const waits = litmus.threads.some((ops) => ops.some((op) => ['AW', 'XW', 'LA', 'RA', 'LB'].includes(op.op)));
  return withProgram(buildText(cForm(litmus)), (program) => (['rc11', 'sc'] as const).flatMap((model) =>
    equivalences.flatMap((equivalence) => {
      const result = (p: Program): string => {
        // An error stops; which one is met first may differ.
        const { executions, errors } = explore(p, { model, equivalence });
        // The first turn of a compiled loop may leave other junk on the stack than the next one: then it counts.
        return errors.length > 0 ? errors[0].kind : waits ? 'no error' : `${executions} executions`;
      };
      const [compiled, inMemory] = [result(program), result(dataProgram(litmus))];
      return compiled === inMemory ? [] : [`${model} ${equivalence}: compiled ${compiled}, in memory ${inMemory}`];
    })));
}
