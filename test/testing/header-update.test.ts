import { updatedText } from '../../src/testing/header-update';
import { compare } from '../../src/testing/comparison';
import type { CheckResult } from '../../src/testing/test-check';
import { readHeader, type TestCheck } from '../../src/testing/test-header';
import type { TestResult } from '../../src/testing/test-runner';

const verified: CheckResult = {
  verdict: 'verified',
  executions: 1,
  seconds: 0,
  limitsHit: [],
  errors: [],
  text: '',
  stderr: '',
};
const errors = (...lines: number[]): CheckResult => ({
  ...verified,
  verdict: 'error',
  errors: lines.map((line) => ({ kind: 'crash', message: '', execution: '', locations: [{ file: '/x/a.c', line }] })),
});

function updated(text: string, ...found: CheckResult[]): string {
  const { checks, ...header } = readHeader(text, '/x/a.c');
  const all: readonly TestCheck[] = checks.length > 0 ? checks : [{ options: [], verdict: 'verified', errors: [] }];
  const results = all.map((expected, i): TestResult => ({
    ...compare(expected, found[i], header),
    name: 'a.c',
    file: '/x/a.c',
    options: [],
    expected,
    found: found[i],
    isCached: false,
    output: '',
    seconds: 0,
  }));
  return updatedText(text, results);
}

const outcomes = (...texts: string[]): CheckResult => ({ ...verified, outcomes: texts });

test.each<[string, string, CheckResult[], string]>([
  [
    'outcomes, beside verdicts for the same options',
    '// drista: outcomes "r=0"\n// drista: verified\n// drista: outcomes r=1 --model sc\nf();\n',
    [errors(4), outcomes('r=0', 'r=1 s="a$"'), outcomes('r=1')],
    '// drista: outcomes "r=0" \'r=1 s="a$"\'\n// drista: error crash at a.c:4\n' +
      '// drista: outcomes r=1 --model sc\nf();\n',
  ],
  [
    'many outcomes',
    '/* drista: outcomes x */\n',
    [outcomes('a'.repeat(50), 'b'.repeat(50))],
    `/* drista: outcomes "${'a'.repeat(50)}"\n * drista: outcomes "${'b'.repeat(50)}" */\n`,
  ],
  [
    'code behind the comment, which stays',
    '/* drista: verified */ int x;\nf();\n',
    [errors(1, 2)],
    '/* drista: error crash at a.c:2\n * drista: error crash at a.c:3 */ int x;\nf();\n',
  ],
  [
    'a licence first',
    '/* Of 2026. */\n\n// drista: verified\nf();\n',
    [errors(4)],
    '/* Of 2026. */\n\n// drista: error crash at a.c:4\nf();\n',
  ],
  ['as expected', '// drista: verified\nint x;\n', [verified], '// drista: verified\nint x;\n'],
  [
    'another verdict',
    '// A.\n// drista: error crash\n// B.\nint x;\n',
    [verified],
    '// A.\n// drista: verified\n// B.\nint x;\n',
  ],
  [
    'more lines move what is below',
    '// drista: verified\nf();\ng();\n',
    [errors(2, 3)],
    '// drista: error crash at a.c:3\n// drista: error crash at a.c:4\nf();\ng();\n',
  ],
  [
    'fewer lines',
    '// drista: error abort\n// drista: error crash\nf();\n',
    [errors(3)],
    '// drista: error crash at a.c:2\nf();\n',
  ],
  [
    'options stay',
    "// drista: verified --env 'A=b c'\n// drista: verified\nf();\n",
    [errors(3), verified],
    "// drista: error crash at a.c:3 --env 'A=b c'\n// drista: verified\nf();\n",
  ],
  [
    'a block of one line',
    '/* drista: verified */\nf();\n',
    [errors(2, 3)],
    '/* drista: error crash at a.c:3\n * drista: error crash at a.c:4 */\nf();\n',
  ],
  ['a block', '/*\n * drista: error crash\n */\nf();\n', [verified], '/*\n * drista: verified\n */\nf();\n'],
  ['no expectation', 'f();\n', [errors(1)], '// drista: error crash at a.c:2\nf();\n'],
  ['no expectation, verified', '// A.\nf();\n', [verified], '// drista: verified\n// A.\nf();\n'],
  [
    'texts, an environment and a marked line stay',
    "// drista: verified\n// drista: says it's verified\n// drista: never says\tx\n" +
      '// drista: environment A=b\nf(); // WRONG\n',
    [errors(5)],
    "// drista: error crash at a.c:5\n// drista: says it's verified\n// drista: never says\tx\n" +
      '// drista: environment A=b\nf(); // WRONG\n',
  ],
  [
    'a verdict stays where only the texts differ',
    '// drista: error crash\n// drista: says x\nf();\n',
    [errors(3)],
    '// drista: error crash\n// drista: says x\nf();\n',
  ],
  [
    'an error at another place than the marked line',
    '// drista: error crash at WRONG\nf(); // WRONG\ng();\n',
    [errors(3)],
    '// drista: error crash at a.c:3\nf(); // WRONG\ng();\n',
  ],
  ['not refused', '// drista: refused --model sc\n', [verified], '// drista: verified --model sc\n'],
  ['refused', '// drista: verified\n', [{ ...verified, verdict: 'refused' }], '// drista: verified\n'],
  ['undecided', '// drista: error crash\n', [{ ...verified, verdict: 'inconclusive' }], '// drista: error crash\n'],
])('%s', (_, text, found, expected) => {
  expect(updated(text, ...found)).toBe(expected);
  expect(updated(expected, ...found.map((each) => shifted(each, expected, text)))).toBe(expected);
});

/** The same errors in the text as it is now. */
function shifted(found: CheckResult, now: string, before: string): CheckResult {
  const delta = now.split('\n').length - before.split('\n').length;
  return {
    ...found,
    errors: found.errors.map((e) => ({ ...e, locations: e.locations.map((l) => ({ ...l, line: l.line + delta })) })),
  };
}
