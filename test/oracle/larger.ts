/** The corpus's larger programs (oracle README) in memory: what each does is described at its C source there. */
import { Kind, Order, RmwOp, label, type Label } from '../../src/program/label';
import type { Program } from '../../src/program/program';
import { programOf, starter, type Body } from './program-of';

const size = 4;
const load = (loc: number, order = Order.SeqCst): Label => label(Kind.Load, { loc, order, size });
const store = (loc: number, value: number, order = Order.SeqCst): Label =>
  label(Kind.Store, { loc, value, order, size });

function startedByMain(bodies: readonly Body[], initial?: ReadonlyMap<number, number>): Program {
  return programOf([starter(bodies.length), ...bodies], initial);
}

function times<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

/** `threads` threads, `rounds` rounds each: load; store of that plus one. */
export function counter(threads: number, rounds: number): Program {
  return startedByMain(
    times(
      threads,
      () =>
        function* () {
          for (let i = 0; i < rounds; i++) yield store(0, (yield load(0, Order.Relaxed)) + 1, Order.Relaxed);
        },
    ),
  );
}

/** Two threads, `rounds` rounds: x = x + y, and y = y + x; x = y = 1 at first; sums modulo `mod`. */
export function fib(rounds: number, mod = 2 ** 32): Program {
  const add = (to: number, from: number): Body =>
    function* () {
      for (let i = 0; i < rounds; i++) {
        const a = yield load(to, Order.Relaxed);
        const b = yield load(from, Order.Relaxed);
        yield store(to, (a + b) % mod, Order.Relaxed);
      }
    };
  return startedByMain(
    [add(0, 1), add(1, 0)],
    new Map([
      [0, 1],
      [1, 1],
    ]),
  );
}

/** Peterson's lock, `rounds` rounds; a thread that cannot enter at once leaves for good. */
export function petersonTry(rounds: number): Program {
  const turn = 2;
  return startedByMain(
    times(
      2,
      (me) =>
        function* () {
          const other = 1 - me;
          for (let i = 0; i < rounds; i++) {
            yield store(me, 1);
            yield store(turn, other);
            if ((yield load(other)) !== 0 && (yield load(turn)) === other) return;
            yield store(me, 0);
          }
        },
    ),
  );
}

/** Ticket lock; a thread whose turn it is not leaves. */
export function ticketTry(threads: number): Program {
  const tickets = 0,
    serving = 1,
    data = 2;
  return startedByMain(
    times(
      threads,
      () =>
        function* () {
          const mine = yield label(Kind.Rmw, { loc: tickets, order: Order.SeqCst, size, op: RmwOp.Add, value: 1 });
          if ((yield load(serving)) !== mine) return;
          yield store(data, (yield load(data)) + 1);
          yield store(serving, mine + 1);
        },
    ),
  );
}

/** Treiber stack of node numbers: `pushers` threads push a node each, `poppers` threads pop once, or find it empty. */
export function treiber(pushers: number, poppers: number): Program {
  const top = 0,
    next = (node: number): number => node;
  const exchange = (expected: number, value: number): Label =>
    label(Kind.Rmw, {
      loc: top,
      order: Order.AcqRel,
      failOrder: Order.Relaxed,
      size,
      op: RmwOp.Cas,
      expected,
      value,
    });
  const push = (node: number): Body =>
    function* () {
      for (;;) {
        const old = yield load(top, Order.Acquire);
        yield store(next(node), old, Order.Relaxed);
        if ((yield exchange(old, node)) === old) return;
      }
    };
  const pop: Body = function* () {
    for (;;) {
      const old = yield load(top, Order.Acquire);
      if (old === 0) return;
      const below = yield load(next(old), Order.Relaxed);
      if ((yield exchange(old, below)) === old) return;
    }
  };
  return startedByMain([...times(pushers, (i) => push(i + 1)), ...times(poppers, () => pop)]);
}
