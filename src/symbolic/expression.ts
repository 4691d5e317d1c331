/**
 * Expressions of values that depend on symbolic input, as runs send them (runtime/symbolic/). Equal structure has an
 * equal name in all runs.
 */
import { Symbolic } from '../channel/symbolic';

/** Contents of the input: by object and byte. What is not in it is zero. */
export type Input = ReadonlyMap<string, number>;

/** The name of a byte of an object. */
export const byteName = (object: bigint, byte: bigint | number): string => `i_${object}_${byte}`;

/** An expression: what it is, its width, its operands. */
export interface ExpressionNode {
  readonly op: Symbolic;
  readonly bits: number;
  readonly a: bigint;
  readonly b: bigint;
  /** Of a constant. */
  readonly value: bigint;
}

const operators = new Map<Symbolic, string>([
  [Symbolic.Add, 'bvadd'],
  [Symbolic.Sub, 'bvsub'],
  [Symbolic.Mul, 'bvmul'],
  [Symbolic.Udiv, 'bvudiv'],
  [Symbolic.Sdiv, 'bvsdiv'],
  [Symbolic.Urem, 'bvurem'],
  [Symbolic.Srem, 'bvsrem'],
  [Symbolic.Shl, 'bvshl'],
  [Symbolic.Lshr, 'bvlshr'],
  [Symbolic.Ashr, 'bvashr'],
  [Symbolic.And, 'bvand'],
  [Symbolic.Or, 'bvor'],
  [Symbolic.Xor, 'bvxor'],
  [Symbolic.Concat, 'concat'],
]);
const relations = new Map<Symbolic, string>([
  [Symbolic.Eq, '='],
  [Symbolic.Ne, 'distinct'],
  [Symbolic.Ugt, 'bvugt'],
  [Symbolic.Uge, 'bvuge'],
  [Symbolic.Ult, 'bvult'],
  [Symbolic.Ule, 'bvule'],
  [Symbolic.Sgt, 'bvsgt'],
  [Symbolic.Sge, 'bvsge'],
  [Symbolic.Slt, 'bvslt'],
  [Symbolic.Sle, 'bvsle'],
]);

/** Is it a comparison? */
export function isRelation(op: Symbolic): boolean {
  return relations.has(op);
}

/** All expressions that are known. */
export class Expressions {
  private readonly nodes = new Map<bigint, ExpressionNode>();
  private readonly bytes = new Map<bigint, ReadonlySet<string>>();

  /** Adds an expression; one of the same name is known already. */
  add({ id, op, bits, a, b, value }: ExpressionNode & { readonly id: bigint }): void {
    if (!this.nodes.has(id)) this.nodes.set(id, { op, bits, a, b, value });
  }

  /** An expression that is known. */
  node(id: bigint): ExpressionNode {
    const node = this.nodes.get(id);
    if (node === undefined) throw new Error(`no expression ${id}`);
    return node;
  }

  /** The width of an expression that is known. */
  bits(id: bigint): number {
    return this.node(id).bits;
  }

  /** The operands that are expressions. */
  private operands({ op, a, b }: ExpressionNode): bigint[] {
    if (op === Symbolic.Input || op === Symbolic.Constant) return [];
    return op >= Symbolic.Add || op === Symbolic.Concat ? [a, b] : [a];
  }

  /** The expressions and all their parts, each after its operands. */
  below(ids: Iterable<bigint>): bigint[] {
    const order = new Set<bigint>();
    const todo = [...ids].reverse();
    while (todo.length > 0) {
      const id = todo[todo.length - 1];
      const missing = order.has(id) ? [] : this.operands(this.node(id)).filter((o) => !order.has(o));
      if (missing.length > 0) {
        todo.push(...missing);
        continue;
      }
      order.add(id);
      todo.pop();
    }
    return [...order];
  }

  /** The names of the input bytes in the expression. */
  bytesOf(id: bigint): ReadonlySet<string> {
    const found = this.bytes.get(id);
    if (found !== undefined) return found;
    const inputs = this.below([id]).flatMap((each) => {
      const { op, a, b } = this.node(each);
      return op === Symbolic.Input ? [byteName(a, b)] : [];
    });
    const names = new Set(inputs);
    this.bytes.set(id, names);
    return names;
  }

  /** The value of the expression for that input. `known`: values for the same input; they are added to. */
  evaluate(id: bigint, input: Input, known: Map<bigint, bigint>): bigint {
    const found = known.get(id);
    if (found !== undefined) return found;
    for (const each of this.below([id])) if (!known.has(each)) known.set(each, this.compute(each, input, known));
    return known.get(id)!;
  }

