/** The interface of all that presents a run of tests. */
import { printableLines } from '../report/printable';
import type { TestResult } from './test-runner';

/** The run as a whole. */
export interface TestTotals {
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
  readonly broken: number;
  /** How many of the passed and failed ones were remembered. */
  readonly cached: number;
  readonly seconds: number;
}

/** Calls come in this order: `start`; `started` and `ended` for each test, several at a time; `end`. */
export interface TestReporter {
  /** `names`: those of all tests, in order. */
  start?(names: readonly string[]): void;
  started?(name: string): void;
  ended?(name: string, results: readonly TestResult[]): void;
  /** `results`: of all tests, in order. Rejects if the report cannot be written. */
  end?(results: readonly TestResult[], totals: TestTotals): Promise<void>;
}

/** Counts the results; `seconds`: of the whole run. */
export function totalsOf(results: readonly TestResult[], seconds: number): TestTotals {
  const count = (status: TestResult['status']): number => results.filter((each) => each.status === status).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    undecided: count('undecided'),
    broken: count('broken'),
    cached: results.filter(({ isCached }) => isCached).length,
    seconds,
  };
}

/** The name of a check: that of its test, with the options that tell it from others of the same test. */
export function titleOf({ name, options }: TestResult): string {
  return [name, ...options].join(' ');
}

/** The line that states what is expected, or that the message names if the header is wrong; and the rest of it. */
export function statedAt({ name, expected, reason }: TestResult): { line: number; reason: string } {
  const wrong = reason.startsWith(`${name}:`) ? /^:(\d+): ([^]*)$/.exec(reason.slice(name.length)) : null;
  return wrong === null ? { line: expected?.line ?? 1, reason } : { line: Number(wrong[1]), reason: wrong[2] };
}

/** drista's report on the check, or what the compiler said if there was none; in lines that are safe to print. */
export function reportOf({ found, output }: TestResult): string {
  return printableLines(found?.text ?? output);
}
