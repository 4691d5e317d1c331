import { modelNames, type ModelName } from '../../src/model/names';
import { bruteForce } from './brute';
import type { Outcome } from './outcome';
import { corpusLines } from '../support/paths';
import type { Litmus, Op } from './litmus';

interface Expected extends Litmus, Record<ModelName, { value: number; rf: number; co: number }> {
  readonly name: string;
}

function counts({ value, rf, co }: Outcome): { value: number; rf: number; co: number } {
  return { value: value.size, rf: rf.size, co };
}

describe('the corpus', () => {
  // The counts under ccon, tso and pso are from this search. Each program has one of the other models in turn: all take
  // long, and corpus.test.ts compares what is explored with all the counts.
  const compared = modelNames.filter((model) => !['ccon', 'tso', 'pso'].includes(model));
  test.each(compared.map((model, n) => [n, model] as const))('counts, model %i: %s', (n, model) => {
    const programs = corpusLines('expected.jsonl').map((line) => JSON.parse(line) as Expected);
    expect(programs).toHaveLength(250);
    const every = programs.filter((_, i) => i % compared.length === n);
    expect(every).not.toEqual([]);
    const found = every.map((p) => ({ name: p.name, ...counts(bruteForce(p, model)) }));
    expect(found).toEqual(every.map((p) => ({ name: p.name, ...p[model] })));
  });
});

describe('plain data', () => {
  const read = (o: 'rlx' | 'acq'): Op[] => [
    { op: 'R', x: 0, o, r: 'f' },
    { op: 'IF', r: 'f', v: 1, skip: 1 },
    { op: 'PR', x: 1, r: 'd' },
  ];
  const write = (o: 'rlx' | 'rel'): Op[] => [
    { op: 'PW', x: 1, v: 7 },
    { op: 'W', x: 0, o, v: 1 },
  ];

  test.each(modelNames)('is passed by a release and an acquire under %s', (model) => {
    const outcome = bruteForce({ locs: 2, threads: [write('rel'), read('acq')] }, model);
    expect([...outcome.races]).toEqual([]);
    expect([...outcome.value].sort()).toEqual(['0,0 |  | 0', '0,0 |  | 1,7']);
  });

  test.each(modelNames)('races where the read is relaxed, except under ra: %s', (model) => {
    expect([...bruteForce({ locs: 2, threads: [write('rel'), read('rlx')] }, model).races]).toEqual(
      model === 'ra' ? [] : ['1:0-2:2'],
    );
  });

  test.each(modelNames)('races where another thread stores the same flag without release, under %s', (model) => {
    const relaxed: Op[] = [{ op: 'W', x: 0, o: 'rlx', v: 1 }];
    expect([...bruteForce({ locs: 2, threads: [write('rel'), relaxed, read('acq')] }, model).races]).toEqual([
      '1:0-3:2',
    ]);
  });

  test('is passed by a release sequence of C11 that C++20 does not have', () => {
    const threads: Op[][] = [
      [...write('rel'), { op: 'W', x: 0, o: 'rlx', v: 2 }],
      [
        { op: 'R', x: 0, o: 'acq', r: 'f' },
        { op: 'IF', r: 'f', v: 2, skip: 1 },
        { op: 'PR', x: 1, r: 'd' },
      ],
    ];
    expect(bruteForce({ locs: 2, threads }, 'rc11').races.size).toBe(0);
    expect([...bruteForce({ locs: 2, threads }, 'c20').races]).toEqual(['1:0-2:2']);
  });

  test('is ordered by creation and joining, not between siblings', () => {
    const main: Op[] = [
      { op: 'PW', x: 0, v: 1 },
      { op: 'C', t: 1 },
      { op: 'C', t: 2 },
      { op: 'J', t: 1 },
      { op: 'J', t: 2 },
      { op: 'PW', x: 0, v: 2 },
    ];
    const reader: Op[] = [{ op: 'PR', x: 0, r: 'a' }];
    expect([...bruteForce({ locs: 1, threads: [main, reader, reader] }, 'rc11').races]).toEqual([]);
    expect([...bruteForce({ locs: 1, threads: [main, reader, [{ op: 'PW', x: 0, v: 3 }]] }, 'rc11').races]).toEqual([
      '1:0-2:0',
    ]);
  });
});

describe('mutexes', () => {
  const section = (...ops: Op[]): Op[] => [{ op: 'L', m: 0 }, ...ops, { op: 'UL', m: 0 }];

  test.each(modelNames)('order the plain data that they guard, under %s', (model) => {
    const increment = section({ op: 'PR', x: 0, r: 'a' }, { op: 'PW', x: 0, v: { r: 'a', c: 1 } });
    const outcome = bruteForce({ locs: 1, mutexes: 1, threads: [increment, increment, increment] }, model);
    expect(outcome.races.size + outcome.deadlocks.size).toBe(0);
    expect(counts(outcome)).toEqual({ value: 6, rf: 6, co: 6 });
  });

  test.each(modelNames)('taken in opposite orders may deadlock, under %s', (model) => {
    const both = (a: number, b: number): Op[] => [
      { op: 'L', m: a },
      { op: 'L', m: b },
      { op: 'UL', m: b },
      { op: 'UL', m: a },
    ];
    const outcome = bruteForce({ locs: 0, mutexes: 2, threads: [both(0, 1), both(1, 0)] }, model);
    expect(counts(outcome)).toEqual({ value: 1, rf: 2, co: 2 });
    expect([...outcome.deadlocks]).toEqual([' | 0 | 0']);
  });

  test('a failed trylock synchronises with nothing', () => {
    const holder: Op[] = [{ op: 'PW', x: 0, v: 1 }, ...section()];
    const trying: Op[] = [
      { op: 'T', m: 0, r: 'a' },
      { op: 'IF', r: 'a', v: 0, skip: 1 },
      { op: 'UL', m: 0 },
      { op: 'PR', x: 0, r: 'b' },
    ];
    const outcome = bruteForce({ locs: 1, mutexes: 1, threads: [holder, trying] }, 'rc11');
    expect([...outcome.races]).toEqual(['1:0-2:3']);
    expect(new Set([...outcome.value].map((key) => key.split(' | ')[2].split(',')[0]))).toEqual(new Set(['0', '16']));
  });
});
