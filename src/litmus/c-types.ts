/** Types of locations and registers: integers of C11 and pointers, atomic or not (C11 6.2.5, 6.7, 7.17.6, 7.20). */
import type { LitmusLexer } from './litmus-lexer';

/** The type of a value: that of an integer by its name in C, or of a pointer. */
export type ValueType = string | Pointer;

export interface Pointer {
  readonly to: ObjectType;
}

/** The type of an object as a thread declares it: other threads may access the object in the other way. */
export interface ObjectType {
  readonly value: ValueType;
  readonly atomic: boolean;
}

const named: Readonly<Record<string, string>> = {
  bool: '_Bool',
  char: 'char',
  schar: 'signed char',
  uchar: 'unsigned char',
  short: 'short',
  ushort: 'unsigned short',
  int: 'int',
  uint: 'unsigned',
  long: 'long',
  ulong: 'unsigned long',
  llong: 'long long',
  ullong: 'unsigned long long',
};

/** Other names of types of 128 bits. */
const wide: Readonly<Record<string, string>> = {
  __int128: '__int128',
  __int128_t: '__int128',
  __uint128: 'unsigned __int128',
  __uint128_t: 'unsigned __int128',
};

const words = new Set(['signed', 'unsigned', 'char', 'short', 'int', 'long', '_Bool']);
const fixed = /^u?int(8|16|32|64|ptr)_t$/;

/** The type as the translation has it: each object that a pointer may point to is an atomic one there. */
export function typeInC(type: ValueType): string {
  return typeof type === 'string' ? type : `_Atomic(${typeInC(type.to.value)}) *`;
}

/** The null pointer of the type; clang does not convert 0 to a pointer to an atomic object. */
export function nullPointer(type: Pointer): string {
  return `(${typeInC(type)})0`;
}

/** The type as messages name it. */
export function typeName(type: ValueType): string {
  if (typeof type === 'string') return type;
  const to = typeName(type.to.value);
  return to.endsWith('*') ? `${to}*` : `${to} *`;
}

/** Are the types one, but for what the threads declare as atomic? */
export function isSameType(a: ValueType, b: ValueType): boolean {
  return typeInC(a) === typeInC(b);
}

/** Has the type 128 bits? */
export function isWide(type: ValueType): boolean {
  return typeof type === 'string' && type.endsWith('__int128');
}

/** Does the next word begin a type? */
export function beginsType({ token: { kind, text } }: LitmusLexer): boolean {
  return (
    kind === 'name' &&
    (words.has(text) ||
      fixed.test(text) ||
      Object.hasOwn(wide, text) ||
      ['const', 'volatile', '_Atomic', 'bool'].includes(text) ||
      (text.startsWith('atomic_') && Object.hasOwn(named, text.slice(7))))
  );
}

/** Reads a type with its stars. Throws a DristaError if it is none that is supported. */
export function readType(lexer: LitmusLexer): ObjectType {
  return readStars(lexer, readBase(lexer));
}

/** Reads a type without the stars that follow. Throws a DristaError if it is none that is supported. */
export function readBase(lexer: LitmusLexer): ObjectType {
  const { line } = lexer.token;
  const taken: string[] = [];
  let inner: ObjectType | undefined;
  let atomic = false;
  for (;;) {
    const { text } = lexer.token;
    if (lexer.accept('const') || lexer.accept('volatile')) continue;
    if (lexer.accept('_Atomic')) {
      atomic = true;
      if (!lexer.accept('(')) continue;
      inner = readType(lexer);
      lexer.expect(')');
    } else if (lexer.accept('bool')) taken.push('_Bool');
    else if (words.has(text) || fixed.test(text) || Object.hasOwn(wide, text)) taken.push(lexer.advance().text);
    else if (text.startsWith('atomic_') && Object.hasOwn(named, text.slice(7)) && taken.length === 0) {
      lexer.advance();
      atomic = true;
      taken.push(named[text.slice(7)]);
    } else break;
  }
  if (inner !== undefined && taken.length === 0) return { value: inner.value, atomic };
  if (taken.length === 0 || inner !== undefined) {
    const { text, kind } = lexer.token;
    throw kind === 'name' ? lexer.error(`the type '${text}' is not supported`, line) : lexer.unexpected('a type');
  }
  return { value: oneName(taken), atomic };
}

/** Reads the stars after a type, with their qualifiers. */
export function readStars(lexer: LitmusLexer, to: ObjectType): ObjectType {
  let type = to;
  while (lexer.accept('*')) {
    let atomic = false;
    for (;;) {
      if (lexer.accept('_Atomic')) atomic = true;
      else if (!lexer.accept('const') && !lexer.accept('volatile') && !lexer.accept('restrict')) break;
    }
    type = { value: { to: type }, atomic };
  }
  return type;
}

/** One name for all ways to write a type (C11 6.7.2p2). */
function oneName(taken: readonly string[]): string {
  const has = (word: string): boolean => taken.includes(word);
  const large = taken.find((word) => Object.hasOwn(wide, word));
  if (large !== undefined) return has('unsigned') ? 'unsigned __int128' : wide[large];
  if (taken.length === 1 && taken[0] !== 'signed') return taken[0];
  const sign = has('unsigned') ? 'unsigned ' : has('signed') && has('char') ? 'signed ' : '';
  if (has('char')) return `${sign}char`;
  if (has('short')) return `${sign}short`;
  const longs = taken.filter((word) => word === 'long').length;
  if (longs > 0) return `${sign}${longs > 1 ? 'long long' : 'long'}`;
  return has('unsigned') ? 'unsigned' : 'int';
}
