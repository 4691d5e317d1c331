import { BitSet } from '../../../src/explore/common/bit-set';

test('sets of numbers', () => {
  const a = new BitSet();
  const b = new BitSet();
  b.add(3);
  b.add(64);
  expect([a.has(64), a.addAll(b), a.addAll(b), a.has(3), a.has(4), a.has(64), a.has(1000)]).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  const members: number[] = [];
  a.some((n) => {
    members.push(n);
    return false;
  });
  expect(members).toEqual([3, 64]);
});
