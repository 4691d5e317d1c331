/** Types of locations and registers: integers of C11, atomic or not (C11 6.2.5, 7.17.6, 7.20). */
import type { LitmusLexer } from './litmus-lexer';

export interface IntegerType {
  /** As C has it. */
  readonly base: string;
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

const words = new Set(['signed', 'unsigned', 'char', 'short', 'int', 'long', '_Bool']);
const fixed = /^u?int(8|16|32|64)_t$/;

/** Does the next word begin a type? */
export function beginsType({ token: { kind, text } }: LitmusLexer): boolean {
  return (
    kind === 'name' &&
    (words.has(text) ||
      fixed.test(text) ||
      ['const', 'volatile', '_Atomic', 'bool'].includes(text) ||
      (text.startsWith('atomic_') && text.slice(7) in named))
  );
}

/** Reads a type without its stars. Throws a DristaError if it is none that is supported. */
export function readType(lexer: LitmusLexer): IntegerType {
  const { line } = lexer.token;
  const taken: string[] = [];
  let atomic = false;
  for (;;) {
    const { text } = lexer.token;
    if (lexer.accept('const') || lexer.accept('volatile')) continue;
    if (lexer.accept('_Atomic')) {
      atomic = true;
      if (!lexer.accept('(')) continue;
      taken.push(readType(lexer).base);
      lexer.expect(')');
    } else if (lexer.accept('bool')) taken.push('_Bool');
    else if (words.has(text) || fixed.test(text)) taken.push(lexer.advance().text);
    else if (text.startsWith('atomic_') && text.slice(7) in named && taken.length === 0) {
      lexer.advance();
      atomic = true;
      taken.push(named[text.slice(7)]);
    } else break;
  }
  if (taken.length === 0) {
    const { text, kind } = lexer.token;
    throw kind === 'name' ? lexer.error(`the type '${text}' is not supported`, line) : lexer.unexpected('a type');
  }
  return { base: oneName(taken), atomic };
}

/** One name for all ways to write a type (C11 6.7.2p2). */
function oneName(taken: readonly string[]): string {
  const has = (word: string): boolean => taken.includes(word);
  if (taken.length === 1 && taken[0] !== 'signed') return taken[0];
  const sign = has('unsigned') ? 'unsigned ' : has('signed') && has('char') ? 'signed ' : '';
  if (has('char')) return `${sign}char`;
  if (has('short')) return `${sign}short`;
  const longs = taken.filter((word) => word === 'long').length;
  if (longs > 0) return `${sign}${longs > 1 ? 'long long' : 'long'}`;
  return has('unsigned') ? 'unsigned' : 'int';
}
