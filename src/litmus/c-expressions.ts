/**
 * Expressions of a thread of a litmus test (C11 6.5, 7.17), translated to C. Each access to memory is an operation of
 * its own: an expression in which C leaves the order of two accesses open is refused, also if one of them is to a
 * register.
 */
import { atomicCalls, memoryOrders, whyNoCall } from './atomic-calls';
import { assignmentOperator, binaryOperators } from './c-operators';
import { beginsType, isSameType, isWide, nullPointer, readType, typeInC, typeName } from './c-types';
import type { ObjectType, Pointer, ValueType } from './c-types';
import type { LitmusLexer } from './litmus-lexer';

/** What a thread can name. */
export interface Scope {
  /** Pointers to shared locations of the same names, by what they point to in this thread. */
  readonly parameters: ReadonlyMap<string, ObjectType>;
  readonly registers: ReadonlyMap<string, ValueType>;
}

/** An expression in C. */
export interface Expression {
  readonly text: string;
  /** Zero is an integer, and the null pointer where a pointer is expected (C11 6.3.2.3p3). */
  readonly type: 'integer' | 'zero' | 'nothing' | Pointer;
  /** Does it access memory? */
  readonly accesses: boolean;
  /** Registers that it reads and writes. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** What an assignment to it would write. */
  readonly target?: Target;
}

type Target =
  | { readonly kind: 'register'; readonly name: string; readonly type: ValueType }
  | { readonly kind: 'memory'; readonly address: Expression; readonly type: ValueType };

/** The variable in C for a location of the test. */
export function locationName(name: string): string {
  return `location_${name}`;
}

/** The variable in C for a register of a thread. */
export function registerName(name: string): string {
  return `register_${name}`;
}

/** The function in C that checks that nothing but 0 is added to an address. */
export const NO_OFFSET = 'no_offset';

/** What has no effect on memory or registers. */
const pure = { accesses: false, reads: [], writes: [] };

export class ExpressionReader {
  constructor(
    private readonly lexer: LitmusLexer,
    private readonly scope: Scope,
  ) {}

  /** Reads an expression that has a value. Throws a DristaError if it is malformed or not supported. */
  read(): Expression {
    const { line } = this.lexer.token;
    return this.valued(this.assignment(false), line);
  }

  /** Reads an expression that is a statement, which may assign to memory and have no value. */
  readStatement(): Expression {
    return this.assignment(true);
  }

  /** Reads an expression, and returns its text as the initial value of a register of the type. */
  initial(type: ValueType): string {
    const { line } = this.lexer.token;
    return this.converted(this.read(), type, line);
  }

  private assignment(isStatement: boolean): Expression {
    const { lexer } = this;
    const left = this.conditional();
    const { text: sign, line } = lexer.token;
    if (!assignmentOperator.test(sign)) return left;
    const { target } = left;
    if (target === undefined) throw lexer.error(`'${sign}' needs a register, or '*' and a pointer, before it`);
    lexer.advance();
    const right = this.read();
    if (sign !== '=' && typeof target.type !== 'string')
      throw lexer.error(`'${sign}' of pointers is not supported`, line);
    const value = this.converted(right, target.type, line);
    if (target.kind === 'register') {
      this.checkOrder({ ...pure, writes: [target.name] }, { ...right, reads: [] }, sign, line);
      return {
        ...left,
        text: `(${left.text} ${sign} ${value})`,
        ...joined(left, right, target.name),
        target: undefined,
      };
    }
    if (!isStatement) throw lexer.error('an assignment to memory within an expression is not supported', line);
    this.checkOrder(sign === '=' ? target.address : left, right, sign, line);
    return { text: `${left.text} ${sign} ${value}`, type: 'nothing', ...joined(left, right) };
  }

  private conditional(): Expression {
    const { lexer } = this;
    const { line } = lexer.token;
    const condition = this.binary(0);
    if (!lexer.accept('?')) return condition;
    this.valued(condition, line);
    const yes = this.read();
    lexer.expect(':');
    const no = this.valued(this.conditional(), line);
    const type = yes.type === 'zero' ? no.type : yes.type;
    if (typeof type === 'object' || typeof no.type === 'object') this.checkComparable(yes, no, '?', line);
    const text = `(${condition.text} ? ${yes.text} : ${no.text})`;
    return { text, type: type === 'zero' ? 'integer' : type, ...joined(condition, joined(yes, no)) };
  }

