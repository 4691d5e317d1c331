/** The larger programs as compiled C. All rows: `npm run larger`; prints what differs and ends with exit code 1 if anything does. */
import { existsSync } from 'node:fs';
import { explore } from '../../src/explore/explorer';
import { build, withProgram } from '../support/compiled';
import { sharedLines, sharedPath } from '../support/shared';
import { larger, type LargerRow } from './larger-rows';

export const largerTable = 'oracle/larger/expected.tsv';

export function largerRows(): LargerRow[] {
  return sharedLines(largerTable).filter((line) => !line.startsWith('#')).map(larger);
}

/** Executions of the row's program, built from its source. */
export function compiledExecutions(row: LargerRow, runAll: boolean): number {
  const program = build([sharedPath(`oracle/larger/${row.source}`)], row.defines);
  return withProgram(program, (p) => explore(p, { model: row.model, equivalence: row.equivalence, runAll }).executions);
}

if (require.main === module) {
  if (!existsSync(sharedPath(largerTable))) throw new Error(`needs ${sharedPath(largerTable)}`);
  for (const row of largerRows()) {
    for (const runAll of [false, true]) {
      const start = Date.now();
      const executions = compiledExecutions(row, runAll);
      const right = executions === row.executions;
      console.log(`${right ? 'as expected' : `NOT ${row.executions}`}: ${row.name}, runs ${runAll ? 'all' : 'new'}: ${executions}, ${Date.now() - start} ms`);
      if (!right) process.exitCode = 1;
    }
  }
}
