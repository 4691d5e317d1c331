/** The execution in columns, in terminals of different widths. */
import { executionLines, type ColumnOptions } from '../../src/report/columns';
import type { ReportError, ReportEvent } from '../../src/report/report';
import { colored, hasColors, plain } from '../../src/report/style';
import { errorText, formatFor } from '../../src/report/text';
import { shortened, wrapped } from '../../src/report/wrapping';

const event = (thread: number, line: number, operation: string, more: Partial<ReportEvent> = {}): ReportEvent => ({
  thread,
  operation,
  place: { file: 'a.c', line, function: 'f' },
  source: -2,
  wrong: false,
  matters: true,
  ...more,
});

const error: ReportError = {
  kind: 'assertion',
  message: 'assertion `a == b` failed',
  threads: ['main', 'thread 1 (a_function_with_a_long_name)', 'thread 2 (g)'],
  locations: [{ file: 'a.c', line: 7, function: 'g', thread: 'thread 2 (g)' }],
  stacks: [[]],
  events: [
    event(0, 1, 'creates thread 1'),
    event(1, 3, 'sequence.store(1, relaxed)'),
    event(2, 6, 'sequence.load(acquire) = 1', { source: 1 }),
    event(2, 7, 'assertion `a == b` failed', { wrong: true }),
  ],
  execution: '0123456789ab',
};

const options: ColumnOptions = { verbose: false, width: 120, wraps: false, style: plain };
const lines = (more: Partial<ColumnOptions>, e = error): string[] => executionLines(e, { ...options, ...more }).lines;

test('a title that is wider than its column is cut', () => {
  expect(lines({ width: 80 })).toEqual([
    '  main                  thread 1 (a_function_wit… thread 2 (g)',
    '  :1  creates thread 1',
    '                        :3  sequence.store(1, relaxed)',
    '                                                  :6  sequence.load(acquire) = 1  ← thread 1, line 3',
    '>                                                 :7  assertion `a == b` failed',
  ]);
});

test('on a terminal, lines go on in their column, and a source stays in one piece', () => {
  expect(lines({ width: 80, wraps: true })).toEqual([
    '  main                  thread 1 (a_function_wit… thread 2 (g)',
    '  :1  creates thread 1',
    '                        :3  sequence.store(1, relaxed)',
    '                                                  :6  sequence.load(acquire) = 1',
    '                                                      ← thread 1, line 3',
    '>                                                 :7  assertion `a == b` failed',
  ]);
});

test('on a terminal that is too narrow for columns, each line names its thread', () => {
  expect(lines({ width: 40, wraps: true })).toEqual([
    '  main     :1  creates thread 1',
    '  thread 1 :3  sequence.store(1,',
    '               relaxed)',
    '  thread 2 :6  sequence.load(acquire) =',
    '               1  ← thread 1, line 3',
    '> thread 2 :7  assertion `a == b` failed',
  ]);
});

test.each([30, 40, 62, 63, 80, 100, 120, 200])('no line is longer than a terminal of %i columns', (width) => {
  const text = errorText(error, { ...options, width, wraps: true, quiet: false });
  for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(width);
});

test('colors surround whole parts, and do not change the text', () => {
  const esc = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g');
  const shown = lines({ width: 80, wraps: true, style: colored });
  expect(shown.map((line) => line.replace(esc, ''))).toEqual(lines({ width: 80, wraps: true }));
  expect(shown.at(-1)).toBe(`\x1b[31m>\x1b[39m${' '.repeat(49)}\x1b[31m:7  assertion \`a == b\` failed\x1b[39m`);
  for (const line of shown) expect((line.match(esc) ?? []).length % 2).toBe(0);
});

test('events before all threads were synchronised are one line', () => {
  const events = [
    event(0, 1, 'x = 1', { settled: true }),
    event(0, 2, 'y = 1', { settled: true }),
    event(0, 3, 'z = 1'),
    event(1, 4, 'reads z = 1', { source: 2 }),
    event(2, 5, 'z = 2', { wrong: true }),
  ];
  expect(executionLines({ ...error, events }, options)).toEqual({
    lines: [
      '  main       thread 1 (a_function_with_a_long_name) thread 2 (g)',
      '  … 2 events before all threads were synchronised (-v shows them)',
      '  :3  z = 1',
      '             :4  reads z = 1  ← main, line 3',
      '>                                                   :5  z = 2',
    ],
    left: 0,
  });
  expect(lines({ verbose: true }, { ...error, events }).slice(1, 3)).toEqual(['  :1  x = 1', '  :2  y = 1']);
});

test.each([
  ['auto', true, {}, true],
  ['auto', false, {}, false],
  ['auto', true, { NO_COLOR: '1' }, false],
  ['auto', true, { NO_COLOR: '' }, true],
  ['auto', true, { TERM: 'dumb' }, false],
  ['auto', false, { FORCE_COLOR: '1' }, true],
  ['auto', false, { FORCE_COLOR: '' }, true],
  ['auto', true, { FORCE_COLOR: '0' }, false],
  ['auto', true, { FORCE_COLOR: 'false' }, false],
  ['auto', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ['always', false, { NO_COLOR: '1' }, true],
  ['never', true, { FORCE_COLOR: '1' }, false],
] as const)('--color %s, terminal: %p, environment %j: %p', (choice, isTerminal, environment, has) => {
  expect(hasColors(choice, isTerminal, environment)).toBe(has);
});

test('without a terminal the width is always the same', () => {
  expect(formatFor({ columns: 33 }, 'auto', { COLUMNS: '40' })).toEqual({ width: 120, wraps: false, style: plain });
  expect(formatFor({ isTTY: true, columns: 33 }, 'never', {})).toEqual({ width: 33, wraps: true, style: plain });
  expect(formatFor({ isTTY: true, columns: 0 }, 'auto', {})).toEqual({ width: 80, wraps: true, style: colored });
});

test.each([
  ['one two three', 7, 0, ['one two', 'three']],
  ['one two three', 8, 2, ['one two', '  three']],
  ['onetwothree', 4, 0, ['onet', 'woth', 'ree']],
  ['one  two', 5, 0, ['one', 'two']],
  ['', 5, 0, ['']],
])('%j in %i columns', (text, width, indent, expected) => {
  expect(wrapped(text, width, indent)).toEqual(expected);
});

test('a text that is cut says so', () => {
  expect([shortened('abcdef', 6), shortened('abcdef', 5), shortened('abcdef', 1)]).toEqual(['abcdef', 'abcd…', '…']);
});
