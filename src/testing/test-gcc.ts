/**
 * A run of tests as compilers print their diagnostics: what is not as expected at the line that states it, then the
 * errors that were found, with their events. What a compiler said of a test is left as it is, but for its paths.
 */
import { dirname, resolve } from 'node:path';
import { diagnostic, GCC_BEGINNING, gccText, placeInFolder, resultDiagnostics } from '../report/gcc';
import { printableLines } from '../report/printable';
import { statedAt, titleOf, type TestTotals } from './test-reporter';
import type { TestResult } from './test-runner';
import { summaryText } from './test-text';

/** How a file of this form begins. */
export const TESTS_GCC_BEGINNING = GCC_BEGINNING;

/** The whole file. `root`: the folder to which the names of tests are relative. */
export function testsGccText(results: readonly TestResult[], totals: TestTotals, root: string): string {
  const failed = results.filter(({ status }) => status !== 'passed');
  return gccText([
    ...failed.flatMap((result) => diagnosticsOf(result, root)),
    diagnostic(undefined, 'note', summaryText(totals)),
  ]);
}

function diagnosticsOf(result: TestResult, root: string): string[] {
  const { file, output, status, found } = result;
  const { line, reason } = statedAt(result);
  const compiled = output === '' ? [] : printableLines(output).split('\n');
  return [
    ...compiled.map((text) => withPath(text, dirname(file))),
    diagnostic(placeInFolder(file, line), 'error', `${titleOf(result)}: ${reason}`, `test-${status}`),
    ...(status === 'failed' ? (found?.sarif ?? []).flatMap((each) => resultDiagnostics(each, root)) : []),
  ];
}

/** A compiler's line, whose path is relative to the folder in which it ran. */
function withPath(text: string, folder: string): string {
  const [, before, path, line, after] = /^(In file included from | +from |)([^:\s]+):(\d+)(.*)$/.exec(text) ?? [];
  return path === undefined ? text : `${before}${placeInFolder(resolve(folder, path), Number(line))}${after}`;
}
