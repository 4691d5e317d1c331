import { roundOf } from '../../../../../src/explore/strategy/state-space/liveness/lasso';
import type { GraphEvent } from '../../../../../src/graph/event';

/** Events of one thread, which differ in their locations alone. */
const at = (...locations: readonly number[]): GraphEvent[] =>
  locations.map(
    (loc) => ({ thread: 1, loc, label: { kind: 0 }, node: null, read: 0, written: undefined }) as unknown as GraphEvent,
  );

test.each([
  ['a loop that goes round once', at(1, 2, 3, 4), 1, 1, 4],
  ['several times', at(1, 2, 3, 2, 3, 2, 3), 1, 1, 3],
  ['as the way to it does, of which one round stays', at(1, 2, 3, 2, 3, 2, 3, 2, 3), 5, 3, 5],
  ['a way that ends as the loop does', at(2, 1, 2, 1, 2), 3, 3, 5],
  ['nothing', at(1, 1, 1), 3, 3, 3],
])('one round of %s', (_, events, from, begins, ends) => {
  expect(roundOf(events, from)).toEqual({ begins, ends });
});
