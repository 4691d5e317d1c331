/**
 * The `Program` of a litmus program. Location x is location x; after these come mutexes, condition variables,
 * read-write locks, semaphores, barriers, onces, a flag for each thread, which says that it is cancelled, and a futex
 * for each location. A label's `site` is the index of its operation in the thread's text. With an implicit main
 * (litmus.ts), thread i of the text is thread i + 1.
 */
import {
  Cancel,
  ChoiceOf,
  Kind,
  MutexFlag,
  Order,
  RmwOp,
  WaitFlag,
  label,
  type Label,
  type LocationId,
} from '../../src/program/label';
import type { Program } from '../../src/program/program';
import { SPURIOUS } from '../../src/program/rmw';
import { spurious } from './litmus';
import type {
  Litmus,
  LockBoth,
  LockedAwait,
  Op,
  Operand,
  RetriedAdd,
  RetriedExchange,
  RwAwait,
  SemAwait,
} from './litmus';
import { cancelled, endOfOnce, failureOrder, hasImplicitMain, isUsed } from './litmus-properties';
import { EINTR } from './errno';
import { labelOf, orders, places } from './data-labels';
import { Ending, exitingThreads, failure, Left } from './exits';
import { programOf, starter, type Body } from './program-of';

export function dataProgram(litmus: Litmus): Program {
  const at = places(litmus);
  const bodies = litmus.threads.map((_, t) => body(litmus, t));
  const counts = (litmus.semaphores ?? []).map((count, s): [LocationId, number] => [at.semaphore + s, count]);
  const main = starter(bodies.length, cancelled(litmus).size > 0, litmus.handlers?.afterAll);
  const program = programOf(
    hasImplicitMain(litmus)
      ? [
          ending(litmus, 0, function* () {
            yield* main();
          }),
          ...bodies,
        ]
      : bodies,
    new Map(counts),
  );
  program.isMixed = (loc) => isUsed(litmus, loc, true) && isUsed(litmus, loc, false);
  return program;
}

/** Thrown where a thread is cancelled. */
class Cancelled extends Error {}

function body(litmus: Litmus, t: number): Body {
  const ops = litmus.threads[t];
  return ending(litmus, hasImplicitMain(litmus) ? t + 1 : t, function* (exits, say) {
    const holds: Label[] = [];
    try {
      yield* run({ litmus, t, where: `thread${t}`, exits, say }, ops, holds);
    } catch (e) {
      if (!(e instanceof Cancelled)) throw e;
      while (holds.length > 0) yield holds.pop()!;
    }
  });
}

/** The body of a thread of the program, which may exit; main does in the end, where there are handlers. */
function ending(
  litmus: Litmus,
  thread: number,
  body: (exits: Ending, say: Running['say']) => Generator<Label, void, number>,
): Body {
  const gate = exitingThreads(litmus).length > 1 ? places(litmus).gate : undefined;
  return function* (say) {
    const exits = new Ending(litmus, thread === 0, gate);
    try {
      // Which handlers are left is known to the ending alone.
      yield* body(exits, litmus.handlers === undefined ? say : undefined);
      if (thread === 0 && litmus.handlers?.afterAll)
        yield* exits.last(createdBy(litmus), handlerOf({ litmus, t: thread, where: '', exits }));
      if (thread === 0 && litmus.handlers)
        yield* exits.leave({ how: 'exit', code: 0 }, -1, handlerOf({ litmus, t: thread, where: '', exits }));
    } catch (e) {
      if (!(e instanceof Left)) throw e;
    }
  };
}

/** The threads that each thread of the program creates, in order. */
function createdBy(litmus: Litmus): (thread: number) => number[] {
  const all = litmus.threads.map((_, t) => t + 1);
  if (hasImplicitMain(litmus)) return (thread) => (thread === 0 ? all : []);
  return (thread) => litmus.threads[thread].flatMap((op) => (op.op === 'C' ? [op.t] : []));
}

function handlerOf(at: Running) {
  return (ops: readonly Op[], where: string): Generator<Label, void, number> => run({ ...at, where }, ops, []);
}

