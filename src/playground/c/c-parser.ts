/** Reads a C program: declarations and statements (C11 6.7 to 6.9) of the subset (docs/how-to/playground.md). */
import { tokensOf, type CToken, type CPosition } from './c-lexer';
import { ExpressionParser } from './expression-parser';
import { arrayOf, isScalar, pointerTo, typeText, type CType } from './machine-types';
import type { CDeclaration, CExpression, CFunction, CSource, CStatement, Initializer } from './syntax-tree';

/** Reads the program. Throws a DristaError with line and column where it is malformed or not in the subset. */
export function parseC(text: string, file: string): CSource {
  return new CParser(text, file).program();
}

/** The most declared elements of an array. */
const LONGEST_ARRAY = 4096;

class CParser extends ExpressionParser {
  private readonly globals: CDeclaration[] = [];
  private readonly functions = new Map<string, CFunction>();

  constructor(
    private readonly text: string,
    file: string,
  ) {
    super(tokensOf(text, file), file);
  }

  program(): CSource {
    while (this.token.kind !== 'end') this.external();
    return { globals: this.globals, functions: this.functions };
  }

  private external(): void {
    if (this.accept(';')) return;
    const { token: at } = this;
    const { type: base } = this.specifiers();
    if (this.accept(';')) return;
    for (;;) {
      const { name, type, at: here } = this.declarator(base);
      if (this.is('(')) {
        this.functionOf(name, type, at);
        return;
      }
      this.globals.push(this.object({ at: here, name, type, isStatic: true }));
      if (!this.accept(',')) break;
    }
    this.expect(';');
  }

  private functionOf(name: string, returns: CType, at: CPosition): void {
    const parameters = this.parameters();
    if (this.accept(';')) return; // a prototype
    if (this.functions.has(name)) throw this.error(`the function '${name}' is defined twice`, at);
    if (returns.kind !== 'void' && !isScalar(returns))
      throw this.error(`${typeText(returns)} cannot be returned here`, at);
    this.expect('{');
    const body: CStatement[] = [];
    while (!this.accept('}')) body.push(this.statement());
    this.functions.set(name, { at, name, returns, parameters, body });
  }

  private parameters(): { name: string; type: CType }[] {
    const all: { name: string; type: CType }[] = [];
    this.expect('(');
    if (this.is('void') && this.isAfter(')')) this.advance();
    while (!this.accept(')')) {
      if (this.is('...')) throw this.error('functions with variable arguments are not supported');
      const { token: at } = this;
      const { type: base } = this.specifiers();
      const stars = this.stars(base);
      const name = this.token.kind === 'name' ? this.advance().text : '';
      let type = stars;
      if (this.accept('[')) {
        if (!this.is(']')) this.constant();
        this.expect(']');
        type = pointerTo(stars);
      }
      if (!isScalar(type))
        throw this.error(`a parameter of type ${typeText(type)} is not supported: pass a pointer`, at);
      all.push({ name, type });
      if (!this.is(')')) this.expect(',');
    }
    return all;
  }

  private declarator(base: CType): { name: string; type: CType; at: CPosition } {
    const type = this.stars(base);
    if (this.is('(')) throw this.error('pointers to functions are not supported: call functions by their names');
    const { token: at } = this;
    const name = this.name('a name');
    return { name, type: this.dimensions(type), at };
  }

  private dimensions(of: CType): CType {
    if (!this.accept('[')) return of;
    if (this.accept(']')) return arrayOf(this.dimensions(of), 0);
    const { token: at } = this;
    const length = Number(this.constant());
    this.expect(']');
    if (length < 1 || length > LONGEST_ARRAY)
      throw this.error(`an array has from 1 to ${LONGEST_ARRAY} elements here`, at);
    return arrayOf(this.dimensions(of), length);
  }

