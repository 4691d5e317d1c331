/** The words of a litmus test, with the lines on which they stand. */
import { DristaError } from '../base/errors';

/** Where comments are C's alone, and where `(* ... *)` is one, too. */
export type Comments = 'c' | 'litmus';

export interface Token {
  readonly kind: 'name' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly line: number;
}

/** Those of conditions (`/\`, `\/`, `=>`), and those of C, of which the longest counts (C11 6.4p4). */
const signs = /\/\\|\\\/|=>|<<=|>>=|&&|\|\||[=!<>+\-*/%&|^]=|<<|>>|->|\+\+|--|[{}()[\];:,=<>+\-*/%&|^~!?.]/y;

export class LitmusLexer {
  comments: Comments = 'litmus';
  /** The next word. */
  token: Token;
  private at = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    readonly file: string,
  ) {
    this.token = { kind: 'end', text: '', line: 1 };
  }

  /** The error that the file says something wrong or unsupported, at the line (default: that of the next word). */
  error(what: string, line = this.token.line): DristaError {
    return new DristaError(`${this.file}:${line}: ${what}`);
  }

  /** Skips blanks and comments, then looks whether the pattern is there; if so, takes it. */
  takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    this.skipBlanks();
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found === null) return undefined;
    this.skipTo(sticky.lastIndex);
    return found;
  }

  /** Goes on to the next word; returns the one before. */
  advance(): Token {
    const { token } = this;
    this.skipBlanks();
    this.token = this.read();
    return token;
  }

  /** Are there no more words? */
  get atEnd(): boolean {
    return this.token.kind === 'end';
  }

  /** Is the next word this one? If so, goes on. */
  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.advance();
    return true;
  }

  /** Is the next word this one? */
  is(text: string): boolean {
    return this.token.text === text && !this.atEnd;
  }

  /** Goes on past this word. Throws a DristaError if another one is there. */
  expect(text: string): void {
    if (!this.accept(text)) throw this.unexpected(`'${text}'`);
  }

  /** A name. Throws a DristaError if something else is there. */
  name(what: string): string {
    if (this.token.kind !== 'name') throw this.unexpected(what);
    return this.advance().text;
  }

  /** The error that something else is here than what is expected. */
  unexpected(expected: string): DristaError {
    const here = this.atEnd ? 'the file ends' : `'${this.token.text}' stands`;
    return this.error(`${here} where ${expected} is expected`);
  }

  private read(): Token {
    const { line, text } = this;
    const word = (kind: Token['kind'], length: number): Token => {
      const token = { kind, text: text.slice(this.at, this.at + length), line };
      this.at += length;
      return token;
    };
    if (this.at >= text.length) return { kind: 'end', text: '', line };
    const named = this.match(/[A-Za-z_]\w*/y) ?? undefined;
    if (named !== undefined) return word('name', named.length);
    const number = this.match(/0[xX][\da-fA-F]+|\d+/y);
    if (number !== undefined) return word('number', number.length);
    const sign = this.match(signs);
    if (sign !== undefined) return word('sign', sign.length);
    throw this.error(`'${text[this.at]}' is not expected in a litmus test`, line);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  private skipBlanks(): void {
    for (;;) {
      const blank = this.match(/\s+|\/\/[^\n]*|\/\*[^]*?\*\//y);
      if (blank !== undefined) this.skipTo(this.at + blank.length);
      else if (this.comments === 'litmus' && this.text.startsWith('(*', this.at)) this.skipComment();
      else return;
    }
  }

  /** `(* ... *)`, which may hold others. */
  private skipComment(): void {
    const { line } = this;
    let depth = 0;
    let at = this.at;
    do {
      if (at >= this.text.length) throw this.error('a comment is not closed', line);
      const two = this.text.slice(at, at + 2);
      if (two === '(*') depth++;
      if (two === '*)') depth--;
      at += two === '(*' || two === '*)' ? 2 : 1;
    } while (depth > 0);
    this.skipTo(at);
  }

  private skipTo(end: number): void {
    for (let i = this.at; i < end; i++) if (this.text[i] === '\n') this.line++;
    this.at = end;
  }
}
