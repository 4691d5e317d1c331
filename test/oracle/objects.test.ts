/** The brute force on synchronisation objects, with counts made by hand. */
import { modelNames } from '../../src/model/names';
import { bruteForce } from './brute';
import type { Outcome } from './outcome';
import type { Litmus, Op } from './litmus';

function counts({ value, rf, co }: Outcome): [number, number, number] {
  return [value.size, rf.size, co];
}

function times(n: number, ops: Op[]): Op[][] {
  return Array.from({ length: n }, () => ops);
}

const readX: Op = { op: 'PR', x: 0, r: 'x' };
const writeX: Op = { op: 'PW', x: 0, v: 1 };
const increment: Op[] = [readX, { op: 'PW', x: 0, v: { r: 'x', c: 1 } }];

describe.each(modelNames)('condition variables under %s', (model) => {
  const run = (...threads: Op[][]): Outcome => bruteForce({ locs: 1, mutexes: 1, conds: 1, threads }, model);
  const section = (...ops: Op[]): Op[] => [{ op: 'L', m: 0 }, ...ops, { op: 'UL', m: 0 }];
  const wait = section({ op: 'CW', c: 0, m: 0 });
  const signal: Op = { op: 'CS', c: 0 };

  test('a signal that nobody waits for is lost', () => {
    const outcome = run(wait, [signal]);
    expect([...outcome.value]).toEqual(['0,0 | 0,0,0,0 | 2']);
    expect(counts(outcome)).toEqual([1, 1, 1]);
    expect([...outcome.deadlocks]).toEqual([' | 0,0 | 0']);
  });

  test('a flag under the mutex makes up for it', () => {
    const outcome = run(
      section(readX, { op: 'IF', r: 'x', v: 0, skip: 1 }, { op: 'CW', c: 0, m: 0 }),
      section(writeX, signal),
    );
    expect([...outcome.value].sort()).toEqual(['0,0 | 0,0,0,0,0 | 0,2', '0,0 | 0,1 | 0,0']);
    expect(counts(outcome)).toEqual([2, 2, 2]);
    expect([...outcome.races, ...outcome.deadlocks]).toEqual([]);
  });

  test('a signal wakes any one of those that wait', () => {
    const outcome = run(wait, wait, section(signal));
    expect(outcome.value.size).toBe(0);
    expect([...outcome.deadlocks].sort()).toEqual([
      ' | 0,0 | 0,0 | 0,0',
      ' | 0,0 | 0,0,0,0 | 0,3',
      '0 | 0,0,0,0 | 0,0 | 0,2',
    ]);
    expect([...run(wait, wait, [signal, signal]).value].map((key) => key.split(' | ')[3]).sort()).toEqual([
      '2,3',
      '3,2',
    ]);
  });

  test('a broadcast wakes all', () => {
    // Who waits first, and who has the mutex again first.
    expect(counts(run(wait, wait, [{ op: 'CB', c: 0 }]))).toEqual([1, 4, 4]);
  });

  test('a timed wait ends by a signal, or without one before or after it', () => {
    const timed = section({ op: 'CT', c: 0, m: 0, r: 'a' });
    const outcome = run(timed, [signal]);
    expect([...outcome.value].sort()).toEqual(['0,0 | 0,0,0,0 | 2', '0,0 | 0,0,110,0 | 0']);
    // The signal saw the initial state, or the one after the wait.
    expect(counts(outcome)).toEqual([2, 3, 3]);
    expect(outcome.deadlocks.size).toBe(0);
  });

  test('a spurious wake-up needs no signal', () => {
    const outcome = run(section({ op: 'CW', c: 0, m: 0, spurious: true }));
    expect([...outcome.value]).toEqual(['0 | 0,0,4,0']);
  });

  test('a signal alone orders nothing', () => {
    expect([...run(section({ op: 'CW', c: 0, m: 0 }, readX), [writeX, signal]).races]).toEqual(['1:2-2:0']);
  });
});

