import { VarintReader, VarintWriter } from '../../../src/explore/store/varint';
import { packed } from './records';

test('numbers are packed, and read again', () => {
  const numbers = [0, 1, 127, 128, 300, 2 ** 14, 2 ** 21, 2 ** 28, 2 ** 31 - 1];
  const { bytes, length } = packed(...numbers, ...numbers, ...numbers);
  const reading = new VarintReader();
  reading.begin(bytes, 0);
  expect(Array.from({ length: 27 }, () => reading.next())).toEqual([...numbers, ...numbers, ...numbers]);
  expect(reading.at).toBe(length);
});

test('the hash depends on the numbers and their order, not on what was written before', () => {
  const used = packed(1, 2, 3).begin();
  for (const n of [5, 300]) used.add(n);
  expect(used.hash()).toBe(packed(5, 300).hash());
  expect(new Set([packed(5, 300), packed(300, 5), packed(5), packed(5, 0)].map((p) => p.hash())).size).toBe(4);
});

test('the numbers of another one are appended, and do not change the hash', () => {
  const other = packed(...Array.from({ length: 200 }, (_, i) => i * i));
  const all = packed(7);
  const hash = all.hash();
  all.addAll(other);
  expect(all.hash()).toBe(hash);
  const reading = new VarintReader();
  reading.begin(all.bytes, 0);
  expect(reading.next()).toBe(7);
  expect(Array.from({ length: 200 }, () => reading.next())).toEqual(Array.from({ length: 200 }, (_, i) => i * i));
  expect(reading.at).toBe(all.length);
});

test('an empty writer has no bytes', () => {
  expect(new VarintWriter().begin().length).toBe(0);
});
