/** Random machines: blocks of instructions, among them loops that wait and loops that never end. */
import * as fc from 'fast-check';
import { loops } from './random-machine-loops';
import { sections } from './random-machine-objects';
import type { Instruction, Machine, Operand, Thread } from './machine';

export interface MachineShape {
  /** Fewest and most threads besides main. */
  readonly threads: readonly [number, number];
  /** Most blocks of a thread. */
  readonly blocks: number;
  /** Programs with more instructions are left out. */
  readonly size: number;
  readonly locs: number;
  /** Locations of plain data, numbered after the atomic ones. `locked`: under mutex 0 only. */
  readonly plain: number;
  readonly locked: boolean;
  /** Plain accesses to atomic locations too. */
  readonly mixed: boolean;
  readonly frees: boolean;
  /** Threads forget what they have read, once they have looked at it: they come back to the same local state. */
  readonly forgets: boolean;
  /** Loops that wait look at plain data, too. */
  readonly plainLoops: boolean;
  readonly waitingLoops: boolean;
  readonly endlessLoops: boolean;
  /** Threads that only store, for ever or a number of times. */
  readonly storingLoops: boolean;
  readonly tries: boolean;
  readonly choices: boolean;
  /** Choices of which an execution makes so many at most otherwise than by 0; 0: there are none. */
  readonly faults: number;
  readonly mutexes: number;
  readonly conds: number;
  readonly timed: boolean;
  readonly rwlocks: number;
  readonly semaphores: number;
  readonly barriers: number;
  readonly onces: number;
  /** Threads that assert: all, or only thread 1. */
  readonly asserts: 'one' | 'all';
  /** Threads assume. */
  readonly assumes: boolean;
  /** Any thread creates threads, and threads that know of another one join or detach it, at any time. */
  readonly lifetimes: boolean;
}

export const defaultMachineShape: MachineShape = {
  threads: [2, 3],
  blocks: 3,
  size: 26,
  locs: 2,
  plain: 0,
  locked: false,
  mixed: false,
  frees: false,
  forgets: false,
  plainLoops: false,
  waitingLoops: true,
  endlessLoops: true,
  storingLoops: false,
  tries: true,
  choices: false,
  faults: 0,
  mutexes: 0,
  conds: 0,
  timed: false,
  rwlocks: 0,
  semaphores: 0,
  barriers: 0,
  onces: 0,
  asserts: 'one',
  assumes: false,
  lifetimes: false,
};

/** What a block finds where it stands. */
export interface MachineContext {
  /** Does a loop contain it? */
  readonly inLoop: boolean;
  /** What the thread holds: `m0` a mutex, `l0` a read-write lock, `o0`: it runs this routine. */
  readonly held: readonly string[];
  readonly thread: number;
  /** The threads that it may join or detach. */
  readonly knows: readonly number[];
}

/** `at`: the index of its first instruction. */
export type MachineBlock = (at: number, context: MachineContext) => Instruction[];

export interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<MachineBlock>;
}

export const MODULUS = 3;
export const REGISTERS = 2;

export const register = fc.nat(REGISTERS - 1);
export const value = fc.nat(MODULUS - 1);
const operand: fc.Arbitrary<Operand> = fc.oneof(value, fc.record({ r: register, c: fc.nat(1) }));

/** The blocks one after the other. */
export function sequence(blocks: readonly MachineBlock[], at: number, context: MachineContext): Instruction[] {
  return blocks.reduce<Instruction[]>((done, make) => [...done, ...make(at + done.length, context)], []);
}

export function holding(context: MachineContext, ...what: string[]): MachineContext {
  return { ...context, held: [...context.held, ...what] };
}

