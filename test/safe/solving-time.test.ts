/** When a search for a safe schedule ends, so that its game is solved within the time limit (solving-time.ts). */
import { SolvingTime } from '../../src/safe/solving-time';

/** A clock that stands still until it is set. */
function clock(): { ms: number; read: () => number } {
  const time = { ms: 0, read: () => time.ms };
  return time;
}

test('the search leaves twice the time that solving takes at the measured rate', () => {
  const time = clock();
  const timing = new SolvingTime(60, time.read);
  time.ms = 10_000;
  timing.measure(10_000, () => (time.ms += 1000));
  // 20000 steps take 2 s to solve: 4 s are left for them, and 0.2 s for processes.
  time.ms = 55_800;
  expect(timing.isOver(20_000)).toBe(false);
  time.ms = 55_801;
  expect(timing.isOver(20_000)).toBe(true);
});

test('schedules are looked for each time there are twice as many steps', () => {
  const timing = new SolvingTime(60, clock().read);
  const looks = [...Array(1000).keys()].filter((steps) => timing.isDue(steps, true));
  expect(looks).toEqual([64, 128, 256, 512]);
});

test('without --iterate they are only measured, where there is a limit', () => {
  const limited = new SolvingTime(60, clock().read);
  const free = new SolvingTime(undefined, clock().read);
  const steps = [...Array(20_000).keys()];
  expect(steps.filter((n) => limited.isDue(n, false))).toEqual([4096, 8192, 16_384]);
  expect(steps.filter((n) => free.isDue(n, false))).toEqual([]);
  expect(free.isOver(1e9)).toBe(false);
});

test('the first schedule has half of the time', () => {
  const time = clock();
  const timing = new SolvingTime(10, time.read);
  time.ms = 5000;
  expect(timing.isHalf).toBe(false);
  time.ms = 5001;
  expect(timing.isHalf).toBe(true);
});
