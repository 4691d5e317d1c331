/**
 * Expressions and atomic operations of a thread of a litmus test (C11 6.5, 7.17), translated to C. Each access to
 * memory is an operation of its own: an expression in which C leaves the order of two of them open is refused.
 */
import { beginsType, type IntegerType } from './c-types';
import type { LitmusLexer } from './litmus-lexer';

/** What a thread can name. */
export interface Scope {
  /** Pointers to shared locations of the same names, by their types in this thread. */
  readonly parameters: ReadonlyMap<string, IntegerType>;
  readonly registers: ReadonlyMap<string, IntegerType>;
}

/** An expression in C. */
export interface Expression {
  readonly text: string;
  /** Does it access memory? */
  readonly accesses: boolean;
}

/** The variable in C for a location of the test. */
export function locationName(name: string): string {
  return `location_${name}`;
}

/** The variable in C for a register of a thread. */
export function registerName(name: string): string {
  return `register_${name}`;
}

const loads = ['relaxed', 'consume', 'acquire', 'seq_cst'];
const stores = ['relaxed', 'release', 'seq_cst'];
const all = ['relaxed', 'consume', 'acquire', 'release', 'acq_rel', 'seq_cst'];

type Argument = 'object' | 'value' | 'expected';

interface Operation {
  readonly arguments: readonly Argument[];
  /** The memory orders that each of its order arguments may have. */
  readonly orders: readonly (readonly string[])[];
  readonly returns: boolean;
}

const operations: Readonly<Record<string, Operation>> = {
  atomic_load: { arguments: ['object'], orders: [loads], returns: true },
  atomic_store: { arguments: ['object', 'value'], orders: [stores], returns: false },
  atomic_exchange: { arguments: ['object', 'value'], orders: [all], returns: true },
  ...Object.fromEntries(
    ['add', 'sub', 'or', 'xor', 'and'].map((op) => [
      `atomic_fetch_${op}`,
      { arguments: ['object', 'value'], orders: [all], returns: true },
    ]),
  ),
  atomic_compare_exchange_strong: { arguments: ['object', 'expected', 'value'], orders: [all, loads], returns: true },
};

/** Operators of two operands, by how tightly they bind (C11 6.5.5 to 6.5.14). */
const binary: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Names of other ways to access memory, which herd7 knows. */
const foreign = /^((READ|WRITE|ACCESS)_ONCE|(smp|s?rcu|spin)_\w+|(cmp)?xchg\w*|atomic_(read|set|t)|__\w+)$/;

export class ExpressionReader {
  constructor(
    private readonly lexer: LitmusLexer,
    private readonly scope: Scope,
  ) {}

  /** Reads an expression. Throws a DristaError if it is malformed or not supported. */
  read(level = 0): Expression {
    if (level === binary.length) return this.unary();
    const { lexer } = this;
    let left = this.read(level + 1);
    while (lexer.token.kind === 'sign' && binary[level].includes(lexer.token.text)) {
      const { text: sign, line } = lexer.advance();
      const right = this.read(level + 1);
      // && and || are sequence points (C11 6.5.13p4, 6.5.14p4).
      if (left.accesses && right.accesses && level > 1)
        throw lexer.error(
          `two accesses to memory whose order C leaves open (on both sides of '${sign}') are not supported`,
          line,
        );
      left = { text: `(${left.text} ${sign} ${right.text})`, accesses: left.accesses || right.accesses };
    }
    return left;
  }

  private unary(): Expression {
    const { lexer } = this;
    for (const sign of ['-', '!', '~', '+'])
      if (lexer.accept(sign)) {
        const { text, accesses } = this.unary();
        return { text: `${sign}(${text})`, accesses };
      }
    if (lexer.is('*')) return { text: this.plainAccess(), accesses: true };
    if (lexer.is('&')) throw lexer.error('addresses in expressions are not supported');
    return this.primary();
  }

