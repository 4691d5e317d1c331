/** Blocks of random programs (random.ts): loops that wait, with a look at a location or at locks in each turn. */
import * as fc from 'fast-check';
import type { MemoryOrder, Op } from './litmus';
import type { Block, Context, Shape } from './random-shape';
import { holding, nested } from './random-objects';

/** Loops that look at an atomic. */
export function awaiting(
  x: fc.Arbitrary<number>,
  o: fc.Arbitrary<MemoryOrder>,
  update: fc.Arbitrary<MemoryOrder>,
): fc.Arbitrary<Block> {
  return fc.oneof(
    fc.tuple(x, o, value).map(([x, o, v]): Block => () => [{ op: 'AW', x, o, v }]),
    fc.tuple(x, update, value).map(([x, o, v]): Block => () => [{ op: 'XW', x, o, v }]),
  );
}

/** Loops that look at an atomic, and read other data when they do not see what they wait for. */
export function awaitingWithData(
  shape: Shape,
  x: fc.Arbitrary<number>,
  o: fc.Arbitrary<MemoryOrder>,
): fc.Arbitrary<Block> {
  return fc
    .tuple(x, o, value, fc.nat(shape.plain - 1), fc.boolean(), fc.nat(2))
    .map(([x, o, v, y, again, which]): Block => () => [
      { op: 'AD', x, o, v, y: shape.locs + y, again, ...(which === 0 ? { yo: 'rlx' } : {}) },
    ]);
}

/** Loops that wait for an index, and cache it. */
export function awaitingCached(x: fc.Arbitrary<number>, o: fc.Arbitrary<MemoryOrder>): fc.Arbitrary<Block> {
  return fc
    .tuple(x, o, fc.integer({ min: 0, max: 2 }), fc.option(fc.tuple(x, o)))
    .map(([x, o, v, own]): Block => () => [
      { op: 'CA', x, o, v: v % 2, r: `c${x}`, ...(own === null ? {} : { own: { x: own[0], o: own[1] } }) },
    ]);
}

/** Loops that sleep on a futex, and what wakes them. */
export function sleeping(
  shape: Shape,
  x: fc.Arbitrary<number>,
  o: fc.Arbitrary<MemoryOrder>,
): { weight: number; arbitrary: fc.Arbitrary<Block> }[] {
  const told = shape.sleeps === 'told' ? fc.boolean() : fc.constant(false);
  return [
    { weight: 4, arbitrary: fc.tuple(x, o, value).map(([x, o, v]): Block => () => [{ op: 'FA', x, o, v }]) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(x, fc.boolean(), told)
        .map(([x, all, told]): Block => (at) => [{ op: 'FW', x, all, told, r: `a${at}` }]),
    },
  ];
}

/** Loops that take locks, but for those that the thread holds already: there it looks once. */
export function lockedLoops(
  shape: Shape,
  o: fc.Arbitrary<MemoryOrder>,
  body: fc.Arbitrary<Block[]>,
): { weight: number; arbitrary: fc.Arbitrary<Block> }[] {
  const choices: { weight: number; arbitrary: fc.Arbitrary<Block> }[] = [];
  const look = fc
    .tuple(fc.nat(shape.locs + shape.plain - 1), o)
    .map(([x, o]) => ({ x, o: x < shape.locs ? o : ('plain' as const) }));
  if (shape.mutexes > 0 && shape.lockedLoops !== 'back-off')
    choices.push({ weight: 5, arbitrary: underMutex(shape, look) });
  if (shape.rwlocks > 0) choices.push({ weight: 5, arbitrary: underRwLock(shape, look) });
  if (shape.semaphores > 0) choices.push({ weight: 5, arbitrary: underSemaphore(shape, look) });
  if (shape.mutexes > 1 && shape.lockedLoops === 'back-off') choices.push({ weight: 6, arbitrary: both(shape, body) });
  return choices;
}

const value = fc.integer({ min: 1, max: 2 });

interface Look {
  readonly x: number;
  readonly o: MemoryOrder | 'plain';
}

const once = ({ x, o }: Look, at: number): Op[] => [
  o === 'plain' ? { op: 'PR', x, r: `a${at}` } : { op: 'R', x, o, r: `a${at}` },
];
const holds = ({ held }: Context, ...locks: string[]): boolean => locks.some((lock) => held.includes(lock));

function underMutex(shape: Shape, look: fc.Arbitrary<Look>): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.mutexes - 1), fc.nat(9), look, value)
    .map(([m, which, look, v]): Block => (at, context) => {
      const n = (m + 1) % shape.mutexes;
      const plain = look.o === 'plain';
      const how =
        shape.conds > 0 && m < shape.conds
          ? which < 5
            ? 'waits'
            : 'timed'
          : n !== m && which < 3
            ? 'nested'
            : which < 6 || plain
              ? 'in'
              : which < 8 || shape.lockedLoops !== 'tried'
                ? 'between'
                : 'tried';
      if (holds(context, `m${m}`) || (how === 'nested' && holds(context, `m${n}`))) return once(look, at);
      return [
        {
          op: 'LA',
          how,
          ...look,
          v,
          m,
          ...(how === 'nested' ? { n } : {}),
          ...(how === 'timed' || how === 'waits' ? { c: m } : {}),
          ...(how === 'in' && shape.plain > 0 && which % 2 === 0 ? { beside: shape.locs } : {}),
        },
      ];
    });
}

function underRwLock(shape: Shape, look: fc.Arbitrary<Look>): fc.Arbitrary<Block> {
  return fc.tuple(fc.nat(shape.rwlocks - 1), fc.boolean(), look, value).map(
    ([l, writes, look, v]): Block =>
      (at, context) =>
        holds(context, `l${l}`, `w${l}`) ? once(look, at) : [{ op: 'RA', ...look, v, l, writes }],
  );
}

function underSemaphore(shape: Shape, look: fc.Arbitrary<Look>): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.semaphores - 1), fc.boolean(), look, value)
    .map(([s, between, look, v]): Block => () => [
      { op: 'SA', how: between && look.o !== 'plain' ? 'between' : 'in', ...look, v, s },
    ]);
}

/** Both locks, body, and the unlocks; the body only where the thread holds one of them. */
function both(shape: Shape, body: fc.Arbitrary<Block[]>): fc.Arbitrary<Block> {
  return fc
    .tuple(fc.nat(shape.mutexes - 1), fc.integer({ min: 1, max: shape.mutexes - 1 }), body)
    .map(([m, other, blocks]): Block => (at, context) => {
      const n = (m + other) % shape.mutexes;
      if (holds(context, `m${m}`, `m${n}`)) return nested(blocks, at, context);
      return [
        { op: 'LB', m, n },
        ...nested(blocks, at + 1, holding(holding(context, `m${m}`), `m${n}`)),
        { op: 'UL', m: n },
        { op: 'UL', m },
      ];
    });
}
