/** The exploration of programs behind the wire protocol finds what it finds in memory. */
import { explore } from '../../src/explore/explorer';
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import { modelNames, type ModelName } from '../../src/model/names';
import { Kind, label } from '../../src/program/label';
import { ProcessProgram } from '../../src/program/process-program';
import { dataProgram } from '../oracle/data-program';
import type { Litmus } from '../oracle/litmus';
import { programOf, starter, type Body } from '../oracle/program-of';
import { corpusLines } from '../support/paths';
import { Simulated } from '../support/simulated';

type Row = Litmus & { readonly name: string } & Record<ModelName, Record<'value' | 'rf' | 'co', number>>;

describe('corpus behind the wire protocol', () => {
  const rows = corpusLines('expected.jsonl').map((line) => JSON.parse(line) as Row);
  const columns: readonly [EquivalenceName, 'value' | 'rf' | 'co'][] = [
    ['observational', 'value'],
    ['rf', 'rf'],
    ['co', 'co'],
  ];
  // The others are compared without the protocol (oracle/corpus.test.ts), which does not depend on the model.
  for (const model of modelNames.filter((name) => !['ccon', 'tso', 'pso'].includes(name))) {
    test(`${model}`, () => {
      const wrong: string[] = [];
      for (const [equivalence, column] of columns) {
        for (const row of rows) {
          const program = new ProcessProgram(new Simulated(dataProgram(row)));
          const { executions } = explore(program, { model, equivalence, runAll: equivalence === 'rf' });
          if (executions !== row[model][column])
            wrong.push(`${row.name} ${equivalence}: ${executions}, not ${row[model][column]}`);
          if (equivalence !== 'rf' && program.statistics.runs > program.nodes.length)
            wrong.push(`${row.name}: ${program.statistics.runs} runs for ${program.nodes.length} nodes`);
        }
      }
      expect(wrong).toEqual([]);
    });
  }
});

test('two mutexes taken in opposite orders', () => {
  const both = (a: number, b: number): Body =>
    function* () {
      yield label(Kind.MutexLock, { loc: a });
      yield label(Kind.MutexLock, { loc: b });
      yield label(Kind.MutexUnlock, { loc: b });
      yield label(Kind.MutexUnlock, { loc: a });
    };
  const program = new ProcessProgram(new Simulated(programOf([starter(2), both(0, 1), both(1, 0)])));
  const verdict = explore(program, { model: 'rc11', equivalence: 'rf', keepGoing: true });
  expect([verdict.executions, verdict.errors.map((e) => e.kind)]).toEqual([2, ['deadlock']]);
});
