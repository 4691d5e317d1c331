/** Blocks of random programs (random.ts) with operations on synchronisation objects. */
import * as fc from 'fast-check';
import type { Op, BarrierWait } from './litmus';
import type { Block, Context, Shape } from './random-shape';

interface Choice {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Block>;
}

// How blocks are put together

export function registersOf(ops: readonly Op[]): string[] {
  return ops.flatMap((op) => ('r' in op && op.op !== 'IF' && op.op !== 'AS' ? [op.r] : []));
}

export function nested(blocks: readonly Block[], at: number, context: Context): Op[] {
  return blocks.reduce<Op[]>(
    (ops, make) => [
      ...ops,
      ...make(at + ops.length, { ...context, registers: [...context.registers, ...registersOf(ops)] }),
    ],
    [],
  );
}

export function holding(context: Context, what: string): Context {
  return { ...context, held: [...context.held, what] };
}

/** An operation that may fail, and what is done only where it did not. */
export function trying(at: number, op: (r: string) => Op, body: (at: number) => Op[]): Op[] {
  const r = `a${at}`;
  const inside = body(at + 2);
  return [op(r), { op: 'IF', r, v: 0, skip: inside.length }, ...inside];
}

// Blocks with a body

export function sections(shape: Shape, body: fc.Arbitrary<Block[]>): Choice[] {
  const choices: Choice[] = [];
  if (shape.rwlocks > 0) choices.push({ weight: 6, arbitrary: rwSection(shape, body) });
  if (shape.semaphores > 0) choices.push({ weight: 3, arbitrary: semaphoreSection(shape, body) });
  if (shape.onces > 0) choices.push({ weight: 6, arbitrary: routine(shape, body) });
  return choices;
}

/**
 * lock; body; unlock, for reading or writing, or with a trylock; the body only, where the thread holds the lock and
 * must not lock it again.
 */
function rwSection(shape: Shape, body: fc.Arbitrary<Block[]>): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.rwlocks - 1), fc.boolean(), fc.nat(2), isTimed(shape), body)
    .map(([l, writes, tries, timed, blocks]): Block => (at, context) => {
      const inside = holding(context, `${writes ? 'w' : 'l'}${l}`);
      const isReader = context.held.includes(`l${l}`),
        isWriter = context.held.includes(`w${l}`);
      if (isWriter || (isReader && writes)) return nested(blocks, at, context);
      const unlock: Op = { op: writes ? 'WU' : 'RU', l };
      if (tries > 0 || shape.lockedLoops === 'unseen')
        return [{ op: writes ? 'WL' : 'RL', l }, ...nested(blocks, at + 1, inside), unlock];
      return trying(
        at,
        (r) => ({ op: writes ? 'WT' : 'RT', l, r, ...timed }),
        (at) => [...nested(blocks, at, inside), unlock],
      );
    });
}

/** wait; body; post, or the same with trywait. */
function semaphoreSection(shape: Shape, body: fc.Arbitrary<Block[]>): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.semaphores - 1), fc.nat(2), isTimed(shape), body)
    .map(([s, tries, timed, blocks]): Block => (at, context) => {
      const post: Op = { op: 'SP', s };
      if (tries > 0) return [{ op: 'SW', s }, ...nested(blocks, at + 1, context), post];
      return trying(
        at,
        (r) => ({ op: 'ST', s, r, ...timed }),
        (at) => [...nested(blocks, at, context), post],
      );
    });
}

/** A routine that is run once; the body only, within the routine. */
function routine(shape: Shape, body: fc.Arbitrary<Block[]>): fc.Arbitrary<Block> {
  return fc.tuple(fc.nat(shape.onces - 1), body).map(
    ([n, blocks]): Block =>
      (at, context) =>
        context.held.includes(`n${n}`)
          ? nested(blocks, at, context)
          : [{ op: 'OB', n, r: `a${at}` }, ...nested(blocks, at + 1, holding(context, `n${n}`)), { op: 'OE', n }],
  );
}

// Blocks without

export function objectBlocks(shape: Shape): Choice[] {
  const choices: Choice[] = [];
  if (shape.conds > 0) {
    choices.push(
      { weight: 2, arbitrary: wait(shape) },
      { weight: 3, arbitrary: signal(shape) },
      { weight: 3, arbitrary: guardedWait(shape) },
      { weight: 3, arbitrary: guardedSignal(shape) },
    );
  }
  if (shape.semaphores > 0) choices.push({ weight: 6, arbitrary: semaphore(shape) });
  if (shape.barriers > 0)
    choices.push({
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(shape.barriers - 1), untold(shape))
        .map(([b, untold]): Block => (at) => [{ op: 'BW', b, r: `a${at}`, ...untold }]),
    });
  return choices;
}

/** Each condition variable has its own mutex, which is held where one waits. */
function under(shape: Shape, c: number, at: number, { held }: Context, inside: (m: number, at: number) => Op[]): Op[] {
  const m = c % shape.mutexes;
  return held.includes(`m${m}`) ? inside(m, at) : [{ op: 'L', m }, ...inside(m, at + 1), { op: 'UL', m }];
}

