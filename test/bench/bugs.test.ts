import { outcomeOf, type Outcome } from '../../bench/bugs/check';
import { isBug, rows, type Row } from '../../bench/bugs/rows';
import { withoutHeaders } from '../../bench/bugs/source';
import { cellOf, published, tables } from '../../bench/bugs/table';

describe('sources', () => {
  test('lose the headers that were expanded in them, and include them again', () => {
    const text = [
      '# 1 "a.c"',
      '# 1 "<built-in>"',
      '# 1 "a.c"',
      '# 1 "/usr/include/stdio.h" 1 3 4',
      'typedef unsigned int size_t;',
      '# 1 "/usr/include/bits/types.h" 1 3 4',
      'typedef int a;',
      '# 30 "/usr/include/stdio.h" 2 3 4',
      '#include <assert.h>',
      'extern int puts(const char *);',
      '# 2 "a.c" 2',
      'int main(void) { return 0; }',
    ];
    expect(withoutHeaders(text.join('\n'))).toBe(
      ['#include <stdio.h>', '#include <assert.h>', 'int main(void) { return 0; }'].join('\n'),
    );
  });

  test('that were not preprocessed stay as they are', () => {
    const text = '#include <stdio.h>\n# 1 "b.c"\nint main(void) { return 0; }\n';
    expect(withoutHeaders(text)).toBe(text);
  });
});

describe('bugs', () => {
  test.each([
    ['assertion', 'assertion', '', true],
    ['assertion', 'memory', '', false],
    ['deadlock', 'deadlock', '', true],
    ['deadlock', 'misuse', 'misuse of m: thread 2 locks a normal mutex that it already holds', true],
    ['deadlock', 'misuse', 'misuse of s: main waits for a semaphore that was destroyed', false],
    ['use after free', 'data-race', 'data race on x: thread 2 frees what thread 1 reads', true],
    ['use after free', 'data-race', 'data race on x: thread 2 writes what thread 1 reads', false],
    ['assertion or crash', 'abort', '', true],
    ['assertion or crash', 'data-race', 'data race on x: thread 2 frees what thread 1 reads', true],
    ['assertion or crash', 'deadlock', '', false],
  ] as const)('%s: %s %s', (bug, kind, message, expected) => {
    expect(isBug(bug, { kind, message })).toBe(expected);
  });

  test('have names of their own, and published figures only where there is a row', () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const { columns, cells } = published();
    expect([...cells.keys()].filter((name) => !names.includes(name))).toEqual([]);
    expect([...cells.values()].filter((each) => each.length !== columns.length)).toEqual([]);
  });
});

const row: Row = { name: 'x', checkout: 'sctbench', sources: ['x.c'], bug: 'assertion' };
const counts = { executions: 3, blocked: 1, crashes: 0, deadEnds: 2, runs: 4, seconds: 0.5 };
const outcome = (result: Outcome['result'], executions: number, seconds: number): Outcome => ({
  result,
  message: result === 'other' ? 'memory: m' : '',
  executions,
  deadEnds: 0,
  runs: 2,
  seconds,
});

test('the execution with the error counts, and only the known kind of error is found', () => {
  const found = { ...counts, verdict: 'error', errors: [{ kind: 'assertion', message: 'a\nb' }] };
  expect(outcomeOf(row, found)).toMatchObject({ result: 'found', executions: 7, message: 'assertion: a' });
  const other = { ...counts, verdict: 'error', errors: [{ kind: 'memory', message: 'm' }] };
  expect(outcomeOf(row, other)).toMatchObject({ result: 'other', executions: 7 });
  expect(outcomeOf(row, { ...counts, verdict: 'inconclusive', errors: [] })).toMatchObject({
    result: 'not found',
    executions: 6,
  });
  expect(outcomeOf(row, { ...counts, verdict: 'failure', message: 'why', errors: [] })).toMatchObject({
    result: 'refused',
    message: 'why',
  });
});

test('cells say how many seeds have found a bug, and medians of these', () => {
  expect(cellOf([outcome('found', 3, 0.1), outcome('found', 5, 0.3), outcome('found', 20, 0.2)])).toBe('5, 0.20 s');
  expect(cellOf([outcome('found', 3, 0.1), outcome('not found', 1000, 5)])).toBe('1/2: 3, 0.10 s');
  expect(cellOf([outcome('not found', 900, 4), outcome('not found', 1000, 6)])).toBe('none in 950, 5.0 s');
  expect(cellOf([outcome('other', 1, 1), outcome('not found', 1000, 5)])).toBe('other');
});

test('the tables name errors of other kinds, and count what each strategy has found', () => {
  const text = tables(
    [
      { row, outcomes: new Map([['random', [outcome('found', 3, 2), outcome('other', 5, 2)]]]) },
      { row: { ...row, name: 'y' }, outcomes: new Map(), complaint: 'no header' },
    ],
    ['random'],
  );
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' '));
  expect(lines).toContain('| random | 1 | 1 | 0 | 4 |');
  expect(lines).toContain('| x | 8 | 0 | 500 | 0.50 |');
  expect(lines).toContain('- x, random: memory: m');
  expect(lines).toContain('- y is not built: no header');
});