export function machineArbitrary(options: Partial<MachineShape>): fc.Arbitrary<Machine> {
  const shape = { ...defaultMachineShape, ...options };
  const thread = fc.array(block(shape, 2), { minLength: 1, maxLength: shape.blocks });
  const few = fc.array(block(shape, 1), { maxLength: 1 });
  const [minLength, maxLength] = shape.threads;
  const counts = (n: number, min: number, max: number): fc.Arbitrary<number[]> =>
    fc.array(fc.integer({ min, max }), { minLength: n, maxLength: n });
  return fc
    .tuple(
      fc.array(thread, { minLength, maxLength }),
      few,
      fc.boolean(),
      few,
      counts(shape.semaphores, 0, 1),
      counts(shape.barriers, 2, 3),
      counts(maxLength, 0, shape.lifetimes ? maxLength - 1 : 0),
    )
    .map(([others, before, joins, after, semaphores, barriers, creators]): Machine => {
      const all = others.map((_, i) => i + 1);
      // A thread is created by one with a lower number.
      const createdBy = (t: number): number[] => all.filter((u) => Math.min(creators[u - 1], u - 1) === t);
      const main: MachineBlock[] = [
        ...before,
        () => (joins && !shape.lifetimes ? all.map((t) => ({ op: 'join', t })) : []),
        ...after,
      ];
      const known = shape.lifetimes ? knownThreads(others.length + 1, createdBy) : [];
      const threads = [main, ...others].map((blocks, t): Thread => {
        const creates: MachineBlock = () => createdBy(t).map((u) => ({ op: 'create', t: u }));
        return sequence([creates, ...blocks], 0, { inLoop: false, held: [], thread: t, knows: known[t] ?? [] });
      });
      const { mutexes, conds, rwlocks, onces } = shape;
      const locs = shape.locs + shape.plain;
      return {
        threads,
        modulus: MODULUS,
        registers: REGISTERS,
        locs,
        mutexes,
        conds,
        rwlocks,
        semaphores,
        barriers,
        onces,
      };
    })
    .filter(({ threads }) => threads.reduce((n, t) => n + t.length, 0) <= shape.size);
}

/** By thread: those that it has created or that its creator had created before it, and what their creators knew. */
function knownThreads(threads: number, createdBy: (t: number) => readonly number[]): number[][] {
  const known: number[][] = [[]];
  for (let t = 0; t < threads; t++) {
    const created = createdBy(t);
    for (const [i, u] of created.entries()) known[u] = [...known[t], ...created.slice(0, i)];
    known[t] = [...known[t], ...created];
  }
  return known;
}

/** The same machines for the same seed. */
export function randomMachines(options: Partial<MachineShape>, seed: number, count: number): Machine[] {
  return fc.sample(machineArbitrary(options), { seed, numRuns: count });
}

function block(shape: MachineShape, depth: number): fc.Arbitrary<MachineBlock> {
  const choices: Weighted[] = [
    { weight: 12, arbitrary: shape.forgets ? atomic(shape).map(forgetting) : atomic(shape) },
    { weight: 3, arbitrary: assertion(shape) },
    { weight: 1, arbitrary: fc.record({ r: register, v: operand }).map((i) => () => [{ op: 'set', ...i }]) },
  ];
  if (shape.assumes) choices.push({ weight: 3, arbitrary: assumption(shape) });
  if (shape.lifetimes) choices.push({ weight: 6, arbitrary: lifetime });
  if (shape.choices) choices.push({ weight: 2, arbitrary: register.map((r) => () => [{ op: 'choose', n: 2, r }]) });
  if (shape.faults > 0)
    choices.push({
      weight: 4,
      arbitrary: fc
        .tuple(register, fc.integer({ min: 2, max: 3 }))
        .map(([r, n]): MachineBlock => () => [{ op: 'choose', n, r, most: shape.faults }]),
    });
  if (shape.plain > 0)
    choices.push({ weight: 8, arbitrary: shape.forgets ? plain(shape).map(forgetting) : plain(shape) });
  if (depth > 0) {
    const body = fc.array(block(shape, depth - 1), { minLength: 1, maxLength: 2 });
    choices.push({ weight: 3, arbitrary: where(body) }, ...loops(shape, body), ...sections(shape, body));
    if (shape.forgets) choices.push({ weight: 6, arbitrary: glance(shape, body) });
  }
  return fc.oneof(...choices);
}

