/** Each part of a state is needed: where it is left out, the state search misses errors, and that is noticed. */
import type { KeyPart } from '../../../src/explore/strategy/state-space/key/state-key';
import { stateSearchDifferences } from './compare-states';
import type { Machine, Thread } from './machine';
import { machineOf, searched, searchWithout } from './made';
import { machineShapes } from './machine-shapes';
import { randomMachines } from './random-machine';

/** By the part: a program with an error, which is in the second of two branches that differ in the part alone. */
const needing: Record<Exclude<KeyPart, 'robustness'>, { readonly machine: Machine; readonly error: string }> = {
  place: {
    machine: machineOf([
      [{ op: 'store', x: 0, v: 1 }],
      [
        { op: 'load', x: 0, r: 0 },
        { op: 'if', r: 0, v: 1, to: 4 },
        { op: 'load', x: 0, r: 0 },
        { op: 'if', r: 0, v: 1, to: 5 },
        { op: 'jump', to: 6 },
        { op: 'fail' },
      ],
    ]),
    error: 'assertion',
  },
  accesses: {
    machine: machineOf([either([{ op: 'write', x: 1, v: 0 }]), either([{ op: 'write', x: 1, v: 0 }])]),
    error: 'data-race',
  },
  used: {
    machine: machineOf(
      [[], either([{ op: 'detach', t: 1 }])],
      [
        { op: 'join', t: 2 },
        { op: 'load', x: 0, r: 0 },
        { op: 'join', t: 1 },
      ],
    ),
    error: 'misuse',
  },
  memory: {
    machine: machineOf([
      either([{ op: 'store', x: 1, v: 1 }]),
      [{ op: 'load', x: 1, r: 0 }, { op: 'if', r: 0, v: 1, not: true, to: 3 }, { op: 'fail' }],
    ]),
    error: 'assertion',
  },
  freed: {
    machine: machineOf([
      [...either([{ op: 'free', x: 1 }]), { op: 'store', x: 2, v: 1 }],
      [
        { op: 'load', x: 2, r: 0 },
        { op: 'if', r: 0, v: 1, not: true, to: 3 },
        { op: 'read', x: 1, r: 0 },
      ],
    ]),
    error: 'memory',
  },
  objects: {
    machine: machineOf([
      either([{ op: 'lock', m: 0 }]),
      [
        { op: 'lock', m: 0 },
        { op: 'unlock', m: 0 },
      ],
    ]),
    error: 'deadlock',
  },
  faults: {
    machine: machineOf([
      [
        { op: 'choose', n: 2, r: 0 },
        { op: 'if', r: 0, v: 1, to: 4 },
        { op: 'choose', n: 2, r: 0, most: 1 },
        { op: 'if', r: 0, v: 0, to: 9 },
        { op: 'set', r: 0, v: 0 },
        { op: 'load', x: 0, r: 1 },
        { op: 'choose', n: 2, r: 0, most: 1 },
        { op: 'if', r: 0, v: 0, to: 10 },
        { op: 'fail' },
        { op: 'assume' },
      ],
      [{ op: 'store', x: 0, v: 0 }],
    ]),
    error: 'assertion',
  },
  ordering: {
    machine: machineOf([
      [
        { op: 'write', x: 1, v: 0 },
        { op: 'store', x: 0, v: 1 },
        { op: 'lock', m: 0 },
        { op: 'load', x: 2, r: 0 },
        { op: 'unlock', m: 0 },
      ],
      [
        { op: 'choose', n: 2, r: 0 },
        { op: 'if', r: 0, v: 1, to: 4 },
        { op: 'load', x: 0, r: 1 },
        { op: 'if', r: 1, v: 1, not: true, to: 2 },
        { op: 'set', r: 0, v: 0 },
        { op: 'set', r: 1, v: 0 },
        { op: 'trylock', m: 0, r: 0 },
        { op: 'if', r: 0, v: 1, to: 10 },
        { op: 'unlock', m: 0 },
        { op: 'jump', to: 11 },
        { op: 'read', x: 1, r: 0 },
      ],
    ]),
    error: 'data-race',
  },
};

/** What the first branch does not do, the second one does; then both stand before the same load. */
function either(second: Thread): Thread {
  const end = 2 + second.length;
  return [
    { op: 'choose', n: 2, r: 0 },
    { op: 'if', r: 0, v: 0, to: end },
    ...second,
    { op: 'set', r: 0, v: 0 },
    { op: 'load', x: 3, r: 1 },
  ];
}

const parts = Object.keys(needing) as (keyof typeof needing)[];

/** With reduction, the search passes the states that differ in these parts in one move, as the next step is forced. */
const passed: ReadonlySet<KeyPart> = new Set(['used', 'freed']);

test.each(parts)('an error is missed without the part: %s', (part) => {
  const { machine, error } = needing[part];
  expect(stateSearchDifferences(machine)).toEqual([]);
  for (const reduction of [true, false]) {
    expect(new Set(searched(machine, { reduction }).errors.map((e) => e.kind))).toEqual(new Set([error]));
    const left = searched(machine, { reduction }, [part]).errors.map((e) => e.kind);
    expect(new Set(left)).toEqual(new Set(reduction && passed.has(part) ? [error] : []));
  }
});

test.each([
  ['place', 'locks'],
  ['memory', 'loops that wait'],
  ['objects', 'semaphores'],
] as const)('random programs notice that the part is missing: %s', (part, shape) => {
  const machines = randomMachines(machineShapes[shape], 1, 60);
  const differ = machines.filter((m) => (stateSearchDifferences(m, 300, searchWithout(part)) ?? []).length > 0);
  expect(differ.length).toBeGreaterThan(0);
});
