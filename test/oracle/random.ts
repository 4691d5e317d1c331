/**
 * fast-check arbitraries for litmus programs: well-formed (locks balanced, joins by the creator, no operation on an
 * object that POSIX leaves undefined, but for a mutex that its owner locks again), and they shrink.
 */
import * as fc from 'fast-check';
import type { Litmus, MemoryOrder, Op, Operand, Update } from './litmus';
import { asserting, exitBlocks, handlers, onlyOf } from './random-exits';
import { blockThreads } from './random-blocks';
import { crossingThreads } from './random-crossing';
import { flagBlocks, flagThreads } from './random-flags';
import { awaiting, awaitingCached, awaitingWithData, lockedLoops, sleeping } from './random-loops';
import {
  capacity,
  counts,
  holding,
  meetings,
  nested,
  objectBlocks,
  sections,
  trying,
  withMeeting,
} from './random-objects';
import { defaultShape, type Block, type Shape } from './random-shape';

export function litmusArbitrary(options: Partial<Shape> = {}): fc.Arbitrary<Litmus> {
  const shape = { ...defaultShape, ...options };
  const thread = fc.array(block(shape, 2), { minLength: 1, maxLength: shape.blocks });
  const [minLength, maxLength] = shape.threads;
  const programs = fc
    .tuple(
      shape.heap
        ? blockThreads(shape)
        : shape.crossing
          ? crossingThreads(shape, ordering(shape), {
              load: order(shape, ['rlx', 'acq']),
              store: order(shape, ['rlx', 'rel']),
            })
          : shape.flags === 'none'
            ? fc.array(thread, { minLength, maxLength })
            : flagThreads(shape, thread),
      fc.array(birth, { minLength: maxLength, maxLength }),
      meetings(shape),
      counts(shape),
    )
    .map(([threads, births, met, semaphores]): Litmus => {
      const barriers = met.map((m) => capacity(m, threads.length));
      const different = met.reduce((blocks, m, b) => withMeeting(blocks, m, b), threads);
      const meeting = shape.equal ? withEqual(different, births, shape.creation ? 1 : 0) : different;
      return {
        locs: shape.locs + shape.plain + (shape.heap ? 1 : 0),
        ...(shape.heap ? { block: shape.locs } : {}),
        mutexes: shape.mutexes,
        ...(shape.conds > 0 ? { conds: shape.conds } : {}),
        ...(shape.rwlocks > 0 ? { rwlocks: shape.rwlocks } : {}),
        ...(shape.semaphores > 0 ? { semaphores } : {}),
        ...(shape.barriers > 0 ? { barriers } : {}),
        ...(shape.onces > 0 ? { onces: shape.onces } : {}),
        ...(shape.faults > 0 ? { faults: shape.faults } : {}),
        threads: (shape.creation ? withCreation(meeting, births, shape.exits) : meeting).map(flatten),
      };
    });
  return (shape.exits ? withExits(programs, block(shape, 1)) : programs).filter(
    (program) =>
      size(program) <= shape.maxOps + (shape.creation ? 2 * (program.threads.length - 1) : 0) && !feedsLoops(program),
  );
}

/** Does a loop of exchanges store to a location that another one exchanges? They may keep each other going for ever. */
function feedsLoops({ threads }: Litmus): boolean {
  const exchanges = threads.flat().filter((op) => op.op === 'RX');
  return exchanges.some(({ touch }) => touch?.how === 'write' && exchanges.some(({ x }) => x === touch.y));
}

/** The same programs for the same seed. */
export function randomLitmus(options: Partial<Shape>, seed: number, count: number): Litmus[] {
  return fc
    .sample(litmusArbitrary(options), { seed, numRuns: count })
    .map((program, i) => ({ name: `r${seed}-${i}`, ...program }));
}

function size(program: Litmus): number {
  const { atexit = [], quick = [], local = [], destructor = [] } = program.handlers ?? {};
  return [...program.threads, ...atexit, ...quick, local, destructor].reduce(
    (sum, ops) => sum + ops.filter((op) => op.op !== 'IF' && op.op !== 'AS').length,
    0,
  );
}

