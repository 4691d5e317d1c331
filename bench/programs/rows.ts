/**
 * What `npm run bench` measures: each program with its scales, the smallest first, and how many executions there must
 * be where that is known exactly. Where no source is named, the formula follows from the program: its first comment
 * says how.
 */
import type { EquivalenceName } from '../../src/explore/equivalence/equivalence';
import type { ModelName } from '../../src/model/names';

/** Executions by model and equivalence, as in "rc11 observational". */
export type Expected = Readonly<Partial<Record<`${ModelName} ${EquivalenceName}`, number>>>;

export interface Scale {
  /** -DN=4 and so on. */
  readonly defines: Readonly<Record<string, number>>;
  readonly expected: Expected;
}

export interface Row {
  readonly name: string;
  /** In bench/programs, without its ending. */
  readonly file: string;
  /** For the compiler; none: what `drista cc` takes. */
  readonly flags: readonly string[];
  /** For drista. */
  readonly options: readonly string[];
  readonly scales: readonly Scale[];
}

/** The same number under each model that takes the memory orders as the program gives them. */
function all(observational: number, rf?: number): Expected {
  return Object.fromEntries(
    (['rc11', 'c20', 'sc'] satisfies ModelName[]).flatMap((model) => [
      [`${model} observational`, observational],
      ...(rf === undefined ? [] : [[`${model} rf`, rf]]),
    ]),
  ) as Expected;
}

const both = (n: number): Expected => all(n, n);
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

/** Scales of a program with one parameter. */
function scales(
  name: string,
  values: readonly number[],
  expected: (n: number) => Expected = () => ({}),
  others: Readonly<Record<string, number>> = {},
): Scale[] {
  return values.map((n) => ({ defines: { [name]: n, ...others }, expected: expected(n) }));
}

/** Scales of a program with two. */
function pairs(
  names: readonly [string, string],
  values: readonly (readonly [number, number])[],
  expected: (a: number, b: number) => Expected = () => ({}),
): Scale[] {
  return values.map(([a, b]) => ({ defines: { [names[0]]: a, [names[1]]: b }, expected: expected(a, b) }));
}

interface More {
  readonly file?: string;
  readonly flags?: readonly string[];
  readonly options?: readonly string[];
}

const row = (name: string, scales: readonly Scale[], { file = name, flags = [], options = [] }: More = {}): Row => ({
  name,
  file,
  flags,
  options,
  scales,
});

/**
 * Onto functions to {0 .. m}, all m together (ordered Bell numbers): what n threads can read that each load and store
 * one more.
 */
const orderedBell = (n: number): number => [1, 1, 3, 13, 75, 541, 4683][n];

/**
 * Found by two searches that share no code, or published (fib, relaxed). With one location, or seq_cst accesses only,
 * RC11 allows what sequential consistency does.
 */
const known: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  fib: {
    3: { 'sc observational': 141, 'rc11 rf': 175 },
    4: { 'sc observational': 1107, 'rc11 rf': 1764 },
    5: { 'sc observational': 8953, 'rc11 rf': 19404 },
  },
  fibSc: { 3: all(141), 4: all(1107) },
  counter: { '3 2': { ...all(463), 'rc11 rf': 1318 }, '2 4': { 'rc11 rf': 1107 }, '2 5': all(2811) },
  treiber: { '2 1': { 'rc11 rf': 8 }, '2 2': { 'sc observational': 38, 'rc11 rf': 38 }, '3 1': both(36) },
  ticketTry: { 3: all(30), 4: all(336) },
  peterson: { 3: all(185), 5: all(3353) },
};
const pair =
  (table: Readonly<Record<string, Expected>>) =>
  (a: number, b: number): Expected =>
    table[`${a} ${b}`];

