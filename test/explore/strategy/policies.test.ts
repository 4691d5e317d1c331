/** The orders that policies of sampling choose, without a program. */
import type { NextStep, SchedulingPolicy } from '../../../src/explore/strategy/walks/scheduling-policy';
import { Pct } from '../../../src/explore/strategy/walks/pct';
import { Pos } from '../../../src/explore/strategy/walks/pos';
import { Surw } from '../../../src/explore/strategy/walks/surw';
import { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import { Kind, label, type LocationId } from '../../../src/program/label';

/** For each thread: the locations that its updates access, one after the other. */
type Threads = readonly (readonly LocationId[])[];

/** How often each order of threads came up in so many walks, after the first `skipped` ones. */
function orders(policy: SchedulingPolicy, threads: Threads, walks: number, shown: LocationId): Map<string, number> {
  const counts = new Map<string, number>();
  for (let walk = -1; walk < walks; walk++) {
    policy.begin();
    const at = threads.map(() => 0);
    let order = '';
    for (;;) {
      const steps: NextStep[] = threads.flatMap((locations, thread) =>
        at[thread] < locations.length
          ? [{ thread, label: label(Kind.Rmw, { loc: locations[at[thread]] }), waits: true }]
          : [],
      );
      if (steps.length === 0) break;
      const step = policy.choose(steps);
      policy.taken(
        step,
        steps.map((s) => ({ ...s, node: undefined as never })),
      );
      at[step.thread]++;
      if (step.label.loc === shown) order += step.thread;
    }
    // The first walk may only learn how many accesses there are.
    if (walk >= 0) counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  return counts;
}

/** The largest relative distance from the mean of the counts of `n` orders. */
function unevenness(counts: ReadonlyMap<string, number>, n: number): number {
  const all = [...counts.values()];
  const mean = all.reduce((a, b) => a + b, 0) / n;
  return all.length < n ? 1 : Math.max(...all.map((count) => Math.abs(count - mean) / mean));
}

test('surw: all orders of the accesses to a location are equally likely, whatever else threads do', () => {
  const policy = new Surw(new RandomNumbers(1));
  // Threads 0 and 1 access location 0 three times each; their own locations, which nobody else accesses, do not count.
  const threads = [
    [1, 0, 1, 1, 0, 1, 1, 1, 1, 0],
    [0, 0, 0],
  ];
  const counts = orders(policy, threads, 20_000, 0);
  expect(counts.size).toBe(20);
  expect(unevenness(counts, 20)).toBeLessThan(0.1);
});

test('pct: with depth 1 each thread runs to its end, and each order of threads is equally likely', () => {
  const counts = orders(new Pct(new RandomNumbers(2), 1), [[0, 0], [0, 0], [0]], 12_000, 0);
  expect([...counts.keys()].sort()).toEqual(['00112', '00211', '11002', '11200', '20011', '21100']);
  expect(unevenness(counts, 6)).toBeLessThan(0.1);
});

test('pos: of events that all conflict each order is possible, and none is rare', () => {
  const counts = orders(
    new Pos(new RandomNumbers(3)),
    [
      [0, 0],
      [0, 0],
    ],
    12_000,
    0,
  );
  expect(counts.size).toBe(6);
  // With a fair coin for each event that has a rival: 1/4 for orders that end with a thread alone, 1/8 for the others.
  expect(counts.get('0011')! / 12_000).toBeCloseTo(1 / 4, 1);
  expect(counts.get('0101')! / 12_000).toBeCloseTo(1 / 8, 1);
});

test('pos: independent events of one thread do not make it come late', () => {
  const counts = orders(new Pos(new RandomNumbers(4)), [[1, 2, 3, 4, 5, 6, 7, 0], [0]], 12_000, 0);
  // By a fair coin for each step, thread 1 would be first in 255 of 256 walks.
  expect(counts.get('01')! / 12_000).toBeGreaterThan(0.1);
});
