import { ByteTable, eachRecord } from '../../../src/explore/store/byte-table';
import { VarintReader } from '../../../src/explore/store/varint';
import { packed } from './records';

test(
  'records are found by their keys alone, of the same hash too, and are kept in the order in ' + 'which they came',
  () => {
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
    eachRecord(records.pieces, (piece, from) => {
      reading.begin(piece, from);
      kept.push(reading.next());
    });
    expect(kept).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  },
);

test('records longer than a piece of memory', () => {
  const long = packed();
  for (let i = 0; i < 700_000; i++) long.add(i % 1000);
  const records = new ByteTable();
  for (const key of [packed(1), long, packed(2)]) records.add(key, key.hash());
  for (const key of [packed(1), long, packed(2)])
    expect(records.some(key, key.length, key.hash(), () => true)).toBe(true);
  expect(records.pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(long.length + 3 + 2 * 2);
});

test('records that share a key are gone through until one is the right one', () => {
  const records = new ByteTable();
  const key = packed(9);
  for (const rest of [1, 2, 3]) {
    const record = packed(9);
    record.add(rest);
    records.add(record, key.hash());
  }
  const rests: number[] = [];
  const until = (last: number): boolean =>
    records.some(key, key.length, key.hash(), (piece, from, end) => {
      expect(end - from).toBe(1);
      rests.push(piece[from]);
      return piece[from] === last;
    });
  expect([until(2), rests.splice(0)]).toEqual([true, [1, 2]]);
  expect([until(4), rests.splice(0)]).toEqual([false, [1, 2, 3]]);
  expect(records.count).toBe(3);
});
