/** Whether a search will explore only a small part in its time. */
import { Outlook } from '../../src/explore/outlook';

/** An outlook on 100 seconds, whose clock and estimate the test sets. */
function outlook(begun = 0): { at: (now: number, explored: number | undefined) => boolean } {
  let now = 0;
  let explored: number | undefined = begun;
  const it = new Outlook(
    100_000,
    () => explored,
    () => now,
  );
  return {
    at: (time, part) => {
      [now, explored] = [time, part];
      return it.isSmall();
    },
  };
}

test('a search that will have explored less than a hundredth', () => {
  expect(outlook().at(10_000, 0.0009)).toBe(true);
  expect(outlook().at(10_000, 0.0011)).toBe(false);
  expect(outlook().at(50_000, 0.0049)).toBe(true);
});

test('nothing is said before a twentieth of the time, nor where the part is unknown', () => {
  expect(outlook().at(4_999, 0)).toBe(false);
  expect(outlook().at(5_000, 0)).toBe(true);
  expect(outlook().at(5_000, undefined)).toBe(false);
});

test('the answer changes with the estimate, at most ten times a second', () => {
  const { at } = outlook();
  expect([at(5_000, 0), at(5_099, 0.9), at(5_100, 0.9), at(5_300, 0)]).toEqual([true, true, false, true]);
});

test('what a resumed search had explored before does not count as its speed', () => {
  expect(outlook(0.005).at(10_000, 0.0054)).toBe(true);
  expect(outlook(0.005).at(10_000, 0.0056)).toBe(false);
});
