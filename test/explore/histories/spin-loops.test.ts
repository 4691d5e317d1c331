/** Loops that wait, on programs in memory: `spin` stands for the fingerprint of the thread's machine state. */
import { explore } from '../../../src/explore/explorer';
import { iterationEndingAt } from '../../../src/explore/histories/spin-loops';
import { modelsWithoutCycles } from '../../../src/model/names';
import { Kind, label, Order } from '../../../src/program/label';
import type { HistoryNode } from '../../../src/program/program';
import { programOf, starter, type Body } from '../../oracle/program-of';

const load = (loc: number, spin: number) => label(Kind.Load, { loc, size: 4, spin });
const store = (loc: number, value: number, order = Order.Relaxed) => label(Kind.Store, { loc, size: 4, value, order });

const waitFor = (loc: number, value: number): Body =>
  function* () {
    while ((yield load(loc, 1)) !== value);
  };
const stores = (...values: number[]): Body =>
  function* () {
    for (const v of values) yield store(0, v);
  };
const twoThreads = (a: Body, b: Body) => programOf([starter(2), a, b]);

describe.each(modelsWithoutCycles)('%s', (model) => {
  test.each(['rf', 'observational'] as const)('%s: a loop that waits for a store ends in one way', (equivalence) => {
    const v = explore(twoThreads(waitFor(0, 1), stores(1)), { model, equivalence });
    expect(v.errors).toEqual([]);
    expect(v.executions).toBe(1);
  });

  test.each(['rf', 'observational'] as const)('%s: a value that passes may be missed for ever', (equivalence) => {
    const v = explore(twoThreads(waitFor(0, 1), stores(1, 0)), { model, equivalence, keepGoing: true });
    expect(v.errors.map((e) => e.kind)).toEqual(['livelock']);
    expect(v.executions).toBe(1);
  });

  test('stores of two threads: the last one may be either', () => {
    const program = programOf([starter(3), waitFor(0, 1), stores(1), stores(2)]);
    const v = explore(program, { model, equivalence: 'rf', keepGoing: true });
    expect(v.errors.map((e) => e.kind)).toEqual(['livelock']);
    expect(v.executions).toBe(1);
  });

  test('what nobody can bring is not waited for: a ring of one place, and a value that stays', () => {
    const turns = (mine: number, other: number): Body =>
      function* () {
        for (let i = 1; i <= 2; i++) {
          while ((yield load(other, 1)) < i - mine);
          yield store(mine, i);
        }
      };
    const ring = explore(twoThreads(turns(0, 1), turns(1, 0)), { model, equivalence: 'rf', explicit: false });
    const stays = explore(twoThreads(waitFor(0, 1), stores(2, 1)), { model, equivalence: 'rf', explicit: false });
    expect([ring, stays].map((v) => [v.errors, v.executions, v.deadEnds])).toEqual([
      [[], 1, 0],
      [[], 1, 0],
    ]);
  });

  test('a value that never comes', () => {
    const v = explore(twoThreads(waitFor(0, 3), stores(1, 2)), { model, equivalence: 'observational' });
    expect(v.errors.map((e) => [e.kind, e.involved.map((i) => i.thread)])).toEqual([['livelock', [0, 1]]]);
  });

  test('fences and failed trylocks in the loop change nothing', () => {
    const polls: Body = function* () {
      for (;;) {
        if ((yield load(0, 1)) !== 0) return;
        yield label(Kind.Fence, { order: Order.SeqCst });
      }
    };
    expect(explore(twoThreads(polls, stores(1)), { model, equivalence: 'rf' })).toMatchObject({
      errors: [],
      executions: 1,
    });
    const tries: Body = function* () {
      while ((yield label(Kind.MutexTrylock, { loc: 1, spin: 1 })) !== 0);
      yield label(Kind.MutexUnlock, { loc: 1 });
    };
    const holds = (unlocks: boolean): Body =>
      function* () {
        yield label(Kind.MutexLock, { loc: 1 });
        if (unlocks) yield label(Kind.MutexUnlock, { loc: 1 });
      };
    expect(explore(twoThreads(tries, holds(true)), { model, equivalence: 'rf' })).toMatchObject({
      errors: [],
      executions: 2,
    });
    const kinds = explore(twoThreads(tries, holds(false)), { model, equivalence: 'rf', keepGoing: true }).errors.map(
      (e) => e.kind,
    );
    expect(kinds).toEqual(['livelock']);
  });

  test.each(['rf', 'observational'] as const)('%s: polling plain data under a mutex', (equivalence) => {
    const locked = (...inside: ReturnType<typeof label>[]): Body =>
      function* () {
        yield label(Kind.MutexLock, { loc: 1 });
        for (const l of inside) yield l;
        yield label(Kind.MutexUnlock, { loc: 1 });
      };
    const polls: Body = function* () {
      for (;;) {
        yield label(Kind.MutexLock, { loc: 1, spin: 1 });
        const done = yield label(Kind.PlainRead, { loc: 0, size: 4 });
        yield label(Kind.MutexUnlock, { loc: 1 });
        if (done !== 0) return;
      }
    };
    const set = label(Kind.PlainWrite, { loc: 0, size: 4, value: 1 });
    expect(explore(twoThreads(polls, locked(set)), { model, equivalence })).toMatchObject({
      errors: [],
      executions: 1,
    });
    expect(explore(twoThreads(polls, locked()), { model, equivalence }).errors.map((e) => e.kind)).toEqual([
      'livelock',
    ]);
    const both = programOf([starter(3), polls, polls, locked(set)]);
    expect(explore(both, { model, equivalence })).toMatchObject({ errors: [], executions: 2 });
  });

  test('a loop over two locations, one stale read is no livelock', () => {
    const peterson: Body = function* () {
      for (;;) {
        if ((yield load(0, 1)) !== 0) return;
        if ((yield load(1, 2)) !== 0) return;
      }
    };
    const v = explore(twoThreads(peterson, stores(1)), { model, equivalence: 'rf' });
    expect(v.errors).toEqual([]);
    expect(v.executions).toBe(1);
  });
});

describe('turns in a tree', () => {
  const grow = (parent: HistoryNode | null, value: number, spin: number): HistoryNode => ({
    id: 0,
    thread: 1,
    parent,
    value,
    segment: [],
    pending: load(0, spin),
    children: new Map(),
  });

  test('a turn leads back to a fingerprint on the way there, in whatever order nodes are looked at', () => {
    const root = grow(null, 0, 5);
    const a = grow(root, 1, 6);
    const b = grow(a, 1, 5);
    expect(iterationEndingAt(b)?.head).toBe(root);
    expect([root, a].map(iterationEndingAt)).toEqual([undefined, undefined]);
    expect(iterationEndingAt(grow(b, 1, 6))?.head).toBe(a);
  });

  test('a fingerprint that another branch has is no turn', () => {
    const root = grow(null, 0, 5);
    expect(iterationEndingAt(grow(root, 1, 6))).toBeUndefined();
    expect(iterationEndingAt(grow(root, 2, 6))).toBeUndefined();
  });
});
