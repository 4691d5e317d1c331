/** The larger programs with exact counts, in data form. Those that take longest are left to `npm run larger`. */
import { explore } from '../../src/explore/explorer';
import { describeShared, sharedLines } from '../support/shared';
import { larger, type LargerRow } from './larger-rows';

describeShared('larger programs in data form', () => {
  const rows = sharedLines('oracle/larger/expected.tsv').filter((l) => !l.startsWith('#')).map(larger);
  const quick = (row: LargerRow): boolean => row.executions < 12_000 || row.model !== 'sc';
  test.each(rows.filter(quick).map((row) => [row.name, row] as const))('%s', (_, { program, model, equivalence, executions }) => {
    expect(explore(program(), { model, equivalence }).executions).toBe(executions);
  });
  test('all rows are known', () => {
    expect(rows.length).toBe(24);
  });
});
