/** The corpus of small programs with exact counts, in data form. */
import { explore } from '../../src/explore/explorer';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import { modelNames, type ModelName } from '../../src/model/names';
import { dataProgram } from './data-program';
import type { Litmus } from './litmus';
import { corpusLines } from '../support/paths';

type Counts = Record<'value' | 'rf' | 'co', number>;
type Row = Litmus & { readonly name: string } & Record<ModelName, Counts>;

const columns: readonly [EquivalenceName, keyof Counts][] = [
  ['observational', 'value'],
  ['rf', 'rf'],
  ['co', 'co'],
];

describe('corpus in data form', () => {
  const rows = corpusLines('expected.jsonl').map((line) => JSON.parse(line) as Row);
  for (const model of modelNames) {
    for (const [equivalence, column] of columns) {
      test(`${model} ${equivalence}`, () => {
        const wrong: string[] = [];
        for (const row of rows) {
          const { executions } = explore(dataProgram(row), { model, equivalence });
          if (executions !== row[model][column]) wrong.push(`${row.name}: ${executions}, not ${row[model][column]}`);
        }
        expect(wrong).toEqual([]);
        expect(rows.length).toBe(250);
      });
    }
  }
});
