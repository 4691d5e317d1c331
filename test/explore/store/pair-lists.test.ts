import { PairLists } from '../../../src/explore/store/pair-lists';

test('each list has its pairs in order, through growth', () => {
  const lists = new PairLists();
  for (const list of [0, 200, 3]) lists.begin(list);
  for (let i = 0; i < 300; i++) lists.push(i % 2 === 0 ? 200 : 3, i, i + 1);
  expect(lists.numbers(0)).toEqual([]);
  expect(lists.numbers(200)).toEqual(Array.from({ length: 150 }, (_, i) => [2 * i, 2 * i + 1]).flat());
  expect(lists.numbers(3)?.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect([lists.has(0), lists.has(1), lists.has(5000), lists.numbers(1)]).toEqual([true, false, false, undefined]);
});

test('what is restored goes on', () => {
  const [lists, restored] = [new PairLists(), new PairLists()];
  lists.begin(1);
  lists.push(1, 1, 2);
  restored.durable = structuredClone(lists.durable);
  restored.push(1, 3, 4);
  expect([0, 1, 2].map((list) => restored.numbers(list))).toEqual([undefined, [1, 2, 3, 4], undefined]);
});
