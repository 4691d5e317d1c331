/** Names of objects on the heap and on stacks, from the runtime's notes (`Stacks.objectsIn`). */
import { describeThread, type SiteId, type Value } from '../program/label';
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
    .map(([, , , pc]) => parseInt(pc, 16))
    .filter((pc) => pc !== 0);
}

export class ObjectNames {
  private readonly lines = new Map<string, string[][]>();
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
      this.lines.set(address, [...(this.lines.get(address) ?? []), rest]);
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
   *
   * `site`: that of an event that is about the address. Without one, a variable is named only if it is the only one
   * that events have found there. `isOuter`: the largest part that begins there, as a pointer to it is meant.
   */
  nameOf(address: Value, site?: SiteId, isOuter = false): string | undefined {
    const block = this.blockAt(address);
    if (block !== undefined) return block;
    const stack = Math.floor((Number(address) - STACKS) / STACK);
    if (stack < 0 || stack >= THREADS) return undefined;
    return this.localAt(address, site, isOuter) ?? `${describeThread(stack)}'s stack (0x${address.toString(16)})`;
  }

  private localAt(address: Value, site: SiteId | undefined, isOuter: boolean): string | undefined {
    const all = this.lines.get(address.toString(16)) ?? [];
    const there = all.filter(([, at]) => Number(at) === site);
    const names = new Set((there.length > 0 ? there : all).map(([, , ...said]) => this.local(address, said, isOuter)));
    return names.size === 1 ? [...names][0] : undefined;
  }

  /** As `nameOf`, for the heap alone. */
  blockAt(address: Value): string | undefined {
    const [where, ...said] = this.lines.get(address.toString(16))?.[0] ?? [];
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

  /** `pc`: 0 where the function is not known. */
  private local(address: Value, [pc, frame]: readonly string[], isOuter: boolean): string | undefined {
    if (pc === '0') return undefined;
    const found = this.symbols.local(address, parseInt(pc, 16), parseInt(frame, 16), isOuter);
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
