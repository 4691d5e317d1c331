/** Reads expressions (C11 6.5). */
import { assignmentOperator, binaryOperators } from '../../litmus/c-operators';
import type { CToken } from './c-lexer';
import { constantValue } from './constants';
import { int, long, pointerTo, unsignedInt, unsignedLong, voidType, type CType } from './machine-types';
import type { CExpression } from './syntax-tree';
import { TypeParser } from './type-parser';

/** Macros of the standard headers that are constants. */
const macros: Readonly<Record<string, readonly [bigint, CType]>> = {
  true: [1n, int],
  false: [0n, int],
  NULL: [0n, pointerTo(voidType)],
  CHAR_MAX: [127n, int],
  INT_MAX: [2n ** 31n - 1n, int],
  INT_MIN: [-(2n ** 31n), int],
  UINT_MAX: [2n ** 32n - 1n, unsignedInt],
  LONG_MAX: [2n ** 63n - 1n, long],
  LONG_MIN: [-(2n ** 63n), long],
  ULONG_MAX: [2n ** 64n - 1n, unsignedLong],
  EBUSY: [16n, int],
  EINVAL: [22n, int],
  EDEADLK: [35n, int],
  ATOMIC_FLAG_INIT: [0n, int],
  EXIT_SUCCESS: [0n, int],
  EXIT_FAILURE: [1n, int],
};

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  0: '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

export abstract class ExpressionParser extends TypeParser {
  protected constant(): bigint {
    const { token: at } = this;
    const value = constantValue(this.conditional());
    if (value === undefined) throw this.error('a constant is needed here', at);
    return value;
  }

  /** An expression, with commas. */
  expression(): CExpression {
    let left = this.assignment();
    while (this.is(',')) {
      const at = this.advance();
      left = { is: 'binary', at, sign: ',', a: left, b: this.assignment() };
    }
    return left;
  }

  /** An expression without commas outside of parentheses. */
  assignment(): CExpression {
    const left = this.conditional();
    if (this.token.kind !== 'sign' || !assignmentOperator.test(this.token.text)) return left;
    const at = this.advance();
    return { is: 'assign', at, sign: at.text.slice(0, -1), to: left, value: this.assignment() };
  }

  private conditional(): CExpression {
    const condition = this.binary(0);
    if (!this.is('?')) return condition;
    const at = this.advance();
    const yes = this.expression();
    this.expect(':');
    return { is: 'choice', at, if: condition, yes, no: this.conditional() };
  }

  private binary(level: number): CExpression {
    if (level === binaryOperators.length) return this.cast();
    let left = this.binary(level + 1);
    while (this.token.kind === 'sign' && binaryOperators[level].includes(this.token.text)) {
      const at = this.advance();
      left = { is: 'binary', at, sign: at.text, a: left, b: this.binary(level + 1) };
    }
    return left;
  }

  private cast(): CExpression {
    const { token: at } = this;
    if (!this.is('(') || !this.typeFollows()) return this.unary();
    this.advance();
    const type = this.typeName();
    this.expect(')');
    if (this.is('{')) throw this.error('compound literals are not supported: declare a variable');
    return { is: 'cast', at, type, of: this.cast() };
  }

  private unary(): CExpression {
    const { token: at } = this;
    for (const sign of ['++', '--'] as const)
      if (this.accept(sign)) return { is: 'step', at, sign, of: this.unary(), after: false };
    for (const sign of ['-', '+', '!', '~', '*', '&'])
      if (this.accept(sign)) return { is: 'unary', at, sign, of: this.cast() };
    if (!this.accept('sizeof')) return this.postfix();
    if (this.is('(') && this.typeFollows()) {
      this.advance();
      const type = this.typeName();
      this.expect(')');
      return { is: 'number', at, value: BigInt(type.size), type: unsignedLong };
    }
    return { is: 'size', at, of: this.unary() };
  }

  private postfix(): CExpression {
    let of = this.primary();
    for (;;) {
      const { token: at } = this;
      if (this.accept('[')) {
        of = { is: 'index', at, of, index: this.expression() };
        this.expect(']');
      } else if (this.accept('.') || this.accept('->'))
        of = { is: 'member', at, of, through: at.text === '->', name: this.name('the name of a member') };
      else if (this.accept('++') || this.accept('--'))
        of = { is: 'step', at, sign: at.text as '++' | '--', of, after: true };
      else if (this.is('(')) throw this.error('only functions are called, by their names');
      else return of;
    }
  }

  private primary(): CExpression {
    const { token: at } = this;
    if (this.accept('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (at.kind === 'number') return this.number(this.advance());
    if (at.kind === 'text') {
      let text = '';
      while (this.token.kind === 'text') text += this.unescaped(this.advance());
      return { is: 'text', at, text };
    }
    if (at.kind !== 'name') throw this.unexpected('an expression');
    this.advance();
    const value = this.constants.get(at.text);
    if (value !== undefined) return { is: 'number', at, value, type: int };
    if (Object.hasOwn(macros, at.text)) {
      const [number, type] = macros[at.text];
      return { is: 'number', at, value: number, type };
    }
    return this.is('(') ? this.call(at) : { is: 'name', at, name: at.text };
  }

  private call(at: CToken): CExpression {
    const args: CExpression[] = [];
    const texts: string[] = [];
    this.expect('(');
    while (!this.accept(')')) {
      const begins = this.token;
      args.push(this.assignment());
      texts.push(this.textBetween(begins));
      if (!this.is(')')) this.expect(',');
    }
    if (at.text === 'ATOMIC_VAR_INIT' && args.length === 1) return args[0];
    return { is: 'call', at, name: at.text, args, texts };
  }

  /** The source from the token on, up to this one. */
  protected abstract textBetween(from: CToken): string;

  private number({ text, line, column }: CToken): CExpression {
    const at = { line, column };
    if (text.startsWith("'")) {
      const inner = this.unescaped({ text } as CToken);
      if (inner.length !== 1) throw this.error('a character constant has one character', at);
      return { is: 'number', at, value: BigInt(inner.charCodeAt(0)), type: int };
    }
    const parts = /^(0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*)([uU]?[lL]{0,2}|[lL]{1,2}[uU])$/.exec(text);
    if (parts === null) throw this.error(`'${text}' is no integer that is known here`, at);
    const [, digits, suffix] = parts;
    const isDecimal = !digits.startsWith('0') || digits === '0';
    const value = BigInt(isDecimal || /x/i.test(digits) ? digits : `0o${digits.slice(1)}`);
    const [isUnsigned, isLong] = [/u/i.test(suffix), /l/i.test(suffix)];
    // C11 6.4.4.1p5
    const fits = [int, unsignedInt, long, unsignedLong].filter(
      (type) =>
        (!isUnsigned || !type.signed) && (!isLong || type.size === 8) && (isUnsigned || !isDecimal || type.signed),
    );
    const type = fits.find((t) => value < 2n ** BigInt(8 * t.size - (t.signed ? 1 : 0)));
    if (type === undefined) throw this.error(`${text} is too large for an integer`, at);
    return { is: 'number', at, value, type };
  }

  private unescaped({ text }: Pick<CToken, 'text'>): string {
    return text.slice(1, -1).replace(/\\(.)/g, (_, c: string) => escapes[c] ?? c);
  }
}
