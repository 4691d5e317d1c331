/**
 * States under rc11 and c20 (docs/explanation/robustness.md): programs that do no more than interleavings, and others.
 */
import { explore } from '../../../src/explore/explorer';
import { stateSearch } from '../../../src/explore/strategy/state-space/state-search';
import type { Verdict } from '../../../src/explore/common/verdict';
import type { MemoryOrder } from '../litmus';
import { compareRobustness, weakModels } from './compare-robustness';
import { machineOf, searchWithout } from './made';
import { machineProgram } from './machine-program';
import type { Instruction, Machine, Operand, Thread } from './machine';
import { randomWeakMachines, weakMachines } from './random-weak-machine';

const seed = Number(process.env.DRISTA_SEED ?? 1);

const load = (x: number, o: MemoryOrder, r = 0): Instruction => ({ op: 'load', x, r, o });
const store = (x: number, v: Operand, o: MemoryOrder): Instruction => ({ op: 'store', x, v, o });
const set = (r: number, v: Operand): Instruction => ({ op: 'set', r, v });
/** Goes on where register 0 is v, else back to the instruction. */
const unless = (v: number, to: number): Instruction => ({ op: 'if', r: 0, v, not: true, to });

function messagePassing(writes: MemoryOrder, reads: MemoryOrder): Thread[] {
  return [
    [store(0, 1, 'rlx'), store(1, 1, writes)],
    [load(1, reads), load(0, 'rlx', 1)],
  ];
}

function storeBuffering(writes: MemoryOrder, reads: MemoryOrder): Thread[] {
  return [
    [store(0, 1, writes), load(1, reads)],
    [store(1, 1, writes), load(0, reads)],
  ];
}

/** For ever: takes the lock by an exchange, changes relaxed data, and gives it back. */
function spinLock(takes: MemoryOrder, releases: MemoryOrder): Thread {
  return [
    { op: 'xchg', x: 0, v: 1, r: 0, o: takes },
    unless(0, 0),
    load(1, 'rlx', 1),
    { op: 'if', r: 1, v: 0, to: 6 },
    store(1, 0, 'rlx'),
    { op: 'jump', to: 7 },
    store(1, 1, 'rlx'),
    set(1, 0),
    store(0, 0, releases),
    { op: 'jump', to: 0 },
  ];
}

/** For ever: waits for its turn, counts, and gives the turn to the other. */
function turns(me: number, reads: MemoryOrder): Thread {
  return [
    load(0, reads),
    unless(me, 0),
    load(1, 'rlx', 1),
    store(1, { r: 1, c: 1 }, 'rlx'),
    set(1, 0),
    store(0, 1 - me, 'rel'),
    { op: 'jump', to: 0 },
  ];
}

const robust: Readonly<Record<string, readonly Thread[]>> = {
  'message passing': messagePassing('rel', 'acq'),
  'load buffering': [
    [load(0, 'rlx'), store(1, 1, 'rlx')],
    [load(1, 'rlx'), store(0, 1, 'rlx')],
  ],
  'a flag that many set and one awaits': [[load(0, 'rlx'), unless(1, 0)], [store(0, 1, 'rlx')], [store(0, 1, 'rlx')]],
  'a spin lock, for ever': [spinLock('acq', 'rel'), spinLock('acq', 'rel'), spinLock('acq', 'rel')],
  'turns, for ever': [turns(0, 'acq'), turns(1, 'acq')],
};

const notRobust: Readonly<Record<string, readonly Thread[]>> = {
  'message passing without release': messagePassing('rlx', 'acq'),
  'message passing without acquire': messagePassing('rel', 'rlx'),
  'store buffering': storeBuffering('rel', 'acq'),
  'independent reads of independent writes': [
    [store(0, 1, 'rel')],
    [store(1, 1, 'rel')],
    [load(0, 'acq'), load(1, 'acq', 1)],
    [load(1, 'acq'), load(0, 'acq', 1)],
  ],
  'two writes each, in the other order': [
    [store(0, 1, 'rel'), store(1, 2, 'rel')],
    [store(1, 1, 'rel'), store(0, 2, 'rel')],
  ],
  'a spin lock that does not acquire': [spinLock('rlx', 'rel'), spinLock('rlx', 'rel')],
  'turns that are not acquired': [turns(0, 'rlx'), turns(1, 'rlx')],
};

function searched(machine: Machine, factories = [stateSearch] as Parameters<typeof explore>[2]): Verdict {
  const options = { model: 'rc11', equivalence: 'state', keepGoing: true } as const;
  return explore(machineProgram(machine, 'both'), options, factories);
}

