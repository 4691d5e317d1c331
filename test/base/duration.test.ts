/** Times as people write them. */
import { secondsIn } from '../../src/base/duration';

test.each([
  ['90', 90],
  ['0.5', 0.5],
  ['1e3', 1000],
  ['90s', 90],
  ['5m', 300],
  ['1h30m', 5400],
  ['1.5h', 5400],
  ['2d', 172_800],
  ['250ms', 0.25],
  ['1m30s250ms', 90.25],
])('%s', (text, seconds) => {
  expect(secondsIn(text)).toBe(seconds);
});

test.each(['', ' ', 'soon', '5 m', 'm', '30m1h', '5x', '1m1m', '-5m', '5M'])('malformed: %j', (text) => {
  expect(secondsIn(text)).toBeNaN();
});
