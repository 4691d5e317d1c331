/** Programs whose number of executions is known. */
import { explore } from '../../src/explore/explorer';
import { Kind, label, Order, RmwOp } from '../../src/program/label';
import { programOf, starter, type Body } from '../oracle/program-of';

const load = (loc: number, order = Order.Relaxed) => label(Kind.Load, { loc, size: 4, order });
const store = (loc: number, value: number, order = Order.Relaxed) => label(Kind.Store, { loc, size: 4, value, order });
const write = (loc: number, value: number) => label(Kind.PlainWrite, { loc, size: 4, value });
const read = (loc: number) => label(Kind.PlainRead, { loc, size: 4 });
const lock = (loc: number) => label(Kind.MutexLock, { loc });
const unlock = (loc: number) => label(Kind.MutexUnlock, { loc });

const threads = (...bodies: Body[]) => programOf([starter(bodies.length), ...bodies]);

function storeBuffering(order: Order): () => ReturnType<typeof threads> {
  const side = (mine: number, other: number): Body =>
    function* () {
      yield store(mine, 1, order);
      yield load(other, order);
    };
  return () => threads(side(0, 1), side(1, 0));
}

test('store buffering: relaxed 4, seq_cst 3', () => {
  for (const equivalence of ['rf', 'observational', 'co'] as const) {
    expect(explore(storeBuffering(Order.Relaxed)(), { model: 'rc11', equivalence }).executions).toBe(4);
    expect(explore(storeBuffering(Order.SeqCst)(), { model: 'rc11', equivalence }).executions).toBe(3);
  }
});

test('nine writers and a reader: 10 by source, 3 by value where the values alternate', () => {
  const writers = (value: (i: number) => number): Body[] =>
    Array.from(
      { length: 9 },
      (_, i) =>
        function* () {
          yield store(0, value(i));
        },
    );
  const reader: Body = function* () {
    yield load(0);
  };
  expect(explore(threads(...writers((i) => i + 1), reader), { model: 'rc11', equivalence: 'rf' }).executions).toBe(10);
  expect(
    explore(threads(...writers((i) => 1 + (i % 2)), reader), { model: 'rc11', equivalence: 'observational' })
      .executions,
  ).toBe(3);
});

test('n threads with one fetch_add each: n! executions', () => {
  const add: Body = function* () {
    yield label(Kind.Rmw, { loc: 0, size: 4, op: RmwOp.Add, value: 1 });
  };
  for (const [n, count] of [
    [2, 2],
    [3, 6],
    [4, 24],
    [5, 120],
    [6, 720],
  ]) {
    for (const model of ['rc11', 'sc'] as const)
      expect(explore(threads(...Array.from({ length: n }, () => add)), { model, equivalence: 'rf' }).executions).toBe(
        count,
      );
  }
});

test('two locks taken in opposite orders: a deadlock', () => {
  const both = (a: number, b: number): Body =>
    function* () {
      yield lock(a);
      yield lock(b);
      yield unlock(b);
      yield unlock(a);
    };
  for (const model of ['rc11', 'sc'] as const) {
    for (const equivalence of ['rf', 'observational'] as const) {
      const v = explore(threads(both(0, 1), both(1, 0)), { model, equivalence, keepGoing: true });
      expect(v.errors.map((e) => e.kind)).toEqual(['deadlock']);
      expect(v.executions).toBe(equivalence === 'rf' ? 2 : 1);
    }
  }
});

describe('plain data', () => {
  /** Two threads store the same flag, only one of them after writing the data and with release. */
  const flags =
    (order: Order): (() => ReturnType<typeof threads>) =>
    () =>
      threads(
        function* () {
          yield write(0, 7);
          yield store(1, 1, Order.Release);
        },
        function* () {
          yield store(1, 1, order);
        },
        function* () {
          if ((yield load(1, Order.Acquire)) === 1) yield read(0);
        },
      );

  test.each(['rf', 'observational', 'co'] as const)(
    '%s: a race that hides behind a value that is the same',
    (equivalence) => {
      for (const model of ['rc11', 'c20', 'sc'] as const) {
        const v = explore(flags(Order.Relaxed)(), { model, equivalence, keepGoing: true });
        expect(v.errors.map((e) => e.kind)).toEqual(['data-race']);
      }
    },
  );

  test('message passing has none', () => {
    const program = (order: Order) =>
      threads(
        function* () {
          yield write(0, 7);
          yield store(1, 1, order);
        },
        function* () {
          if ((yield load(1, Order.Acquire)) === 1) yield read(0);
        },
      );
    for (const equivalence of ['rf', 'observational'] as const) {
      expect(explore(program(Order.Release), { model: 'rc11', equivalence })).toMatchObject({
        errors: [],
        executions: 2,
      });
      expect(explore(program(Order.Relaxed), { model: 'rc11', equivalence }).errors.map((e) => e.kind)).toEqual([
        'data-race',
      ]);
    }
  });

  test('a counter under a mutex: what is read depends on the order of the locks', () => {
    const add: Body = function* () {
      yield lock(1);
      const v = yield read(0);
      yield write(0, v + 1);
      yield unlock(1);
    };
    for (const model of ['rc11', 'sc'] as const) {
      for (const equivalence of ['rf', 'observational'] as const)
        expect(explore(threads(add, add, add), { model, equivalence })).toMatchObject({ errors: [], executions: 6 });
    }
  });
});