  private binary(level: number): Expression {
    if (level === binaryOperators.length) return this.unary();
    const { lexer } = this;
    let left = this.binary(level + 1);
    while (lexer.token.kind === 'sign' && binaryOperators[level].includes(lexer.token.text)) {
      const { text: sign, line } = lexer.advance();
      const right = this.valued(this.binary(level + 1), line);
      this.valued(left, line);
      // && and || are sequence points (C11 6.5.13p4, 6.5.14p4).
      if (level > 1) this.checkOrder(left, right, sign, line);
      left = this.combined(left, right, sign, line);
    }
    return left;
  }

  private combined(left: Expression, right: Expression, sign: string, line: number): Expression {
    const effects = joined(left, right);
    const text = `(${left.text} ${sign} ${right.text})`;
    if (typeof left.type !== 'object' && typeof right.type !== 'object') return { text, type: 'integer', ...effects };
    if (['&&', '||'].includes(sign)) return { text, type: 'integer', ...effects };
    if (['==', '!='].includes(sign)) {
      this.checkComparable(left, right, sign, line);
      return { text, type: 'integer', ...effects };
    }
    // Address dependencies add 0 to an address.
    if (sign === '+' && typeof right.type !== 'object')
      return { text: `(${left.text} + ${NO_OFFSET}(${right.text}))`, type: left.type, ...effects };
    throw this.lexer.error(`'${sign}' of pointers is not supported`, line);
  }

  private unary(): Expression {
    const { lexer } = this;
    const { line } = lexer.token;
    for (const sign of ['-', '!', '~', '+'])
      if (lexer.accept(sign)) {
        const operand = this.valued(this.unary(), line);
        if (sign !== '!' && typeof operand.type === 'object')
          throw lexer.error(`'${sign}' of pointers is not supported`, line);
        return { ...operand, text: `${sign}(${operand.text})`, type: 'integer', target: undefined };
      }
    for (const sign of ['++', '--']) if (lexer.accept(sign)) return this.stepped(this.unary(), sign, '', line);
    if (lexer.accept('*')) return this.dereferenced(this.unary(), line);
    if (lexer.is('&')) throw lexer.error("addresses of objects ('&') are not supported here: name a parameter");
    let operand = this.primary();
    for (const sign of ['++', '--']) if (lexer.accept(sign)) operand = this.stepped(operand, '', sign, line);
    return operand;
  }

  private primary(): Expression {
    const { lexer } = this;
    const { kind, text, line } = lexer.token;
    if (lexer.accept('(')) return this.parenthesis(line);
    if (kind === 'number') {
      lexer.advance();
      return { text, type: BigInt(text) === 0n ? 'zero' : 'integer', ...pure };
    }
    if (kind !== 'name') throw lexer.unexpected('an expression');
    lexer.advance();
    if (lexer.is('(') || lexer.is('{')) return this.call(text, line);
    if (lexer.is('[')) throw lexer.error('arrays are not supported');
    if (text === 'NULL') return { text: '0', type: 'zero', ...pure };
    const register = this.scope.registers.get(text);
    if (register !== undefined)
      return {
        text: registerName(text),
        type: typeof register === 'string' ? 'integer' : register,
        ...pure,
        reads: [text],
        target: { kind: 'register', name: text, type: register },
      };
    const to = this.scope.parameters.get(text);
    if (to !== undefined) return { text: `&${locationName(text)}`, type: { to }, ...pure };
    if (lexer.token.kind === 'name') throw lexer.error(`the type '${text}' is not supported`, line);
    throw lexer.error(`'${text}' is not declared in this thread`, line);
  }

