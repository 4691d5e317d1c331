/** Makes the code of a function: registers, instructions, scopes, conversions, reads and writes. */
import type { DristaError } from '../../base/errors';
import { Kind, Order } from '../../program/label';
import { errorAt, type CPosition } from './c-lexer';
import type { Instruction, Register, Variable } from './code';
import {
  aligned,
  alignmentOf,
  isScalar,
  typeText,
  valueType,
  voidType,
  type ArrayType,
  type CType,
  type PointerType,
  type ScalarType,
  type VoidType,
} from './machine-types';
import type { CMemory } from './memory';
import type { CSource } from './syntax-tree';

/** A value in a register. */
export interface TypedValue {
  readonly r: Register;
  readonly type: ScalarType | VoidType;
  /** Is it the constant 0, which is the null pointer, too (C11 6.3.2.3p3)? */
  readonly isZero?: boolean;
}

/** Where a value lies that can be read and written. */
export type CPlace =
  | { readonly in: 'register'; readonly r: Register; readonly type: CType }
  | {
      readonly in: 'element';
      readonly base: Register;
      readonly length: number;
      readonly index: Register;
      readonly type: CType;
    }
  | { readonly in: 'memory'; readonly address: Register; readonly type: CType };

/** What a name stands for. */
export type Named =
  | { readonly in: 'register'; readonly r: Register; readonly type: CType }
  | { readonly in: 'registers'; readonly base: Register; readonly type: ArrayType }
  | { readonly in: 'stack'; readonly offset: number; readonly type: CType }
  | { readonly in: 'global'; readonly address: number; readonly type: CType };

/** What all functions of a program share. */
export interface ProgramScope {
  readonly file: string;
  readonly source: CSource;
  readonly memory: CMemory;
  readonly globals: ReadonlyMap<string, Named>;
}

export class CodeBuilder {
  readonly code: Instruction[] = [];
  readonly places: CPosition[] = [];
  readonly variables: Variable[] = [];
  registers = 0;
  frame = 0;
  protected readonly scopes: Map<string, Named>[] = [new Map()];

  constructor(protected readonly scope: ProgramScope) {}

  /** The error that something there is wrong or not supported. */
  error(at: CPosition, what: string): DristaError {
    return errorAt(this.scope.file, at, what);
  }

  /** A register that is not used yet. */
  register(): Register {
    return this.registers++;
  }

  /** Adds the instruction. Returns its place in the code. */
  emit(at: CPosition, i: Instruction): number {
    this.places.push(at);
    return this.code.push(i) - 1;
  }

  /** The number in a register. */
  constant(at: CPosition, value: bigint, type: ScalarType): TypedValue {
    const r = this.register();
    this.emit(at, { o: 'constant', d: r, value });
    return { r, type, ...(value === 0n ? { isZero: true } : {}) };
  }

  /** The jump at the place leads to here. */
  land(at: number): void {
    const jump = this.code[at];
    if (jump.o === 'jump' || jump.o === 'branch') jump.to = this.code.length;
  }

  /** What the name stands for here; undefined: it is not declared. */
  named(name: string): Named | undefined {
    return this.scopes.findLast((scope) => scope.has(name))?.get(name) ?? this.scope.globals.get(name);
  }

  /** A variable in the function's part of the stack. */
  onStack(name: string, type: CType): Named {
    const offset = aligned(this.frame, Math.max(8, alignmentOf(type)));
    this.frame = offset + type.size + 8;
    this.variables.push({ name, type, offset });
    return { in: 'stack', offset, type };
  }

  /** The value converted to the type, as by assignment (C11 6.5.16.1). */
  converted(at: CPosition, v: TypedValue, type: ScalarType): TypedValue {
    const from = v.type;
    const to = valueType(type);
    if (from.kind === 'void') throw this.error(at, 'this has no value');
    if (to.kind === 'pointer' && from.kind === 'pointer') {
      if (!isCompatible(from, to))
        throw this.error(
          at,
          `a pointer '${typeText(from)}' is not converted to '${typeText(to)}': write a cast, or change the type`,
        );
      return { ...v, type: to };
    }
    if (to.kind === 'pointer' && v.isZero !== true)
      throw this.error(at, `an integer is not converted to '${typeText(to)}': write a cast`);
    if (from.kind === 'pointer' && !(to.kind === 'integer' && to.name === '_Bool'))
      throw this.error(at, `a pointer is not converted to '${typeText(to)}': write a cast`);
    return this.cast(at, v, to);
  }

