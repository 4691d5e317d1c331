/** Which threads may starve, under strong fairness; each verdict is derived by hand. */
import { explore } from '../../../../../src/explore/explorer';
import { machineOf } from '../../../../oracle/states/made';
import type { Machine, Thread } from '../../../../oracle/states/machine';
import { machineProgram, siteText } from '../../../../oracle/states/machine-program';

/** The places of threads that starve, and other errors. */
function starving(machine: Machine, model: 'sc' | 'rc11' = 'sc'): string[] {
  const options = { model, equivalence: 'state', keepGoing: true, progress: 'starvation-free' } as const;
  const { errors, limitsHit } = explore(machineProgram(machine), options);
  expect(limitsHit).toEqual([]);
  return errors
    .map(({ kind, involved }) =>
      kind === 'starvation' ? involved.map(({ label }) => siteText(label.site)).join() : kind,
    )
    .sort();
}

const testAndSet: Thread = [
  { op: 'xchg', x: 0, v: 1, r: 0 },
  { op: 'if', r: 0, v: 1, to: 0 },
  { op: 'store', x: 0, v: 0 },
  { op: 'jump', to: 0 },
];
const flips: Thread = [
  { op: 'xor', x: 0, v: 1, r: 0 },
  { op: 'set', r: 0, v: 0 },
  { op: 'jump', to: 0 },
];
const awaits = (v: number): Thread => [
  { op: 'load', x: 0, r: 0 },
  { op: 'if', r: 0, v, not: true, to: 0 },
  { op: 'set', r: 0, v: 0 },
];
const forEver = (round: Thread): Thread => [...round, { op: 'jump', to: 0 }];

test('a test-and-set lock: another thread may always be quicker', () => {
  expect(starving(machineOf([testAndSet, testAndSet]))).toEqual(['1:0', '2:0']);
  expect(starving(machineOf([testAndSet, testAndSet]), 'rc11')).toEqual(['1:0', '2:0']);
});

test('alone, or used a number of times, a test-and-set lock comes', () => {
  const once = testAndSet.slice(0, 3);
  expect(starving(machineOf([testAndSet]))).toEqual([]);
  expect(starving(machineOf([once, once, once]))).toEqual([]);
});

test('one that takes the lock once may wait for ever for one that always does', () => {
  expect(starving(machineOf([testAndSet, testAndSet.slice(0, 3)]))).toEqual(['2:0']);
});

test('who tests before setting may starve at both', () => {
  const both: Thread = [
    { op: 'load', x: 0, r: 0 },
    { op: 'if', r: 0, v: 1, to: 0 },
    ...[...testAndSet.slice(0, 3)].map((i) => (i.op === 'if' ? { ...i, to: 0 } : i)),
    { op: 'jump', to: 0 },
  ];
  // Both reads belong to one loop, so it is one place.
  const places = starving(machineOf([both, both]));
  expect(new Set(places.map((p) => p[0]))).toEqual(new Set(['1', '2']));
});

test('with tickets all get their turn', () => {
  // For two threads, tickets and turns are 0 and 1.
  const tickets: Thread = [
    { op: 'xor', x: 0, v: 1, r: 0 },
    { op: 'if', r: 0, v: 1, to: 7 },
    { op: 'load', x: 1, r: 0 },
    { op: 'if', r: 0, v: 1, to: 2 },
    { op: 'store', x: 1, v: 1 },
    { op: 'set', r: 0, v: 0 },
    { op: 'jump', to: 0 },
    { op: 'load', x: 1, r: 0 },
    { op: 'if', r: 0, v: 0, to: 7 },
    { op: 'store', x: 1, v: 0 },
    { op: 'set', r: 0, v: 0 },
    { op: 'jump', to: 0 },
  ];
  expect(starving(machineOf([tickets, tickets]))).toEqual([]);
});

const peterson = (me: number, other: number, turn = 2): Thread => [
  { op: 'store', x: me, v: 1 },
  { op: 'store', x: turn, v: other },
  { op: 'load', x: other, r: 0 },
  { op: 'if', r: 0, v: 0, to: 6 },
  { op: 'load', x: turn, r: 0 },
  { op: 'if', r: 0, v: other, to: 2 },
  { op: 'store', x: me, v: 0 },
  { op: 'set', r: 0, v: 0 },
  { op: 'jump', to: 0 },
];

test("with Peterson's lock all get their turn", () => {
  expect(starving(machineOf([peterson(0, 1), peterson(1, 0)]))).toEqual([]);
  expect(starving(machineOf([peterson(0, 1), peterson(1, 0)]), 'rc11')).toEqual([]);
});

test("without turns, a flag may be seen up whenever one looks: Peterson's lock is needed", () => {
  const flag = (me: number, other: number): Thread => [
    { op: 'load', x: other, r: 0 },
    { op: 'if', r: 0, v: 1, to: 0 },
    { op: 'store', x: me, v: 1 },
    { op: 'store', x: me, v: 0 },
    { op: 'jump', to: 0 },
  ];
  expect(starving(machineOf([flag(0, 1), flag(1, 0)]))).toEqual(['1:0', '2:0']);
});

test('a mutex that is free again and again is got', () => {
  const locks = forEver([
    { op: 'lock', m: 0 },
    { op: 'unlock', m: 0 },
  ]);
  expect(starving(machineOf([locks, locks]))).toEqual([]);
  expect(starving(machineOf([locks, locks, locks.slice(0, 2)]))).toEqual([]);
});

