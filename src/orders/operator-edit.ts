/**
 * Edits of operators on atomic objects (C11 6.2.6.1p9, 6.5.16.2; C++17 [atomics.types.operations]): these are seq_cst,
 * and become calls with an order.
 */
import type { Language } from '../compiler/language';
import type { Order } from '../program/label';
import { operandEnd, operandStart, scan, type TextEdit } from './source-text';
import { orderName } from './strength';

const compound: Readonly<Record<string, string>> = {
  '+=': 'fetch_add',
  '-=': 'fetch_sub',
  '&=': 'fetch_and',
  '|=': 'fetch_or',
  '^=': 'fetch_xor',
};

/** The edit for the operator at the offset, or for the operand that is read there; undefined: it is not understood. */
export function operatorEdit(
  text: string,
  offset: number,
  { operation, order }: { readonly operation: string; readonly order: Order },
  language: Language,
): TextEdit[] | undefined {
  const call = callIn(language, order);
  const operator = /^(?:[-+&|^]=|\+\+|--|=(?!=))/.exec(text.slice(offset))?.[0];
  if (operator === '++' || operator === '--') return step(text, offset, operation, call);
  if (operator === undefined) {
    if (operation === 'load') return reading(text, offset, call);
    // Some compilers say where the operand begins.
    const end = operandEnd(text, offset);
    return end > offset && /^(?:\+\+|--)/.test(text.slice(end)) ? step(text, end, operation, call) : undefined;
  }
  const name = operator === '=' ? 'store' : compound[operator];
  return name === operation ? assignment(text, offset, operator, name, call) : undefined;
}

type MakeCall = (name: string, operand: string, value?: string) => string;

function callIn(language: Language, order: Order): MakeCall {
  return (name, operand, value) => {
    const isDereferenced = operand.startsWith('*');
    if (language === 'c') {
      const object = isDereferenced ? operand.slice(1) : `&${operand}`;
      const args = [object, ...(value === undefined ? [] : [value]), `memory_order_${orderName(order)}`];
      return `atomic_${name}_explicit(${args.join(', ')})`;
    }
    const object = isDereferenced ? `${operand.slice(1)}->` : `${operand}.`;
    return `${object}${name}(${value === undefined ? '' : `${value}, `}std::memory_order_${orderName(order)})`;
  };
}

/** `x++`, `--x`. */
function step(text: string, offset: number, operation: string, call: MakeCall): TextEdit[] | undefined {
  const name = text[offset] === '+' ? 'fetch_add' : 'fetch_sub';
  if (name !== operation) return undefined;
  const end = operandEnd(text, offset + 2);
  if (end > offset + 2) {
    // The value of the expression is the new one.
    const changed = call(name, text.slice(offset + 2, end), '1');
    const isAlone = isStatement(text, offset) && /^\s*;/.test(text.slice(end));
    return [{ from: offset, to: end, text: isAlone ? changed : `(${changed} ${text[offset]} 1)` }];
  }
  const start = operandStart(text, offset);
  if (start === undefined) return undefined;
  return [{ from: start, to: offset + 2, text: call(name, text.slice(start, offset), '1') }];
}

/** `x = v;`, `x += v;` as a statement, where nobody uses the value of the expression. */
function assignment(
  text: string,
  offset: number,
  operator: string,
  name: string,
  call: MakeCall,
): TextEdit[] | undefined {
  const left = text.slice(0, offset).trimEnd().length;
  const inner = operandStart(text, left);
  if (inner === undefined) return undefined;
  const start = /\*$/.test(text.slice(0, inner)) ? inner - 1 : inner;
  const end = scan(text, offset + operator.length, (c) => c === ';' || c === ',');
  if (end === undefined || text[end] !== ';' || !isStatement(text, start)) return undefined;
  const value = text.slice(offset + operator.length, end).trim();
  return [{ from: start, to: end, text: call(name, text.slice(start, left), value) }];
}

/** An object that is read. Its member's name may be where the offset is. */
function reading(text: string, offset: number, call: MakeCall): TextEdit[] | undefined {
  const isDereferenced = text[offset] === '*';
  const end = operandEnd(text, isDereferenced ? offset + 1 : offset);
  if (end <= offset + 1 && (isDereferenced || end === offset)) return undefined;
  if (/^\s*(?:\(|[-+*/%&|^]?=(?!=)|\+\+|--)/.test(text.slice(end))) return undefined;
  const inner = isDereferenced ? offset : operandStart(text, end);
  if (inner === undefined || /&$/.test(text.slice(0, inner))) return undefined;
  return [{ from: inner, to: end, text: call('load', text.slice(inner, end)) }];
}

/** Does a statement begin there? */
function isStatement(text: string, at: number): boolean {
  return /(?:^|[;{}:)]|\belse|\bdo|\*\/|\n)\s*$/.test(text.slice(0, at)) && !/[=,(]\s*$/.test(text.slice(0, at));
}
