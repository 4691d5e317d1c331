/** The clients of a test: each once, up to exchanges of threads. */
import { clientsOf } from '../../src/spec/clients';
import type { SpecDescription } from '../../src/spec/description';
import { threadsOf } from '../../src/spec/spec-text';

const texts = (description: Partial<SpecDescription>): string[] =>
  [...clientsOf({ name: 'x', calls: 2, threads: 2, operations: [], ...description })].map(({ text }) => text);

const queue = [
  { name: 'push', parameters: [0] },
  { name: 'pop', parameters: [] },
];

test('the smallest ones first, and no client twice where threads are exchanged', () => {
  expect(texts({ operations: queue })).toEqual([
    'push(1)',
    'pop()',
    'push(1) push(2)',
    'push(1) pop()',
    'pop() push(1)',
    'pop() pop()',
    'push(1) | push(2)',
    'pop() | push(1)',
    'pop() | pop()',
  ]);
});

test('keys are not exchanged: a data structure may order them', () => {
  expect(texts({ operations: [{ name: 'add', parameters: [2] }] })).toEqual([
    'add(1)',
    'add(2)',
    'add(1) add(1)',
    'add(1) add(2)',
    'add(2) add(1)',
    'add(2) add(2)',
    'add(1) | add(1)',
    'add(1) | add(2)',
    'add(2) | add(2)',
  ]);
});

test('two parameters: a key, and a value that each call has for itself', () => {
  expect(texts({ calls: 1, operations: [{ name: 'put', parameters: [2, 0] }] })).toEqual(['put(1,1)', 'put(2,1)']);
});

test('what main calls before and after', () => {
  const description = { operations: queue, initial: { operation: 'push', calls: 1 }, drain: 'pop', threads: 1 };
  expect(texts(description)).toEqual([
    '; push(1) ; pop() pop()',
    '; pop() ; pop()',
    '; push(1) push(2) ; pop() pop() pop()',
    '; push(1) pop() ; pop() pop()',
    '; pop() push(1) ; pop() pop()',
    '; pop() pop() ; pop()',
    'push(1) ; push(2) ; pop() pop() pop()',
    'push(1) ; pop() ; pop() pop()',
  ]);
});

test('what main looks at in the end', () => {
  const set = [
    { name: 'add', parameters: [2] },
    { name: 'contains', parameters: [2] },
  ];
  expect(texts({ calls: 1, operations: set, look: 'contains' })).toEqual([
    '; add(1) ; contains(1) contains(2)',
    '; add(2) ; contains(1) contains(2)',
    '; contains(1) ; contains(1) contains(2)',
    '; contains(2) ; contains(1) contains(2)',
  ]);
});

/** All clients of so many calls, by brute force: the number of classes under exchanges of threads. */
function classes(operations: SpecDescription['operations'], calls: number, threads: number): number {
  const names = operations.flatMap(({ name, parameters }) =>
    parameters.length === 0 ? [name] : [`${name}1`, `${name}2`],
  );
  const found = new Set<string>();
  const words = (length: number): string[][] =>
    length === 0 ? [[]] : words(length - 1).flatMap((word) => names.map((name) => [...word, name]));
  const orders = (all: readonly string[][]): string[][][] =>
    all.length === 0 ? [[]] : all.flatMap((list, i) => orders(all.toSpliced(i, 1)).map((rest) => [list, ...rest]));
  for (const word of words(calls))
    for (let cuts = 0; cuts < 2 ** (calls - 1); cuts++) {
      const all: string[][] = [[word[0]]];
      for (let i = 1; i < calls; i++)
        if ((cuts >> (i - 1)) & 1) all.push([word[i]]);
        else all.at(-1)!.push(word[i]);
      if (all.length > threads) continue;
      found.add(
        orders(all)
          .map((order) => JSON.stringify(order))
          .sort()[0],
      );
    }
  return found.size;
}

test.each([
  [2, 2],
  [3, 2],
  [3, 3],
  [4, 3],
])('as many as there are classes: %i calls, %i threads', (calls, threads) => {
  const set = [
    { name: 'add', parameters: [2] },
    { name: 'has', parameters: [2] },
    { name: 'clear', parameters: [] },
  ];
  const found = [...clientsOf({ name: '', calls, threads, operations: set })].filter(
    (client) => client.calls === calls,
  );
  expect(found.length).toBe(classes(set, calls, threads));
  expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
});

test('the calls of each thread, with those of main before and behind', () => {
  expect(threadsOf('push(1) | pop()')).toEqual([[], ['push(1)'], ['pop()'], []]);
  expect(threadsOf('push(1) ; pop() pop() ; pop()')).toEqual([['push(1)'], ['pop()', 'pop()'], ['pop()']]);
});
