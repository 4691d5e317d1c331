/** Which steps may close cycles. */
import { Cycles } from '../../../../../src/explore/strategy/state-space/frontier/frontier-expander';

/** The graph with these steps, as places before each. */
function cyclesOf(count: number, steps: readonly (readonly [number, number])[]): Cycles {
  const before: number[][] = [];
  for (const [from, to] of steps) (before[to] ??= []).push(from);
  return new Cycles(before, count);
}

/** The steps of the graph that may close a cycle if the thread that performs them goes on. */
function closing(count: number, steps: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const cycles = cyclesOf(count, steps);
  return steps.filter(([from, to]) => cycles.mayClose(from, to, true));
}

test('no step of a program without loops', () => {
  expect(
    closing(5, [
      [4, 2],
      [4, 1],
      [2, 1],
      [1, 3],
      [5, 4],
    ]),
  ).toEqual([]);
});

test('each cycle has a step that may close it', () => {
  expect(
    closing(5, [
      [1, 2],
      [2, 3],
      [3, 1],
      [3, 4],
      [4, 4],
      [4, 5],
    ]),
  ).toEqual([
    [3, 1],
    [4, 4],
  ]);
});

test('a thread that does not go on may stay where it is', () => {
  const cycles = cyclesOf(2, [[1, 2]]);
  expect([cycles.mayClose(1, 1, true), cycles.mayClose(1, 1, false)]).toEqual([true, false]);
  expect([cycles.mayClose(1, 2, false), cycles.mayClose(2, 1, false)]).toEqual([false, true]);
});

test('places that were not known then', () => {
  const cycles = cyclesOf(2, [
    [1, 2],
    [2, 3],
  ]);
  expect([2, 3].map((place) => cycles.knows(place))).toEqual([true, false]);
  expect([cycles.mayClose(2, 3, true), cycles.mayClose(3, 1, false)]).toEqual([true, true]);
});