  /** What stands in parentheses, which were opened; or a cast. */
  private parenthesis(line: number): Expression {
    const { lexer } = this;
    if (lexer.accept('void')) {
      lexer.expect(')');
      return { ...this.unary(), type: 'nothing', target: undefined };
    }
    if (!beginsType(lexer)) {
      const inner = this.assignment(false);
      lexer.expect(')');
      return inner;
    }
    const { value } = readType(lexer);
    lexer.expect(')');
    const operand = this.valued(this.unary(), line);
    if (typeof value === 'string') {
      if (typeof operand.type === 'object') throw lexer.error('casts of pointers to integers are not supported', line);
      return { ...operand, text: `(${value})(${operand.text})`, type: 'integer', target: undefined };
    }
    // Each pointer to a location has one type in the translation.
    return { ...operand, text: this.converted(operand, value, line), type: value, target: undefined };
  }

  private dereferenced(operand: Expression, line: number): Expression {
    if (typeof operand.type !== 'object') throw this.lexer.error("'*' needs a pointer", line);
    const { value, atomic } = operand.type.to;
    const name = operand.text.replace(/^&location_|^register_/, '');
    if (atomic)
      throw this.lexer.error(
        `*${name} of an atomic object is not supported (seq_cst in C, plain for herd7): call atomic_load or ` +
          `atomic_store, or declare a pointer to '${typeName(value)}' for a plain access`,
        line,
      );
    return {
      text: `*(${typeInC(value)} volatile *)${operand.text}`,
      type: typeof value === 'string' ? 'integer' : value,
      accesses: true,
      reads: operand.reads,
      writes: operand.writes,
      target: { kind: 'memory', address: operand, type: value },
    };
  }

  private stepped(operand: Expression, before: string, after: string, line: number): Expression {
    const { target } = operand;
    if (target?.kind !== 'register' || typeof target.type !== 'string')
      throw this.lexer.error(`'${before}${after}' needs a register of an integer type`, line);
    const effects = { reads: [target.name], writes: [target.name], accesses: false };
    return { text: `(${before}${operand.text}${after})`, type: 'integer', ...effects };
  }

  /** A call, whose name was read. */
  private call(name: string, line: number): Expression {
    const { lexer } = this;
    if (name === 'atomic_thread_fence') return this.fence();
    const explicit = name.endsWith('_explicit');
    const known = explicit ? name.slice(0, -'_explicit'.length) : name;
    if (!Object.hasOwn(atomicCalls, known)) throw lexer.error(whyNoCall(name), line);
    const { arguments: kinds, orders, returns, computes = false } = atomicCalls[known];
    lexer.expect('(');
    const object = this.read();
    if (typeof object.type !== 'object') throw lexer.error(`${name} needs a pointer to its object`, line);
    const { value } = object.type.to;
    if (computes && typeof value !== 'string') throw lexer.error(`${name} of a pointer is not supported`, line);
    if (/_weak/.test(name) && isWide(value))
      throw lexer.error(`${name} of 128 bits, whose spurious failures drista does not explore, is not supported`, line);
    const words = [object.text];
    const stored: string[] = [];
    let all: Effects = object;
    for (const kind of kinds.slice(1)) {
      lexer.expect(',');
      const register = kind === 'expected' && lexer.accept('&') ? this.register(value, line) : undefined;
      if (register !== undefined) {
        // The call itself accesses it, after all arguments are evaluated.
        stored.push(register);
        words.push(`&${registerName(register)}`);
        continue;
      }
      const argument = kind === 'expected' ? this.expected(value, line) : this.read();
      this.checkOrder(all, argument, ',', line);
      words.push(kind === 'expected' ? argument.text : this.converted(argument, value, line));
      all = joined(all, argument);
    }
    const given = explicit ? orders.map((allowed) => this.order(allowed)) : [];
    lexer.expect(')');
    const result = typeof value === 'string' ? 'integer' : value;
    return {
      text: `${name}(${[...words, ...given].join(', ')})`,
      accesses: true,
      reads: [...all.reads, ...stored],
      writes: [...all.writes, ...stored],
      type: returns === 'nothing' ? 'nothing' : returns === 'success' ? 'integer' : result,
    };
  }

  private fence(): Expression {
    const { lexer } = this;
    lexer.expect('(');
    const order = this.order(memoryOrders, false);
    lexer.expect(')');
    return { text: `atomic_thread_fence(${order})`, type: 'nothing', ...pure, accesses: true };
  }

