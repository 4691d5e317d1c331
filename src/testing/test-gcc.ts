/**
 * A run of tests as compilers print their diagnostics: what is not as expected at the line that states it, then the
 * errors that were found, with their events. What a compiler said of a test is left as it is, but for its paths.
 */
import { dirname, resolve } from 'node:path';
import { diagnostic, GCC_BEGINNING, gccText, placeInFolder, resultDiagnostics } from '../report/gcc';
import { printableLines } from '../report/printable';
import { titleOf, type TestTotals } from './test-reporter';
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
  const { file, output, status } = result;
  const { line, reason } = statedAt(result);
  const compiled = output === '' ? [] : printableLines(output).split('\n');
  return [
    ...compiled.map((text) => withPath(text, dirname(file))),
    diagnostic(placeInFolder(file, line), 'error', `${titleOf(result)}: ${reason}`, `test-${status}`),
    ...(status === 'failed' ? foundDiagnostics(result, root) : []),
  ];
}

/** The line that states what is expected; if the header is wrong, the one that its message names. */
function statedAt({ name, expected, reason }: TestResult): { line: number; reason: string } {
  const wrong = reason.startsWith(`${name}:`) ? /^:(\d+): ([^]*)$/.exec(reason.slice(name.length)) : null;
  return wrong === null ? { line: expected?.line ?? 1, reason } : { line: Number(wrong[1]), reason: wrong[2] };
}

/** With the executions where there are any; of a specification there are only places. */
function foundDiagnostics({ found }: TestResult, root: string): string[] {
  const { sarif = [], errors = [] } = found ?? {};
  if (sarif.length > 0) return sarif.flatMap((each) => resultDiagnostics(each, root));
  return errors.map(({ kind, message, locations: [at] }) => {
    const isKnown = at !== undefined && at.file !== '' && at.line > 0;
    return diagnostic(isKnown ? placeInFolder(resolve(root, at.file), at.line) : undefined, 'error', message, kind);
  });
}

/** A compiler's line, whose path is relative to the folder in which it ran. */
function withPath(text: string, folder: string): string {
  const [, before, path, line, after] = /^(In file included from | +from |)([^:\s]+):(\d+)(.*)$/.exec(text) ?? [];
  return path === undefined ? text : `${before}${placeInFolder(resolve(folder, path), Number(line))}${after}`;
}