  /** The value converted to the type, as by a cast (C11 6.5.4). */
  cast(at: CPosition, v: TypedValue, type: ScalarType): TypedValue {
    const from = v.type;
    const to = valueType(type);
    if (from.kind === 'void') throw this.error(at, 'this has no value');
    if (
      from.kind === to.kind &&
      from.size === to.size &&
      (from.kind === 'pointer' || (to.kind === 'integer' && from.signed === to.signed && from.name === to.name))
    )
      return { ...v, type: to };
    const d = this.register();
    this.emit(at, { o: 'convert', d, s: v.r, type: to });
    return { r: d, type: to, ...(v.isZero === true ? { isZero: true } : {}) };
  }

  /** The address of what lies in memory. */
  addressOf(at: CPosition, place: CPlace): TypedValue {
    if (place.in !== 'memory') throw this.error(at, 'the address of this is not supported here');
    return { r: place.address, type: { kind: 'pointer', to: place.type, size: 8 } };
  }

  /** The value that lies there; the address of an array. Throws a DristaError if it has none of a scalar type. */
  read(at: CPosition, place: CPlace): TypedValue {
    const { type } = place;
    if (type.kind === 'array') return { ...this.addressOf(at, place), type: { kind: 'pointer', to: type.of, size: 8 } };
    if (!isScalar(type))
      throw this.error(at, `values of type ${typeText(type)} are not supported: use members, or a pointer`);
    const own = valueType(type);
    if (place.in === 'register') return { r: place.r, type: own };
    const d = this.register();
    if (place.in === 'element') {
      const { base, length, index } = place;
      this.emit(at, { o: 'element', d, base, length, index });
    } else
      this.emit(at, {
        o: 'access',
        kind: type.atomic === true ? Kind.Load : Kind.PlainRead,
        d,
        address: place.address,
        value: undefined,
        type,
        order: type.atomic === true ? Order.SeqCst : Order.Plain,
      });
    return { r: d, type: own };
  }

  /** Assigns; returns the value that the place has then. */
  write(at: CPosition, place: CPlace, v: TypedValue, isPlain = false): TypedValue {
    const { type } = place;
    if (!isScalar(type)) throw this.error(at, `values of type ${typeText(type)} are not assigned: assign the parts`);
    const value = this.converted(at, v, type);
    if (place.in === 'register') this.emit(at, { o: 'move', d: place.r, s: value.r });
    else if (place.in === 'element') {
      const { base, length, index } = place;
      this.emit(at, { o: 'setElement', base, length, index, s: value.r });
    } else {
      const isAtomic = type.atomic === true && !isPlain;
      this.emit(at, {
        o: 'access',
        kind: isAtomic ? Kind.Store : Kind.PlainWrite,
        d: undefined,
        address: place.address,
        value: value.r,
        type,
        order: isAtomic ? Order.SeqCst : Order.Plain,
      });
    }
    return value;
  }

  /** What the pointer points to. */
  pointee(at: CPosition, v: TypedValue): CPlace {
    if (v.type.kind !== 'pointer') throw this.error(at, 'a pointer is needed here');
    if (v.type.to.kind === 'void') throw this.error(at, "a 'void *' points to nothing that can be accessed: cast it");
    return { in: 'memory', address: v.r, type: v.type.to };
  }

  /** Where the value of a name lies. */
  placeOf(at: CPosition, named: Named): CPlace {
    switch (named.in) {
      case 'register':
        return named;
      case 'registers':
        throw this.error(at, 'the array is used without an index');
      case 'stack': {
        const d = this.register();
        this.emit(at, { o: 'local', d, offset: named.offset });
        return { in: 'memory', address: d, type: named.type };
      }
      case 'global': {
        const { r } = this.constant(at, BigInt(named.address), { kind: 'pointer', to: voidType, size: 8 });
        return { in: 'memory', address: r, type: named.type };
      }
    }
  }
}

/** May the one pointer be assigned to the other? */
function isCompatible(from: PointerType, to: PointerType): boolean {
  return from.to.kind === 'void' || to.to.kind === 'void' || isSameObject(from.to, to.to);
}

/** Are the types one, but for qualifiers that are not `_Atomic`? */
export function isSameObject(a: CType, b: CType): boolean {
  if (a.kind === 'integer' && b.kind === 'integer')
    return (
      a.size === b.size && a.signed === b.signed && a.name === b.name && (a.atomic === true) === (b.atomic === true)
    );
  if (a.kind === 'pointer' && b.kind === 'pointer')
    return isSameObject(a.to, b.to) && (a.atomic === true) === (b.atomic === true);
  return a.kind === b.kind && typeText(a) === typeText(b);
}