function withExits(programs: fc.Arbitrary<Litmus>, block: fc.Arbitrary<Block>): fc.Arbitrary<Litmus> {
  return fc.tuple(programs, handlers(block), asserting).map(([program, all, who]) => {
    const of = (ops: readonly Op[]): Op[] => onlyOf(who, 'handlers', ops);
    return {
      ...program,
      threads: program.threads.map((ops, t) => onlyOf(who, t, ops)),
      handlers: {
        atexit: all.atexit.map(of),
        quick: all.quick.map(of),
        local: of(all.local),
        destructor: of(all.destructor),
        afterAll: all.afterAll,
      },
    };
  });
}

function flatten(blocks: readonly Block[], thread: number): Op[] {
  return nested(blocks, 0, { registers: [], held: [], thread });
}

// Blocks

function block(shape: Shape, depth: number): fc.Arbitrary<Block> {
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Block> }[] =
    shape.flags === 'none'
      ? [
          { weight: 4, arbitrary: read(shape) },
          { weight: 4, arbitrary: write(shape) },
        ]
      : flagBlocks(shape);
  if (shape.rmw) kinds.push({ weight: 2, arbitrary: update(shape) });
  if (shape.blind) kinds.push({ weight: 10, arbitrary: blindUpdate(shape) });
  if (shape.weak) kinds.push({ weight: 6, arbitrary: weakUpdate(shape) }, { weight: 3, arbitrary: retried(shape) });
  if (shape.retries.length > 0) kinds.push({ weight: 8, arbitrary: exchanges(shape) });
  if (shape.awaits && shape.plain > 0)
    kinds.push({ weight: 3, arbitrary: awaitingWithData(shape, location(shape), order(shape, ['rlx', 'acq'])) });
  if (shape.awaits)
    kinds.push({
      weight: 4,
      arbitrary: awaiting(location(shape), order(shape, ['rlx', 'acq']), order(shape, ['rlx', 'acq', 'ar'])),
    });
  if (shape.caches) kinds.push({ weight: 8, arbitrary: awaitingCached(location(shape), order(shape, ['rlx', 'acq'])) });
  if (shape.sleeps !== 'none') kinds.push(...sleeping(shape, location(shape), order(shape, ['rlx', 'acq'])));
  if (shape.fences) kinds.push({ weight: 1, arbitrary: fence(shape) });
  if (shape.flags === 'none' && (shape.plain > 0 || shape.mixed)) kinds.push({ weight: 6, arbitrary: plain(shape) });
  if (depth > 0) {
    const body = fc.array(block(shape, depth - 1), { minLength: 1, maxLength: 2 });
    if (shape.skips) kinds.push({ weight: 1, arbitrary: skip(body) });
    if (shape.lockedLoops !== 'none') kinds.push(...lockedLoops(shape, order(shape, ['rlx', 'acq']), body));
    if (shape.mutexes > 0) kinds.push({ weight: 3, arbitrary: critical(shape, body) });
    kinds.push(...sections(shape, body));
  }
  kinds.push(...objectBlocks(shape));
  if (shape.exits) kinds.push(...exitBlocks());
  if (shape.faults > 0) kinds.push({ weight: 8, arbitrary: fc.constant<Block>((at) => [{ op: 'MF', r: `a${at}` }]) });
  if (shape.cancels) {
    kinds.push({
      weight: 5,
      arbitrary: fc.nat(3).map((which): Block => (_, { thread }) => [{ op: 'X', t: which % (thread + 1) }]),
    });
    kinds.push({ weight: 2, arbitrary: fc.constant<Block>(() => [{ op: 'TC' }]) });
  }
  return fc.oneof(...kinds);
}

function read(shape: Shape): fc.Arbitrary<Block> {
  return fc
    .tuple(location(shape), order(shape, ['rlx', 'acq']))
    .map(([x, o]): Block => (at) => [{ op: 'R', x, o, r: `a${at}` }]);
}

function write(shape: Shape): fc.Arbitrary<Block> {
  return fc
    .tuple(location(shape), order(shape, ['rlx', 'rel']), operand)
    .map(([x, o, v]): Block => (_, { registers }) => [{ op: 'W', x, o, v: v(registers) }]);
}

function update(shape: Shape): fc.Arbitrary<Block> {
  const kind = fc.constantFrom('add' as const, 'xchg' as const, 'cas' as const);
  const parts = fc.tuple(
    location(shape),
    order(shape, ['rlx', 'acq', 'rel', 'ar']),
    kind,
    fc.integer({ min: 1, max: 2 }),
    fc.nat(2),
    fc.nat(2),
  );
  return parts.map(([x, o, k, v, e, weaker]): Block => (at) => {
    const allowed = failureOrders(o);
    return [{ op: 'U', x, o, r: `a${at}`, k, v, e, ...(k === 'cas' ? { fo: allowed[weaker % allowed.length] } : {}) }];
  });
}

