/** The hint at a loop that may be endless, from made-up histories. */
import { endlessLoop } from '../../src/check/endless-loop';
import { Kind, label, type Label } from '../../src/program/label';
import type { HistoryNode } from '../../src/program/program';

const at = (site: number): Label => ({ ...label(Kind.Load), site });

/** A chain of nodes of one thread, each with these sites: the last one is of the pending event. */
function chain(thread: number, length: number, sites: readonly number[], first = 0): HistoryNode[] {
  const nodes: HistoryNode[] = [];
  for (let i = 0; i < length; i++)
    nodes.push({
      id: first + i,
      thread,
      parent: nodes.at(-1) ?? null,
      value: 0,
      segment: sites.slice(0, -1).map(at),
      pending: at(sites.at(-1)!),
      children: new Map(),
    });
  return nodes;
}

test('the longest history counts, and the place that it was at most often', () => {
  expect(endlessLoop([...chain(1, 5, [3]), ...chain(2, 150, [7, 9, 7], 5), ...chain(0, 120, [4], 155)])).toEqual({
    thread: 2,
    site: 7,
    times: 300,
  });
});

test('of short histories there is none', () => {
  expect(endlessLoop([])).toBeUndefined();
  expect(endlessLoop(chain(0, 99, [3]))).toBeUndefined();
  expect(endlessLoop(chain(0, 100, [3]))?.times).toBe(100);
  expect(endlessLoop(chain(0, 500, [-1]))).toBeUndefined();
});
