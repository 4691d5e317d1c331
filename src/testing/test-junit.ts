/** A run of tests as JUnit XML: one suite, a case for each check. Elements are those of Ant's JUnit task. */
import { printable } from '../report/printable';
import { attributesText, element, XML_DECLARATION } from '../report/xml';
import { reportOf, titleOf, type TestTotals } from './test-reporter';
import type { TestResult } from './test-runner';

/** How a file of this form begins. */
export const TESTS_JUNIT_BEGINNING = `${XML_DECLARATION}<testsuite name="drista test"`;

/** The whole file. What is not decided or not checked is an `error`, what is not as expected a `failure`. */
export function testsJunitText(results: readonly TestResult[], totals: TestTotals): string {
  const counts = {
    tests: results.length,
    failures: totals.failed,
    errors: totals.broken + totals.undecided,
    skipped: 0,
    time: totals.seconds.toFixed(3),
  };
  return `${TESTS_JUNIT_BEGINNING}${attributesText(counts)}>\n${results.map(testCase).join('')}</testsuite>\n`;
}

function testCase(result: TestResult): string {
  const attributes = attributesText({
    classname: printable(result.name),
    name: printable(titleOf(result)),
    time: result.seconds.toFixed(3),
  });
  if (result.status === 'passed') return `  <testcase${attributes}/>\n`;
  const name = result.status === 'failed' ? 'failure' : 'error';
  const problem = element(name, { message: printable(result.reason), type: result.status }, reportOf(result));
  return `  <testcase${attributes}>\n    ${problem}\n  </testcase>\n`;
}