export const rows: readonly Row[] = [
  row(
    'nw1r',
    scales('N', [4, 16, 64], (n) => both(n + 1)),
  ),
  row(
    'nw3r',
    scales('N', [4, 8, 16], (n) => both((n + 1) ** 3)),
  ),
  row(
    'fib',
    scales('N', [3, 4, 5], (n) => known.fib[n]),
  ),
  row(
    'fib-sc',
    scales('N', [3, 4], (n) => known.fibSc[n], { SC: 1 }),
    { file: 'fib' },
  ),
  row(
    'ainc',
    scales('N', [4, 6, 7], (n) => ({ ...both(1), 'sc observational': factorial(n), 'sc rf': factorial(n) })),
  ),
  row(
    'ainc-told',
    scales('N', [4, 6, 7], (n) => both(factorial(n)), { TOLD: 1 }),
    { file: 'ainc' },
  ),
  row(
    'ninc',
    scales('N', [4, 5, 6], (n) => all(orderedBell(n))),
  ),
  row('casrot', scales('N', [4, 6, 8])),
  row(
    'counter',
    pairs(
      ['N', 'M'],
      [
        [3, 2],
        [2, 4],
        [2, 5],
      ],
      pair(known.counter),
    ),
  ),
  row(
    'treiber',
    pairs(
      ['PUSH', 'POP'],
      [
        [2, 1],
        [2, 2],
        [3, 1],
      ],
      pair(known.treiber),
    ),
  ),
  row(
    'msqueue',
    pairs(
      ['ENQ', 'DEQ'],
      [
        [1, 1],
        [2, 1],
        [2, 2],
      ],
    ),
  ),
  row('spsc', scales('N', [2, 4, 6], undefined, { SIZE: 2 })),
  row(
    'mpmc',
    pairs(
      ['PUT', 'GET'],
      [
        [1, 1],
        [2, 2],
        [3, 2],
      ],
    ),
  ),
  row('ticket', scales('N', [2, 3, 4])),
  row(
    'ticket-try',
    scales('N', [3, 4], (n) => known.ticketTry[n], { TRY: 1 }),
    { file: 'ticket' },
  ),
  row('ttas', scales('N', [2, 3])),
  row(
    'mutex',
    pairs(
      ['N', 'M'],
      [
        [2, 2],
        [2, 4],
        [3, 3],
      ],
      (n, m) => both(factorial(n * m) / factorial(m) ** n),
    ),
  ),
  row('condvar', scales('N', [1, 3, 5])),
  row(
    'barrier',
    pairs(
      ['N', 'M'],
      [
        [2, 2],
        [3, 3],
        [4, 4],
      ],
      () => both(1),
    ),
  ),
  row(
    'seqlock',
    pairs(
      ['N', 'READERS'],
      [
        [1, 1],
        [2, 1],
        [1, 2],
      ],
    ),
  ),
  row('dekker', scales('N', [1, 2])),
  row(
    'peterson',
    scales('N', [3, 5], (n) => known.peterson[n]),
  ),
  row('lamport', scales('N', [2, 3])),
  row('szymanski', scales('N', [1, 2])),
  row('burns', scales('N', [2, 3, 4])),
  row(
    'readers',
    scales('N', [4, 8, 10], (n) => both(2 ** n)),
  ),
  row(
    'lastzero',
    scales('N', [5, 8], (n) => both((n + 3) * 2 ** (n - 2))),
  ),
  row(
    'indexer',
    scales('N', [12, 13, 14], (n) => both(8 ** (n - 11))),
  ),
  row(
    'singleton',
    scales('N', [4, 16, 64], (n) => all(2, n)),
  ),
  row(
    'redundant_co',
    scales('N', [2, 4, 8], (n) => both((15 * n * n + 9 * n + 2) / 2)),
  ),
  row(
    'float_read',
    scales('N', [4, 16, 64], (n) => all(n, n + 1)),
  ),
  row('opt_lock', scales('N', [1, 4, 16])),
  row(
    'reorder',
    scales('N', [2, 12, 48], (n) => all(4, (n + 1) ** 2)),
  ),
  row(
    'heavy',
    scales('N', [1, 2], (n) => (n === 1 ? all(3) : {})),
    { flags: ['-O1', '-g'] },
  ),
  row(
    'long',
    scales('N', [1000, 10_000], () => both(1)),
    { options: ['--max-steps', '20000'] },
  ),
];

/** No threads: start-up, which is taken away from all other times. */
export const nothing: Row = row('nothing', [{ defines: {}, expected: both(1) }]);
/** A verdict as fast as it can be. */
export const litmus: Row = row('litmus', [{ defines: {}, expected: both(2) }]);
