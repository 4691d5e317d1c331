/** The corpus of small programs with exact counts, as compiled C. */
import { explore } from '../../src/explore/explorer';
import { modelNames } from '../../src/model/names';
import type { ModelName } from '../../src/model/model';
import { build, withProgram } from '../support/compiled';
import { corpusLines, corpusPath } from '../support/paths';

interface Row extends Record<ModelName, Record<string, number>> {
  readonly name: string;
}
/** ccon is compared in data form alone (corpus.test.ts): what is compiled and run does not depend on the model. */
const models = modelNames.filter((model) => model !== 'ccon');
const columns = [
  ['observational', 'value'],
  ['rf', 'rf'],
  ['co', 'co'],
] as const;

/** What differs for one program, built with the flags. `runsAll`: each execution is run under rf, too. */
function wrong(row: Row, flags: readonly string[], runsAll: boolean): string[] {
  return withProgram(build([corpusPath(`programs/${row.name}.c`)], flags), (program) => {
    const problems: string[] = [];
    for (const model of models) {
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

  test('clang', () => {
    expect(rows.flatMap((row, i) => wrong(row, [], i % 5 === 0))).toEqual([]);
    expect(rows.length).toBe(250);
  }, 900_000);

  test('gcc, every tenth', () => {
    expect(rows.filter((_, i) => i % 10 === 0).flatMap((row) => wrong(row, ['--drista-compiler=gcc'], false))).toEqual(
      [],
    );
  }, 300_000);
});
