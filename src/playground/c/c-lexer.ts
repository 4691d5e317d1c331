/** The words of a C program (C11 6.4), after macros that stand for a list of words (C11 6.10.3). */
import { DristaError } from '../../base/errors';

/** A place in the text: the line and column of a word, from 1. */
export interface CPosition {
  readonly line: number;
  readonly column: number;
}

export interface CToken extends CPosition {
  readonly kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  /** As written; a string with its quotes. */
  readonly text: string;
  /** Where it begins and ends in the source, for what an assertion says. */
  readonly from: number;
  readonly to: number;
}

const sign = /<<=|>>=|\.\.\.|&&|\|\||[=!<>+\-*/%&|^]=|<<|>>|->|\+\+|--|[{}()[\];:,=<>+\-*/%&|^~!?.]/;
/** An integer or character constant. */
const number = /(?:0[xX][\da-fA-F]+|\d+)\w*|'(?:[^'\\\n]|\\.)+'/;
const word = new RegExp(
  `(?<name>[A-Za-z_]\\w*)|(?<number>${number.source})|(?<text>"(?:[^"\\\\\n]|\\\\.)*")|(?<sign>${sign.source})`,
  'y',
);

/** The error that the program says something wrong or unsupported there. */
export function errorAt(file: string, { line, column }: CPosition, what: string): DristaError {
  return new DristaError(`${file}:${line}:${column}: ${what}`);
}

/** The words of the text. Throws a DristaError with line and column. */
export function tokensOf(text: string, file: string): CToken[] {
  return new Reader(text, file).read();
}

const includes = /^(assert|drista|errno|limits|pthread|sched|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string)\.h$/;

class Reader {
  private readonly macros = new Map<string, readonly CToken[]>();
  private at = 0;
  private line = 1;
  private lineStart = 0;
  private first = true;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  read(): CToken[] {
    const all: CToken[] = [];
    for (;;) {
      const begins = this.skipBlanks();
      if (this.at >= this.text.length) break;
      if (begins && this.text[this.at] === '#') this.directive();
      else all.push(...this.expanded(this.word(), []));
    }
    return [...all, this.token('end', '')];
  }

  /** Skips blanks and comments; is the next word the first one of its line? */
  private skipBlanks(): boolean {
    const blank = /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|\\\n/y;
    for (;;) {
      blank.lastIndex = this.at;
      const found = blank.exec(this.text)?.[0];
      if (found === undefined) break;
      this.advance(found);
    }
    const { first } = this;
    this.first = false;
    return first;
  }

  private advance(taken: string): void {
    for (let i = 0; i < taken.length; i++)
      if (taken[i] === '\n') {
        this.line++;
        this.lineStart = this.at + i + 1;
        this.first = true;
      }
    this.at += taken.length;
  }

  private token(kind: CToken['kind'], text: string): CToken {
    const { at, line, lineStart } = this;
    return { kind, text, line, column: at - lineStart + 1, from: at, to: at + text.length };
  }

  private word(): CToken {
    word.lastIndex = this.at;
    const found = word.exec(this.text);
    if (found === null)
      throw errorAt(this.file, this.token('sign', ''), `'${this.text[this.at]}' is not expected here: remove it`);
    const kind = (['name', 'number', 'text', 'sign'] as const).find((k) => found.groups![k] !== undefined)!;
    const token = this.token(kind, found[0]);
    this.advance(found[0]);
    return token;
  }

  /** The words that the macro stands for, where it is one; they have its place. */
  private expanded(token: CToken, within: readonly string[]): CToken[] {
    const { text, kind, line, column, from, to } = token;
    const macro = kind === 'name' && !within.includes(text) ? this.macros.get(text) : undefined;
    if (macro === undefined) return [token];
    return macro.flatMap((t) => this.expanded({ ...t, line, column, from, to }, [...within, text]));
  }

  /** `#include <...>`, `#define NAME WORDS` and `#undef NAME`. */
  private directive(): void {
    const begin = this.token('sign', '#');
    const end = /(?:\\\n|[^\n])*/y;
    end.lastIndex = this.at;
    const line = end.exec(this.text)![0];
    const refuse = (what: string): DristaError => errorAt(this.file, begin, what);
    const include = /^#\s*include\s*(?:<([^>]*)>|"([^"]*)")/.exec(line);
    const define = /^#\s*define\s+([A-Za-z_]\w*)(\(?)/.exec(line);
    const undef = /^#\s*undef\s+([A-Za-z_]\w*)/.exec(line);
    if (include !== null) {
      const name = include[1] ?? include[2];
      if (!includes.test(name)) throw refuse(`<${name}> is not known here: check the program with drista cc`);
    } else if (define !== null) {
      if (define[2] !== '') throw refuse(`macros with parameters are not supported: make ${define[1]} a function`);
      this.advance(define[0]);
      this.define(define[1], this.at - define[0].length + line.length);
      return;
    } else if (undef !== null) this.macros.delete(undef[1]);
    else if (!/^#\s*(pragma\b|$)/.test(line))
      throw refuse(`'${/^#\s*\w*/.exec(line)![0]}' is not supported: remove it`);
    this.advance(line);
  }

  private define(name: string, end: number): void {
    const words: CToken[] = [];
    for (;;) {
      const blank = /(?:[ \t\r]|\\\n|\/\*[^]*?\*\/|\/\/[^\n]*)+/y;
      blank.lastIndex = this.at;
      const skipped = blank.exec(this.text)?.[0];
      if (skipped !== undefined) this.advance(skipped);
      if (this.at >= end) break;
      words.push(this.word());
    }
    this.macros.set(name, words);
  }
}