/** What is run: thread t of the text; `where` is the function. */
interface Running {
  readonly litmus: Litmus;
  readonly t: number;
  readonly where: string;
  readonly exits: Ending;
  /** As in Body. */
  readonly say?: ((state: string) => void) | undefined;
}

/** In loops of exchanges, events of each thread have sites of their own. */
export const SITES = 1000;
const SITES_OF_FUNCTION = 100;

/** Events of each function of a thread have sites of their own: loops are known by them. The thread comes first. */
function functionsOf({ threads, handlers }: Litmus, t: number): (readonly [where: string, ops: readonly Op[]])[] {
  const { atexit = [], quick = [], local = [], destructor = [] } = handlers ?? {};
  return [
    [`thread${t}`, threads[t] ?? []],
    ...atexit.map((ops, h) => [`atexit${h}`, ops] as const),
    ...quick.map((ops, h) => [`quick${h}`, ops] as const),
    ['local', local],
    ['destructor', destructor],
  ];
}

function firstSite(litmus: Litmus, t: number, where: string): number {
  return SITES_OF_FUNCTION * functionsOf(litmus, t).findIndex(([name]) => name === where);
}

/** The operation of thread t of the text, or of a handler that it runs, whose events have that site. */
export function operationAt(litmus: Litmus, t: number, site: number): Op | undefined {
  const inThread = site % SITES;
  const ops = functionsOf(litmus, t)[Math.floor(inThread / SITES_OF_FUNCTION)]?.[1];
  return ops?.[inThread % SITES_OF_FUNCTION];
}

/** The operations in order. `holds`: what gives back what the thread holds. */
function* run(at: Running, ops: readonly Op[], holds: Label[]): Generator<Label, void, number> {
  const { litmus, t, where, exits } = at;
  const registers = new Map<string, number>();
  const get = (v: Operand): number => (typeof v === 'number' ? v : (registers.get(v.r) ?? 0) + v.c) >>> 0;
  for (let pc = 0; pc < ops.length; pc++) {
    const op = ops[pc];
    at.say?.(JSON.stringify([where, pc, [...registers].sort(), holds]));
    if (op.op === 'IF') {
      if (get({ r: op.r, c: 0 }) !== op.v) pc += op.skip;
      continue;
    }
    const site = pc + firstSite(litmus, t, where);
    if (op.op === 'E') yield* exits.leave(op, site, handlerOf(at));
    if (op.op === 'AS' && get({ r: op.r, c: 0 }) === op.v) yield failure(where, pc);
    if (op.op === 'E' || op.op === 'AS') continue;
    const say = (more: string): void => at.say?.(JSON.stringify([where, pc, [...registers].sort(), holds, more]));
    const value = yield* perform(litmus, t, op, get, (l) => ({ ...l, site }), say);
    if ('r' in op && !('blind' in op)) registers.set(op.r, value === SPURIOUS ? spurious : value);
    const back = giveBack(op, value, places(litmus));
    if (back !== undefined) holds.push(back);
    if (['UL', 'RU', 'WU', 'OE'].includes(op.op)) holds.pop();
    if (op.op === 'OB' && value === 0) pc = endOfOnce(ops, pc);
  }
}

/** What undoes the operation, where it took something. */
function giveBack(op: Op, value: number, at: ReturnType<typeof places>): Label | undefined {
  switch (op.op) {
    case 'L':
    case 'T':
      return value === 0 ? label(Kind.MutexUnlock, { loc: at.mutex + op.m }) : undefined;
    case 'RL':
    case 'RT':
      return value === 0 ? label(Kind.RwRdunlock, { loc: at.rwlock + op.l }) : undefined;
    case 'WL':
    case 'WT':
      return value === 0 ? label(Kind.RwWrunlock, { loc: at.rwlock + op.l }) : undefined;
    case 'OB':
      return value === 1 ? label(Kind.OnceEnd, { loc: at.once + op.n, op: 1 }) : undefined;
    default:
      return undefined;
  }
}

