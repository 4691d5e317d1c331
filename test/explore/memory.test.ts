/** What an exploration remembers, and what it forgets where that takes too much memory. */
import { ExecutionSet } from '../../src/explore/store/execution-set';
import { explore } from '../../src/explore/explorer';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { ClosedStates, type Exclusions } from '../../src/explore/store/closed-states';
import { VarintWriter, VarintReader } from '../../src/explore/store/varint';
import { BoundedSet } from '../../src/explore/store/bounded-set';
import { eachRecord, ByteTable } from '../../src/explore/store/byte-table';
import type { ModelName } from '../../src/model/model';
import type { Program } from '../../src/program/program';
import { counter, petersonTry } from '../oracle/larger';

function packed(...numbers: number[]): VarintWriter {
  const p = new VarintWriter().begin();
  for (const n of numbers) p.add(n);
  return p;
}

/** As a state tells it: how many threads, the number of each one's history. */
function combination(...numbers: number[]): VarintWriter {
  return packed(numbers.length, ...numbers);
}

test('numbers are packed, and read again', () => {
  const numbers = [0, 1, 127, 128, 300, 2 ** 14, 2 ** 21, 2 ** 28, 2 ** 31 - 1];
  const { bytes, length } = packed(...numbers, ...numbers, ...numbers);
  const reading = new VarintReader();
  reading.begin(bytes, 0);
  expect(Array.from({ length: 27 }, () => reading.next())).toEqual([...numbers, ...numbers, ...numbers]);
  expect(reading.at).toBe(length);
});

test('records are found by their keys alone, of the same hash too, and are kept in the order in which they came', () => {
  const records = new ByteTable();
  for (let i = 0; i < 5000; i++) {
    const record = packed(i);
    const hash = i % 7;
    record.add(i + 1);
    records.add(record, hash);
  }
  const found = (i: number, hash: number): boolean => {
    const key = packed(i);
    const reading = new VarintReader();
    return records.some(key, key.length, hash, (piece, from) => {
      reading.begin(piece, from);
      return reading.next() === i + 1;
    });
  };
  for (let i = 0; i < 5000; i++) expect([found(i, i % 7), found(i, (i + 1) % 7)]).toEqual([true, false]);
  expect(found(5000, 5000 % 7)).toBe(false);
  const kept: number[] = [];
  const reading = new VarintReader();
  eachRecord(records.checkpoint(), (piece, from) => {
    reading.begin(piece, from);
    kept.push(reading.next());
  });
  expect(kept).toEqual(Array.from({ length: 5000 }, (_, i) => i));
});

test('records longer than a piece of memory', () => {
  const long = packed();
  for (let i = 0; i < 700_000; i++) long.add(i % 1000);
  const records = new ByteTable();
  for (const key of [packed(1), long, packed(2)]) records.add(key, key.hash());
  for (const key of [packed(1), long, packed(2)])
    expect(records.some(key, key.length, key.hash(), () => true)).toBe(true);
  expect(records.checkpoint().reduce((sum, piece) => sum + piece.length, 0)).toBe(long.length + 3 + 2 * 2);
});

describe('finished states', () => {
  const none: Exclusions = [];
  const one: Exclusions = [undefined, [1, 0]];
  const more: Exclusions = [
    [0, 3],
    [1, 200],
  ];

  test('cover those of the same histories that refuse as much or more', () => {
    const finished = new ClosedStates(1e6, () => undefined);
    finished.add(combination(4, 5), one);
    expect([none, one, more].map((r) => finished.covers(combination(4, 5), r))).toEqual([false, true, true]);
    expect(finished.covers(combination(4, 6), more)).toBe(false);
    finished.add(combination(4, 5), none);
    expect([none, one, more].map((r) => finished.covers(combination(4, 5), r))).toEqual([true, true, true]);
  });

  test('one takes the place of what it covers', () => {
    const finished = new ClosedStates(1e6, () => undefined);
    finished.add(combination(4, 5), more);
    const [{ length }] = finished.checkpoint();
    finished.add(combination(4, 5), one);
    expect(finished.checkpoint().map((piece) => piece.length)).toEqual([length]);
    expect([none, one, more].map((r) => finished.covers(combination(4, 5), r))).toEqual([false, true, true]);
  });

  test('the older ones are forgotten, and that is told', () => {
    let forgotten = 0;
    const finished = new ClosedStates(1, () => forgotten++);
    for (let i = 0; i < 4; i++) finished.add(combination(i), none);
    expect(forgotten).toBe(2);
    expect([0, 1, 2, 3].map((i) => finished.covers(combination(i), none))).toEqual([false, false, true, true]);
  });

  test('are kept and recalled', () => {
    const finished = new ClosedStates(1e6, () => undefined);
    for (let i = 0; i < 300; i++) finished.add(combination(i, 1000 - i), i % 2 === 0 ? one : more);
    const other = new ClosedStates(1e6, () => undefined);
    other.restore(finished.checkpoint());
    for (let i = 0; i < 300; i++)
      expect([none, one, more].map((r) => other.covers(combination(i, 1000 - i), r))).toEqual([
        false,
        i % 2 === 0,
        true,
      ]);
  });
});