  /** A variable, with its initial value if there is one, which may say how many elements it has. */
  private object(variable: Omit<CDeclaration, 'initial'>): CDeclaration {
    const { type, at, name } = variable;
    if (type.kind === 'void') throw this.error(`'${name}' cannot be of type void`, at);
    const initial = this.accept('=') ? this.initializer() : undefined;
    if (type.kind !== 'array' || type.length > 0) return { ...variable, initial };
    if (initial === undefined || !('list' in initial) || initial.list.length === 0)
      throw this.error(`say how many elements '${name}' has`, at);
    return { ...variable, type: arrayOf(type.of, initial.list.length), initial };
  }

  private initializer(): Initializer {
    const { token: at } = this;
    if (!this.accept('{')) return this.assignment();
    const list: Initializer[] = [];
    while (!this.accept('}')) {
      if (this.is('.') || this.is('['))
        throw this.error('initial values with names are not supported: give all in order');
      list.push(this.initializer());
      if (!this.is('}')) this.expect(',');
    }
    return { at, list };
  }

  private statement(): CStatement {
    const { token: at } = this;
    switch (at.kind === 'name' || at.kind === 'sign' ? at.text : '') {
      case '{': {
        this.advance();
        const of: CStatement[] = [];
        while (!this.accept('}')) of.push(this.statement());
        return { is: 'block', at, of };
      }
      case ';':
        this.advance();
        return { is: 'nothing', at };
      case 'if': {
        this.advance();
        const condition = this.parenthesized();
        const yes = this.statement();
        return { is: 'if', at, if: condition, yes, no: this.accept('else') ? this.statement() : undefined };
      }
      case 'while':
        this.advance();
        return this.loop(at, { while: this.parenthesized(), body: this.statement() });
      case 'do': {
        this.advance();
        const body = this.statement();
        this.expect('while');
        const condition = this.parenthesized();
        this.expect(';');
        return this.loop(at, { while: condition, body, late: true });
      }
      case 'for':
        this.advance();
        return this.forLoop(at);
      case 'break':
      case 'continue':
        this.advance();
        this.expect(';');
        return { is: at.text as 'break' | 'continue', at };
      case 'return': {
        this.advance();
        const value = this.is(';') ? undefined : this.expression();
        this.expect(';');
        return { is: 'return', at, value };
      }
      case 'goto':
      case 'switch':
        throw this.error(`'${at.text}' is not supported: use if and loops`);
      default:
        return this.simple(at);
    }
  }

  /** A declaration or an expression, with its semicolon. */
  private simple(at: CToken): CStatement {
    if (!this.beginsType()) {
      const value = this.expression();
      this.expect(';');
      return { is: 'expression', at, value };
    }
    const { type: base, isStatic } = this.specifiers();
    const variables: CDeclaration[] = [];
    if (!this.is(';'))
      do {
        const { name, type, at: here } = this.declarator(base);
        if (this.is('(')) throw this.error('functions are declared outside of functions');
        variables.push(this.object({ at: here, name, type, isStatic }));
      } while (this.accept(','));
    this.expect(';');
    return { is: 'declare', at, variables };
  }

  private forLoop(at: CToken): CStatement {
    this.expect('(');
    const first = this.is(';') ? (this.advance(), undefined) : this.simple(this.token);
    const condition = this.is(';') ? undefined : this.expression();
    this.expect(';');
    const step = this.is(')') ? undefined : this.expression();
    this.expect(')');
    return this.loop(at, { first, while: condition, step, body: this.statement() });
  }

  private loop(
    at: CToken,
    parts: {
      first?: CStatement | undefined;
      while?: CExpression | undefined;
      step?: CExpression | undefined;
      body: CStatement;
      late?: boolean;
    },
  ): CStatement {
    return { is: 'loop', at, first: undefined, while: undefined, step: undefined, late: false, ...parts };
  }

  private parenthesized(): CExpression {
    this.expect('(');
    const condition = this.expression();
    this.expect(')');
    return condition;
  }

  protected textBetween(from: CToken): string {
    return this.text.slice(from.from, this.token.from).replace(/\s+/g, ' ').trim();
  }
}
