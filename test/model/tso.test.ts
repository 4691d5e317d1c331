/**
 * What store buffers make of the accesses and fences of C11 and of POSIX functions, and that tso and pso are between sc
 * and RC11. x86-litmus.test.ts has the litmus tests of processors.
 */
import { explore } from '../../src/explore/explorer';
import type { ModelName } from '../../src/model/names';
import { Kind, label, MutexType, RmwOp, type Label } from '../../src/program/label';
import { bruteForce } from '../oracle/brute';
import { differences } from '../oracle/compare';
import { dataProgram } from '../oracle/data-program';
import type { Litmus, MemoryOrder, Op } from '../oracle/litmus';
import { programOf, starter, type Body } from '../oracle/program-of';
import { randomLitmus } from '../oracle/random';
import { shapes } from '../oracle/shapes';
import { F, litmus, outcomes as outcomesOf, R, W } from './small-programs';

const models = ['tso', 'pso'] as const;

/** Also compares all executions with those of brute force. */
function outcomes(program: Litmus, model: ModelName): string[] {
  expect(differences(program, model)).toEqual([]);
  return outcomesOf(program, model);
}

const storeBuffering = (store: MemoryOrder, load: MemoryOrder, ...between: Op[]): Litmus =>
  litmus([W(0, 1, store), ...between, R(1, load)], [W(1, 1, store), ...between, R(0, load)]);
const messagePassing = (store: MemoryOrder, ...between: Op[]): Litmus =>
  litmus([W(0, 1), ...between, W(1, 1, store)], [R(1), R(0)]);

describe.each(models)('store buffering under %s', (model) => {
  const may = (program: Litmus): boolean => outcomes(program, model).includes('0|0');

  test.each<[MemoryOrder, MemoryOrder, boolean]>([
    ['rlx', 'rlx', true],
    ['rel', 'acq', true],
    ['rlx', 'sc', true],
    ['sc', 'rlx', false],
    ['sc', 'sc', false],
  ])('%s stores, %s loads: %s', (store, load, allowed) => {
    expect(may(storeBuffering(store, load))).toBe(allowed);
  });

  test.each<[MemoryOrder, boolean]>([
    ['acq', true],
    ['rel', true],
    ['ar', true],
    ['sc', false],
  ])('with a fence that is %s: %s', (fence, allowed) => {
    expect(may(storeBuffering('rlx', 'rlx', F(fence)))).toBe(allowed);
  });

  test('an exchange is a barrier whatever its order, and so is a compare-exchange that fails', () => {
    const exchange: Op = { op: 'U', x: 2, o: 'rlx', r: 'u', k: 'xchg', v: 1, e: 0 };
    const failing: Op = { op: 'U', x: 2, o: 'rlx', r: 'u', k: 'cas', v: 1, e: 7, fo: 'rlx' };
    for (const op of [exchange, failing]) expect(may({ ...storeBuffering('rlx', 'rlx', op), locs: 3 })).toBe(false);
    expect(outcomesOf({ ...storeBuffering('rlx', 'rlx', failing), locs: 3 }, 'rc11')).toContain('0|0');
  });

  test('a critical section in between is a barrier', () => {
    const program = { ...storeBuffering('rlx', 'rlx', { op: 'L', m: 0 }, { op: 'UL', m: 0 }), mutexes: 1 };
    expect(may(program)).toBe(false);
  });
});

describe('message passing', () => {
  test.each<[MemoryOrder, Op[], boolean]>([
    ['rlx', [], true],
    ['rlx', [F('acq')], true],
    ['rlx', [F('rel')], false],
    ['rel', [], false],
    ['sc', [], false],
  ])('%s flag, %j in between: never under tso; under pso %s', (store, between, allowed) => {
    const program = messagePassing(store, ...between);
    expect(outcomes(program, 'tso')).not.toContain('10');
    expect(outcomes(program, 'pso').includes('10')).toBe(allowed);
    expect(outcomesOf(program, 'rc11')).toContain('10');
  });
});

