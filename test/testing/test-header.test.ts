import { readHeader } from '../../src/testing/test-header';

const none = { checks: [], build: [], arguments: [], timeLimit: undefined };

describe('the comments before all code', () => {
  test.each([
    ['lines', '\n// About it.\n// drista: verified\n//drista: build -O2 q.c\nint x; // drista: error crash\n'],
    [
      'a block',
      '/*\n * About it.\n * drista: verified\n * drista: build -O2 q.c\n */\nint x; /* drista: error crash */',
    ],
    ['a block without stars', '/* drista: verified\n   drista: build -O2 q.c */'],
    ['several', '// A licence\n\n/* drista: verified */ /* of 2026\n*/\n\n// drista: build -O2 q.c\nint x;'],
    ['code behind a comment', '/* drista: verified\n drista: build -O2 q.c */ int x;\nint drista;'],
    ['line ends of Windows', '// drista: verified\r\n// drista: build -O2 q.c\r\nint x;\r\n'],
  ])('%s', (_, text) => {
    expect(readHeader(text, 'a.c')).toEqual({
      ...none,
      checks: [{ options: [], verdict: 'verified', errors: [] }],
      build: ['-O2', 'q.c'],
    });
  });

  test.each(['', '\n\n', 'int x; // drista: verified', '#include <a.h>\n// drista: a header\n'])(
    'there are none: %j',
    (text) => {
      expect(readHeader(text, 'a.c')).toEqual(none);
    },
  );

  test.each([
    ['#include <a.h>\n// drista: verified\n', 2],
    ['// drista: verified\n\nint x;\n  /* drista: options --model sc */\n', 4],
    ['/* drista: verified */ int x;\n/*\n * drista: time-limit 3\n */\n', 3],
  ])('a part of it below code is refused: %j', (text, line) => {
    expect(() => readHeader(text, 'a.c')).toThrow(`a.c:${line}: this comes after code, where it says nothing`);
  });
});

test('outcomes: lines with the same options state one set, beside a verdict', () => {
  const text = `// drista: outcomes "r=0 s=1" '"a\\n"'
// drista: verified
// drista: outcomes r=1 --model sc
// drista: outcomes r=2
`;
  expect(readHeader(text, 'a.c').checks).toEqual([
    { options: [], verdict: 'verified', errors: [] },
    { options: [], verdict: 'verified', errors: [], outcomes: ['r=0 s=1', '"a\\n"', 'r=2'] },
    { options: ['--model', 'sc'], verdict: 'verified', errors: [], outcomes: ['r=1'] },
  ]);
  expect(() => readHeader('// drista: outcomes a --report json=b', 'a.c')).toThrow(
    'a.c:1: --report is not an option of a test',
  );
});

test('several checks, with common options', () => {
  const text = `// drista: options --model sc --env 'A=b c'
// drista: error data-race at q.h:41 --model rc11
// drista: verified
// drista: error deadlock --model rc11
// drista: inconclusive --max-steps 5
// drista: arguments -n "2 3"
// drista: time-limit 0.5
`;
  const common = ['--model', 'sc', '--env', 'A=b c'];
  expect(readHeader(text, 'a.c')).toEqual({
    checks: [
      {
        options: [...common, '--model', 'rc11'],
        verdict: 'error',
        errors: [{ kind: 'data-race', place: { file: 'q.h', line: 41 } }, { kind: 'deadlock' }],
      },
      { options: common, verdict: 'verified', errors: [] },
      { options: [...common, '--max-steps', '5'], verdict: 'inconclusive', errors: [] },
    ],
    build: [],
    arguments: ['-n', '2 3'],
    timeLimit: 0.5,
  });
});

test.each([
  ['verfied', "'verfied' is no directive (did you mean 'verified'?): there are verified, error,"],
  ['', "'' is no directive: there are"],
  ['error datarace', "'datarace' is no kind of error (did you mean 'data-race'?): there are data-race,"],
  ['error', "'' is no kind of error: there are"],
  ['error crash in x', 'a place is given as `at FILE:LINE`'],
  ['error crash at x', 'a place is given as `at FILE:LINE`'],
  ['verified soon', "'soon' after verified is not an option"],
  ['verified --report json=x', '--report is not an option of a test'],
  ['options -q', '-q is not an option of a test'],
  ['options --save=x', '--save=x is not an option of a test'],
  ['verified -- x', 'arguments of the program are given by `drista: arguments`'],
  ['time-limit soon', 'time-limit needs seconds above 0'],
  ['build "', 'a quote is not closed'],
])('drista: %s', (line, message) => {
  expect(() => readHeader(`// A test.\n// drista: ${line}\n`, 'a.c')).toThrow(`a.c:2: ${message}`);
});

test('two verdicts for the same options', () => {
  expect(() => readHeader('// drista: verified\n// drista: error crash\n', 'a.c')).toThrow(
    'a.c:2: line 1 states another verdict for the same options',
  );
});