describe.each(modelNames)('cancellation under %s', (model) => {
  const run = (...threads: Op[][]): Outcome =>
    bruteForce({ locs: 1, mutexes: 1, conds: 1, semaphores: [0], threads }, model);
  const wait: Op = { op: 'SW', s: 0 },
    post: Op = { op: 'SP', s: 0 },
    cancel: Op = { op: 'X', t: 0 };
  const onCondition: Op[] = [
    { op: 'L', m: 0 },
    { op: 'CW', c: 0, m: 0 },
    { op: 'UL', m: 0 },
  ];

  test('who waits for good is cancelled, once it was asked for', () => {
    const outcome = run([wait], [cancel]);
    expect([...outcome.value]).toEqual(['0,0 | 1']);
    expect([counts(outcome), outcome.deadlocks.size]).toEqual([[1, 1, 1], 0]);
  });

  test('or the wait ends before that', () => {
    const outcome = run([wait], [cancel, post]);
    expect([...outcome.value].sort()).toEqual(['0,0 | 0,0 | 0', '0,0 | 1 | 0']);
    expect([counts(outcome), outcome.deadlocks.size]).toEqual([[2, 2, 2], 0]);
  });

  test('it locks the mutex again, and gives it back', () => {
    const outcome = run(onCondition, [cancel]);
    expect([...outcome.value]).toEqual(['0,0 | 0,0,1,0,0']);
    expect(outcome.deadlocks.size).toBe(0);
  });

  test('a signal that had woken it wakes another one', () => {
    // Both wait; the signal wakes the second thread, or the first one, which is cancelled and hands it on (3: to the
    // second one).
    const [first, second] = [/^0,0,0 \| 0,0,1,0,0 \| 0,0,0,0 \| 3$/, /^0,0,0 \| 0,0,1,3,0 \| 0,0,0,0 \| 2$/];
    const all = [...run(onCondition, onCondition, [{ op: 'CS', c: 0 }, cancel]).value];
    for (const one of [first, second]) expect(all.filter((key) => one.test(key))).toHaveLength(1);
  });

  test('what it does after it has cancelled itself', () => {
    expect([...run([cancel, { op: 'TC' }, post]).value]).toEqual(['0 | 1']);
  });
});

describe.each(modelNames)('read-write locks under %s', (model) => {
  const run = (...threads: Op[][]): Outcome => bruteForce({ locs: 1, rwlocks: 1, threads }, model);
  const reading = (...ops: Op[]): Op[] => [{ op: 'RL', l: 0 }, ...ops, { op: 'RU', l: 0 }];
  const writing = (...ops: Op[]): Op[] => [{ op: 'WL', l: 0 }, ...ops, { op: 'WU', l: 0 }];

  test('two readers and a writer', () => {
    const outcome = run(reading(readX), reading(readX), writing(writeX));
    expect(outcome.races.size + outcome.deadlocks.size).toBe(0);
    // The readers' operations have six orders; the writer comes first or last in each, or in the middle of two.
    expect(counts(outcome)).toEqual([4, 14, 14]);
  });

  test('readers are not ordered', () => {
    expect(run(reading(writeX), reading(readX)).races.size).toBe(1);
  });

  test('tries fail where others hold it', () => {
    const attempt = (op: 'RT' | 'WT', unlock: 'RU' | 'WU'): Op[] => [
      { op, l: 0, r: 'a' },
      { op: 'IF', r: 'a', v: 0, skip: 1 },
      { op: unlock, l: 0 },
    ];
    const last = (outcome: Outcome): string[] =>
      [...new Set([...outcome.value].map((key) => key.split(' | ')[2]))].sort();
    expect(last(run(reading(), attempt('RT', 'RU')))).toEqual(['0,0']);
    expect(last(run(reading(), attempt('WT', 'WU')))).toEqual(['0', '16']);
    expect(last(run(writing(), attempt('RT', 'RU')))).toEqual(['0,0', '16']);
  });
});

describe.each(modelNames)('semaphores under %s', (model) => {
  const run = (count: number, ...threads: Op[][]): Outcome =>
    bruteForce({ locs: 1, semaphores: [count], threads }, model);
  const wait: Op = { op: 'SW', s: 0 },
    post: Op = { op: 'SP', s: 0 };

  test('one that counts 1 is a mutex', () => {
    const outcome = run(1, ...times(3, [wait, ...increment, post]));
    expect(outcome.races.size + outcome.deadlocks.size).toBe(0);
    expect(counts(outcome)).toEqual([6, 6, 6]);
  });

  test('one that counts 2 lets two in', () => {
    expect(run(2, [wait, readX, post], [wait, writeX, post]).races.size).toBe(1);
  });

  test('a wait acquires what all posts before it released', () => {
    expect([...run(0, [writeX, post], [post], [wait, readX]).races]).toEqual(['1:0-3:1']);
    expect(run(0, [writeX, post], [post], [wait, wait, readX]).races.size).toBe(0);
    expect(run(0, [wait, wait], [post]).value.size).toBe(0);
  });

  test('the count', () => {
    const outcome = run(1, [post], [{ op: 'SG', s: 0, r: 'a' }]);
    expect([...outcome.value].sort()).toEqual(['0,0 | 0 | 1', '0,0 | 0 | 2']);
  });

  test('a wait may fail after a post that nothing orders before it, but not in one interleaving', () => {
    const stale = (o: 'rlx' | 'rel', p: 'rlx' | 'acq'): boolean =>
      run(
        0,
        [post, { op: 'W', x: 0, o, v: 1 }],
        [
          { op: 'R', x: 0, o: p, r: 'a' },
          { op: 'ST', s: 0, r: 'b' },
        ],
      ).value.has('0,0 | 0 | 1,11');
    expect([stale('rlx', 'rlx'), stale('rel', 'acq')]).toEqual([['rc11', 'c20', 'imm', 'ccon'].includes(model), false]);
  });
});

