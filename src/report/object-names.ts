/** Names of objects on the heap and on stacks, from the runtime's notes (runtime/memory/names.h). */
import { describeThread, type Value } from '../program/label';
import type { Symbols } from '../debug-info/symbols';
import { shortFunction, shortTypes } from '../debug-info/function-name';

/** Where the threads' stacks lie (runtime/memory/ended-stacks.h). */
const STACKS = 0x400000000000,
  STACK = 2 ** 34,
  THREADS = 1024;
/** Bytes of a pointer. */
const POINTER = 8;

/** The return addresses of the functions whose variables the lines are about. */
export function functionsIn(lines: readonly string[]): number[] {
  return lines
    .map((line) => line.split(' '))
    .filter(([, where]) => where === 'stack')
    .map(([, , pc]) => parseInt(pc, 16));
}

export class ObjectNames {
  private readonly lines = new Map<string, string[]>();
  /** By name: the object that has it. */
  private readonly taken = new Map<string, string>();

  /** `place`: the text for a placeholder of a call stack, `{0x1 0x2}`. */
  constructor(
    lines: readonly string[],
    private readonly symbols: Symbols,
    private readonly place: (stack: string) => string,
  ) {
    for (const line of lines) {
      const [address, ...rest] = line.split(' ');
      this.lines.set(address, rest);
    }
  }

  /**
   * The name of the object at an address; undefined: it is neither on the heap nor on a stack, or nothing is known.
   *
   * - A block of the heap is named by what allocated it, and where: `malloc@a.c:7+8`. A second one from there is
   *   `malloc@a.c:7#2`.
   * - The place of an allocation before main is not known. Such a block is named by the static variable that points to
   *   it, `*list+8`, or `malloc@before main+8`.
   * - A local variable is named by its function, as gdb does: `sender::buffer`.
   * - Any other address on a stack is named by the stack.
   */
  nameOf(address: Value): string | undefined {
    const block = this.blockAt(address);
    if (block !== undefined) return block;
    const [where, ...said] = this.lines.get(address.toString(16)) ?? [];
    const stack = Math.floor((Number(address) - STACKS) / STACK);
    if (stack < 0 || stack >= THREADS) return undefined;
    const local = where === 'stack' ? this.local(address, said) : undefined;
    return local ?? `${describeThread(stack)}'s stack (0x${address.toString(16)})`;
  }

  /** As `nameOf`, for the heap alone. */
  blockAt(address: Value): string | undefined {
    const [where, ...said] = this.lines.get(address.toString(16)) ?? [];
    return where === 'heap' ? this.block(address, said) : undefined;
  }

  private block(address: Value, [offset, how, ...stack]: readonly string[]): string {
    const bytes = parseInt(offset, 16);
    const block = `${Number(address) - bytes}`;
    const name = this.own(
      stack[0] === 'before' ? this.early(how, parseInt(stack[1], 16)) : this.late(how, stack),
      block,
    );
    return bytes === 0 ? name : `${name}+${bytes}`;
  }

  private late(how: string, stack: readonly string[]): string {
    const place = this.place(stack.join(' '));
    return `${how}@${place.slice(place.lastIndexOf('/') + 1)}`;
  }

  /** `pointer`: the address of a static variable that points to the block; 0: there is none. */
  private early(how: string, pointer: number): string {
    const variable = pointer === 0 ? undefined : this.symbols.data(pointer, POINTER);
    return variable === undefined ? `${how}@before main` : `*${shortTypes(variable)}`;
  }

  private local(address: Value, [pc, frame]: readonly string[]): string | undefined {
    const found = this.symbols.local(address, parseInt(pc, 16), parseInt(frame, 16));
    if (found === undefined) return undefined;
    const [, name, part] = /^([^.[+]*)(.*)/.exec(found)!;
    const of = shortFunction(this.symbols.places(parseInt(pc, 16)).at(-1)!.function).replace(/^lambda in .*/, 'lambda');
    return this.own(`${of}::${name}`, frame) + part;
  }

  /** The name, with a number where another object has it. */
  private own(name: string, object: string): string {
    for (let n = 1; ; n++) {
      const full = n === 1 ? name : `${name}#${n}`;
      const owner = this.taken.get(full) ?? object;
      this.taken.set(full, owner);
      if (owner === object) return full;
    }
  }
}
