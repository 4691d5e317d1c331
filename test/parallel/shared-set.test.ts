/** A set that threads share: each hash is new once, in whichever thread, while it grows. */
import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import { sha256 } from '../../src/base/hash';
import { SharedSet } from '../../src/parallel/shared-set';

const hash = (n: number): string => sha256(String(n)).slice(0, 32);

test('a hash is new once', () => {
  const set = new SharedSet();
  expect([1, 2, 1, 3, 2].map((n) => set.add(hash(n)))).toEqual([true, true, false, true, false]);
  expect(set.add('0'.repeat(32))).toBe(true);
  expect(set.add('0'.repeat(32))).toBe(false);
});

test('it grows beyond its first segments', () => {
  const set = new SharedSet();
  for (let n = 0; n < 20_000; n++) expect(set.add(hash(n))).toBe(true);
  for (let n = 0; n < 20_000; n++) expect(set.add(hash(n))).toBe(false);
});

test('when it is full it still knows what it has', () => {
  const set = new SharedSet(undefined, 1);
  let n = 0;
  while (set.add(hash(n)) === true) n++;
  expect(n).toBe(3072);
  expect([set.add(hash(n)), set.add(hash(0)), set.add(hash(n - 1))]).toEqual([undefined, false, false]);
  expect(new SharedSet(set.buffer).add(hash(n))).toBeUndefined();
});

test('threads that add the same hashes', async () => {
  const set = new SharedSet();
  const text = `const { parentPort, workerData } = require('node:worker_threads');
    const { SharedSet } = require(${JSON.stringify(join(__dirname, '..', '..', 'src', 'parallel', 'shared-set.js'))});
    const { sha256 } = require(${JSON.stringify(join(__dirname, '..', '..', 'src', 'base', 'hash.js'))});
    const set = new SharedSet(workerData);
    let added = 0;
    for (let n = 0; n < 10_000; n++) if (set.add(sha256(String(n)).slice(0, 32))) added++;
    parentPort.postMessage(added);`;
  const added = await Promise.all(
    [1, 2, 3].map(
      () =>
        new Promise<number>((resolve, reject) => {
          new Worker(text, { eval: true, workerData: set.buffer }).on('message', resolve).on('error', reject);
        }),
    ),
  );
  expect(added.reduce((a, b) => a + b)).toBe(10_000);
});

test('all hashes, for another set', () => {
  const set = new SharedSet();
  for (let n = 0; n < 5000; n++) set.add(hash(n));
  const bytes = Buffer.from(set.allBut([hash(7), hash(4999)]));
  const all = Array.from({ length: bytes.length / 16 }, (_, n) => bytes.toString('hex', 16 * n, 16 * (n + 1)));
  const expected = Array.from({ length: 5000 }, (_, n) => hash(n)).filter((h) => h !== hash(7) && h !== hash(4999));
  expect(all.sort()).toEqual(expected.sort());
});