  /** A memory order, after a comma unless it is the only argument. */
  private order(allowed: readonly string[], comma = true): string {
    const { lexer } = this;
    if (comma) lexer.expect(',');
    const { line } = lexer.token;
    const name = lexer.name('a memory order');
    const order = name.replace(/^memory_order_/, '');
    // Compilers, and so drista, take it for acquire; C11 synchronises less, and rc11.cat of herd7 not at all.
    if (order === 'consume')
      throw lexer.error(`${name}, which RC11 does not have, is not supported: use acquire or relaxed`, line);
    const known = (all: readonly string[]): string => all.map((each) => `memory_order_${each}`).join(', ');
    if (order === name || !memoryOrders.includes(order))
      throw lexer.error(`'${name}' is no memory order of C11: write ${known(memoryOrders)}`, line);
    if (!allowed.includes(order))
      throw lexer.error(`${name} is not allowed here (C11 7.17.7): write ${known(allowed)}`, line);
    return name;
  }

  /** Where a compare-exchange of values of the type finds what it expects: a pointer. */
  private expected(value: ValueType, line: number): Expression {
    const address = this.read();
    if (typeof address.type !== 'object')
      throw this.lexer.error('a compare-exchange needs a pointer to what it expects', line);
    this.checkExpected(address.type.to.value, value, line);
    return { ...address, text: `(${typeInC(value)} *)${address.text}` };
  }

  /** The register whose address was begun, which holds what is expected. */
  private register(value: ValueType, line: number): string {
    const { lexer } = this;
    const name = lexer.name('a register');
    const type = this.scope.registers.get(name);
    if (type === undefined) throw lexer.error(`'${name}' is no register of this thread`, line);
    this.checkExpected(type, value, line);
    return name;
  }

  private checkExpected(type: ValueType, value: ValueType, line: number): void {
    if (!isSameType(type, value))
      throw this.lexer.error(`the expected value has the type '${typeName(type)}', not '${typeName(value)}'`, line);
  }

  /** The text of the expression as a value of the type. */
  private converted(e: Expression, type: ValueType, line: number): string {
    const fits =
      e.type === 'zero' ||
      (typeof type === 'string' ? e.type === 'integer' : typeof e.type === 'object' && isSameType(e.type, type));
    if (fits) return e.type === 'zero' && typeof type !== 'string' ? nullPointer(type) : e.text;
    const is = typeof e.type === 'object' ? `an address ('${typeName(e.type)}')` : 'an integer';
    throw this.lexer.error(`${is} is not converted to '${typeName(type)}': that is not supported`, line);
  }

  private checkComparable(left: Expression, right: Expression, sign: string, line: number): void {
    const [a, b] = typeof left.type === 'object' ? [left.type, right] : [right.type as Pointer, left];
    if (b.type !== 'zero' && !(typeof b.type === 'object' && isSameType(a, b.type)))
      throw this.lexer.error(`'${sign}' of values of different types is not supported`, line);
  }

  private valued(e: Expression, line: number): Expression {
    if (e.type === 'nothing') throw this.lexer.error(`${e.text.replace(/\W.*/s, '')} has no value`, line);
    return e;
  }

  /** Throws a DristaError if C leaves open in which order the two are evaluated, and that matters (C11 6.5p2). */
  private checkOrder(a: Effects, b: Effects, sign: string, line: number): void {
    const conflict = (one: Effects, other: Effects): boolean =>
      one.writes.some((name) => other.writes.includes(name) || other.reads.includes(name));
    const what =
      a.accesses && b.accesses
        ? 'two accesses to memory'
        : conflict(a, b) || conflict(b, a)
          ? 'two accesses to a register'
          : undefined;
    if (what === undefined) return;
    const where = sign === ',' ? 'in two arguments' : `on both sides of '${sign}'`;
    throw this.lexer.error(`${what} whose order C leaves open (${where}) are not supported`, line);
  }
}

type Effects = Pick<Expression, 'accesses' | 'reads' | 'writes'>;

/** The effects of two expressions, and of an assignment to a register. */
function joined(a: Effects, b: Effects, ...writes: readonly string[]): Effects {
  return {
    accesses: a.accesses || b.accesses,
    reads: [...a.reads, ...b.reads],
    writes: [...a.writes, ...b.writes, ...writes],
  };
}
