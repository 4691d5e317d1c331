/** A run of tests as TAP, version 14 (testanything.org). */
import { printable } from '../report/printable';
import { titleOf } from './test-reporter';
import type { TestResult } from './test-runner';

/** How a file of this form begins. */
export const TAP_BEGINNING = 'TAP version 14\n';

/** The whole file: a test point for each check, with the reason where it has not passed. */
export function tapText(results: readonly TestResult[]): string {
  return `${TAP_BEGINNING}1..${results.length}\n${results.map(point).join('')}`;
}

function point(result: TestResult, i: number): string {
  const name = printable(titleOf(result)).replace(/[\\#]/g, '\\$&');
  if (result.status === 'passed') return `ok ${i + 1} - ${name}\n`;
  const message = JSON.stringify(printable(result.reason));
  return `not ok ${i + 1} - ${name}\n  ---\n  message: ${message}\n  severity: ${result.status}\n  ...\n`;
}