function blindUpdate(shape: Shape): fc.Arbitrary<Block> {
  return fc
    .tuple(location(shape), order(shape, ['rlx', 'rlx', 'rel', 'acq']), fc.integer({ min: 1, max: 2 }))
    .map(([x, o, v]): Block => (at) => [{ op: 'U', x, o, r: `a${at}`, k: 'add', v, e: 0, blind: true }]);
}

function weakUpdate(shape: Shape): fc.Arbitrary<Block> {
  const parts = fc.tuple(exchangeOrders(shape), location(shape), operand, fc.nat(2));
  return parts.map(([orders, x, v, e]): Block => (at, { registers }) => [
    { op: 'U', x, ...orders, r: `a${at}`, k: 'weak', v: v(registers), e },
  ]);
}

function retried(shape: Shape): fc.Arbitrary<Block> {
  const parts = fc.tuple(exchangeOrders(shape), location(shape), fc.integer({ min: 1, max: 2 }), fc.nat(shape.plain));
  return parts.map(([orders, x, v, y]): Block => (at) => [
    { op: 'UW', x, ...orders, r: `a${at}`, v, ...(y === 0 ? {} : { y: shape.locs + y - 1 }) },
  ]);
}

/** A loop of strong compare-exchanges. */
function exchanges(shape: Shape): fc.Arbitrary<Block> {
  const how = fc.constantFrom(...shape.retries);
  const parts = fc.tuple(
    exchangeOrders(shape),
    location(shape),
    order(shape, ['rlx', 'rlx', 'acq']),
    fc.boolean(),
    how,
    fc.nat(shape.locs + shape.plain - 1),
    order(shape, ['rlx', 'rlx', 'acq', 'rel']),
  );
  return parts.map(([orders, x, lo, reload, how, y, o]): Block => (at) => {
    const plain = how.startsWith('plain');
    const other = plain ? shape.locs + (y % Math.max(1, shape.plain)) : y % shape.locs;
    const fits = how !== 'none' && (plain ? shape.plain > 0 : other !== x);
    const order = o === 'sc' ? o : how === 'read' ? (o === 'rel' ? 'acq' : o) : o === 'acq' ? 'rel' : o;
    return [
      {
        op: 'RX',
        x,
        o: orders.o,
        fo: orders.fo!,
        lo,
        r: `a${at}`,
        v: 1,
        reload,
        ...(fits ? { touch: { y: other, how, o: order } } : {}),
      },
    ];
  });
}

/** The orders of a compare-exchange: of success, and of failure. */
function exchangeOrders(shape: Shape): fc.Arbitrary<Pick<Update, 'o' | 'fo'>> {
  return fc.tuple(order(shape, ['rlx', 'acq', 'rel', 'ar']), fc.nat(2)).map(([o, weaker]) => {
    const allowed = failureOrders(o);
    return { o, fo: shape.seqCst === 'all' ? 'sc' : allowed[weaker % allowed.length] };
  });
}

/** C11 7.17.7.4: no release part, and no stronger than the order of success. */
function failureOrders(success: Update['o']): MemoryOrder[] {
  switch (success) {
    case 'sc':
      return ['sc', 'acq', 'rlx'];
    case 'ar':
    case 'acq':
      return ['acq', 'rlx'];
    default:
      return ['rlx'];
  }
}

/** A block; mostly one that may order what is before and after it. */
function ordering(shape: Shape): fc.Arbitrary<Block> {
  const kinds = [block(shape, 1)];
  if (shape.rmw) kinds.push(update(shape));
  if (shape.fences) kinds.push(fence(shape));
  if (shape.mutexes > 0) kinds.push(critical(shape, fc.constant([])));
  kinds.push(...objectBlocks(shape).map(({ arbitrary }) => arbitrary));
  return fc.oneof(...kinds);
}

function fence(shape: Shape): fc.Arbitrary<Block> {
  return order(shape, ['acq', 'rel', 'ar']).map((o): Block => () => [{ op: 'F', o }]);
}

