/** Blocks of random machines with synchronisation objects, outside loops that wait for them. */
import * as fc from 'fast-check';
import { holding, register, sequence } from './random-machine';
import type { MachineBlock, MachineShape, Weighted } from './random-machine';
import type { Instruction } from './machine';

export function sections(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): Weighted[] {
  const choices: Weighted[] = [];
  if (shape.mutexes > 0) choices.push({ weight: 7, arbitrary: mutexSection(shape, body) });
  if (shape.conds > 0)
    choices.push({ weight: 6, arbitrary: signalling(shape, body) }, { weight: 2, arbitrary: wait(shape) });
  if (shape.rwlocks > 0) choices.push({ weight: 8, arbitrary: rwSection(shape, body) });
  if (shape.semaphores > 0)
    choices.push({ weight: 5, arbitrary: semaphore(shape) }, { weight: 5, arbitrary: semaphoreSection(shape, body) });
  if (shape.barriers > 0)
    choices.push({
      weight: 6,
      arbitrary: fc.tuple(fc.nat(shape.barriers - 1), register).map(([b, r]) => () => [{ op: 'barrier', b, r }]),
    });
  if (shape.onces > 0) choices.push({ weight: 8, arbitrary: routine(shape, body) });
  return choices;
}

/** `take`, which may fail, then the body and `back`; where it fails, neither. */
function tried(take: Instruction & { r: number }, at: number, back: Instruction, inside: Instruction[]): Instruction[] {
  return [take, { op: 'if', r: take.r, v: 0, not: true, to: at + 3 + inside.length }, ...inside, back];
}

function mutexSection(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.mutexes - 1), fc.nat(2), register, body)
    .map(([m, tries, r, blocks]): MachineBlock => (at, context) => {
      if (context.held.includes(`m${m}`)) return sequence(blocks, at, context);
      const inside = holding(context, `m${m}`);
      const back: Instruction = { op: 'unlock', m };
      if (tries === 0 && shape.tries) return tried({ op: 'trylock', m, r }, at, back, sequence(blocks, at + 2, inside));
      return [{ op: 'lock', m }, ...sequence(blocks, at + 1, inside), back];
    });
}

/** Signals, under the mutex or not. */
function signalling(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.conds - 1), fc.boolean(), fc.nat(2), body)
    .map(([c, all, bare, blocks]): MachineBlock => (at, context) => {
      const m = c % shape.mutexes;
      const signal: Instruction = { op: all ? 'broadcast' : 'signal', c };
      if (bare === 0) return [signal];
      if (context.held.includes(`m${m}`)) return [...sequence(blocks, at, context), signal];
      return [{ op: 'lock', m }, ...sequence(blocks, at + 1, holding(context, `m${m}`)), signal, { op: 'unlock', m }];
    });
}

/** Waits once, whatever memory holds. */
function wait(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.conds - 1), register, fc.boolean())
    .map(([c, r, timed]): MachineBlock => (_, { held }) => {
      const m = c % shape.mutexes;
      const waits: Instruction = { op: 'wait', c, m, r, ...(timed && shape.timed ? { timed } : {}) };
      return held.includes(`m${m}`) ? [waits] : [{ op: 'lock', m }, waits, { op: 'unlock', m }];
    });
}

function rwSection(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.rwlocks - 1), fc.boolean(), fc.nat(2), register, body)
    .map(([l, writes, tries, r, blocks]): MachineBlock => (at, context) => {
      if (context.held.includes(`l${l}`)) return sequence(blocks, at, context);
      const inside = holding(context, `l${l}`);
      const back: Instruction = { op: writes ? 'wrunlock' : 'rdunlock', l };
      if (tries === 0 && shape.tries)
        return tried({ op: writes ? 'trywrlock' : 'tryrdlock', l, r }, at, back, sequence(blocks, at + 2, inside));
      return [{ op: writes ? 'wrlock' : 'rdlock', l }, ...sequence(blocks, at + 1, inside), back];
    });
}

function semaphore(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.semaphores - 1), fc.nat(3), register)
    .map(([s, which, r]): MachineBlock => (_, { inLoop }) => {
      if (which === 0 && shape.tries) return [{ op: 'tryacquire', s, r }];
      // In a loop it would count without end.
      return [{ op: which < 2 || inLoop ? 'acquire' : 'post', s }];
    });
}

function semaphoreSection(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.semaphores - 1), fc.nat(shape.semaphores - 1), fc.nat(2), register, body)
    .map(([s, to, tries, r, blocks]): MachineBlock => (at, context) => {
      const back: Instruction = { op: 'post', s: to };
      if (tries === 0 && shape.tries)
        return tried({ op: 'tryacquire', s, r }, at, back, sequence(blocks, at + 2, context));
      return [{ op: 'acquire', s }, ...sequence(blocks, at + 1, context), back];
    });
}

function routine(shape: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc.tuple(fc.nat(shape.onces - 1), register, body).map(([n, r, blocks]): MachineBlock => (at, context) => {
    if (context.held.includes(`o${n}`)) return sequence(blocks, at, context);
    const inside = sequence(blocks, at + 2, holding(context, `o${n}`));
    return [{ op: 'begin', n, r }, { op: 'if', r, v: 0, to: at + 3 + inside.length }, ...inside, { op: 'end', n }];
  });
}
