/**
 * Failed tests as annotations of GitHub's workflows (docs.github.com: "Workflow commands", error), which shows them
 * beside the line of the error, or of the test.
 */
import { relative, resolve } from 'node:path';
import { printable } from '../report/printable';
import { placesOf } from '../report/report';
import { titleOf } from './test-reporter';
import type { TestResult } from './test-runner';

/**
 * A line for each test that has not passed. `root`: the folder to which paths are relative; `repository`: that to which
 * they are relative for GitHub.
 */
export function annotationsText(results: readonly TestResult[], root: string, repository = root): string {
  return results
    .filter(({ status }) => status !== 'passed')
    .map((result) => {
      const at = result.found?.errors
        .slice(0, 1)
        .flatMap(placesOf)
        .find(({ file }) => file !== '');
      const path = resolve(root, at?.file ?? result.file);
      const inside = relative(repository, path);
      const file = inside.startsWith('..') ? path : inside;
      const line = at === undefined ? '' : `,line=${at.line}`;
      const title = property(`drista: ${titleOf(result)}`);
      return `::error file=${property(file)}${line},title=${title}::${data(result.reason)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return printable(text).replace(/%/g, '%25');
}

function property(text: string): string {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
