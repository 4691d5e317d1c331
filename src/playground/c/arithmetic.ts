/** Operators on integers and addresses (C11 6.5). Behaviour that C leaves undefined is an error of the program. */
import { wrapped, type ScalarType } from './machine-types';

/** What the program does has no defined behaviour. The message says what it does. */
export class Undefined extends Error {}

/** Throws Undefined where a signed result does not fit (C11 6.5p5). */
function fitting(result: bigint, sign: string, type: ScalarType): bigint {
  const value = wrapped(result, type);
  if (value !== result && type.kind === 'integer' && type.signed)
    throw new Undefined(`signed overflow: '${sign}' gives ${result}, which is no ${type.name} (C11 6.5p5)`);
  return value;
}

/** `sign s`, where s is of the type. Throws Undefined. */
export function unaryResult(sign: string, s: bigint, type: ScalarType): bigint {
  if (sign === '!') return s === 0n ? 1n : 0n;
  if (sign === '~') return wrapped(~s, type);
  return fitting(-s, sign, type);
}

/** `a sign b`, both of the type; the second operand of a shift may be of another one. Throws Undefined. */
export function binaryResult(sign: string, a: bigint, b: bigint, type: ScalarType): bigint {
  switch (sign) {
    case '+':
      return fitting(a + b, sign, type);
    case '-':
      return fitting(a - b, sign, type);
    case '*':
      return fitting(a * b, sign, type);
    case '/':
    case '%':
      if (b === 0n) throw new Undefined(`division by zero: the right side of '${sign}' is 0 (C11 6.5.5p5)`);
      return sign === '/' ? fitting(a / b, sign, type) : (fitting(a / b, '/', type), a % b);
    case '<<':
      return shifted(a, b, type, (by) => fitting(a << by, sign, type));
    case '>>':
      return shifted(a, b, type, (by) => a >> by);
    case '&':
      return wrapped(a & b, type);
    case '|':
      return wrapped(a | b, type);
    case '^':
      return wrapped(a ^ b, type);
    default:
      return isTrue(sign, a, b) ? 1n : 0n;
  }
}

function shifted(a: bigint, by: bigint, type: ScalarType, shift: (by: bigint) => bigint): bigint {
  if (by < 0n || by >= BigInt(8 * type.size))
    throw new Undefined(
      `a shift of ${a} by ${by}, which is not below the ${8 * type.size} bits of its type (C11 6.5.7p3)`,
    );
  return shift(by);
}

function isTrue(sign: string, a: bigint, b: bigint): boolean {
  switch (sign) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      throw new Error(`unknown operator ${sign}`);
  }
}
