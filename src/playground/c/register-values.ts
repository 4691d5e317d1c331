/** Values of registers: what they may be, how memory holds them, and what events return to them. */
import { Kind, label, type Label, type SiteId, type Value } from '../../program/label';
import { canonical, SPURIOUS } from '../../program/rmw';
import { Undefined } from './arithmetic';
import type { Instruction, Register } from './code';
import { wrapped, type ScalarType } from './machine-types';

/** What a read of a variable is that was not written. */
export const NO_VALUE = 'reads a variable that has no value yet (C11 6.3.2.1p2)';

/** An access to memory that is none. */
export class OutOfBounds extends Undefined {}

/** The index as a number. Throws OutOfBounds where the array has no such element. */
export function indexIn(index: bigint, length: number): number {
  if (index < 0n || index >= BigInt(length))
    throw new OutOfBounds(`accesses element ${index} of an array of ${length} elements`);
  return Number(index);
}

/** The value of the register. Throws Undefined if it has none. */
export function valueIn(registers: readonly (bigint | undefined)[], r: Register): bigint {
  const value = registers[r];
  if (value === undefined) throw new Undefined(NO_VALUE);
  return value;
}

/** The value of the type as memory holds it. */
export function toMemory(value: bigint, type: ScalarType): Value {
  return canonical(BigInt.asUintN(8 * type.size, value));
}

/** The event that ends the program with the exit code. */
export function exits(code: bigint, site: SiteId): Label {
  return label(Kind.Exit, { value: Number(BigInt.asUintN(8, code)), site });
}

/** Completes the instruction, whose event has returned the value. */
export function finish(registers: (bigint | undefined)[], i: Instruction, value: Value): void {
  switch (i.o) {
    case 'access':
      registers[i.d!] = wrapped(BigInt(value), i.type);
      return;
    case 'update': {
      const expected = i.expected === undefined ? undefined : valueIn(registers, i.expected);
      const old = value === SPURIOUS ? expected! : wrapped(BigInt(value), i.type);
      registers[i.d] = old;
      if (i.success !== undefined) registers[i.success] = value !== SPURIOUS && old === expected ? 1n : 0n;
      return;
    }
    case 'object':
    case 'choose':
    case 'join':
      registers[i.d] = BigInt(value);
      return;
    default:
      throw new Error(`no instruction ${i.o} returns a value`);
  }
}