/** Joins or detaches a thread that it knows, whatever was done with that before. */
const lifetime = fc.tuple(fc.nat(11), fc.constantFrom('join' as const, 'join' as const, 'detach' as const)).map(
  ([n, op]): MachineBlock =>
    (_, { knows }) =>
      knows.length === 0 ? [] : [{ op, t: knows[n % knows.length] }],
);

/** Sets the register to 0 that the block has read into. */
function forgetting(make: MachineBlock): MachineBlock {
  return (at, context) => {
    const made = make(at, context);
    const read = made.find((i) => i.op !== 'store' && i.op !== 'write' && 'r' in i);
    return read === undefined || !('r' in read) ? made : [...made, { op: 'set', r: read.r, v: 0 }];
  };
}

/** Goes into the body unless a location holds the value, and forgets what it held. */
function glance({ locs }: MachineShape, body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc.tuple(fc.nat(locs - 1), register, value, body).map(([x, r, v, blocks]): MachineBlock => (at, context) => {
    const forget: Instruction = { op: 'set', r, v: 0 };
    const inside = sequence(blocks, at + 3, context);
    return [{ op: 'load', x, r }, { op: 'if', r, v, to: at + 3 + inside.length }, forget, ...inside, forget];
  });
}

function atomic(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  const op = fc.constantFrom('load', 'load', 'store', 'store', 'xchg', 'add', 'cas', 'xor');
  return fc.tuple(op, fc.nat(shape.locs - 1), register, operand, operand).map(([op, x, r, v, e]): MachineBlock => {
    return (_, { inLoop }) => {
      switch (op) {
        case 'load':
          return [{ op, x, r }];
        case 'store':
          return [{ op, x, v }];
        case 'cas':
          return [{ op, x, e, v, r }];
        default:
          return [{ op: op === 'add' && inLoop ? 'xor' : (op as 'xchg' | 'add' | 'xor'), x, v, r }];
      }
    };
  });
}

/** A plain access, with `locked` under mutex 0. */
function plain(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  const x = shape.mixed ? fc.nat(shape.locs + shape.plain - 1) : fc.nat(shape.plain - 1).map((n) => n + shape.locs);
  return fc.tuple(fc.nat(9), x, register, operand).map(([which, x, r, v]): MachineBlock => {
    const access: Instruction =
      which === 0 && shape.frees ? { op: 'free', x } : which < 5 ? { op: 'read', x, r } : { op: 'write', x, v };
    return (_, { held }) =>
      shape.locked && !held.includes('m0') ? [{ op: 'lock', m: 0 }, access, { op: 'unlock', m: 0 }] : [access];
  });
}

function assertion(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  const fails = failing(shape, 'fail');
  return fails.map(
    (make) => (at, context) => (shape.asserts === 'all' || context.thread === 1 ? make(at, context) : []),
  );
}

function assumption(shape: MachineShape): fc.Arbitrary<MachineBlock> {
  return failing(shape, 'assume');
}

/** It looks first: a failure without any event before it leaves nothing to explore. */
function failing(shape: MachineShape, op: 'fail' | 'assume'): fc.Arbitrary<MachineBlock> {
  return fc
    .tuple(fc.nat(shape.locs - 1), register, value)
    .map(([x, r, v]) => (at) => [{ op: 'load', x, r }, { op: 'if', r, v, not: true, to: at + 3 }, { op }]);
}

function where(body: fc.Arbitrary<MachineBlock[]>): fc.Arbitrary<MachineBlock> {
  return fc.tuple(register, value, body).map(([r, v, blocks]): MachineBlock => (at, context) => {
    const inside = sequence(blocks, at + 1, context);
    return [{ op: 'if', r, v, not: true, to: at + 1 + inside.length }, ...inside];
  });
}
