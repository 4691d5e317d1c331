/** The threads of a litmus test, `P0 (atomic_int *x) { ... }`, translated to C (C11 6.8). */
import { ExpressionReader, registerName } from './c-expressions';
import { beginsType, readType, type IntegerType } from './c-types';
import type { LitmusLexer } from './litmus-lexer';

export interface LitmusThread {
  /** Pointers to the locations of the same names. */
  readonly parameters: ReadonlyMap<string, IntegerType>;
  readonly registers: ReadonlyMap<string, IntegerType>;
  /** The statements in C, without the declarations of registers. */
  readonly statements: readonly string[];
}

const loops = ['while', 'for', 'do'];
const jumps = ['goto', 'return', 'break', 'continue', 'switch'];

/** Reads the thread with the number, from its name on. Throws a DristaError where it is malformed or not supported. */
export function readThread(lexer: LitmusLexer, number: number): LitmusThread {
  for (const word of ['static', 'void']) lexer.accept(word);
  if (!lexer.accept(`P${number}`)) throw lexer.unexpected(`thread P${number}`);
  return new ThreadReader(lexer).read();
}

class ThreadReader {
  readonly parameters = new Map<string, IntegerType>();
  readonly registers = new Map<string, IntegerType>();
  private readonly lines: string[] = [];
  private readonly expressions: ExpressionReader;

  constructor(private readonly lexer: LitmusLexer) {
    this.expressions = new ExpressionReader(lexer, this);
  }

  read(): LitmusThread {
    const { lexer } = this;
    this.readParameters();
    lexer.comments = 'c';
    lexer.expect('{');
    while (!lexer.is('}')) this.statement('\t');
    lexer.comments = 'litmus';
    lexer.advance();
    const { parameters, registers, lines } = this;
    return { parameters, registers, statements: lines };
  }

  private readParameters(): void {
    const { lexer } = this;
    lexer.expect('(');
    if (lexer.is('void')) lexer.advance();
    while (!lexer.is(')')) {
      const type = readType(lexer);
      const { line } = lexer.token;
      if (!lexer.accept('*')) throw lexer.error('parameters that are no pointers are not supported', line);
      if (lexer.is('*')) throw lexer.error('pointers to pointers are not supported', line);
      while (lexer.accept('const') || lexer.accept('volatile') || lexer.accept('restrict'));
      const name = lexer.name('the name of a parameter');
      if (this.parameters.has(name)) throw lexer.error(`the parameter '${name}' is declared twice`, line);
      this.parameters.set(name, type);
      if (!lexer.is(')')) lexer.expect(',');
    }
    lexer.expect(')');
  }

  private statement(indent: string): void {
    const { lexer } = this;
    const { kind, text, line } = lexer.token;
    if (lexer.accept(';')) return;
    if (lexer.is('{')) return this.block(indent);
    if (lexer.accept('if')) return this.branch(indent);
    if (loops.includes(text)) throw lexer.error(`loops ('${text}') are not supported`);
    if (jumps.includes(text)) throw lexer.error(`'${text}' is not supported`);
    if (beginsType(lexer)) return this.declaration(indent);
    if (lexer.is('*')) {
      const target = this.expressions.plainAccess();
      this.assign();
      this.add(indent, `${target} = ${this.expressions.read().text};`);
    } else if (kind === 'name') {
      lexer.advance();
      if (lexer.is('(') || lexer.is('{')) this.add(indent, `${this.expressions.call(text, line).text};`);
      else if (lexer.token.kind === 'name') throw lexer.error(`the type '${text}' is not supported`, line);
      else {
        if (!this.registers.has(text))
          throw lexer.error(
            this.parameters.has(text)
              ? `assignments to pointers ('${text}') are not supported`
              : `'${text}' is not declared in this thread`,
            line,
          );
        this.assign();
        this.add(indent, `${registerName(text)} = ${this.expressions.read().text};`);
      }
    } else throw lexer.unexpected('a statement');
    lexer.expect(';');
  }

  private assign(): void {
    const { lexer } = this;
    if (/^([-+*/%&|^]|<<|>>)=$|^(\+\+|--)$/.test(lexer.token.text))
      throw lexer.error(`'${lexer.token.text}' is not supported: write it as '='`);
    if (lexer.is('[')) throw lexer.error('arrays are not supported');
    lexer.expect('=');
  }

  private block(indent: string): void {
    const { lexer } = this;
    lexer.expect('{');
    this.add(indent, '{');
    while (!lexer.is('}')) this.statement(`${indent}\t`);
    lexer.expect('}');
    this.add(indent, '}');
  }

  private branch(indent: string): void {
    const { lexer } = this;
    lexer.expect('(');
    this.add(indent, `if (${this.expressions.read().text}) {`);
    lexer.expect(')');
    this.statement(`${indent}\t`);
    if (lexer.accept('else')) {
      this.add(indent, '} else {');
      this.statement(`${indent}\t`);
    }
    this.add(indent, '}');
  }

  /** Registers live as long as their thread, wherever they are declared: a condition may name each. */
  private declaration(indent: string): void {
    const { lexer } = this;
    const type = readType(lexer);
    do {
      const { line } = lexer.token;
      if (lexer.is('*')) throw lexer.error('registers that are pointers are not supported', line);
      if (type.atomic) throw lexer.error('registers that are atomic are not supported', line);
      const name = lexer.name('the name of a register');
      if (lexer.is('[')) throw lexer.error('arrays are not supported', line);
      const before = this.registers.get(name);
      if (this.parameters.has(name) || (before !== undefined && before.base !== type.base))
        throw lexer.error(`'${name}' is declared with two types`, line);
      this.registers.set(name, type);
      if (!lexer.accept('=')) continue;
      this.add(indent, `${registerName(name)} = ${this.expressions.read().text};`);
    } while (lexer.accept(','));
    lexer.expect(';');
  }

  private add(indent: string, text: string): void {
    this.lines.push(indent + text);
  }
}
