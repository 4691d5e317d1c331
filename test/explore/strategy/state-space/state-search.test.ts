/** Exact numbers of states, without reduction; what random programs show is in test/oracle/states/. */
import { machineOf, searched } from '../../../oracle/states/made';
import type { Thread } from '../../../oracle/states/machine';

const summary = (...of: Parameters<typeof searched>) => {
  const { states, executions, errors, notes, limitsHit } = searched(...of);
  return { states, executions, errors: errors.map((e) => `${e.kind}: ${e.message}`), notes, limitsHit };
};
const nothing = { errors: [], notes: [], limitsHit: [] };
const endless = 'the program does not end: some executions go on for ever';

test.each([1, 2, 3, 4, 5])('%d threads that each add once have one state for each set of them', (n) => {
  const threads = Array.from({ length: n }, (): Thread => [{ op: 'add', x: 0, v: 1, r: 0 }]);
  expect(summary(machineOf(threads))).toEqual({ ...nothing, states: 2 ** n, executions: 1 });
});

test('two threads that each add twice have nine states', () => {
  const twice: Thread = [
    { op: 'add', x: 0, v: 0, r: 0 },
    { op: 'add', x: 0, v: 0, r: 0 },
  ];
  expect(summary(machineOf([twice, twice]))).toEqual({ ...nothing, states: 9, executions: 1 });
});

test('a loop that never ends closes', () => {
  const flip: Thread = [
    { op: 'xor', x: 0, v: 1, r: 0 },
    { op: 'set', r: 0, v: 0 },
    { op: 'jump', to: 0 },
  ];
  const machine = machineOf([flip]);
  expect(summary(machine)).toEqual({ ...nothing, states: 2, executions: 1, notes: [endless] });
  expect(summary(machineOf([flip, flip]))).toEqual({ ...nothing, states: 2, executions: 1, notes: [endless] });
});

test('a loop that only looks for what never comes is a livelock', () => {
  const awaits: Thread = [
    { op: 'load', x: 0, r: 0 },
    { op: 'if', r: 0, v: 1, not: true, to: 0 },
  ];
  expect(summary(machineOf([awaits]))).toEqual({
    ...nothing,
    states: 1,
    executions: 0,
    errors: ['livelock: thread 1 waits in a loop'],
  });
});

test('a loop that reads plain data, which nobody writes, is a livelock; where somebody does, it is a race', () => {
  const awaits: Thread = [
    { op: 'read', x: 0, r: 0 },
    { op: 'if', r: 0, v: 1, not: true, to: 0 },
  ];
  const other: Thread = [
    { op: 'load', x: 1, r: 0 },
    { op: 'write', x: 0, v: 1 },
  ];
  expect(summary(machineOf([awaits])).errors).toEqual(['livelock: thread 1 waits in a loop']);
  expect(new Set(searched(machineOf([awaits, other])).errors.map((e) => e.kind))).toEqual(new Set(['data-race']));
});

test('a loop that waits is left when others go on, and is not while they may go on for ever', () => {
  const awaits: Thread = [
    { op: 'load', x: 0, r: 0 },
    { op: 'if', r: 0, v: 2, not: true, to: 0 },
    { op: 'set', r: 0, v: 0 },
  ];
  const set: Thread = [{ op: 'store', x: 0, v: 2 }];
  expect(summary(machineOf([awaits, set]))).toEqual({ ...nothing, states: 3, executions: 1 });
  const flips: Thread = [
    { op: 'xor', x: 0, v: 1, r: 0 },
    { op: 'set', r: 0, v: 0 },
    { op: 'jump', to: 0 },
  ];
  const { notes } = summary(machineOf([awaits, flips]));
  expect(notes).toEqual([endless, 'thread 1 may wait for ever while others go on']);
});

test.each([
  [2, 1],
  [3, 1],
])('%d philosophers who take the left fork first may all wait', (n, deadlocks) => {
  const philosophers = Array.from({ length: n }, (_, i): Thread => [
    { op: 'lock', m: i },
    { op: 'lock', m: (i + 1) % n },
    { op: 'unlock', m: (i + 1) % n },
    { op: 'unlock', m: i },
  ]);
  const { executions, errors } = summary(machineOf(philosophers));
  expect([executions, errors.length, errors[0].startsWith('deadlock: ')]).toEqual([1, deadlocks, true]);
  const polite = philosophers.with(n - 1, [
    { op: 'lock', m: 0 },
    { op: 'lock', m: n - 1 },
    { op: 'unlock', m: n - 1 },
    { op: 'unlock', m: 0 },
  ]);
  expect(summary(machineOf(polite))).toMatchObject({ ...nothing, executions: 1 });
});

test('a thread that others wake again and again does not wait for ever', () => {
  const woken: Thread = [
    { op: 'lock', m: 0 },
    { op: 'wait', c: 0, m: 0, r: 0 },
    { op: 'unlock', m: 0 },
    { op: 'jump', to: 0 },
  ];
  const wakes: Thread = [
    { op: 'choose', n: 1, r: 0 },
    { op: 'signal', c: 0 },
    { op: 'jump', to: 0 },
  ];
  expect(summary(machineOf([woken, wakes])).notes).toEqual([endless]);
});

test('an update that fails where it comes later races with a plain read only if it comes first', () => {
  const reads: Thread = [
    { op: 'store', x: 0, v: 2 },
    { op: 'lock', m: 0 },
    { op: 'read', x: 0, r: 0 },
  ];
  const updates: Thread = [
    { op: 'cas', x: 0, e: 0, v: 1, r: 0 },
    { op: 'set', r: 0, v: 0 },
    { op: 'load', x: 1, r: 1 },
  ];
  for (const threads of [
    [reads, updates],
    [updates, reads],
  ])
    for (const reduction of [true, false])
      for (const model of ['sc', 'rc11'] as const)
        expect(searched(machineOf(threads), { reduction, model }).errors.map((e) => e.kind)).toEqual(['data-race']);
});

test('reduction leaves out states, and finds the same', () => {
  const own = [0, 1, 2].map((x): Thread => [
    { op: 'add', x, v: 1, r: 0 },
    { op: 'add', x, v: 1, r: 0 },
  ]);
  const [all, reduced] = [false, true].map((reduction) => summary(machineOf(own), { reduction }));
  expect([all.states, reduced.states, all.executions, reduced.executions]).toEqual([27, 5, 1, 1]);
});
