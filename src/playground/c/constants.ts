/** Constant expressions (C11 6.6), as initial values and sizes of arrays have them. */
import { isScalar, wrapped } from './machine-types';
import type { CExpression } from './syntax-tree';

/** The value; undefined: it is no constant of the integers. */
export function constantValue(e: CExpression): bigint | undefined {
  switch (e.is) {
    case 'number':
      return e.value;
    case 'cast': {
      const value = constantValue(e.of);
      return value === undefined || !isScalar(e.type) ? undefined : wrapped(value, e.type);
    }
    case 'unary': {
      const value = constantValue(e.of);
      if (value === undefined) return undefined;
      if (e.sign === '-') return -value;
      if (e.sign === '+') return value;
      if (e.sign === '~') return ~value;
      return e.sign === '!' ? BigInt(value === 0n) : undefined;
    }
    case 'choice': {
      const condition = constantValue(e.if);
      return condition === undefined ? undefined : constantValue(condition !== 0n ? e.yes : e.no);
    }
    case 'binary': {
      const [a, b] = [constantValue(e.a), constantValue(e.b)];
      return a === undefined || b === undefined ? undefined : combined(e.sign, a, b);
    }
    default:
      return undefined;
  }
}

function combined(sign: string, a: bigint, b: bigint): bigint | undefined {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? undefined : a / b;
    case '%':
      return b === 0n ? undefined : a % b;
    case '<<':
      return b < 0n || b > 63n ? undefined : a << b;
    case '>>':
      return b < 0n || b > 63n ? undefined : a >> b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '==':
      return BigInt(a === b);
    case '!=':
      return BigInt(a !== b);
    case '<':
      return BigInt(a < b);
    case '>':
      return BigInt(a > b);
    case '<=':
      return BigInt(a <= b);
    case '>=':
      return BigInt(a >= b);
    case '&&':
      return BigInt(a !== 0n && b !== 0n);
    case '||':
      return BigInt(a !== 0n || b !== 0n);
    default:
      return undefined;
  }
}
