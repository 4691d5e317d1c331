/** A set of vectors that threads share. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SharedVectorSet } from '../../../src/explore/store/shared-vector-set';

const vector = (...numbers: number[]): Int32Array => Int32Array.from(numbers);
const numbersIn = (set: SharedVectorSet): number[] => Array.from({ length: set.count }, (_, i) => i + 1);

test('vectors of the same hash are distinguished, and numbered in the order in which they come', () => {
  const set = SharedVectorSet.withRoom(2, 2);
  const added = [vector(1, 2), vector(2, 1), vector(1, 2)].map((v, i) => set.add(v, 3, i + 1, 10 + i));
  expect([added, set.count]).toEqual([[1, 2, 1], 2]);
  expect([vector(2, 1), vector(3, 0)].map((v) => set.lookUp(v, 3))).toEqual([2, 0]);
  expect(set.lookUp(vector(1, 2), 4)).toBe(0);
  expect(numbersIn(set).map((n) => [[...set.vector(n)], set.hashOf(n), set.origin(n)])).toEqual([
    [[1, 2], 3, { parent: 1, how: 10 }],
    [[2, 1], 3, { parent: 2, how: 11 }],
  ]);
});

test('it is full before its room is used up; a larger one has the same, also with longer vectors', () => {
  let set = SharedVectorSet.withRoom(1, 1);
  let added = 0;
  for (; !set.isFull; added++) set.add(vector(added), 7 * added, 1, added);
  expect(set.count).toBe(added);
  for (const length of [1, 3]) {
    set = set.enlarged(length);
    expect([set.count, set.isFull]).toEqual([added, false]);
    for (let i = 0; i < added; i++) {
      expect(set.lookUp(vector(i), 7 * i)).toBe(i + 1);
      expect(set.origin(i + 1)).toEqual({ parent: 1, how: i });
    }
  }
  expect([...set.all().slice(0, 9)]).toEqual([0, 0, 0, 1, 0, 0, 2, 0, 0]);
  expect([set.lookUp(vector(1, 0, 0), 7), set.lookUp(vector(1, 0, 1), 7)]).toEqual([2, 0]);
});

test('threads that add the same vectors', async () => {
  const most = 20_000;
  const set = SharedVectorSet.withRoom(most, 3);
  const module = join(__dirname, '..', '..', '..', 'src', 'explore', 'store', 'shared-vector-set.js');
  const text = `const { parentPort, workerData } = require('node:worker_threads');
    const { SharedVectorSet } = require(${JSON.stringify(module)});
    const set = new SharedVectorSet(workerData);
    const added = [];
    // Few hashes: threads often come to the same entry of the table.
    for (let i = 0; i < ${most}; i++) added.push(set.add(Int32Array.of(i, 2 * i, -i), (i >> 3) * 16, 1 + i, i));
    parentPort.postMessage(added);`;
  const numbers = await Promise.all(
    [1, 2, 3].map(
      () =>
        new Promise<number[]>((resolve, reject) => {
          new Worker(text, { eval: true, workerData: set.buffer }).on('message', resolve).on('error', reject);
        }),
    ),
  );
  expect(set.count).toBe(most);
  expect(numbers[1]).toEqual(numbers[0]);
  expect(numbers[2]).toEqual(numbers[0]);
  expect([...numbers[0]].sort((a, b) => a - b)).toEqual(numbersIn(set));
  const wrong = numbers[0].filter((n, i) => {
    const [a, b, c] = set.vector(n);
    return a !== i || b !== 2 * i || c !== -i || set.origin(n).parent !== 1 + i || set.origin(n).how !== i;
  });
  expect(wrong).toEqual([]);
});