/** The events of an operation; returns what its register gets. */
function* perform(
  litmus: Litmus,
  t: number,
  op: Exclude<Op, { op: 'IF' | 'E' | 'AS' }>,
  get: (v: Operand) => number,
  here: (l: Label) => Label,
  say: (more: string) => void,
): Generator<Label, number, number> {
  const at = places(litmus);
  const mayBeCancelled = cancelled(litmus).has(t);
  function* look(how: Cancel): Generator<Label, boolean, number> {
    return (
      mayBeCancelled &&
      (yield here(label(Kind.Load, { loc: at.flag + t, order: Order.Acquire, size: 4, op: how }))) === 1
    );
  }
  switch (op.op) {
    case 'CW':
    case 'CT': {
      const loc = at.cond + op.c,
        mutex = { loc: at.mutex + op.m, op: MutexFlag.InWait };
      yield here(label(Kind.CondBlock, { loc, value: mutex.loc, op: mayBeCancelled ? WaitFlag.Cancelled : 0 }));
      yield here(label(Kind.MutexUnlock, mutex));
      const flags = (op.op === 'CT' ? WaitFlag.Timed : 0) | (op.spurious ? WaitFlag.Spurious : 0);
      const leaves = yield* look(Cancel.Wait);
      const woken = yield here(label(Kind.CondWake, { loc, op: leaves ? WaitFlag.Cancelled : flags }));
      yield here(label(Kind.MutexLock, mutex));
      if (leaves) throw new Cancelled();
      return woken === EINTR ? 0 : woken;
    }
    case 'MF': {
      const expected = litmus.faults ?? 0;
      return yield here(label(Kind.Choose, { op: ChoiceOf.Fault, value: 2, expected, text: 'call\nfails' }));
    }
    case 'SW':
    case 'ST':
    case 'TC': {
      const isPoint = op.op !== 'ST' || op.timed === true;
      if (isPoint && (yield* look(op.op === 'SW' ? Cancel.Wait : Cancel.Point))) throw new Cancelled();
      return op.op === 'TC' ? 0 : yield here(labelOf(op, at, get));
    }
    case 'X': {
      const thread = hasImplicitMain(litmus) ? op.t + 1 : op.t;
      return yield here(
        label(Kind.Store, { loc: at.flag + op.t, order: Order.Release, size: 4, value: 1, op: Cancel.Point, thread }),
      );
    }
    case 'BW': {
      const loc = at.barrier + op.b;
      const arrive = label(Kind.BarrierArrive, { loc, value: litmus.barriers![op.b], op: op.untold ? 1 : 0 });
      const last = yield here(arrive);
      if (last === 0) yield here(label(Kind.BarrierLeave, { loc }));
      return last;
    }
    case 'AW': {
      const read = here(label(Kind.Load, { loc: op.x, order: orders[op.o], size: 4 }));
      for (;;) if ((yield { ...read, spin: 8 * read.site + 1 }) === op.v) return op.v;
    }
    case 'AD': {
      const look = here(label(Kind.Load, { loc: op.x, order: orders[op.o], size: 4 }));
      for (;;) {
        if ((yield { ...look, spin: 8 * look.site + 1 }) === op.v) return op.v;
        yield here(
          op.yo === undefined
            ? label(Kind.PlainRead, { loc: op.y, size: 4 })
            : label(Kind.Load, { loc: op.y, order: orders[op.yo], size: 4 }),
        );
        if (op.again) yield look;
      }
    }
    case 'CA': {
      const look = here(label(Kind.Load, { loc: op.x, order: orders[op.o], size: 4 }));
      const own = op.own && { ...look, loc: op.own.x, order: orders[op.own.o] };
      for (let cached = get({ r: op.r, c: 0 }); ;) {
        say('');
        const spin = 8 * look.site + 1 + 2 ** 20 * cached;
        const waitsFor = own === undefined ? op.v : yield { ...own, spin };
        if (cached !== waitsFor) return cached;
        say(`${waitsFor}`);
        cached = yield own === undefined ? { ...look, spin } : look;
        if (cached !== waitsFor) return cached;
      }
    }
    case 'XW': {
      const set = here(label(Kind.Rmw, { loc: op.x, order: orders[op.o], size: 4, op: RmwOp.Xchg, value: op.v }));
      for (;;) {
        const found = yield { ...set, spin: 8 * set.site + 1 };
        if (found !== op.v) return found;
      }
    }
    case 'FA': {
      const read = here(label(Kind.Load, { loc: op.x, order: orders[op.o], size: 4 }));
      const loc = at.futex + op.x;
      while ((yield { ...read, spin: 8 * read.site + 1 }) !== op.v) {
        yield here(label(Kind.FutexEnter, { loc }));
        yield here(label(Kind.Fence, { order: Order.SeqCst }));
        const sleeps = (yield read) !== op.v;
        yield here(label(Kind.FutexLeave, { loc, op: sleeps ? 1 : 0 }));
        if (sleeps) yield here(label(Kind.FutexAwait, { loc }));
      }
      return op.v;
    }
    case 'FW': {
      const loc = at.futex + op.x;
      yield here(label(Kind.Fence, { order: Order.SeqCst }));
      const woken = yield here(label(Kind.FutexWake, { loc, value: op.all ? 2 ** 32 - 1 : 1, op: op.told ? 0 : 1 }));
      return op.told && !op.all ? Math.min(woken, 1) : op.told ? woken : 0;
    }
    case 'UW':
      return yield* retry(op, (l) => ({ ...here(l), site: here(l).site + SITES * (t + 1) }), say);
    case 'RX':
      return yield* exchange(op, (l) => ({ ...here(l), site: here(l).site + SITES * (t + 1) }), say);
    case 'LA':
    case 'RA':
    case 'SA':
    case 'LB':
      return yield* loop(op, at, here);
    default:
      return yield here(labelOf(op, at, get));
  }
}

