/** Random machines whose accesses have all memory orders, and which have fences. */
import * as fc from 'fast-check';
import type { MemoryOrder } from '../litmus';
import type { Instruction, Machine } from './machine';
import { machineArbitrary, type MachineShape } from './random-machine';

type Orders = readonly MemoryOrder[];

const loads: Orders = ['rlx', 'acq', 'acq', 'sc'];
const stores: Orders = ['rlx', 'rel', 'rel', 'sc'];
const updates: Orders = ['rlx', 'acq', 'rel', 'ar', 'ar', 'sc'];
const fences: Orders = ['acq', 'rel', 'ar', 'sc'];

const shapes: Readonly<Record<string, Partial<MachineShape>>> = {
  'two threads without loops': { waitingLoops: false, endlessLoops: false, blocks: 5, threads: [2, 2] },
  'three threads without loops': { waitingLoops: false, endlessLoops: false, blocks: 4, threads: [3, 3] },
  'loops that wait': { endlessLoops: false },
  'loops without end': {},
  'loops without end, one location': { locs: 1 },
  'stores without end': { storingLoops: true, blocks: 2 },
  'three threads': { threads: [3, 3], blocks: 2 },
  'threads that forget': { forgets: true },
  'many assertions': { asserts: 'all' },
  'with locks': { mutexes: 2, tries: false },
  choices: { choices: true, blocks: 2 },
};

/** The machines with other orders. One in four has acquire loads, release stores and acq_rel updates alone. */
function weakened(machines: fc.Arbitrary<Machine>): fc.Arbitrary<Machine> {
  return fc
    .tuple(machines, fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }), fc.nat(3))
    .map(([machine, choices, how]) => ({
      ...machine,
      threads: machine.threads.map((thread, t) =>
        thread.map((i, at) => ordered(i, choices[(7 * t + at) % choices.length], how)),
      ),
    }));
}

function ordered(i: Instruction, choice: number, how: number): Instruction {
  const of = (orders: Orders, strong: MemoryOrder): MemoryOrder =>
    how === 0 ? strong : orders[choice % orders.length];
  switch (i.op) {
    case 'load':
      return { ...i, o: of(loads, 'acq') };
    case 'store':
      return { ...i, o: of(stores, 'rel') };
    case 'add':
    case 'xor':
    case 'xchg':
      return { ...i, o: of(updates, 'ar') };
    case 'cas':
      return { ...i, o: of(updates, 'ar'), fo: of(loads, 'acq') };
    // What threads forget they need not forget: a fence comes in its place.
    case 'set':
      return how === 3 && choice % 2 === 0 ? { op: 'fence', o: fences[choice % fences.length] } : i;
    default:
      return i;
  }
}

/**
 * Short threads that store, load and forget, some of it in one branch alone, and wait for each other: so the same
 * places are reached in several ways, of which some leave more to be read than others.
 */
function branchingMachines(threads: number, locs: number): fc.Arbitrary<Machine> {
  const x = fc.nat(locs - 1);
  const v = fc.integer({ min: 1, max: 2 });
  const forget: Instruction = { op: 'set', r: 0, v: 0 };
  const access: fc.Arbitrary<readonly Instruction[]> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ x, v }).map((i) => [{ op: 'store' as const, ...i }]) },
    { weight: 5, arbitrary: x.map((at) => [{ op: 'load' as const, x: at, r: 0 }, forget]) },
    { weight: 2, arbitrary: fc.record({ x, v }).map((i) => [{ op: 'xchg' as const, ...i, r: 0 }, forget]) },
    {
      weight: 3,
      arbitrary: fc.record({ x, v, e: fc.nat(2) }).map((i) => [{ op: 'cas' as const, ...i, r: 0 }, forget]),
    },
    { weight: 1, arbitrary: fc.constantFrom(...fences).map((o) => [{ op: 'fence' as const, o }]) },
  );
  type Block = (at: number) => readonly Instruction[];
  const block: fc.Arbitrary<Block> = fc.oneof(
    {
      weight: 6,
      arbitrary: access.map(
        (made): Block =>
          () =>
            made,
      ),
    },
    {
      weight: 2,
      arbitrary: access.map((made): Block => (at) => [
        { op: 'choose', n: 2, r: 1 },
        { op: 'if', r: 1, v: 0, to: at + 2 + made.length },
        ...made,
        { op: 'set', r: 1, v: 0 },
      ]),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ x, v })
        .map((i): Block => (at) => [
          { op: 'load', x: i.x, r: 0 },
          { op: 'if', r: 0, v: i.v, not: true, to: at },
          forget,
        ]),
    },
  );
  const thread = fc
    .array(block, { minLength: 2, maxLength: threads === 2 ? 5 : 3 })
    .map((blocks) => blocks.reduce<Instruction[]>((done, make) => [...done, ...make(done.length)], []));
  return fc.array(thread, { minLength: threads, maxLength: threads }).map((others) => ({
    threads: [others.map((_, i) => ({ op: 'create' as const, t: i + 1 })), ...others],
    modulus: 3,
    registers: 2,
    locs,
  }));
}

/** Machines with accesses of all orders; without plain data, of which the views know no races. */
export const weakMachines: Readonly<Record<string, fc.Arbitrary<Machine>>> = {
  'branches of two threads': weakened(branchingMachines(2, 2)),
  'branches of two threads, three locations': weakened(branchingMachines(2, 3)),
  'branches of three threads': weakened(branchingMachines(3, 2)),
  'branches of three threads, three locations': weakened(branchingMachines(3, 3)),
  ...Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, weakened(machineArbitrary(shape))] as const),
  ),
};

export function randomWeakMachines(arbitrary: fc.Arbitrary<Machine>, seed: number, count: number): Machine[] {
  return fc.sample(arbitrary, { seed, numRuns: count });
}
