/** Components as plain data: what is saved, and who goes on from it. */
import { dataOf, type Durable, giveData } from '../../src/base/durable';

class Counter implements Durable<number[]> {
  durable: number[] = [];
}

test('what is given to other components is what was read, also after a copy', () => {
  const before = { first: new Counter(), absent: undefined as Counter | undefined, second: new Counter() };
  before.first.durable.push(1);
  before.second.durable.push(2, 3);
  const data = structuredClone(dataOf(before));
  expect(data).toEqual({ first: [1], absent: undefined, second: [2, 3] });
  const after = { first: new Counter(), absent: undefined as Counter | undefined, second: new Counter() };
  giveData(after, data);
  expect(dataOf(after)).toEqual(data);
});

test('the data is alive until it is copied', () => {
  const parts = { only: new Counter() };
  const alive = dataOf(parts);
  const copy = structuredClone(alive);
  parts.only.durable.push(1);
  expect([alive.only, copy.only]).toEqual([[1], []]);
});

test('components are given their data in their order: a later one may need what an earlier one has', () => {
  const given: string[] = [];
  const part = (name: string): Durable<string> => ({
    get durable() {
      return name;
    },
    set durable(data: string) {
      given.push(`${name} ${data}`);
    },
  });
  giveData({ b: part('b'), a: part('a') }, { a: '1', b: '2' });
  expect(given).toEqual(['b 2', 'a 1']);
});