/** The fingerprint of an attempt is what it expects, and how often the thread has changed what it writes. */
function* retry(
  op: RetriedAdd,
  here: (l: Label) => Label,
  say: (more: string) => void,
): Generator<Label, number, number> {
  const order = { order: orders[op.o], failOrder: orders[failureOrder(op)] };
  for (let expected = 0, held: number | undefined, stores = 0; ;) {
    if (op.y !== undefined) {
      if (held !== expected) stores++;
      held = expected;
      yield here(label(Kind.PlainWrite, { loc: op.y, order: Order.Plain, size: 4, value: expected }));
    }
    say(`${expected}`);
    const values = { expected, value: (expected + op.v) >>> 0 };
    const attempt = here(label(Kind.Rmw, { loc: op.x, size: 4, op: RmwOp.CasWeak, ...order, ...values }));
    const found = yield { ...attempt, spin: 8 * (attempt.site % SITES) + 1 + 2 ** 20 * (expected + 2 ** 8 * stores) };
    if (found === expected) return found;
    if (found !== SPURIOUS) expected = found;
  }
}

function* exchange(
  op: RetriedExchange,
  here: (l: Label) => Label,
  say: (more: string) => void,
): Generator<Label, number, number> {
  const { x, v, touch, reload } = op;
  const load = here(label(Kind.Load, { loc: x, order: orders[op.lo], size: 4 }));
  const order = { order: orders[op.o], failOrder: orders[op.fo] };
  let stores = 0;
  let held: number | undefined;
  const spin = (place: number, expected: number): number =>
    8 * (load.site % SITES) + place + 2 ** 20 * (expected + 2 ** 8 * stores);
  if (reload) say('again');
  let expected = yield reload ? { ...load, spin: spin(1, 0) } : load;
  for (let first = true; ; first = false) {
    if (reload && !first) {
      say('again');
      expected = yield { ...load, spin: spin(1, 0) };
    }
    if (!reload) say(`${expected}`);
    if (touch !== undefined) {
      const writes = touch.how.endsWith('write');
      const kinds = {
        read: Kind.Load,
        write: Kind.Store,
        'plain read': Kind.PlainRead,
        'plain write': Kind.PlainWrite,
      };
      const plain = touch.how.startsWith('plain');
      if (writes && (held !== expected || !plain)) stores++;
      if (writes) held = expected;
      const access = { loc: touch.y, size: 4, order: plain ? Order.Plain : orders[touch.o] };
      yield here(label(kinds[touch.how], writes ? { ...access, value: expected } : access));
    }
    const values = { expected, value: (expected + v) >>> 0 };
    const attempt = here(label(Kind.Rmw, { loc: x, size: 4, op: RmwOp.Cas, ...order, ...values }));
    const found = yield reload ? attempt : { ...attempt, spin: spin(2, expected) };
    if (found === expected) return found;
    expected = found;
  }
}