describe('POSIX functions, as glibc has them on x86', () => {
  const store = (loc: number): Label => label(Kind.Store, { loc, value: 1 });
  const load = (loc: number): Label => label(Kind.Load, { loc });

  /** May both threads read 0, where each does `between` between its store and its load? Objects are from 2 on. */
  function mayBuffer(between: (t: number) => readonly Label[], before: readonly Label[] = []): boolean {
    const thread = (t: number): Body =>
      function* () {
        yield store(t);
        for (const l of between(t)) yield l;
        yield load(1 - t);
      };
    const main: Body = function* () {
      for (const l of before) yield l;
      yield* starter(2)();
    };
    let found = false;
    const { errors } = explore(programOf([main, thread(0), thread(1)]), {
      model: 'tso',
      equivalence: 'rf',
      onExecution: ({ graph }) => {
        const loads = graph!.events.filter((e) => e.label.kind === Kind.Load);
        found ||= loads.every((e) => e.read === 0);
      },
    });
    expect(errors).toEqual([]);
    return found;
  }
  const lock = (loc: number, op = 0): Label => label(Kind.MutexLock, { loc, op });
  const unlock = (loc: number, op = 0): Label => label(Kind.MutexUnlock, { loc, op });

  test.each<[string, (t: number) => readonly Label[], boolean]>([
    ['a lock and an unlock', (t) => [lock(2 + t), unlock(2 + t)], false],
    ['a post of a semaphore', (t) => [label(Kind.SemPost, { loc: 2 + t })], false],
    ['the initialisation of a mutex', (t) => [label(Kind.MutexInit, { loc: 2 + t })], true],
    ['a signal for nobody', (t) => [label(Kind.CondSignal, { loc: 2 + t })], true],
    ['a semaphore whose count is read', (t) => [label(Kind.SemGetvalue, { loc: 2 + t })], true],
    ['a futex that wakes nobody', (t) => [label(Kind.FutexWake, { loc: 2 + t, value: 1 })], false],
  ])('%s', (_, between, allowed) => {
    expect(mayBuffer(between)).toBe(allowed);
  });

  test('pthread_once, after the routine has ended', () => {
    const once = [label(Kind.OnceBegin, { loc: 2 })];
    const ran = [label(Kind.OnceBegin, { loc: 2 }), label(Kind.OnceEnd, { loc: 2 })];
    expect(mayBuffer(() => once, ran)).toBe(true);
  });

  test.each<[string, MutexType, boolean]>([
    ['a spinlock is unlocked by a store', MutexType.Spin, true],
    ['a mutex by a locked instruction', MutexType.Normal, false],
  ])('%s', (_, type, allowed) => {
    const critical = (t: number): Body =>
      function* () {
        yield lock(2 + t, type);
        yield store(t);
        yield unlock(2 + t, type);
        yield load(1 - t);
      };
    const seen = new Set<string>();
    explore(programOf([starter(2), critical(0), critical(1)]), {
      model: 'tso',
      equivalence: 'rf',
      onExecution: ({ graph }) => {
        seen.add(graph!.threads.map((t) => t.filter((e) => e.label.kind === Kind.Load).map((e) => e.read)).join('|'));
      },
    });
    expect(seen.has('|0|0')).toBe(allowed);
  });

  test('a thread that holds a recursive mutex changes its count by stores', () => {
    const recursive = (kind: Kind.MutexLock | Kind.MutexUnlock, t: number): Label =>
      label(kind, { loc: 2 + t, op: MutexType.Recursive });
    const nested = (t: number): Label[] => [recursive(Kind.MutexLock, t), recursive(Kind.MutexUnlock, t)];
    const critical = (t: number): Body =>
      function* () {
        yield recursive(Kind.MutexLock, t);
        yield store(t);
        for (const l of nested(t)) yield l;
        yield load(1 - t);
        yield recursive(Kind.MutexUnlock, t);
      };
    let found = false;
    explore(programOf([starter(2), critical(0), critical(1)]), {
      model: 'tso',
      equivalence: 'rf',
      onExecution: ({ graph }) => {
        found ||= graph!.events.every((e) => e.label.kind !== Kind.Load || e.read === 0);
      },
    });
    expect(found).toBe(true);
    expect(mayBuffer(nested)).toBe(false);
  });

  test('what is printed is stored, other updates are barriers', () => {
    const update = (loc: number, op: RmwOp): Label =>
      label(Kind.Rmw, { loc, op, value: 1, text: 'x', expected: 1, size: 8 });
    expect(mayBuffer((t) => [update(2 + t, RmwOp.Append)])).toBe(true);
    expect(mayBuffer((t) => [update(2 + t, RmwOp.Add)])).toBe(false);
  });
});

test('what is printed after other output comes after what precedes that', () => {
  const print = label(Kind.Rmw, { loc: 2, op: RmwOp.Append, value: 1, text: 'x', expected: 1, size: 8 });
  const first: Body = function* () {
    yield label(Kind.Store, { loc: 0, value: 1 });
    yield print;
  };
  const second: Body = function* () {
    yield print;
    yield label(Kind.Load, { loc: 0 });
  };
  const seen = new Set<string>();
  explore(programOf([starter(2), first, second]), {
    model: 'tso',
    equivalence: 'rf',
    onExecution: ({ graph }) => {
      const [, printed, load] = graph!.threads[2];
      seen.add(`${printed.source!.thread === 1 ? 'after' : 'before'}: ${load.read}`);
    },
  });
  expect([...seen].sort()).toEqual(['after: 1', 'before: 0', 'before: 1']);
});

test('a thread reads its own store before others see it, and they may order it later than their own', () => {
  const program = litmus([W(0, 1), R(0), R(1)], [W(1, 1), R(1), R(0)]);
  for (const model of models) expect(outcomes(program, model)).toContain('10|10');
  expect(outcomesOf(program, 'sc')).not.toContain('10|10');
});

test('data races are those of C11', () => {
  const program = litmus([{ op: 'PW', x: 0, v: 1 }, R(1)], [W(1, 1), { op: 'PR', x: 0, r: 'd' }]);
  const { errors } = explore(dataProgram(program), { model: 'tso', equivalence: 'observational' });
  expect(errors.map((e) => e.kind)).toEqual(['data-race']);
});

test('each model has the executions of the stronger one: sc, tso, pso, rc11', () => {
  const names = [
    'crossing accesses',
    'crossing accesses, two threads',
    'atomics',
    'relaxed and acquire-release',
    'much seq_cst',
    'one location',
    'plain data',
    'crossing accesses and mutexes',
    'condition variables',
    'crossing accesses and objects',
    'barriers',
    'once and plain data',
    'loops that wait',
  ];
  const order = ['sc', 'tso', 'pso', 'rc11'] as const;
  const more = [0, 0, 0];
  for (const program of names.flatMap((name) =>
    randomLitmus(shapes[name], 815, name.startsWith('crossing') ? 30 : 6),
  )) {
    const found = order.map((model) => bruteForce(program, model));
    for (const [i, weaker] of found.slice(1).entries()) {
      for (const set of ['rf', 'races', 'deadlocks'] as const)
        expect([...found[i][set]].filter((key) => !weaker[set].has(key))).toEqual([]);
      if (weaker.races.size === 0 && found[i].rf.size < weaker.rf.size) more[i]++;
    }
  }
  for (const n of more) expect(n).toBeGreaterThan(0);
});
