/**
 * A small language for threads with loops. A thread is a list of instructions with jumps; a jump names an index.
 * Atomic accesses without an order are seq_cst. Registers hold values below `modulus`, and so do locations, so that a
 * program has finitely many states unless it counts with `add` or posts a semaphore for ever. Each thread has all
 * instructions that are local to it performed at once, before it stands before the next one that is not.
 */

import type { MemoryOrder } from '../litmus';

/** A number, or register r + c. */
export type Operand = number | { readonly r: number; readonly c: number };

type Local =
  | { readonly op: 'set'; readonly r: number; readonly v: Operand }
  | { readonly op: 'jump'; readonly to: number }
  /** Jumps where register r is v; with `not`, where it is not. */
  | { readonly op: 'if'; readonly r: number; readonly v: number; readonly not?: true; readonly to: number };

/** Of an atomic access; `fo`: of a compare-exchange that fails. */
export interface Ordered {
  readonly o?: MemoryOrder;
  readonly fo?: MemoryOrder;
}

export type Shared =
  | ({ readonly op: 'load'; readonly x: number; readonly r: number } & Ordered)
  | { readonly op: 'read'; readonly x: number; readonly r: number }
  | ({ readonly op: 'store'; readonly x: number; readonly v: Operand } & Ordered)
  | { readonly op: 'write'; readonly x: number; readonly v: Operand }
  | { readonly op: 'fence'; readonly o: MemoryOrder }
  /** Frees the memory of location x. */
  | { readonly op: 'free'; readonly x: number }
  /** The register gets what was read. */
  | ({ readonly op: 'add' | 'xor' | 'xchg'; readonly x: number; readonly v: Operand; readonly r: number } & Ordered)
  | ({ readonly op: 'cas'; readonly x: number; readonly e: Operand; readonly v: Operand; readonly r: number } & Ordered)
  /** Of what may fail, the register gets 0 where it did not, 1 where it did. */
  | { readonly op: 'lock' | 'unlock'; readonly m: number }
  | { readonly op: 'trylock'; readonly m: number; readonly r: number }
  /** `timed`: the wait may time out; the register gets 1 then. */
  | { readonly op: 'wait'; readonly c: number; readonly m: number; readonly r: number; readonly timed?: true }
  | { readonly op: 'signal' | 'broadcast'; readonly c: number }
  | { readonly op: 'rdlock' | 'wrlock' | 'rdunlock' | 'wrunlock'; readonly l: number }
  | { readonly op: 'tryrdlock' | 'trywrlock'; readonly l: number; readonly r: number }
  | { readonly op: 'acquire' | 'post'; readonly s: number }
  | { readonly op: 'tryacquire'; readonly s: number; readonly r: number }
  /** The register gets 1 in the last thread of a round, else 0. */
  | { readonly op: 'barrier'; readonly b: number; readonly r: number }
  /** The register gets 1 where the routine begins, 0 where another thread has run it. */
  | { readonly op: 'begin'; readonly n: number; readonly r: number }
  | { readonly op: 'end'; readonly n: number }
  /** `most`: what is not 0 is a fault, of which an execution has at most so many (--faults). */
  | { readonly op: 'choose'; readonly n: number; readonly r: number; readonly most?: number }
  | { readonly op: 'create' | 'join' | 'detach'; readonly t: number }
  /** An assertion, an assumption that fails. */
  | { readonly op: 'fail' | 'assume' };

export type Instruction = Local | Shared;
export type Thread = readonly Instruction[];

export interface Machine {
  /** Thread 0 is main, which creates the others. */
  readonly threads: readonly Thread[];
  readonly modulus: number;
  readonly registers: number;
  readonly locs: number;
  readonly mutexes?: number;
  readonly conds?: number;
  readonly rwlocks?: number;
  /** What each semaphore counts at first. */
  readonly semaphores?: readonly number[];
  /** For how many threads each barrier is. */
  readonly barriers?: readonly number[];
  readonly onces?: number;
}

/** The place of a thread: before the instruction at `pc`, of which `stage` steps are done; its end is the length. */
export interface Place {
  readonly pc: number;
  readonly stage: number;
  readonly registers: readonly number[];
}

/** The most local instructions between two others; more is an endless loop. */
const MAX_LOCAL = 1000;

export function valueOf(v: Operand, { registers }: Place, modulus: number): number {
  return typeof v === 'number' ? v : (registers[v.r] + v.c) % modulus;
}

/** The place before the first instruction that is not local. */
export function firstPlace(machine: Machine, t: number): Place {
  return settled(machine, t, { pc: 0, stage: 0, registers: new Array<number>(machine.registers).fill(0) });
}

/** The place after the instruction at the place, which has set the register, where it has one. */
export function nextPlace(machine: Machine, t: number, place: Place, register?: { r: number; v: number }): Place {
  const registers = register === undefined ? place.registers : place.registers.with(register.r, register.v);
  return settled(machine, t, { pc: place.pc + 1, stage: 0, registers });
}

/** The instruction before which the thread stands; undefined: it has ended. */
export function instructionAt(machine: Machine, t: number, { pc }: Place): Shared | undefined {
  return machine.threads[t][pc] as Shared | undefined;
}

function settled(machine: Machine, t: number, from: Place): Place {
  let { pc, registers } = from;
  for (let n = 0; n < MAX_LOCAL; n++) {
    const i = machine.threads[t].at(pc);
    switch (i?.op) {
      case 'set':
        registers = registers.with(i.r, valueOf(i.v, { pc, stage: 0, registers }, machine.modulus));
        pc++;
        break;
      case 'jump':
        pc = i.to;
        break;
      case 'if':
        pc = (registers[i.r] === i.v) === (i.not === undefined) ? i.to : pc + 1;
        break;
      default:
        // At its end nothing of a thread matters.
        return { pc, stage: 0, registers: i === undefined ? [] : registers };
    }
  }
  throw new Error(`thread ${t} loops without an event`);
}

export function isPlain({ op }: { readonly op: string }): boolean {
  return op === 'read' || op === 'write' || op === 'free';
}