/** A loop that takes locks. Where a turn may begin it has a fingerprint of its own. */
function* loop(
  op: LockedAwait | RwAwait | SemAwait | LockBoth,
  at: ReturnType<typeof places>,
  here: (l: Label) => Label,
): Generator<Label, number, number> {
  const head = (nth: number, l: Label): Label => {
    const placed = here(l);
    return { ...placed, spin: 8 * placed.site + nth + 1 };
  };
  const lock = (m: number): Label => label(Kind.MutexLock, { loc: at.mutex + m });
  const tryLock = (m: number): Label => label(Kind.MutexTrylock, { loc: at.mutex + m });
  const unlock = (m: number, flags = 0): Label => here(label(Kind.MutexUnlock, { loc: at.mutex + m, op: flags }));
  if (op.op === 'LB') {
    for (let [first, second] = [op.m, op.n], nth = 0; ; [first, second] = [second, first], nth = 2 - nth) {
      yield head(nth, lock(first));
      if ((yield head(nth + 1, tryLock(second))) === 0) return 0;
      yield unlock(first);
    }
  }
  const look =
    op.o === 'plain'
      ? here(label(Kind.PlainRead, { loc: op.x, order: Order.Plain, size: 4 }))
      : head(4, label(Kind.Load, { loc: op.x, order: orders[op.o], size: 4 }));
  if (op.op === 'RA') {
    const loc = at.rwlock + op.l;
    for (;;) {
      yield head(0, label(op.writes ? Kind.RwWrlock : Kind.RwRdlock, { loc }));
      const found = yield look;
      yield here(label(op.writes ? Kind.RwWrunlock : Kind.RwRdunlock, { loc }));
      if (found === op.v) return found;
    }
  }
  if (op.op === 'SA') {
    const loc = at.semaphore + op.s;
    for (;;) {
      if (op.how === 'between' && (yield look) === op.v) return op.v;
      yield head(0, label(Kind.SemWait, { loc }));
      const found = op.how === 'in' ? yield look : undefined;
      yield here(label(Kind.SemPost, { loc }));
      if (found === op.v) return op.v;
    }
  }
  const waitOnce = function* (): Generator<Label, void, number> {
    yield head(2, label(Kind.CondBlock, { loc: at.cond + op.c!, value: at.mutex + op.m }));
    yield unlock(op.m, MutexFlag.InWait);
    yield here(label(Kind.CondWake, { loc: at.cond + op.c!, op: WaitFlag.Timed }));
    yield here(label(Kind.MutexLock, { loc: at.mutex + op.m, op: MutexFlag.InWait }));
  };
  if (op.how === 'waits') {
    yield here(lock(op.m));
    while ((yield look) !== op.v) yield* waitOnce();
    yield unlock(op.m);
    return op.v;
  }
  for (;;) {
    const outside = op.how === 'between' || op.how === 'tried';
    if (outside && (yield look) === op.v) return op.v;
    if ((yield head(0, op.how === 'tried' ? tryLock(op.m) : lock(op.m))) !== 0) continue;
    if (op.how === 'nested') yield head(1, lock(op.n!));
    const found = outside ? undefined : yield look;
    if (op.how === 'nested') yield unlock(op.n!);
    if (op.how === 'timed' && found !== op.v) yield* waitOnce();
    yield unlock(op.m);
    if (found === op.v) return op.v;
    if (op.beside !== undefined) yield here(label(Kind.PlainRead, { loc: op.beside, size: 4 }));
  }
}
