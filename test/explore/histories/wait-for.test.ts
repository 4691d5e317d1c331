/** Threads that wait for each other; future-writes.test.ts has more of them together with what trees show. */
import { canBeServed, type WaitingThread } from '../../../src/explore/histories/wait-for';
import { load, node } from '../graphs';

const thread = (t: number, how: Partial<WaitingThread>): WaitingThread => ({
  thread: t,
  node: node(t, load(0)),
  needsWrite: -1,
  needsEnd: -1,
  useless: new Set(),
  mustContinue: false,
  ...how,
});

test('help spreads from threads that can go on, and never comes from the thread itself', () => {
  const chain = [thread(1, { needsEnd: 2, mustContinue: true }), thread(2, { needsEnd: 3 }), thread(3, {})];
  const none = { mayWrite: () => false };
  expect(canBeServed(chain, none)).toBe(true);
  expect(canBeServed(chain.slice(0, 2), none)).toBe(false);
  expect(canBeServed([thread(1, { needsWrite: 0, mustContinue: true })], { mayWrite: () => true })).toBe(false);
});

test('only threads that must continue have to be served', () => {
  expect(canBeServed([thread(1, { needsEnd: 9 })], { mayWrite: () => false })).toBe(true);
});