test.each(Object.entries(robust))('robust: %s', (_, threads) => {
  const machine = machineOf(threads);
  const verdict = searched(machine);
  expect([verdict.byStates, verdict.errors]).toEqual([true, []]);
  expect(compareRobustness(machine, 'rc11').differences).toEqual([]);
});

test.each(Object.entries(notRobust))('not robust: %s', (_, threads) => {
  expect(searched(machineOf(threads)).byStates).toBeUndefined();
});

const wait = (x: number, v: number, at: number): Instruction[] => [load(x, 'rlx'), unless(v, at)];

/** A thread that does the one or the other, and stands at one place then. */
function either(one: Thread, other: Thread, then: Thread = []): Thread {
  const end = 3 + one.length + other.length;
  return [
    { op: 'choose', n: 2, r: 0 },
    { op: 'if', r: 0, v: 1, to: 3 + one.length },
    ...one,
    { op: 'jump', to: end },
    ...other,
    set(0, 0),
    ...then,
    load(3, 'rlx'),
  ];
}

/**
 * By what matters: two ways of a thread that lead to the same places and the same memory; after the first one alone the
 * others do no more than in an interleaving. Locations: x, y, z.
 */
const ways: Readonly<Record<string, { one: Thread; other: Thread; then?: Thread; others: readonly Thread[] }>> = {
  'what a read acquires': {
    one: [store(0, 1, 'rlx'), store(1, 1, 'rel')],
    other: [store(0, 1, 'rlx'), store(1, 1, 'rlx')],
    others: [[load(1, 'acq'), unless(1, 0), load(0, 'rlx')]],
  },
  'what the last write knew': {
    one: [store(1, 1, 'rlx'), load(0, 'rlx'), load(1, 'rlx')],
    other: [load(0, 'rlx'), store(1, 1, 'rlx'), load(1, 'rlx')],
    others: [[...wait(1, 1, 0), load(0, 'rlx')], [store(0, 1, 'rlx')]],
  },
  'what readers knew': {
    one: [load(1, 'rlx'), load(0, 'rlx')],
    other: [load(0, 'rlx'), load(1, 'rlx')],
    others: [[store(1, 1, 'rlx'), load(0, 'rlx')], [store(0, 1, 'rlx')]],
  },
  'the values for which a thread waits': {
    one: [],
    other: [store(0, 2, 'rlx')],
    then: [store(0, 2, 'rlx'), store(1, 1, 'rlx')],
    others: [[...wait(1, 1, 0), set(0, 0), ...wait(0, 2, 3)]],
  },
};

test.each(Object.entries(ways))('two ways to a state differ in: %s', (_, { one, other, then, others }) => {
  const robust = (b: Thread): boolean => searched(machineOf([either(one, b, then), ...others])).byStates === true;
  expect([robust(one), robust(other)]).toEqual([true, false]);
  expect(searched(machineOf([either(one, other, then), ...others])).byStates).toBeUndefined();
});

test('without that part of a state, it is not noticed', () => {
  const { one, other, others } = ways['what a read acquires'];
  const machine = machineOf([either(one, other), ...others]);
  expect(searched(machine, searchWithout('robustness')).byStates).toBe(true);
});

test('what writes of a thread release stays known when others have written in between', () => {
  const machine = machineOf([
    [
      { op: 'choose', n: 2, r: 0 },
      { op: 'if', r: 0, v: 1, to: 5 },
      { op: 'write', x: 1, v: 1 },
      store(0, 1, 'rel'),
      { op: 'jump', to: 7 },
      store(0, 1, 'rel'),
      { op: 'write', x: 1, v: 1 },
      set(0, 0),
      store(2, 1, 'rel'),
      load(3, 'rlx'),
      unless(1, 9),
      store(0, 3, 'rlx'),
    ],
    [load(2, 'rlx'), unless(1, 0), store(0, 2, 'rlx'), store(3, 1, 'rlx')],
    [load(3, 'rlx'), unless(1, 0), load(0, 'acq'), unless(3, 2), { op: 'read', x: 1, r: 0 }],
  ]);
  const options = { model: 'sc', equivalence: 'state', keepGoing: true, reduction: false } as const;
  expect(explore(machineProgram(machine, 'both'), options).errors.map(({ kind }) => kind)).toEqual(['data-race']);
});

test.each(Object.entries(weakMachines))('random machines: %s', (_, machines) => {
  randomWeakMachines(machines, seed, 12).forEach((machine, i) => {
    const { differences } = compareRobustness(machine, weakModels[i % weakModels.length], 3000);
    expect({ machine, differences }).toEqual({ machine, differences: [] });
  });
});
