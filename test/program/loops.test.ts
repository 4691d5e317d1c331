import { busiestSite, loopText } from '../../src/program/loops';

test('the busiest call site of a thread', () => {
  expect(busiestSite([])).toBeUndefined();
  expect(busiestSite([{ thread: 1, site: -1 }])).toBeUndefined();
  const at = [
    { thread: 1, site: 5 },
    { thread: 2, site: 5 },
    { thread: 1, site: 6 },
    { thread: 2, site: 5 },
    { thread: 2, site: -1 },
  ];
  const found = busiestSite(at);
  expect(found).toEqual({ thread: 2, site: 5, times: 2 });
  expect(loopText(found!, 'a.c:3')).toBe('thread 2 was at a.c:3 2 times');
  expect(loopText({ ...found!, thread: 0 }, 'a.c:3')).toBe('main was at a.c:3 2 times');
});
