import { ExecutionSet } from '../../../src/explore/store/execution-set';
import { combination } from './records';

test('combinations are told apart until there are too many', () => {
  const all = new ExecutionSet(1000),
    other = new ExecutionSet(1000);
  expect([combination(1, 2), combination(1, 2), combination(12)].map((c) => all.add(c))).toEqual([true, false, true]);
  other.durable = all.durable;
  expect([combination(1, 2), combination(2, 1), combination(12)].map((c) => other.has(c))).toEqual([true, false, true]);
  for (let i = 0; !all.full; i++) all.add(combination(i, i));
  const { size } = all;
  expect([all.add(combination(999)), all.add(combination(999)), all.add(combination(1, 2)), all.size - size]).toEqual([
    true,
    true,
    false,
    0,
  ]);
});
