/** What `npm run bench` makes of its samples. */
import { compare, marked, type Bench } from '../../bench/compare';
import { median } from '../../bench/measure';
import { derive, digits, growth, markdown, resultsTable, type Result } from '../../bench/table';

const MB = 2 ** 20;

/** A result with one sample for each of the seconds. */
function result(program: string, scale: string, executions: number, seconds: readonly number[]): Result {
  return {
    program,
    scale,
    model: 'rc11',
    equivalence: 'observational',
    programPeak: 3 * MB,
    counts: { verdict: 'verified', executions, blocked: 0, deadEnds: executions / 2, nodes: 40, runs: 20, events: 900 },
    samples: seconds.map((s) => ({ seconds: s, engineSeconds: s / 2, cpuSeconds: s / 4, schedulerPeak: 70 * MB })),
  };
}

test('the median is the one in the middle, or the mean of two', () => {
  expect([median([5, 1, 9]), median([4, 1]), median([7])]).toEqual([5, 2.5, 7]);
});

test('times per execution and per run are without start-up', () => {
  expect(derive(result('fib', 'N=3', 100, [2.5, 0.5, 1.25]), 0.25)).toEqual({
    seconds: 1.25,
    engineSeconds: 0.625,
    cpuSeconds: 0.3125,
    perExecution: 0.01,
    perRun: 0.05,
    schedulerPeak: 70 * MB,
    deadEndsPerExecution: 0.5,
    runsPerExecution: 0.2,
  });
});

test('where start-up is all, there are none', () => {
  expect(derive(result('fib', 'N=3', 100, [0.25]), 0.25)).toMatchObject({ perExecution: undefined, perRun: undefined });
});

test('growth is that of one program, of the time in the check', () => {
  const [small, large] = [result('fib', 'N=3', 100, [0.5]), result('fib', 'N=4', 800, [2])];
  expect(growth(small, large)).toEqual({ executions: 8, seconds: 4 });
  expect(growth(undefined, small)).toBeUndefined();
  expect(growth(result('ninc', 'N=3', 100, [1]), large)).toBeUndefined();
});

test('numbers have two digits that matter', () => {
  expect([0, 0.0341, 0.5, 1.26, 34.4, 123456, undefined].map(digits)).toEqual([
    '0',
    '0.034',
    '0.50',
    '1.3',
    '34',
    '123456',
    '-',
  ]);
});

test('a table is filled up, numbers at the right', () => {
  expect(
    markdown(
      ['what', 'n'],
      [
        ['a', 1],
        ['long name', 22],
      ],
    ),
  ).toBe(['| what      |   n |', '|-----------|----:|', '| a         |   1 |', '| long name |  22 |'].join('\n'));
});

test('the table of results', () => {
  const cells = resultsTable([result('fib', 'N=3', 100, [0.5]), result('fib', 'N=4', 800, [2])], 0.25)
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells).toEqual([
    [
      '',
      'fib',
      'N=3',
      '100',
      '50',
      '40',
      '20',
      '0.50',
      '0.25',
      '0.13',
      '2500',
      '12500',
      '70',
      '3.0',
      '0.50',
      '0.20',
      '',
      '',
      '',
    ],
    [
      '',
      'fib',
      'N=4',
      '800',
      '400',
      '40',
      '20',
      '2.00',
      '1.00',
      '0.50',
      '2188',
      '87500',
      '70',
      '3.0',
      '0.50',
      '0.025',
      '8.0',
      '4.0',
      '',
    ],
  ]);
});

describe('a comparison', () => {
  const bench = (results: readonly Result[], figure: number): Bench => ({
    startUp: 0.25,
    results,
    figures: [{ name: 'one run', unit: 'us', value: figure }],
  });
  const before = bench([result('fib', 'N=3', 100, [1.25]), result('ainc', 'N=4', 24, [1])], 100);

  test('marks ratios above 1.2 and below 0.8', () => {
    expect([
      marked(1.2, 1),
      marked(1.3, 1),
      marked(0.8, 1),
      marked(0.7, 1),
      marked(0, 1),
      marked(1, undefined),
    ]).toEqual(['1.20', '1.30 !', '0.80', '0.70 *', '', '']);
  });

  test('has a line for each row of both, and for each figure', () => {
    const { table, errors, notes } = compare(bench([result('fib', 'N=3', 100, [2.25])], 50), before);
    expect(
      table
        .split('\n')
        .slice(2)
        .map((line) =>
          line
            .split('|')
            .map((cell) => cell.trim())
            .slice(1, -1),
        ),
    ).toEqual([
      ['fib N=3 rc11 observational', '1.80 !', '1.80 !', '1.80 !', '2.00 !', '1.00', '1.00', '1.00', '1.00', '1.00'],
      ['one run', '0.50 *', '', '', '', '', '', '', '', ''],
    ]);
    expect(errors).toEqual([]);
    expect(notes).toEqual(['ainc N=4 rc11 observational: only measured before']);
  });

  test('a count of executions that has changed is an error', () => {
    expect(compare(bench([result('fib', 'N=3', 99, [1.25])], 100), before).errors).toEqual([
      'fib N=3 rc11 observational: 99 executions, 100 before',
    ]);
  });

  test('another model is another row', () => {
    const { errors, notes } = compare(bench([{ ...result('fib', 'N=3', 99, [1.25]), model: 'sc' }], 100), before);
    expect(errors).toEqual([]);
    expect(notes).toContain('fib N=3 sc observational: not measured before');
  });
});
