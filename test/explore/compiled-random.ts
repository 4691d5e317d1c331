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
  return withProgram(buildText(cForm(litmus)), (program) => (['rc11', 'sc'] as const).flatMap((model) =>
    equivalences.flatMap((equivalence) => {
      const result = (p: Program): string => {
        // An error stops; which one is met first may differ.
        const { executions, errors } = explore(p, { model, equivalence });
        return errors.length > 0 ? errors[0].kind : `${executions} executions`;
      };
      const [compiled, inMemory] = [result(program), result(dataProgram(litmus))];
      return compiled === inMemory ? [] : [`${model} ${equivalence}: compiled ${compiled}, in memory ${inMemory}`];
    })));
}
