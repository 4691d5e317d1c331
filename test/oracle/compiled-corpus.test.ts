/** The corpus of small programs with exact counts, as compiled C. */
import { explore } from '../../src/explore/explorer';
import { modelNames, type ModelName } from '../../src/model/names';
import { buildText, withProgram } from '../support/compiled';
import { corpusLines } from '../support/paths';
import { cForm } from './c-form';
import type { Litmus } from './litmus';

interface Row extends Litmus, Record<ModelName, Record<string, number>> {
  readonly name: string;
}
/**
 * What is compiled and run does not depend on the model, and corpus.test.ts compares the programs in data form under
 * all models. Here each program has the default model and one of the others in turn; ccon is compared there alone.
 */
const others = modelNames.filter((model) => model !== 'ccon' && model !== 'rc11');
const columns = [
  ['observational', 'value'],
  ['rf', 'rf'],
  ['co', 'co'],
] as const;

/** What differs for row i, built with the flags. `runsAll`: each execution is run under rf, too. */
function wrong(row: Row, i: number, flags: readonly string[], runsAll: boolean): string[] {
  return withProgram(buildText(cForm(row), flags), (program) => {
    const problems: string[] = [];
    for (const model of ['rc11', others[Math.floor(i / 4) % others.length]] as const) {
      for (const [equivalence, column] of columns) {
        for (const runAll of equivalence === 'rf' && runsAll ? [false, true] : [false]) {
          const { executions, errors } = explore(program, { model, equivalence, runAll });
          if (executions !== row[model][column] || errors.length > 0)
            problems.push(
              `${row.name} ${model} ${equivalence}: ${executions}, not ${row[model][column]}, errors ${errors.length}`,
            );
        }
      }
    }
    return problems;
  });
}

describe('corpus as compiled C', () => {
  const rows = corpusLines('expected.jsonl').map((line) => JSON.parse(line) as Row);

  // Compiling takes most of the time.
  test('clang, every fourth', () => {
    expect(rows.flatMap((row, i) => (i % 4 === 1 ? wrong(row, i, [], i % 5 === 0) : []))).toEqual([]);
    expect(rows.length).toBe(250);
  }, 900_000);

  test('gcc, every tenth', () => {
    const gcc = ['--drista-compiler=gcc'];
    expect(rows.flatMap((row, i) => (i % 10 === 0 ? wrong(row, i / 10, gcc, false) : []))).toEqual([]);
  }, 300_000);
});
