import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf } from '../../src/testing/test-check';
import { scratchFolder } from '../support/scratch';

const folder = scratchFolder('drista-test-check-');
const json = join(folder, 'report.json');
const failure = (message: string): string => JSON.stringify({ version: 1, verdict: 'failure', message });

test.each<[string, string, number | null, string, string]>([
  ['the program cannot be checked', failure('it uses fork'), 2, 'refused', 'it uses fork'],
  ['a bug in drista', failure('internal error: x is undefined'), 2, 'failure', 'internal error: x is undefined'],
  ['no report', '', 2, 'failure', 'said'],
  ['a signal has ended it', failure('it uses fork'), null, 'failure', 'it uses fork'],
])('%s', (_, report, status, verdict, message) => {
  writeFileSync(json, report);
  const result = resultOf({ status, stdout: 'a report\n', stderr: 'drista: said\n' }, json);
  expect(result).toMatchObject({ verdict, message, errors: [], text: 'a report\n', stderr: 'drista: said\n' });
});
