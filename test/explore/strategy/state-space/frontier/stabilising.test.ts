/** When a state search goes on without a path. */
import { Stabilising } from '../../../../../src/explore/strategy/state-space/frontier/frontier-phase';

function perform(stabilising: Stabilising, times: number): void {
  for (let i = 0; i < times; i++) stabilising.perform();
}

test('when few of the last half of the states needed the graph', () => {
  const stabilising = new Stabilising({ after: 100, seldom: 10 });
  perform(stabilising, 11);
  expect([stabilising.isStable(99), stabilising.isStable(100)]).toEqual([false, false]);
  // Asked again when there are twice as many.
  expect(stabilising.isStable(199)).toBe(false);
  perform(stabilising, 11);
  expect(stabilising.isStable(200)).toBe(false);
  perform(stabilising, 20);
  expect(stabilising.isStable(400)).toBe(true);
});

test('what was counted, kept and restored', () => {
  const stabilising = new Stabilising({ after: 100, seldom: 10 });
  perform(stabilising, 11);
  expect(stabilising.isStable(100)).toBe(false);
  perform(stabilising, 10);
  const other = new Stabilising();
  other.durable = structuredClone(stabilising.durable);
  expect(other.durable).toEqual({ next: 200, before: 100, performed: 10 });
});
