/**
 * Blocks of random machines: loops. On every way round there is an event that needs a value and has a choice, except in
 * those that only store.
 */
import * as fc from 'fast-check';
import { holding, register, sequence, value } from './random-machine';
import type { MachineBlock, MachineContext, MachineShape, Weighted } from './random-machine';
import type { Instruction } from './machine';

export function loops(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): Weighted[] {
  const choices: Weighted[] = [];
  if (shape.waitingLoops) {
    choices.push({ weight: 5, arbitrary: waiting(shape) }, { weight: 2, arbitrary: until(shape, body) });
    if (shape.mutexes > 0) choices.push({ weight: 4, arbitrary: underMutex(shape, body) });
    if (shape.rwlocks > 0) choices.push({ weight: 3, arbitrary: underRwlock(shape) });
    if (shape.conds > 0) choices.push({ weight: 8, arbitrary: onCondition(shape) });
  }
  if (shape.storingLoops) choices.push({ weight: 6, arbitrary: storing(shape) });
  if (shape.endlessLoops) choices.push({ weight: 4, arbitrary: endless(shape, body) });
  return choices;
}

const atomicLoc = (shape: MachineShape): fc.Arbitrary<number> => fc.nat(shape.locs - 1);

/** Looks at a location until it has the value, or sets it until it had another one. */
function waiting(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  return fc.tuple(fc.nat(3), atomicLoc(shape), register, value).map(([how, x, r, v]): MachineBlock => (at) => {
    if (how < 2)
      return [
        { op: 'load', x, r },
        { op: 'if', r, v, not: true, to: at },
      ];
    const take: Instruction = how === 2 ? { op: 'xchg', x, v: 1, r } : { op: 'cas', x, e: 0, v: 1, r };
    return [take, { op: 'if', r, v: 0, not: true, to: at }];
  });
}

const inLoop = (context: MachineContext): MachineContext => ({ ...context, inLoop: true });

/** Goes round until it sees the value. */
function until(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc.tuple(atomicLoc(shape), register, value, body).map(([x, r, v, blocks]): MachineBlock => (at, context) => {
    const inside = sequence(blocks, at + 2, inLoop(context));
    const end = at + 3 + inside.length;
    return [{ op: 'load', x, r }, { op: 'if', r, v, to: end }, ...inside, { op: 'jump', to: at }];
  });
}

function endless(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc.tuple(atomicLoc(shape), register, body).map(([x, r, blocks]): MachineBlock => (at, context) => {
    const inside = sequence(blocks, at + 1, inLoop(context));
    return [{ op: 'load', x, r }, ...inside, { op: 'jump', to: at }];
  });
}

/** Stores once or twice on each way round, and may count: then it may end, and comes back to its state later. */
function storing(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  const store = fc.tuple(fc.nat(shape.locs + shape.plain - 1), register, fc.nat(1), fc.boolean());
  return fc
    .tuple(fc.array(store, { minLength: 1, maxLength: 2 }), fc.boolean(), fc.nat(3), register, value)
    .map(([stores, counts, ends, r, v]): MachineBlock => (at) => {
      const inside = stores.map(([x, from, c, fixed]): Instruction => ({
        op: x < shape.locs ? 'store' : 'write',
        x,
        v: fixed ? c : { r: from, c },
      }));
      const count: Instruction[] = counts ? [{ op: 'set', r, v: { r, c: 1 } }] : [];
      const next = at + inside.length + count.length;
      const leave: Instruction[] = ends === 0 ? [{ op: 'if', r, v, to: next + 2 }] : [];
      return [...inside, ...count, ...leave, { op: 'jump', to: at }];
    });
}

/** Looks under a mutex; or tries to get it; or takes two, and gives one back where it does not get the other. */
function underMutex(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(2), fc.nat(shape.mutexes - 1), fc.nat(shape.locs + shape.plain - 1), register, value, body)
    .map(([how, m, x, r, v, blocks]): MachineBlock => (at, context) => {
      const n = (m + 1) % shape.mutexes;
      const taken = context.held.includes(`m${m}`);
      const look: Instruction = { op: x < shape.locs ? 'load' : 'read', x: m === 0 ? x : x % shape.locs, r };
      if (how === 2 && n !== m && shape.tries && !taken && !context.held.includes(`m${n}`)) {
        const inside = sequence(blocks, at + 5, holding(context, `m${m}`, `m${n}`));
        return [
          { op: 'lock', m },
          { op: 'trylock', m: n, r },
          { op: 'if', r, v: 0, to: at + 5 },
          { op: 'unlock', m },
          { op: 'jump', to: at },
          ...inside,
          { op: 'unlock', m: n },
          { op: 'unlock', m },
        ];
      }
      if (taken) return [look];
      if (how === 0 && shape.tries) {
        const inside = sequence(blocks, at + 2, holding(context, `m${m}`));
        return [{ op: 'trylock', m, r }, { op: 'if', r, v: 0, not: true, to: at }, ...inside, { op: 'unlock', m }];
      }
      return [{ op: 'lock', m }, look, { op: 'unlock', m }, { op: 'if', r, v, not: true, to: at }];
    });
}

function underRwlock(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.boolean(), fc.nat(shape.rwlocks - 1), atomicLoc(shape), register, value)
    .map(([writes, l, x, r, v]): MachineBlock => (at, { held }) => {
      const look: Instruction = { op: 'load', x, r };
      if (held.includes(`l${l}`)) return [look];
      return [
        { op: writes ? 'wrlock' : 'rdlock', l },
        look,
        { op: writes ? 'wrunlock' : 'rdunlock', l },
        { op: 'if', r, v, not: true, to: at },
      ];
    });
}

/** Waits on a condition variable until a location has the value, under its mutex. */
function onCondition(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.conds - 1), fc.nat(shape.locs + shape.plain - 1), register, value, fc.boolean())
    .map(([c, x, r, v, timed]): MachineBlock => (at, { held }) => {
      const m = c % shape.mutexes;
      const look: Instruction = { op: x < shape.locs ? 'load' : 'read', x, r };
      if (held.includes(`m${m}`)) return [look];
      return [
        { op: 'lock', m },
        look,
        { op: 'if', r, v, to: at + 5 },
        { op: 'wait', c, m, r, ...(timed && shape.timed ? { timed } : {}) },
        { op: 'jump', to: at + 1 },
        { op: 'unlock', m },
      ];
    });
}
