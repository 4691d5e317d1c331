/** Types of C programs of the playground, as on x86-64 (C11 6.2.5; System V ABI 3.1.2). */

export interface IntegerType {
  readonly kind: 'integer';
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly signed: boolean;
  readonly atomic?: boolean;
  readonly volatile?: boolean;
}

export interface PointerType {
  readonly kind: 'pointer';
  readonly to: CType;
  readonly size: 8;
  readonly atomic?: boolean;
  readonly volatile?: boolean;
}

/** A mutex of POSIX. */
export interface LockType {
  readonly kind: 'mutex';
  readonly size: 40;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly of: CType;
  readonly length: number;
  readonly size: number;
}

export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly type: CType; readonly offset: number }[];
  readonly size: number;
}

export interface VoidType {
  readonly kind: 'void';
  readonly size: 1;
}

export type ScalarType = IntegerType | PointerType;
export type CType = ScalarType | LockType | ArrayType | StructType | VoidType;

const integer = (name: string, size: number, signed: boolean): IntegerType => ({ kind: 'integer', name, size, signed });

export const voidType: VoidType = { kind: 'void', size: 1 };
export const lockType: LockType = { kind: 'mutex', size: 40 };
export const int = integer('int', 4, true);
export const unsignedInt = integer('unsigned', 4, false);
export const long = integer('long', 8, true);
export const unsignedLong = integer('unsigned long', 8, false);
export const bool = integer('_Bool', 1, false);

const narrow = {
  char: integer('char', 1, true),
  schar: integer('signed char', 1, true),
  uchar: integer('unsigned char', 1, false),
  short: integer('short', 2, true),
  ushort: integer('unsigned short', 2, false),
};

/** Types by their one-word names: those of <stdint.h>, <stddef.h>, <stdbool.h>, <pthread.h> and <stdatomic.h>. */
export const namedTypes: ReadonlyMap<string, CType> = new Map<string, CType>([
  ['bool', bool],
  ['_Bool', bool],
  ['size_t', unsignedLong],
  ['ptrdiff_t', long],
  ['intptr_t', long],
  ['uintptr_t', unsignedLong],
  ['pthread_t', unsignedLong],
  ['pthread_mutex_t', lockType],
  ['atomic_flag', { ...bool, atomic: true }],
  ...([1, 2, 4, 8] as const).flatMap((size): [string, CType][] => {
    const [signed, unsigned] = [
      [narrow.schar, narrow.uchar],
      [narrow.short, narrow.ushort],
      [int, unsignedInt],
      [long, unsignedLong],
    ][Math.log2(size)];
    return [
      [`int${8 * size}_t`, signed],
      [`uint${8 * size}_t`, unsigned],
    ];
  }),
  ...Object.entries({
    ...narrow,
    bool,
    int,
    uint: unsignedInt,
    long,
    ulong: unsignedLong,
    llong: long,
    size_t: unsignedLong,
    ullong: unsignedLong,
    intptr_t: long,
    uintptr_t: unsignedLong,
  }).map(([name, type]): [string, CType] => [`atomic_${name}`, { ...type, atomic: true }]),
]);

/** The words of which other names of integer types consist (C11 6.7.2p2). */
export const typeWords: ReadonlySet<string> = new Set(['signed', 'unsigned', 'char', 'short', 'int', 'long']);

/** The type that the words name. */
export function integerOf(words: readonly string[]): IntegerType {
  const has = (word: string): boolean => words.includes(word);
  if (has('char')) return has('unsigned') ? narrow.uchar : has('signed') ? narrow.schar : narrow.char;
  if (has('short')) return has('unsigned') ? narrow.ushort : narrow.short;
  if (has('long')) return has('unsigned') ? unsignedLong : long;
  return has('unsigned') ? unsignedInt : int;
}

/** The type of pointers to objects of the type. */
export function pointerTo(to: CType): PointerType {
  return { kind: 'pointer', to, size: 8 };
}

/** The type of an array of so many elements. */
export function arrayOf(of: CType, length: number): ArrayType {
  return { kind: 'array', of, length, size: of.size * length };
}

/** Is it an integer or a pointer, so that registers hold its values? */
export function isScalar(type: CType): type is ScalarType {
  return type.kind === 'integer' || type.kind === 'pointer';
}

/** The alignment in bytes. */
export function alignmentOf(type: CType): number {
  switch (type.kind) {
    case 'array':
      return alignmentOf(type.of);
    case 'struct':
      return Math.max(1, ...type.members.map((m) => alignmentOf(m.type)));
    case 'mutex':
      return 8;
    default:
      return type.size;
  }
}

/** The next multiple of the alignment. */
export function aligned(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

/** The struct with members of the types, at their offsets. */
export function structOf(
  name: string,
  members: readonly { readonly name: string; readonly type: CType }[],
): StructType {
  let end = 0;
  let alignment = 1;
  const placed = members.map((member) => {
    const own = alignmentOf(member.type);
    alignment = Math.max(alignment, own);
    const offset = aligned(end, own);
    end = offset + member.type.size;
    return { ...member, offset };
  });
  return { kind: 'struct', name, members: placed, size: aligned(end, alignment) };
}

/** The type as messages name it. */
export function typeText(type: CType): string {
  switch (type.kind) {
    case 'integer':
      return type.atomic === true ? `_Atomic(${type.name})` : type.name;
    case 'pointer':
      return `${typeText(type.to)} *`;
    case 'array':
      return `${typeText(type.of)}[${type.length}]`;
    case 'struct':
      return `struct ${type.name}`;
    case 'mutex':
      return 'pthread_mutex_t';
    case 'void':
      return 'void';
  }
}

/** The type without `_Atomic` and `volatile`, as values have it. */
export function valueType(type: ScalarType): ScalarType {
  return { ...type, atomic: false, volatile: false };
}

/** The integer promotion of the type (C11 6.3.1.1p2). */
export function promoted(type: IntegerType): IntegerType {
  return type.size < 4 ? int : integer(type.name, type.size, type.signed);
}

/** The common type of two operands (C11 6.3.1.8). */
export function commonType(a: IntegerType, b: IntegerType): IntegerType {
  const [p, q] = [promoted(a), promoted(b)];
  if (p.size !== q.size) return p.size > q.size ? p : q;
  return p.signed ? q : p;
}

/** The value converted to the type (C11 6.3.1.2, 6.3.1.3; as by compilers where that leaves it open). */
export function wrapped(value: bigint, type: ScalarType): bigint {
  if (type.kind === 'pointer') return BigInt.asUintN(64, value);
  if (type.name === '_Bool') return value === 0n ? 0n : 1n;
  return type.signed ? BigInt.asIntN(8 * type.size, value) : BigInt.asUintN(8 * type.size, value);
}