  private compute(id: bigint, input: Input, known: ReadonlyMap<bigint, bigint>): bigint {
    const { op, bits, a, b, value } = this.node(id);
    if (op === Symbolic.Input) return BigInt(input.get(byteName(a, b)) ?? 0);
    if (op === Symbolic.Constant) return value;
    const left = known.get(a)!;
    const width = this.bits(a);
    switch (op) {
      case Symbolic.Extract:
        return (left >> (8n * b)) & 0xffn;
      case Symbolic.Zext:
        return left;
      case Symbolic.Sext:
        return BigInt.asUintN(bits, BigInt.asIntN(width, left));
      case Symbolic.Trunc:
        return BigInt.asUintN(bits, left);
      case Symbolic.Concat:
        return (left << BigInt(this.bits(b))) | known.get(b)!;
      default:
        return BigInt.asUintN(bits, operate(op, width, left, known.get(b)!));
    }
  }

  /** Declarations and definitions in SMT-LIB for those expressions. */
  definitions(ids: Iterable<bigint>): string[] {
    const lines: string[] = [];
    for (const id of this.below(ids)) {
      const node = this.node(id);
      if (node.op === Symbolic.Input) lines.push(`(declare-const ${byteName(node.a, node.b)} (_ BitVec 8))`);
      lines.push(`(define-fun e${id} () (_ BitVec ${node.bits}) ${this.term(node)})`);
    }
    return lines;
  }

  private term({ op, bits, a, b, value }: ExpressionNode): string {
    switch (op) {
      case Symbolic.Input:
        return byteName(a, b);
      case Symbolic.Constant:
        return constant(value, bits);
      case Symbolic.Extract:
        return `((_ extract ${8n * b + 7n} ${8n * b}) e${a})`;
      case Symbolic.Zext:
        return `((_ zero_extend ${bits - this.bits(a)}) e${a})`;
      case Symbolic.Sext:
        return `((_ sign_extend ${bits - this.bits(a)}) e${a})`;
      case Symbolic.Trunc:
        return `((_ extract ${bits - 1} 0) e${a})`;
      default: {
        const relation = relations.get(op);
        if (relation !== undefined) return `(ite (${relation} e${a} e${b}) #b1 #b0)`;
        return `(${operators.get(op)!} e${a} e${b})`;
      }
    }
  }
}

/** A number of so many bits in SMT-LIB. */
export function constant(value: bigint, bits: number): string {
  return `(_ bv${value} ${bits})`;
}

/** The operation on two unsigned numbers of that width, as SMT-LIB defines it (theory FixedSizeBitVectors). */
function operate(op: Symbolic, width: number, a: bigint, b: bigint): bigint {
  const signed = (n: bigint): bigint => BigInt.asIntN(width, n);
  const bit = (holds: boolean): bigint => (holds ? 1n : 0n);
  const ones = (1n << BigInt(width)) - 1n;
  switch (op) {
    case Symbolic.Add:
      return a + b;
    case Symbolic.Sub:
      return a - b;
    case Symbolic.Mul:
      return a * b;
    case Symbolic.Udiv:
      return b === 0n ? ones : a / b;
    case Symbolic.Sdiv:
      return b === 0n ? (signed(a) < 0n ? 1n : ones) : signed(a) / signed(b);
    case Symbolic.Urem:
      return b === 0n ? a : a % b;
    case Symbolic.Srem:
      return b === 0n ? a : signed(a) % signed(b);
    case Symbolic.Shl:
      return b >= BigInt(width) ? 0n : a << b;
    case Symbolic.Lshr:
      return b >= BigInt(width) ? 0n : a >> b;
    case Symbolic.Ashr:
      return signed(a) >> (b >= BigInt(width) ? BigInt(width) : b);
    case Symbolic.And:
      return a & b;
    case Symbolic.Or:
      return a | b;
    case Symbolic.Xor:
      return a ^ b;
    case Symbolic.Eq:
      return bit(a === b);
    case Symbolic.Ne:
      return bit(a !== b);
    case Symbolic.Ugt:
      return bit(a > b);
    case Symbolic.Uge:
      return bit(a >= b);
    case Symbolic.Ult:
      return bit(a < b);
    case Symbolic.Ule:
      return bit(a <= b);
    case Symbolic.Sgt:
      return bit(signed(a) > signed(b));
    case Symbolic.Sge:
      return bit(signed(a) >= signed(b));
    case Symbolic.Slt:
      return bit(signed(a) < signed(b));
    case Symbolic.Sle:
      return bit(signed(a) <= signed(b));
    default:
      throw new Error(`${Symbolic[op]} has no two operands`);
  }
}