test('readers who overlap keep a writer out; one reader does not', () => {
  const reads = forEver([
    { op: 'rdlock', l: 0 },
    { op: 'rdunlock', l: 0 },
  ]);
  const writes = forEver([
    { op: 'wrlock', l: 0 },
    { op: 'wrunlock', l: 0 },
  ]);
  expect(starving(machineOf([reads, reads, writes]))).toEqual(['3:0']);
  expect(starving(machineOf([reads, writes]))).toEqual([]);
  expect(starving(machineOf([reads, writes, writes]))).toEqual([]);
});

test('readers go on, whatever they read', () => {
  const reads = forEver([
    { op: 'rdlock', l: 0 },
    { op: 'read', x: 0, r: 0 },
    { op: 'rdunlock', l: 0 },
    { op: 'set', r: 0, v: 0 },
  ]);
  const writes = forEver([
    { op: 'wrlock', l: 0 },
    { op: 'write', x: 0, v: 0 },
    { op: 'write', x: 0, v: 1 },
    { op: 'wrunlock', l: 0 },
  ]);
  expect(starving(machineOf([reads, reads, writes]))).toEqual(['3:0']);
  expect(starving(machineOf([reads, writes]))).toEqual([]);
});

test('philosophers with forks in an order all eat', () => {
  const eats = (a: number, b: number): Thread =>
    forEver([
      { op: 'lock', m: a },
      { op: 'lock', m: b },
      { op: 'unlock', m: b },
      { op: 'unlock', m: a },
    ]);
  expect(starving(machineOf([eats(0, 1), eats(1, 2), eats(0, 2)]))).toEqual([]);
});

test('a value that comes and goes may be missed; one that stays is seen', () => {
  expect(starving(machineOf([awaits(1), flips]))).toEqual(['1:0']);
  const sets: Thread = [
    { op: 'store', x: 0, v: 2 },
    { op: 'xor', x: 1, v: 1, r: 0 },
    { op: 'set', r: 0, v: 0 },
    { op: 'jump', to: 1 },
  ];
  expect(starving(machineOf([awaits(2), sets]))).toEqual([]);
});

test('a value that never comes is waited for, where the data never changes', () => {
  const others = flips.map((i) => (i.op === 'xor' ? { ...i, x: 1 } : i));
  expect(starving(machineOf([awaits(2), others]))).toEqual(['1:0']);
  // Where it does, this cannot be told from a thread that watches the data for ever.
  expect(starving(machineOf([awaits(2), flips]))).toEqual([]);
});

test('a thread that reads for ever, whatever it reads, does not wait', () => {
  expect(
    starving(
      machineOf([
        forEver([
          { op: 'load', x: 0, r: 0 },
          { op: 'set', r: 0, v: 0 },
        ]),
        flips,
      ]),
    ),
  ).toEqual([]);
  const twice = forEver([
    { op: 'load', x: 0, r: 0 },
    { op: 'if', r: 0, v: 0, to: 3 },
    { op: 'load', x: 1, r: 0 },
    { op: 'set', r: 0, v: 0 },
  ]);
  expect(starving(machineOf([twice, flips]))).toEqual([]);
  const locked = forEver([
    { op: 'lock', m: 0 },
    { op: 'load', x: 0, r: 0 },
    { op: 'unlock', m: 0 },
    { op: 'set', r: 0, v: 0 },
  ]);
  expect(starving(machineOf([locked, flips]))).toEqual([]);
});

test('a thread that looks under a lock may look at the wrong moments', () => {
  const polls: Thread = [
    { op: 'lock', m: 0 },
    { op: 'load', x: 0, r: 0 },
    { op: 'unlock', m: 0 },
    { op: 'if', r: 0, v: 1, not: true, to: 0 },
  ];
  expect(starving(machineOf([polls, flips]))).toEqual(['1:0']);
});

test('who waits for a signal that others may send is woken; without a sender it starves', () => {
  const sleeps: Thread = forEver([
    { op: 'lock', m: 0 },
    { op: 'wait', c: 0, m: 0, r: 0 },
    { op: 'unlock', m: 0 },
  ]);
  const signals: Thread = forEver([
    { op: 'choose', n: 1, r: 0 },
    { op: 'signal', c: 0 },
  ]);
  expect(starving(machineOf([sleeps, signals]))).toEqual([]);
  expect(starving(machineOf([sleeps, sleeps, signals]))).toEqual([]);
  expect(starving(machineOf([sleeps, flips]))).toEqual(['1:1']);
});

test('semaphores are got as mutexes are', () => {
  const uses = forEver([
    { op: 'acquire', s: 0 },
    { op: 'post', s: 0 },
  ]);
  expect(starving(machineOf([uses, uses], [], { semaphores: [1] }))).toEqual([]);
  expect(starving(machineOf([[{ op: 'acquire', s: 0 }], flips], [], { semaphores: [0] }))).toEqual(['1:0']);
});

test('updates that fail when others succeed may fail for ever', () => {
  const updates: Thread = [
    { op: 'load', x: 0, r: 0 },
    { op: 'if', r: 0, v: 1, to: 4 },
    { op: 'cas', x: 0, e: 0, v: 1, r: 0 },
    { op: 'jump', to: 5 },
    { op: 'cas', x: 0, e: 1, v: 0, r: 0 },
    { op: 'set', r: 0, v: 0 },
    { op: 'jump', to: 0 },
  ];
  expect(new Set(starving(machineOf([updates, updates])).map((p) => p[0]))).toEqual(new Set(['1', '2']));
});

test('a thread that waits for the end of one that never ends is no news', () => {
  expect(starving(machineOf([flips], [{ op: 'join', t: 1 }]))).toEqual([]);
});

test('a livelock is one, not starvation', () => {
  expect(starving(machineOf([awaits(1)]))).toEqual(['livelock']);
});
