/** A run of tests as SARIF 2.1.0 (OASIS): what has not passed, with the executions of the errors found. */
import type { Result } from 'sarif';
import { printableLines } from '../report/printable';
import { artifactOf, SARIF_BEGINNING, sarifText } from '../report/sarif';
import { statedAt, titleOf, type TestTotals } from './test-reporter';
import type { TestResult } from './test-runner';

/** How a file of this form begins. */
export const TESTS_SARIF_BEGINNING = SARIF_BEGINNING;

/** For tests in which no error was found: it is the test that is wrong. */
const rules = [
  { id: 'test-failed', text: 'A test expects another result.' },
  { id: 'test-undecided', text: 'A limit ends the check of a test before it comes to a verdict.' },
  { id: 'test-broken', text: 'A test cannot be built or checked.' },
];

/** The whole file. `root`: the folder to which the names of tests are relative. */
export function testsSarifText(results: readonly TestResult[], _totals: TestTotals, root: string): string {
  const all = results.filter(({ status }) => status !== 'passed').flatMap((result) => resultsOf(result, root));
  return sarifText(all, true, [], root, rules);
}

/** The errors that were found, with their executions; else one at the test itself. */
function resultsOf(result: TestResult, root: string): Result[] {
  const { line, reason } = statedAt(result);
  const said = printableLines(`${titleOf(result)}: ${reason}`);
  const found = result.status === 'failed' ? (result.found?.sarif ?? []) : [];
  if (found.length > 0) return found.map((each) => ({ ...each, message: { text: `${each.message.text} (${said})` } }));
  return [
    {
      ruleId: `test-${result.status}`,
      level: 'error',
      message: { text: said },
      locations: [
        { physicalLocation: { artifactLocation: artifactOf(result.file, root), region: { startLine: line } } },
      ],
    },
  ];
}
