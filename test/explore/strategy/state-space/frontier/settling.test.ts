/** When a state search goes on without a path. */
import { Settling } from '../../../../../src/explore/strategy/state-space/frontier/frontier-phase';

function perform(settling: Settling, times: number): void {
  for (let i = 0; i < times; i++) settling.perform();
}

test('when few of the last half of the states needed the graph', () => {
  const settling = new Settling({ after: 100, seldom: 10 });
  perform(settling, 11);
  expect([settling.isSettled(99), settling.isSettled(100)]).toEqual([false, false]);
  // Asked again when there are twice as many.
  expect(settling.isSettled(199)).toBe(false);
  perform(settling, 11);
  expect(settling.isSettled(200)).toBe(false);
  perform(settling, 20);
  expect(settling.isSettled(400)).toBe(true);
});

test('what was counted, kept and restored', () => {
  const settling = new Settling({ after: 100, seldom: 10 });
  perform(settling, 11);
  expect(settling.isSettled(100)).toBe(false);
  perform(settling, 10);
  const other = new Settling();
  other.durable = structuredClone(settling.durable);
  expect(other.durable).toEqual({ next: 200, before: 100, performed: 10 });
});