function plain(shape: Shape): fc.Arbitrary<Block> {
  const first = shape.mixed ? 0 : shape.locs;
  const x = fc.integer({ min: first, max: shape.locs + shape.plain - 1 });
  return fc.oneof(
    x.map((x): Block => (at) => [{ op: 'PR', x, r: `a${at}` }]),
    fc.tuple(x, operand).map(([x, v]): Block => (_, { registers }) => [{ op: 'PW', x, v: v(registers) }]),
  );
}

function skip(body: fc.Arbitrary<Block[]>): fc.Arbitrary<Block> {
  return fc.tuple(fc.nat(3), fc.nat(1), body).map(([which, v, blocks]): Block => (at, context) => {
    const { registers } = context;
    const inside = nested(blocks, at + 1, context);
    return registers.length === 0
      ? nested(blocks, at, context)
      : [{ op: 'IF', r: registers[which % registers.length], v, skip: inside.length }, ...inside];
  });
}

/** lock; body; unlock, or the same with trylock, skipped when the mutex is held. */
function critical(shape: Shape, body: fc.Arbitrary<Block[]>): fc.Arbitrary<Block> {
  return fc.tuple(fc.nat(shape.mutexes - 1), fc.nat(3), body).map(([m, tries, blocks]): Block => (at, context) => {
    const inside = holding(context, `m${m}`);
    // To lock it again is misuse to drista; to the oracles the thread waits, perhaps till another one exits.
    if (shape.exits && context.held.includes(`m${m}`)) return nested(blocks, at, context);
    if (tries < 3) return [{ op: 'L', m }, ...nested(blocks, at + 1, inside), { op: 'UL', m }];
    if (shape.lockedLoops === 'unseen') return [{ op: 'L', m }, ...nested(blocks, at + 1, inside), { op: 'UL', m }];
    const timed = shape.timed && blocks.length % 2 === 1 ? { timed: true } : {};
    return trying(
      at,
      (r) => ({ op: 'T', m, r, ...timed }),
      (at) => [...nested(blocks, at, inside), { op: 'UL', m }],
    );
  });
}

// Parts

function location(shape: Shape): fc.Arbitrary<number> {
  return fc.nat(shape.locs - 1);
}

function order(shape: Shape, others: readonly MemoryOrder[]): fc.Arbitrary<MemoryOrder> {
  const weaker = fc.constantFrom(...others);
  const sc = fc.constant('sc' as const);
  switch (shape.seqCst) {
    case 'none':
      return weaker;
    case 'all':
      return sc;
    case 'some':
      return fc.oneof({ weight: 4, arbitrary: weaker }, { weight: 1, arbitrary: sc });
    case 'heavy':
      return fc.oneof({ weight: 1, arbitrary: weaker }, { weight: 2, arbitrary: sc });
  }
}

/** 1 or 2, now and then a register plus one; which register depends on what there is. */
const operand: fc.Arbitrary<(registers: readonly string[]) => Operand> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 2 }).map((v) => () => v) },
  {
    weight: 1,
    arbitrary: fc
      .nat(3)
      .map(
        (which) => (registers: readonly string[]) =>
          registers.length === 0 ? 1 : { r: registers[which % registers.length], c: 1 },
      ),
  },
);

// Threads that create threads

/** Who creates a thread, and where in it the creation and the join stand; taken modulo what there is. */
interface Birth {
  readonly creator: number;
  readonly create: number;
  readonly join: number;
}
const birth: fc.Arbitrary<Birth> = fc.record({ creator: fc.nat(5), create: fc.nat(9), join: fc.nat(9) });

/** Two of three threads from `first` on do what the one before does. */
function withEqual(threads: readonly Block[][], births: readonly Birth[], first: number): Block[][] {
  const result = [...threads];
  for (let t = first + 1; t < result.length; t++) if (births[t].creator % 3 > 0) result[t] = result[t - 1];
  return result;
}

/**
 * Thread t > 0 is created and later joined by one of the threads before it, between that one's blocks; with `unjoined`,
 * half of them are not joined.
 */
function withCreation(threads: readonly Block[][], births: readonly Birth[], unjoined: boolean): Block[][] {
  const result = threads.map((blocks) => [...blocks]);
  for (let t = 1; t < result.length; t++) {
    const creator = result[births[t].creator % t];
    const create = births[t].create % (creator.length + 1);
    creator.splice(create, 0, () => [{ op: 'C', t }]);
    if (unjoined && births[t].join % 2 === 0) continue;
    const later = create + 1 + (births[t].join % (creator.length - create));
    creator.splice(later, 0, () => [{ op: 'J', t }]);
  }
  return result;
}
