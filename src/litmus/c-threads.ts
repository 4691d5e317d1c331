/** The threads of a litmus test, `P0 (atomic_int *x) { ... }`, translated to C (C11 6.8). */
import { ExpressionReader, registerName } from './c-expressions';
import { beginsType, isSameType, readBase, readStars, type ObjectType, type ValueType } from './c-types';
import type { LitmusLexer } from './litmus-lexer';

export interface LitmusThread {
  /** What the pointers to the locations of the same names point to. */
  readonly parameters: ReadonlyMap<string, ObjectType>;
  readonly registers: ReadonlyMap<string, ValueType>;
  /** The statements in C, without the declarations of registers. */
  readonly statements: readonly string[];
}

const jumps = ['goto', 'return', 'switch'];

/**
 * Reads the thread with the number, from its name on. `registers`: those that were declared with the initial values.
 * Throws a DristaError where the thread is malformed or not supported.
 */
export function readThread(
  lexer: LitmusLexer,
  number: number,
  registers: ReadonlyMap<string, ValueType>,
): LitmusThread {
  for (const word of ['static', 'void']) lexer.accept(word);
  if (!lexer.accept(`P${number}`)) throw lexer.unexpected(`thread P${number}`);
  return new ThreadReader(lexer, registers).read();
}

class ThreadReader {
  readonly parameters = new Map<string, ObjectType>();
  readonly registers: Map<string, ValueType>;
  private readonly lines: string[] = [];
  private readonly expressions: ExpressionReader;

  constructor(
    private readonly lexer: LitmusLexer,
    registers: ReadonlyMap<string, ValueType>,
  ) {
    this.registers = new Map(registers);
    this.expressions = new ExpressionReader(lexer, this);
  }

  read(): LitmusThread {
    const { lexer } = this;
    this.readParameters();
    lexer.comments = 'c';
    lexer.expect('{');
    while (!lexer.is('}')) this.statement('\t', false);
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
      const base = readBase(lexer);
      const { line } = lexer.token;
      const { value } = readStars(lexer, base);
      if (typeof value === 'string') throw lexer.error('parameters that are no pointers are not supported', line);
      const name = lexer.name('the name of a parameter');
      if (this.parameters.has(name) || this.registers.has(name))
        throw lexer.error(`the parameter '${name}' is declared twice`, line);
      this.parameters.set(name, value.to);
      if (!lexer.is(')')) lexer.expect(',');
    }
    lexer.expect(')');
  }

  /** `isInLoop`: may it be a break or continue? */
  private statement(indent: string, isInLoop: boolean): void {
    const { lexer } = this;
    const { text } = lexer.token;
    if (lexer.accept(';')) return;
    if (lexer.is('{')) return this.block(indent, isInLoop);
    if (lexer.accept('if')) return this.branch(indent, isInLoop);
    if (lexer.accept('while')) return this.whileLoop(indent);
    if (lexer.accept('do')) return this.doLoop(indent);
    if (lexer.accept('for')) return this.forLoop(indent);
    if (lexer.accept('break') || lexer.accept('continue')) {
      if (!isInLoop) throw lexer.error(`'${text}' stands outside of a loop`);
      this.add(indent, `${text};`);
    } else if (jumps.includes(text)) throw lexer.error(`'${text}' is not supported`);
    else if (beginsType(lexer)) this.declaration(indent);
    else this.add(indent, `${this.expressions.readStatement().text};`);
    lexer.expect(';');
  }

  private block(indent: string, isInLoop: boolean): void {
    const { lexer } = this;
    lexer.expect('{');
    this.add(indent, '{');
    while (!lexer.is('}')) this.statement(`${indent}\t`, isInLoop);
    lexer.expect('}');
    this.add(indent, '}');
  }

  private branch(indent: string, isInLoop: boolean): void {
    const { lexer } = this;
    this.add(indent, `if (${this.condition()}) {`);
    this.statement(`${indent}\t`, isInLoop);
    if (lexer.accept('else')) {
      this.add(indent, '} else {');
      this.statement(`${indent}\t`, isInLoop);
    }
    this.add(indent, '}');
  }

  private whileLoop(indent: string): void {
    this.add(indent, `while (${this.condition()}) {`);
    this.statement(`${indent}\t`, true);
    this.add(indent, '}');
  }

  private doLoop(indent: string): void {
    const { lexer } = this;
    this.add(indent, 'do {');
    this.statement(`${indent}\t`, true);
    lexer.expect('while');
    this.add(indent, `} while (${this.condition()});`);
    lexer.expect(';');
  }

  /** Declarations of the loop become assignments before it. */
  private forLoop(indent: string): void {
    const { lexer } = this;
    lexer.expect('(');
    if (beginsType(lexer)) this.declaration(indent);
    else if (!lexer.is(';')) this.add(indent, `${this.list()};`);
    lexer.expect(';');
    const condition = lexer.is(';') ? '' : this.expressions.read().text;
    lexer.expect(';');
    const step = lexer.is(')') ? '' : this.list();
    lexer.expect(')');
    this.add(indent, `for (; ${condition}; ${step}) {`);
    this.statement(`${indent}\t`, true);
    this.add(indent, '}');
  }

  /** Expressions with commas between them. */
  private list(): string {
    const all: string[] = [];
    do all.push(this.expressions.readStatement().text);
    while (this.lexer.accept(','));
    return all.join(', ');
  }

  private condition(): string {
    const { lexer } = this;
    lexer.expect('(');
    const { text } = this.expressions.read();
    lexer.expect(')');
    return text;
  }

  /** Registers live as long as their thread, wherever they are declared: a condition may name each. */
  private declaration(indent: string): void {
    const { lexer } = this;
    const base = readBase(lexer);
    do {
      const { line } = lexer.token;
      const { value } = readStars(lexer, base);
      const name = lexer.name('the name of a register');
      if (lexer.is('[')) throw lexer.error('arrays are not supported', line);
      const before = this.registers.get(name);
      if (this.parameters.has(name) || (before !== undefined && !isSameType(before, value)))
        throw lexer.error(`'${name}' is declared with two types`, line);
      this.registers.set(name, value);
      if (lexer.accept('=')) this.add(indent, `${registerName(name)} = ${this.expressions.initial(value)};`);
    } while (lexer.accept(','));
  }

  private add(indent: string, text: string): void {
    this.lines.push(indent + text);
  }
}
