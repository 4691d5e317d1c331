/** A run of tests as JSON. docs/tests.schema.json describes its form. */
import { printableData, printableJson } from '../report/printable';
import { titleOf, type TestTotals } from './test-reporter';
import type { TestResult } from './test-runner';

/** How a file of this form begins. */
export const TESTS_JSON_BEGINNING = '{\n  "version": 1,\n  "passed"';

/** The whole file, with a newline at its end. */
export function testsJsonText(results: readonly TestResult[], totals: TestTotals): string {
  const { passed, failed, undecided, broken, cached, seconds } = totals;
  const tests = results.map((result) => ({
    name: titleOf(result),
    file: result.name,
    ...(result.expected?.line === undefined ? {} : { line: result.expected.line }),
    options: result.options,
    status: result.status,
    ...(result.reason === '' ? {} : { reason: result.reason }),
    ...(result.output === '' ? {} : { output: result.output }),
    ...(result.found === undefined ? {} : { found: foundData(result.found) }),
    cached: result.isCached,
    seconds: result.seconds,
  }));
  return printableJson(
    { version: 1, passed, failed, undecided, broken, cached, seconds, tests: printableData(tests) },
    2,
  );
}

function foundData(found: NonNullable<TestResult['found']>): object {
  const { verdict, executions, states, errors, limitsHit, outcomes } = found;
  return {
    verdict,
    executions,
    ...(states === undefined ? {} : { states }),
    limitsHit,
    errors,
    ...(outcomes === undefined ? {} : { outcomes }),
  };
}
