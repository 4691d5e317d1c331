import { readHeader } from '../../src/testing/test-header';

const none = {
  program: undefined,
  checks: [],
  build: [],
  arguments: [],
  environment: {},
  timeLimit: undefined,
  says: [],
  neverSays: [],
  isSpec: false,
};

describe('the comments before all code', () => {
  test.each([
    ['lines', 3, '\n// About it.\n// drista: verified\n//drista: build -O2 q.c\nint x; // drista\n'],
    ['a block', 3, '/*\n * About it.\n * drista: verified\n * drista: build -O2 q.c\n */\nint x; /* drista */'],
    ['a block without stars', 1, '/* drista: verified\n   drista: build -O2 q.c */'],
    ['several', 3, '// A licence\n\n/* drista: verified */ /* of 2026\n*/\n\n// drista: build -O2 q.c\nint x;'],
    ['code behind a comment', 1, '/* drista: verified\n drista: build -O2 q.c */ int x;\nint drista;'],
    ['line ends of Windows', 1, '// drista: verified\r\n// drista: build -O2 q.c\r\nint x;\r\n'],
  ])('%s', (_, line, text) => {
    expect(readHeader(text, 'a.c')).toEqual({
      ...none,
      checks: [{ options: [], verdict: 'verified', errors: [], line }],
      build: ['-O2', 'q.c'],
    });
  });

  test.each(['', '\n\n', '#include <a.h>\n// drista: a header\n'])('there are none: %j', (text) => {
    expect(readHeader(text, 'a.c')).toEqual(none);
  });

  test.each([
    ['#include <a.h>\n// drista: verified\n', 2],
    ['// drista: verified\n\nint x;\n  /* drista: options --model sc */\n', 4],
    ['/* drista: verified */ int x;\n/*\n * drista: time-limit 3\n */\n', 3],
    ['// drista: verified\nint x;\n// drista: never says x\n', 3],
    ['int x; // drista: verified', 1],
    ['// drista: verified\nint x; // drista : time-limit 3', 2],
  ])('a part of it below code is refused: %j', (text, line) => {
    expect(() => readHeader(text, 'a.c')).toThrow(`a.c:${line}: this comes after code, where it says nothing`);
  });
});

test.each([
  ['// Drista: verified\n', 'a line of the header begins with `drista:`'],
  ['// drista : error\n', 'a line of the header begins with `drista:`'],
  ['// drista: time-limit 1 \n', 'time-limit is given twice'],
  ['// drista: environment A=1 \n', 'A is given twice'],
  ['// drista: verified --html=x', '--html=x is not an option of a test'],
])('what would say nothing is refused: %j', (line, said) => {
  const text = said.endsWith('twice') ? `${line}${line}` : line;
  expect(() => readHeader(text, 'a.c')).toThrow(said);
});

test('outcomes: lines with the same options state one set, beside a verdict', () => {
  const text = `// drista: outcomes "r=0 s=1" '"a\\n"'
// drista: verified
// drista: outcomes r=1 --model sc
// drista: outcomes r=2
`;
  expect(readHeader(text, 'a.c').checks).toEqual([
    { options: [], verdict: 'verified', errors: [], line: 2 },
    { options: [], verdict: 'verified', errors: [], outcomes: ['r=0 s=1', '"a\\n"', 'r=2'], line: 1 },
    { options: ['--model', 'sc'], verdict: 'verified', errors: [], outcomes: ['r=1'], line: 3 },
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
    ...none,
    checks: [
      {
        options: [...common, '--model', 'rc11'],
        verdict: 'error',
        errors: [{ kind: 'data-race', place: { file: 'q.h', line: 41 } }, { kind: 'deadlock' }],
        line: 2,
      },
      { options: common, verdict: 'verified', errors: [], line: 3 },
      { options: [...common, '--max-steps', '5'], verdict: 'inconclusive', errors: [], line: 5 },
    ],
    arguments: ['-n', '2 3'],
    timeLimit: 0.5,
  });
});

test('a program that is refused, in an environment', () => {
  const text = `// drista: refused --model rc11
// drista: environment A=b=c 'B=d e'
// drista: environment C=
`;
  expect(readHeader(text, 'a.c')).toEqual({
    ...none,
    checks: [{ options: ['--model', 'rc11'], verdict: 'refused', errors: [], line: 1 }],
    environment: { A: 'b=c', B: 'd e', C: '' },
  });
});

