import { BoundedSet } from '../../../src/explore/store/bounded-set';

test('texts that are not looked for are forgotten', () => {
  const recent = new BoundedSet();
  for (let i = 0; i < 1e5; i++) recent.add(`${i}`);
  expect([0, 30_000, 70_000, 99_999].map((i) => recent.has(`${i}`))).toEqual([false, false, true, true]);
});
