/** The memory of a program: which address holds what, and its initial values. */
import type { DristaError } from '../../base/errors';
import { canonical } from '../../program/rmw';
import type { LocationId, ThreadId, Value } from '../../program/label';
import { errorAt, type CPosition } from './c-lexer';
import { constantValue } from './constants';
import { aligned, alignmentOf, wrapped, type CType } from './machine-types';
import type { CDeclaration, CExpression, Initializer } from './syntax-tree';

/** A part of memory that is accessed as a whole. */
export interface Cell {
  readonly loc: LocationId;
  readonly name: string;
  /** Bytes; 0 for an object. */
  readonly size: number;
  readonly initial: Value;
  /** The thread on whose stack it lies; undefined: none. */
  readonly owner: ThreadId | undefined;
  readonly atomic: boolean;
}

const FIRST = 4096;
/** Where the stacks of threads begin. */
const STACKS = 2 ** 40;
const STACK = 2 ** 24;

/** The lowest address of the thread's stack. */
export function stackOf(thread: number): number {
  return STACKS + thread * STACK;
}

export class CMemory {
  private readonly cells = new Map<number, Cell>();
  /** By number of the location. */
  readonly locations: Cell[] = [];
  private end = FIRST;
  private owner: ThreadId | undefined;

  constructor(private readonly file: string) {}

  /** Places a variable that lives as long as the program. Returns its address. `name`: for people. */
  place({ type, initial, at }: CDeclaration, name: string): number {
    const address = aligned(this.end, Math.max(8, alignmentOf(type)));
    this.end = address + type.size + 8;
    this.fill(address, type, name, initial, at);
    return address;
  }

  /** Makes the parts of a variable on the thread's stack known. */
  know(address: number, type: CType, name: string, owner: ThreadId): void {
    if (this.cells.has(address)) return;
    this.owner = owner;
    this.fill(address, type, name, undefined, { line: 0, column: 0 });
    this.owner = undefined;
  }

  /** What begins at the address; undefined: nothing. */
  cellAt(address: number): Cell | undefined {
    return this.cells.get(address);
  }

  /** What lies in so many bytes from the address on, but for objects. */
  cellsFrom(address: number, size: number): Cell[] {
    const found: Cell[] = [];
    for (let at = address; at < address + size; at++) {
      const cell = this.cells.get(at);
      if (cell !== undefined && cell.size > 0) found.push(cell);
    }
    return found;
  }

  private fill(address: number, type: CType, name: string, initial: Initializer | undefined, at: CPosition): void {
    switch (type.kind) {
      case 'array': {
        const parts = this.parts(initial, type.length, at);
        for (let i = 0; i < type.length; i++)
          this.fill(address + i * type.of.size, type.of, `${name}[${i}]`, parts[i], at);
        return;
      }
      case 'struct': {
        const parts = this.parts(initial, type.members.length, at);
        type.members.forEach((m, i) => {
          this.fill(address + m.offset, m.type, `${name}.${m.name}`, parts[i], at);
        });
        return;
      }
      case 'mutex':
        if (initial !== undefined && !isStandard(initial))
          throw this.error(initial.at, 'a mutex begins as PTHREAD_MUTEX_INITIALIZER');
        return this.add(address, name, 0, 0, true);
      case 'void':
        return;
      default: {
        const value = initial === undefined ? 0n : wrapped(this.valueOf(initial), type);
        this.add(address, name, type.size, canonical(BigInt.asUintN(8 * type.size, value)), type.atomic === true);
      }
    }
  }

  private add(address: number, name: string, size: number, initial: Value, atomic: boolean): void {
    const cell = { loc: this.locations.length, name, size, initial, owner: this.owner, atomic };
    this.cells.set(address, cell);
    this.locations.push(cell);
  }

  private parts(initial: Initializer | undefined, most: number, at: CPosition): readonly Initializer[] {
    if (initial === undefined) return [];
    if (!('list' in initial)) throw this.error(initial.at, "initial values of several parts stand in '{' and '}'");
    if (initial.list.length > most) throw this.error(at, `there are more initial values than ${most} parts`);
    return initial.list;
  }

  private valueOf(initial: Initializer): bigint {
    if ('list' in initial) {
      if (initial.list.length === 1) return this.valueOf(initial.list[0]);
      throw this.error(initial.at, 'one initial value is needed here');
    }
    const value = constantValue(initial) ?? this.addressIn(initial);
    if (value === undefined)
      throw this.error(initial.at, 'the initial value of a global variable must be a constant: assign it in main');
    return value;
  }

  /** `&x`, `&a[1]`, `a`. */
  private addressIn(e: CExpression): bigint | undefined {
    const of = e.is === 'unary' && e.sign === '&' ? e.of : e.is === 'cast' ? undefined : e;
    if (of === undefined) return e.is === 'cast' ? this.addressIn(e.of) : undefined;
    const name = nameIn(of);
    if (name === undefined) return undefined;
    const exact = [...this.cells].find(([, cell]) => cell.name === name || cell.name.startsWith(`${name}[`));
    return exact === undefined ? undefined : BigInt(exact[0]);
  }

  private error(at: CPosition, what: string): DristaError {
    return errorAt(this.file, at, what);
  }
}

function nameIn(e: CExpression): string | undefined {
  if (e.is === 'name') return e.name;
  if (e.is === 'index') {
    const [of, index] = [nameIn(e.of), constantValue(e.index)];
    return of === undefined || index === undefined ? undefined : `${of}[${index}]`;
  }
  if (e.is === 'member' && !e.through) {
    const of = nameIn(e.of);
    return of === undefined ? undefined : `${of}.${e.name}`;
  }
  return undefined;
}

/** Is it PTHREAD_MUTEX_INITIALIZER? */
export function isStandard(i: Initializer): boolean {
  return 'is' in i && i.is === 'name' && i.name === 'PTHREAD_MUTEX_INITIALIZER';
}
