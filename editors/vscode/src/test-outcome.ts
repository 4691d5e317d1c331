/** What became of tests, from drista's reports of them (docs/tests.schema.json, and SARIF for the executions). */
import { resolve } from 'node:path';
import { readTestErrors, type Execution, type SourcePlace } from './execution';

/** What is wrong with a test. */
export interface TestFailure {
  readonly text: string;
  /** Where the error is; undefined: not known. */
  readonly place: SourcePlace | undefined;
  /** The execution of the error, if there is one. */
  readonly execution: Execution | undefined;
}

/** Of all checks of a test's file. */
export interface TestOutcome {
  /** An absolute path. */
  readonly file: string;
  readonly state: 'passed' | 'failed' | 'errored';
  /** For VS Code: how long it took, in milliseconds. */
  readonly milliseconds: number;
  /** Empty if it has passed. */
  readonly failures: readonly TestFailure[];
  /** One line for each check. */
  readonly lines: readonly string[];
}

interface JsonTest {
  readonly name: string;
  readonly file: string;
  readonly line?: number;
  readonly status: 'passed' | 'failed' | 'undecided' | 'broken';
  readonly reason?: string;
  readonly output?: string;
  readonly seconds: number;
  readonly found?: { readonly errors: readonly { readonly execution: string }[] };
}

/** The outcomes of files, in the order of the report. `json`, `sarif`: the reports of the same run. */
export function readTests(json: string, sarif: string): readonly TestOutcome[] {
  const { tests } = JSON.parse(json) as { tests: readonly JsonTest[] };
  const { root, errors } = readTestErrors(sarif);
  const files = new Map<string, JsonTest[]>();
  for (const test of tests) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  return [...files].map(([name, all]) => {
    const file = resolve(root, name);
    const wrong = all.filter(({ status }) => status !== 'passed');
    return {
      file,
      state: wrong.length === 0 ? 'passed' : wrong.some(({ status }) => status === 'failed') ? 'failed' : 'errored',
      milliseconds: all.reduce((sum, { seconds }) => sum + seconds * 1000, 0),
      failures: wrong.flatMap((test) => failuresOf(test, file, errors)),
      lines: all.map((test) => `${test.status}: ${test.name}${test.reason === undefined ? '' : `: ${test.reason}`}`),
    };
  });
}

/** Each error that was found; else what drista says of the test, and the compiler. */
function failuresOf(test: JsonTest, file: string, errors: readonly Execution[]): readonly TestFailure[] {
  const names = (test.found?.errors ?? []).map(({ execution }) => execution);
  const found = errors.filter(
    ({ saved, message }) => names.some((name) => saved.endsWith(`/${name}.json`)) && message.includes(`${test.name}: `),
  );
  const said = [test.reason ?? '', test.output ?? ''].filter((text) => text !== '').join('\n\n');
  if (test.status !== 'failed' || found.length === 0)
    return [{ text: said, place: compilerPlace(test, file), execution: undefined }];
  return found.map((execution) => ({ text: execution.message, place: placeOf(execution), execution }));
}

/** The place of an error: of two accesses that race, the later one, which the message names first. */
export function placeOf({ kind, places }: Execution): SourcePlace | undefined {
  return ['data-race', 'memory', 'uninitialised'].includes(kind) ? places.at(-1) : places[0];
}

/**
 * The first error of the compiler in the test's own file, the line that the message names, or the one that states
 * what is expected.
 */
function compilerPlace(
  { output = '', reason = '', file: name, line: stated = 1 }: JsonTest,
  file: string,
): SourcePlace {
  const own = file.slice(file.lastIndexOf('/') + 1);
  const line = [...output.matchAll(/^(\S+?):(\d+):(?:\d+:)? (?:fatal )?error:/gm)].find(([, path]) =>
    path.endsWith(own),
  );
  const said = reason.startsWith(`${name}:`) ? /^:(\d+):/.exec(reason.slice(name.length)) : null;
  return { file, line: Number(line?.[2] ?? said?.[1] ?? stated) };
}

/** The line of a test's text, from 1, that first says something to drista; 1 where none does. */
export function headerLine(text: string): number {
  const at = text.split('\n').findIndex((line) => /^\s*(?:\/\/+|\/?\*+)?\s*drista:/.test(line));
  return at < 0 ? 1 : at + 1;
}
