/**
 * Random programs with load buffering as compiled C, under imm: main asserts, after all threads, that their first loads
 * have not all returned certain values. It reads these results one after the other, so in most executions only some.
 */
import { explore } from '../../src/explore/explorer';
import { buildText, withProgram } from '../support/compiled';
import { cForm } from './c-form';
import type { Litmus } from './litmus';
import { executionsUnderImm } from './load-buffering';

/** What differs from the brute force, in words. Each thread of the program must begin with a load. */
export function compiledBufferingDifferences(litmus: Litmus): string[] {
  const possible = firstValues(litmus);
  return [...possible.slice(-3), impossible(possible)].flatMap((values) => {
    const path = buildText(asserting(litmus, values), ['-Wno-unused']);
    const { errors } = withProgram(path, (program) => explore(program, { model: 'imm', equivalence: 'observational' }));
    const found = errors.map(({ kind }) => kind).join();
    const expected = possible.includes(values) ? 'assertion' : '';
    return found === expected ? [] : [`compiled, first loads ${values}: '${found}', not '${expected}'`];
  });
}

/** What the first loads return in executions, by the brute force: a digit for each thread. */
function firstValues(litmus: Litmus): string[] {
  const ofThreads = [...executionsUnderImm(litmus).value].map((key) => key.split(' | ').slice(1));
  return [...new Set(ofThreads.map((reads) => reads.map((values) => values.split(',')[0]).join('')))].sort();
}

/** The greatest combination of 0, 1 and 2 that is not one of these. */
function impossible(possible: readonly string[]): string {
  const { length } = possible[0];
  const all = [...Array(3 ** length).keys()].map((n) => n.toString(3).padStart(length, '0'));
  return all.findLast((values) => !possible.includes(values)) ?? '3'.repeat(length);
}

function asserting(litmus: Litmus, values: string): string {
  let thread = 0;
  const results = [...values].map((value, t) => `first[${t}] == ${value}`);
  return cForm(litmus)
    .replace('\n\n', `\n\nstatic int first[${values.length}];\n`)
    .replace(/unused\)\n\{[^}]*?\n\t(\w) = atomic_load_explicit.*/g, (all, r) => `${all}\n\tfirst[${thread++}] = ${r};`)
    .replace('\treturn 0;', `\tassert(!(${results.join(' && ')}));\n\treturn 0;`);
}
