import { Components, type Reach, type StepKinds } from '../../../../src/explore/strategy/states/components';

const looks: StepKinds = new Map([[1, 'looks']]);
const changes: StepKinds = new Map([[2, 'changes']]);
const both: StepKinds = new Map([
  [1, 'locks'],
  [3, 'changes'],
]);

function threadsOf({ threads }: Reach): (readonly [string, number[]])[] {
  return Object.entries(threads).map(([kind, of]) => [kind, [...of].sort()]);
}

test('a state without steps is a component that nothing leaves', () => {
  const components = new Components();
  const first = components.enter(0);
  const end = components.enter(1);
  expect(components.leave(end, first, changes)).toBe(true);
  expect([end.leaves, first.leaves]).toEqual([false, true]);
  expect(components.leave(first, undefined, new Map())).toBe(true);
});

test('a cycle is one component, which has what its steps did, and ends with its first state', () => {
  const components = new Components();
  const [a, b, c] = [0, 1, 2].map((n) => components.enter(n));
  components.known(c, b.state, changes);
  expect(components.leave(c, b, both)).toBe(false);
  expect(components.leave(b, a, looks)).toBe(true);
  expect(b.leaves).toBe(false);
  expect(threadsOf(b)).toEqual([
    ['changes', [2, 3]],
    ['looks', []],
    ['locks', [1]],
  ]);
  expect([a.leaves, threadsOf(a).every(([, of]) => of.length === 0)]).toEqual([true, true]);
});

test('a step to a component that is complete leaves this one; only what is open reaches the path', () => {
  const components = new Components();
  const [a, b] = [components.enter(0), components.enter(1)];
  expect(components.leave(b, a, changes)).toBe(true);
  const c = components.enter(2);
  expect([0, 1, 2].map((n) => components.reachesPath(n))).toEqual([true, false, true]);
  components.known(c, b.state, looks);
  components.known(c, c.state, looks);
  expect(components.leave(c, a, changes)).toBe(true);
  expect(c.leaves).toBe(true);
});

test('two cycles that share a state are one component', () => {
  const components = new Components();
  const [a, b] = [components.enter(0), components.enter(1)];
  components.known(b, a.state, looks);
  expect(components.leave(b, a, changes)).toBe(false);
  const c = components.enter(2);
  // b is complete in no component yet: a is first in it.
  components.known(c, b.state, both);
  expect(components.leave(c, a, looks)).toBe(false);
  expect(components.leave(a, undefined, new Map())).toBe(true);
  expect([a.leaves, threadsOf(a)]).toEqual([
    false,
    [
      ['changes', [2, 3]],
      ['looks', [1]],
      ['locks', [1]],
    ],
  ]);
});
