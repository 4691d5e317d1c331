/** The states that several threads explore. */
import { WorkQueue } from '../../../../../src/explore/strategy/state-space/frontier/frontier-round';

const FAR = Number.MAX_SAFE_INTEGER;

function takeAll(queue: WorkQueue): number[] {
  const taken: number[] = [];
  for (let state = queue.take(); state !== 0; state = queue.take()) taken.push(state);
  return taken;
}

test('those of the list, and then those of the table, while it grows', () => {
  const table = { count: 6 };
  const queue = WorkQueue.of([9, 8, 7], 5, 1, FAR, table);
  expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([9, 8, 7, 5]);
  table.count = 7;
  expect(takeAll(queue)).toEqual([6, 7]);
  expect(queue.left).toEqual({ list: [], next: 8 });
});

test('two threads take each state once', () => {
  const table = { count: 1000 };
  const list = Array.from({ length: 100 }, (_, i) => 2000 + i);
  const first = WorkQueue.of(list, 1, 2, FAR, table);
  const second = new WorkQueue(first.shared, table);
  const taken: number[] = [];
  for (let i = 0; taken.length < 1100; i++) taken.push((i % 3 === 0 ? first : second).take());
  const all = [...Array.from({ length: 1000 }, (_, i) => i + 1), ...list];
  expect(taken.sort((a, b) => a - b)).toEqual(all);
});

test('once all should stop, a thread ends with what it has taken', () => {
  const queue = WorkQueue.of([], 1, 1, FAR, { count: 100 });
  const taken = [queue.take()];
  queue.stop();
  taken.push(...takeAll(queue));
  expect(taken).toEqual(Array.from({ length: taken.length }, (_, i) => i + 1));
  expect(queue.left).toEqual({ list: [], next: taken.length + 1 });
  expect(taken.length).toBeLessThan(100);
});

test('it is time to stop', () => {
  const queue = WorkQueue.of([4, 5, 6], 1, 3, 0, { count: 0 });
  queue.take();
  queue.stopInTime();
  expect(takeAll(queue)).toEqual([]);
  expect(queue.left).toEqual({ list: [5, 6], next: 1 });
});

test('who finds nothing waits for the others until it is time', () => {
  expect(takeAll(WorkQueue.of([], 1, 2, 0, { count: 0 }))).toEqual([]);
});