function wait(shape: Shape): fc.Arbitrary<Block> {
  return waiting(shape).map(
    ({ c, op }): Block =>
      (at, context) =>
        under(shape, c, at, context, op),
  );
}

function waiting(shape: Shape): fc.Arbitrary<{ c: number; op: (m: number, at: number) => Op[] }> {
  const spurious = shape.spurious ? fc.constantFrom({}, { spurious: true }) : fc.constant({});
  const timed = shape.timed ? fc.boolean() : fc.constant(false);
  return fc.tuple(fc.nat(shape.conds - 1), timed, spurious).map(([c, timed, flags]) => ({
    c,
    op: (m: number, at: number): Op[] => [
      timed ? { op: 'CT', c, m, r: `a${at}`, ...flags } : { op: 'CW', c, m, ...flags },
    ],
  }));
}

function signal(shape: Shape): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.conds - 1), fc.constantFrom('CS' as const, 'CS' as const, 'CB' as const))
    .map(([c, op]): Block => () => [{ op, c }]);
}

/** Waits where a flag is not set: the last location, plain data where there is any. */
function guardedWait(shape: Shape): fc.Arbitrary<Block> {
  return waiting(shape).map(
    ({ c, op }): Block =>
      (at, context) =>
        under(shape, c, at, context, (m, at) => [
          look(shape, at),
          { op: 'IF', r: `a${at}`, v: 0, skip: 1 },
          ...op(m, at + 2),
        ]),
  );
}

function look(shape: Shape, at: number): Op {
  const flag = { x: shape.locs + shape.plain - 1, r: `a${at}` };
  return shape.plain > 0 ? { op: 'PR', ...flag } : { op: 'R', o: 'rlx', ...flag };
}

function guardedSignal(shape: Shape): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.conds - 1), fc.constantFrom('CS' as const, 'CB' as const))
    .map(([c, op]): Block => (at, context) => {
      const x = shape.locs + shape.plain - 1;
      return under(shape, c, at, context, () => [
        shape.plain > 0 ? { op: 'PW', x, v: 1 } : { op: 'W', x, o: 'rlx', v: 1 },
        { op, c },
      ]);
    });
}

function semaphore(shape: Shape): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.semaphores - 1), fc.constantFrom('SP', 'SP', 'SW', 'ST', 'SG'), isTimed(shape))
    .map(([s, op, timed]): Block => (at) => {
      switch (op) {
        case 'SP':
        case 'SW':
          return [{ op, s }];
        case 'SG':
          return [{ op, s, r: `a${at}` }];
        default:
          return [{ op: 'ST', s, r: `a${at}`, ...timed }];
      }
    });
}

function isTimed(shape: Shape): fc.Arbitrary<{ timed?: true }> {
  return shape.timed ? fc.constantFrom({}, { timed: true as const }) : fc.constant({});
}

/** How many each semaphore counts at first. */
export function counts(shape: Shape): fc.Arbitrary<number[]> {
  return fc.array(
    fc.integer({ min: 0, max: 2 }).map((n) => n % 2),
    { minLength: shape.semaphores, maxLength: shape.semaphores },
  );
}

// Barriers

/** Which threads come to a barrier, and where in each; taken modulo what there is. */
export interface Meeting {
  readonly fewer: number;
  readonly stays: readonly number[];
  readonly places: readonly number[];
  readonly untold: readonly Pick<BarrierWait, 'untold'>[];
}

/** Does a wait at a barrier return to nobody who is last? */
function untold({ results }: Shape): fc.Arbitrary<Pick<BarrierWait, 'untold'>> {
  const unused = fc.constant({ untold: true });
  if (results === 'used') return fc.constant({});
  return results === 'unused' ? unused : fc.oneof({ weight: 3, arbitrary: unused }, fc.constant({}));
}

export function meetings(shape: Shape): fc.Arbitrary<Meeting[]> {
  const {
    barriers,
    threads: [, most],
  } = shape;
  const meeting: fc.Arbitrary<Meeting> = fc.record({
    fewer: fc.nat(3),
    stays: fc.array(fc.nat(3), { minLength: most, maxLength: most }),
    places: fc.array(fc.nat(5), { minLength: most, maxLength: most }),
    untold: fc.array(untold(shape), { minLength: most, maxLength: most }),
  });
  return fc.array(meeting, { minLength: barriers, maxLength: barriers });
}

function comes({ stays }: Meeting, t: number): boolean {
  return stays[t] > 0;
}

/** For how many threads the barrier is: mostly as many as come, sometimes fewer. */
export function capacity(meeting: Meeting, threads: number): number {
  const coming = Array.from({ length: threads }, (_, t) => t).filter((t) => comes(meeting, t)).length;
  return Math.max(1, meeting.fewer === 0 ? coming - 1 : coming);
}

export function withMeeting(threads: readonly Block[][], meeting: Meeting, b: number): Block[][] {
  return threads.map((blocks, t) => {
    if (!comes(meeting, t)) return blocks;
    const place = meeting.places[t] % (blocks.length + 1);
    const wait: Block = (at) => [{ op: 'BW', b, r: `a${at}`, ...meeting.untold[t] }];
    return [...blocks.slice(0, place), wait, ...blocks.slice(place)];
  });
}