  private primary(): Expression {
    const { lexer } = this;
    const { kind, text, line } = lexer.token;
    if (lexer.accept('(')) {
      if (beginsType(lexer)) throw lexer.error('casts are not supported');
      const inner = this.read();
      lexer.expect(')');
      return inner;
    }
    if (kind === 'number') return { text: lexer.advance().text, accesses: false };
    if (kind !== 'name') throw lexer.unexpected('an expression');
    lexer.advance();
    if (lexer.is('(') || lexer.is('{')) {
      const call = this.call(text, line);
      if (!call.returns) throw lexer.error(`${text} returns no value`, line);
      return { text: call.text, accesses: true };
    }
    if (this.scope.registers.has(text)) return { text: registerName(text), accesses: false };
    if (this.scope.parameters.has(text)) throw lexer.error(`pointers as values ('${text}') are not supported`, line);
    throw lexer.error(`'${text}' is not declared in this thread`, line);
  }

  /** `*x`, as an lvalue in C. */
  plainAccess(): string {
    const { lexer } = this;
    lexer.expect('*');
    const { line } = lexer.token;
    const name = lexer.name('a parameter');
    const type = this.parameter(name, line);
    if (type.atomic)
      throw lexer.error(
        `*${name} of an atomic object is not supported (seq_cst in C, plain for herd7): call atomic_load or ` +
          `atomic_store, or declare '${type.base} *${name}' for a plain access`,
        line,
      );
    return `*(volatile ${type.base} *)&${locationName(name)}`;
  }

  /** A call, whose name was read. `returns`: does it return a value? */
  call(name: string, line: number): { text: string; returns: boolean } {
    const { lexer } = this;
    if (name === 'atomic_thread_fence') return { text: this.fence(), returns: false };
    const explicit = name.endsWith('_explicit');
    const known = explicit ? name.slice(0, -'_explicit'.length) : name;
    if (!Object.hasOwn(operations, known)) throw lexer.error(this.whyNot(name), line);
    const operation = operations[known];
    lexer.expect('(');
    const values: Expression[] = [];
    const words = operation.arguments.map((argument, i) => {
      if (i > 0) lexer.expect(',');
      if (argument === 'object') return `&${locationName(this.object())}`;
      if (argument === 'expected') return this.expected();
      const value = this.read();
      values.push(value);
      return value.text;
    });
    const orders = explicit ? operation.orders.map((allowed) => this.order(allowed)) : [];
    lexer.expect(')');
    return { text: `${name}(${[...words, ...orders].join(', ')})`, returns: operation.returns };
  }

  private whyNot(name: string): string {
    if (/^atomic_compare_exchange_weak/.test(name))
      return `${name}, which may fail spuriously, is not supported: use atomic_compare_exchange_strong`;
    if (foreign.test(name)) return `${name}, which is not of C11, is not supported`;
    return `the function '${name}' is not supported`;
  }

  private fence(): string {
    const { lexer } = this;
    lexer.expect('(');
    const order = this.order(all, false);
    lexer.expect(')');
    return `atomic_thread_fence(${order})`;
  }

  /** A memory order, after a comma unless it is the only argument. */
  private order(allowed: readonly string[], comma = true): string {
    const { lexer } = this;
    if (comma) lexer.expect(',');
    const { line } = lexer.token;
    const name = lexer.name('a memory order');
    const order = name.replace(/^memory_order_/, '');
    if (order === name || !all.includes(order)) throw lexer.error(`'${name}' is no memory order of C11`, line);
    if (!allowed.includes(order)) throw lexer.error(`${name} is not allowed here (C11 7.17.7)`, line);
    return name;
  }

  private object(): string {
    const { lexer } = this;
    if (lexer.is('&')) throw lexer.error('addresses of objects are not supported: name a parameter');
    const { line } = lexer.token;
    const name = lexer.name('a parameter');
    this.parameter(name, line);
    return name;
  }

  /** The second argument of a compare-exchange: the address of a register, or a location. */
  private expected(): string {
    const { lexer } = this;
    const { line } = lexer.token;
    if (!lexer.accept('&')) {
      const name = this.object();
      return `(${this.parameter(name, line).base} *)&${locationName(name)}`;
    }
    const name = lexer.name('a register');
    if (!this.scope.registers.has(name)) throw lexer.error(`'${name}' is no register of this thread`, line);
    return `&${registerName(name)}`;
  }

  private parameter(name: string, line: number): IntegerType {
    const type = this.scope.parameters.get(name);
    if (type === undefined) throw this.lexer.error(`'${name}' is no parameter of this thread`, line);
    return type;
  }
}