describe.each(modelNames)('barriers under %s', (model) => {
  const run = (count: number, ...threads: Op[][]): Outcome =>
    bruteForce({ locs: 1, barriers: [count], threads }, model);
  const meet: Op = { op: 'BW', b: 0, r: 'b' };

  test('one thread is told that it came last', () => {
    const outcome = run(3, ...times(3, [meet]));
    expect([...outcome.value].sort()).toEqual([
      '0,0,0 | 0,0 | 0,0 | 1',
      '0,0,0 | 0,0 | 1 | 0,0',
      '0,0,0 | 1 | 0,0 | 0,0',
    ]);
    expect(counts(outcome)).toEqual([3, 6, 6]);
    expect(outcome.deadlocks.size).toBe(0);
  });

  test('more threads than it is for', () => {
    const odd = run(2, ...times(3, [meet]));
    // Who is left, and who of the others came last.
    expect([odd.value.size, odd.deadlocks.size]).toEqual([0, 6]);
    const even = run(2, ...times(4, [meet]));
    expect([...counts(even), even.deadlocks.size]).toEqual([6, 24, 24, 0]);
  });

  test('orders all before it with all behind it', () => {
    expect(run(2, [writeX, meet], [meet, readX]).races.size).toBe(0);
    expect(run(2, [writeX, meet], [readX, meet]).races.size).toBe(1);
    expect(run(2, [meet, writeX, meet, meet, readX], [meet, meet, writeX, meet]).races.size).toBe(0);
  });

  test('a round orders nothing with those of another', () => {
    const outcome = bruteForce(
      { locs: 1, barriers: [2], threads: [[writeX, meet], [meet], [meet, readX], [meet]] },
      model,
    );
    expect([...outcome.races]).toEqual(['1:0-3:1']);
  });
});

describe.each(modelNames)('once under %s', (model) => {
  const once = (...ops: Op[]): Op[] => [{ op: 'OB', n: 0, r: 'o' }, ...ops, { op: 'OE', n: 0 }];

  test('one thread runs the routine, and all see what it did', () => {
    const outcome = bruteForce({ locs: 1, onces: 1, threads: times(3, [...once(...increment), readX]) }, model);
    expect([...outcome.value].sort()).toEqual([
      '0,0,0 | 0,1 | 0,1 | 1,0,1',
      '0,0,0 | 0,1 | 1,0,1 | 0,1',
      '0,0,0 | 1,0,1 | 0,1 | 0,1',
    ]);
    expect(counts(outcome)).toEqual([3, 3, 3]);
    expect(outcome.races.size + outcome.deadlocks.size).toBe(0);
  });

  test('routines that wait for each other', () => {
    const both = (a: number, b: number): Op[] => [
      { op: 'OB', n: a, r: 'a' },
      { op: 'OB', n: b, r: 'b' },
      { op: 'OE', n: b },
      { op: 'OE', n: a },
    ];
    const outcome = bruteForce({ locs: 0, onces: 2, threads: [both(0, 1), both(1, 0)] }, model);
    expect([...outcome.deadlocks]).toEqual([' | 1 | 1']);
    expect([...outcome.value].sort()).toEqual(['0,0 | 0 | 1,1', '0,0 | 1,1 | 0']);
  });
});

test('a timed lock fails with its own number', () => {
  const litmus: Litmus = {
    locs: 0,
    mutexes: 1,
    threads: [[{ op: 'L', m: 0 }], [{ op: 'T', m: 0, r: 'a', timed: true }]],
  };
  expect([...bruteForce(litmus, 'rc11').value].sort()).toEqual(['0,0 | 0 | 110']);
});