test('combinations are told apart until there are too many', () => {
  const all = new ExecutionSet(1000),
    other = new ExecutionSet(1000);
  expect([combination(1, 2), combination(1, 2), combination(12)].map((c) => all.add(c))).toEqual([true, false, true]);
  other.restore(all.checkpoint());
  expect([combination(1, 2), combination(2, 1), combination(12)].map((c) => other.has(c))).toEqual([true, false, true]);
  for (let i = 0; !all.full; i++) all.add(combination(i, i));
  const { size } = all;
  expect([all.add(combination(999)), all.add(combination(999)), all.add(combination(1, 2)), all.size - size]).toEqual([
    true,
    true,
    false,
    0,
  ]);
});

test('texts that are not looked for are forgotten', () => {
  const recent = new BoundedSet();
  for (let i = 0; i < 1e5; i++) recent.add(`${i}`);
  expect([0, 30_000, 70_000, 99_999].map((i) => recent.has(`${i}`))).toEqual([false, false, true, true]);
});

test('an exploration ends where what is known of the program has no more room', () => {
  for (const [model, explicit] of [
    ['rc11', true],
    ['sc', true],
    ['sc', false],
  ] as const) {
    const program = counter(3, 2);
    let left = 0;
    const { executions, ...verdict } = explore(program, {
      model,
      equivalence: 'observational',
      explicit,
      memory: { hasRoom: () => program.nodes.length <= 40 },
      onLimit: () => left++,
    });
    expect(verdict).toMatchObject({ limitsHit: ['memory'], errors: [] });
    expect(left).toBe(0);
    expect(executions).toBeLessThan(100);
  }
});

describe('explorations with little memory', () => {
  const programs: [string, () => Program, ModelName][] = [
    ['counter', () => counter(3, 2), 'rc11'],
    ['counter', () => counter(3, 2), 'sc'],
    ['peterson', () => petersonTry(2), 'sc'],
  ];
  const again = 'there are more states than are kept in memory: from some on, what was explored may be explored again';
  const twice = 'there are more executions than are kept in memory: from some on, the same one may be counted again';

  test.each(programs)('%s: as many executions, and a note', (_name, make, model) => {
    const options: ExploreOptions = { model, equivalence: 'observational', explicit: false, merging: true };
    const all = explore(make(), options);
    const few = explore(make(), { ...options, memory: { states: 100 } });
    expect([all.notes, few.notes]).toEqual([[], [again]]);
    expect([few.executions, few.errors]).toEqual([all.executions, []]);
    expect(few.states).toBeGreaterThan(all.states);
    const some = explore(make(), { ...options, memory: { states: 100, executions: 100 } });
    expect(some.notes.slice().sort()).toEqual([twice, again].sort());
    expect(some.executions).toBeGreaterThan(all.executions);
  });

  test('explicit states: the same', () => {
    const options: ExploreOptions = { model: 'sc', equivalence: 'observational' };
    const all = explore(counter(3, 2), options);
    const some = explore(counter(3, 2), { ...options, memory: { executions: 100 } });
    expect([all.notes, some.notes]).toEqual([[], [twice]]);
    expect(some.executions).toBeGreaterThan(all.executions);
  });
});
