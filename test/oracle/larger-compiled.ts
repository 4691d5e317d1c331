/**
 * The larger programs as compiled C. All rows: `npm run fuzz -- larger`; prints what differs and ends with exit code 1
 * if anything does.
 */
import { explore } from '../../src/explore/explorer';
import { build, withProgram } from '../support/compiled';
import { corpusLines, corpusPath } from '../support/paths';
import { larger, type LargerRow } from './larger-rows';

export const largerTable = 'larger/expected.tsv';

export function largerRows(): LargerRow[] {
  return corpusLines(largerTable).map(larger);
}

/** Executions of the row's program, built from its source; those of the table count with failed attempts. */
export function compiledExecutions(row: LargerRow, runAll: boolean, attempts = false): number {
  const program = build([corpusPath(`larger/${row.source}`)], row.defines);
  const { model, equivalence } = row;
  return withProgram(program, (p) => explore(p, { model, equivalence, runAll, attempts }).executions);
}

if (require.main === module) {
  for (const row of largerRows()) {
    for (const runAll of [false, true]) {
      const start = Date.now();
      const executions = compiledExecutions(row, runAll);
      const right = executions === row.executions;
      console.log(
        `${right ? 'as expected' : `NOT ${row.executions}`}: ${row.name}, runs ${runAll ? 'all' : 'new'}: ` +
          `${executions}, ${Date.now() - start} ms`,
      );
      if (!right) process.exitCode = 1;
    }
  }
}