test('texts are what stands to the end of the line', () => {
  const text = `// drista: verified
// drista: says it's  "so" */ --model\x20
// drista:  never says\t// drista: verified
/* drista: says a
 * drista: never says says b */
`;
  expect(readHeader(text, 'a.c')).toEqual({
    ...none,
    checks: [{ options: [], verdict: 'verified', errors: [], line: 1 }],
    says: [`it's  "so" */ --model`, 'a'],
    neverSays: ['// drista: verified', 'says b'],
  });
});

describe('the line that is marked as wrong', () => {
  test.each(['f(); // WRONG', 'f(); /* WRONG */', 'f(); //WRONG \r'])('%j', (line) => {
    const text = `// drista: error crash at WRONG --model sc\nint x; // WRONG x\n${line}\n`;
    expect(readHeader(text, 'b/a.c').checks).toEqual([
      {
        options: ['--model', 'sc'],
        verdict: 'error',
        errors: [{ kind: 'crash', place: { file: 'a.c', line: 3 } }],
        line: 1,
      },
    ]);
  });

  test.each([
    ['f();\n', 'a.c:1: no line ends in `// WRONG` or `/* WRONG */`'],
    ['f(); // WRONG\n\ng(); /* WRONG */\n', 'a.c:1: lines 2 and 4 end in WRONG: mark one'],
  ])('not one: %j', (code, message) => {
    expect(() => readHeader(`// drista: error crash at WRONG\n${code}`, 'a.c')).toThrow(message);
  });

  test('it may be marked without being named', () => {
    expect(readHeader('// drista: error crash\nf(); // WRONG\ng(); // WRONG\n', 'a.c').checks).toHaveLength(1);
  });
});

test.each([
  ['verfied', "'verfied' is no directive (did you mean 'verified'?): there are verified, error,"],
  ['', "'' is no directive: there are"],
  ['error datarace', "'datarace' is no kind of error (did you mean 'data-race'?): there are data-race,"],
  ['error', "'' is no kind of error: there are"],
  ['error crash in x', 'a place is given as `at FILE:LINE` or `at WRONG`'],
  ['error crash at x', 'a place is given as `at FILE:LINE` or `at WRONG`'],
  ['error crash at WRONG x', 'a place is given as `at FILE:LINE` or `at WRONG`'],
  ['verified soon', "'soon' after verified is not an option"],
  ['refused soon', "'soon' after refused is not an option"],
  ['refuse', "'refuse' is no directive (did you mean 'refused'?): there are verified, error,"],
  ['environment A', "'A' in environment is not NAME=VALUE"],
  ['environment A=b =c', "'=c' in environment is not NAME=VALUE"],
  ['environment', 'environment needs NAME=VALUE'],
  ['says', 'says needs a text'],
  ['never says ', 'never says needs a text'],
  ['never', "'never' is no directive: there are"],
  ['say x', "'say' is no directive (did you mean 'says'?): there are"],
  ['verified --report json=x', '--report is not an option of a test'],
  ['options -q', '-q is not an option of a test'],
  ['refused -q', '-q is not an option of a test'],
  ['options --save=x', '--save=x is not an option of a test'],
  ['verified -- x', 'arguments of the program are given by `drista: arguments`'],
  ['time-limit soon', 'time-limit needs seconds, or a time such as 90s, 5m or 1h30m'],
  ['build "', 'a quote is not closed'],
])('drista: %s', (line, message) => {
  expect(() => readHeader(`// A test.\n// drista: ${line}\n`, 'a.c')).toThrow(`a.c:2: ${message}`);
});

test('two verdicts for the same options', () => {
  expect(() => readHeader('// drista: verified\n// drista: error crash\n', 'a.c')).toThrow(
    'a.c:2: line 1 states another verdict for the same options',
  );
});

test('a test for drista spec is one that includes its header; C++ is C++17 then', () => {
  const text = '// drista: build -O2\n#include <drista/spec.h>\n';
  expect(readHeader(text, 'a.cc')).toEqual({ ...none, isSpec: true, build: ['-std=c++17', '-O2'] });
  expect(readHeader(text, 'a.c')).toEqual({ ...none, isSpec: true, build: ['-O2'] });
  expect(readHeader(text.replace('#', '// #'), 'a.cc')).toEqual({ ...none, build: ['-O2'] });
});
