import { VectorSet } from '../../../src/explore/store/vector-set';

const vector = (...numbers: number[]): Int32Array => Int32Array.from(numbers);
const hashOf = (v: Int32Array): number => v.reduce((sum, n) => sum + n, 0);

test('vectors of the same hash are told apart, and numbered in the order in which they come', () => {
  const set = new VectorSet(2);
  expect([set.add(vector(1, 2), 3), set.add(vector(2, 1), 3), set.add(vector(1, 2), 3)]).toEqual([true, true, false]);
  expect([set.numberOf(vector(2, 1), 3), set.numberOf(vector(3, 0), 3), set.count]).toEqual([2, 3, 3]);
  expect([set.has(vector(1, 2), 3), set.has(vector(1, 2), 4), set.has(vector(0, 3), 3)]).toEqual([true, false, false]);
  expect([1, 2, 3].map((n) => [...set.vector(n)])).toEqual([
    [1, 2],
    [2, 1],
    [3, 0],
  ]);
});

test('many vectors, kept and recalled', () => {
  const set = new VectorSet(3);
  const all = Array.from({ length: 5000 }, (_, i) => vector(i % 17, Math.floor(i / 17), i));
  expect(all.every((v) => set.add(v, hashOf(v)))).toBe(true);
  expect(all.some((v) => set.add(v, hashOf(v)))).toBe(false);
  const other = new VectorSet(3);
  other.durable = structuredClone(set.durable);
  expect([other.count, other.bytes]).toEqual([5000, 5000 * 3 * 4]);
  expect(all.every((v, i) => other.has(v, hashOf(v)) && other.numberOf(v, hashOf(v)) === i + 1)).toBe(true);
});

test('longer vectors: the old ones move, with zeros where they had nothing', () => {
  const set = new VectorSet(2);
  set.add(vector(1, 2), 3);
  set.add(vector(4, 0), 4);
  // What stood second stands third now.
  set.relayout(4, (from) => (from === 1 ? 2 : from));
  expect([set.has(vector(1, 0, 2, 0), 3), set.has(vector(4, 0, 0, 0), 4), set.has(vector(1, 2, 0, 0), 3)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([set.add(vector(1, 0, 2, 5), 8), set.count]).toEqual([true, 3]);
});
