/**
 * Edits of operators on atomic objects (C11 6.2.6.1p9, 6.5.16.2; C++17 [atomics.types.operations]): these are seq_cst,
 * and become calls with an order.
 */
import type { Language } from '../compiler/language';
import type { OrderChange } from './order-change';
import { openingOf, operandEnd, operandStart, scan, type TextEdit } from './source-text';
import { orderName } from '../report/operation';

const compound: Readonly<Record<string, string>> = {
  '+=': 'fetch_add',
  '-=': 'fetch_sub',
  '&=': 'fetch_and',
  '|=': 'fetch_or',
  '^=': 'fetch_xor',
};

/** The text of a source file, and its code (codeOf). */
export interface Source {
  readonly text: string;
  readonly code: string;
  readonly language: Language;
}

/** The edit for the operator at the offset, or for the operand that is read there; undefined: it is not understood. */
export function operatorEdit(source: Source, offset: number, change: OrderChange): TextEdit[] | undefined {
  const { text, code, language } = source;
  // Functions of C need the header, and names of macros are no objects.
  if (language === 'c' && !/stdatomic\.h|memory_order_/.test(text)) return undefined;
  const edit = new OperatorEdit(source, change);
  const operator = /^(?:[-+&|^]=|\+\+|--|=(?!=))/.exec(code.slice(offset))?.[0];
  if (operator === '++' || operator === '--') return edit.step(offset);
  if (operator !== undefined) return edit.assignment(offset, operator);
  if (change.operation === 'load') return edit.reading(offset);
  // Some compilers say where the operand begins.
  const end = operandEnd(code, offset);
  return end > offset && /^(?:\+\+|--)/.test(code.slice(end)) ? edit.step(end) : undefined;
}

class OperatorEdit {
  private readonly text: string;
  private readonly code: string;
  private readonly language: Language;

  constructor(
    source: Source,
    private readonly change: OrderChange,
  ) {
    ({ text: this.text, code: this.code, language: this.language } = source);
  }

  /** `x++`, `--x`. */
  step(offset: number): TextEdit[] | undefined {
    const { code } = this;
    const name = code[offset] === '+' ? 'fetch_add' : 'fetch_sub';
    if (!this.fits(name, '1')) return undefined;
    const end = operandEnd(code, offset + 2);
    if (end > offset + 2) {
      if (/^\s*[[(]/.test(code.slice(end)) || this.hasMacro(offset + 2, end)) return undefined;
      // The value of the expression is the new one.
      const changed = this.call(name, this.text.slice(offset + 2, end), '1');
      const isAlone = isStatement(code, offset) && /^\s*;/.test(code.slice(end));
      return [{ from: offset, to: end, text: isAlone ? changed : `(${changed} ${code[offset]} 1)` }];
    }
    const start = operandStart(code, offset);
    if (start === undefined || this.hasMacro(start, offset)) return undefined;
    return [{ from: start, to: offset + 2, text: this.call(name, this.text.slice(start, offset), '1') }];
  }

  /** `x = v;`, `x += v;` as a statement, where nobody uses the value of the expression. */
  assignment(offset: number, operator: string): TextEdit[] | undefined {
    const { code, text } = this;
    const left = code.slice(0, offset).trimEnd().length;
    const inner = operandStart(code, left);
    if (inner === undefined || this.hasMacro(inner, left)) return undefined;
    const start = code[inner - 1] === '*' ? inner - 1 : inner;
    const from = offset + operator.length;
    const end = scan(code, from, (c) => c === ';' || c === ',');
    if (end === undefined || code[end] !== ';' || !isStatement(code, start)) return undefined;
    if (/(?<![=!<>])=(?!=)/.test(code.slice(from, end))) return undefined; // another assignment
    const value = text.slice(from, end).trim();
    const name = operator === '=' ? 'store' : compound[operator];
    return this.fits(name, value)
      ? [{ from: start, to: end, text: this.call(name, text.slice(start, left), value) }]
      : undefined;
  }

  /** An object that is read. In C the place is that of its last name, in C++ it may be that of the first one. */
  reading(offset: number): TextEdit[] | undefined {
    const { code, text } = this;
    const isDereferenced = code[offset] === '*';
    const from = isDereferenced ? offset + 1 : offset;
    const first = /^[A-Za-z_]\w*/.exec(code.slice(from))?.[0].length ?? 0;
    const end = this.language === 'c' ? from + first : operandEnd(code, from);
    if (first === 0 || code.slice(from, end).includes('[')) return undefined;
    // Of p->x, p[1] or x(), what is read is not clear; what follows an object that is changed is no read.
    if (/^\s*(?:[.[(]|->|::|[-+*/%&|^]?=(?!=)|\+\+|--)/.test(code.slice(end))) return undefined;
    const start = isDereferenced ? offset : operandStart(code, end);
    if (start === undefined || this.hasMacro(start, end) || /[&\w]$/.test(code.slice(0, start))) return undefined;
    return [{ from: start, to: end, text: this.call('load', text.slice(start, end)) }];
  }

  /**
   * Does the operator perform that operation? In C a function adds the amount to a pointer as some compilers do not: so
   * the amount must be the one that was added.
   */
  private fits(name: string, value: string): boolean {
    const { operation, amount } = this.change;
    const isSum = name === 'fetch_add' || name === 'fetch_sub';
    return name === operation && (this.language === 'c++' || !isSum || amount === value);
  }

  /** Is a name there that of a macro, as far as that can be seen? */
  private hasMacro(from: number, to: number): boolean {
    const names = this.code.slice(from, to).match(/[A-Za-z_]\w*/g) ?? [];
    return names.some(
      (name) => /^[A-Z_][A-Z0-9_]+$/.test(name) || new RegExp(`#\\s*define\\s+${name}\\b`).test(this.text),
    );
  }

  private call(name: string, operand: string, value?: string): string {
    const order = orderName(this.change.order);
    const isDereferenced = operand.startsWith('*');
    if (this.language === 'c') {
      const object = isDereferenced ? operand.slice(1) : `&${operand}`;
      const args = [object, ...(value === undefined ? [] : [value]), `memory_order_${order}`];
      return `atomic_${name}_explicit(${args.join(', ')})`;
    }
    const object = isDereferenced ? `${operand.slice(1)}->` : `${operand}.`;
    return `${object}${name}(${value === undefined ? '' : `${value}, `}std::memory_order_${order})`;
  }
}

/** Does a statement begin there, so that nobody uses its value? */
function isStatement(code: string, at: number): boolean {
  const before = code.slice(0, at).trimEnd();
  const block = before.slice(Math.max(before.lastIndexOf('{'), before.lastIndexOf('}')) + 1);
  const depth = [...block].reduce((n, c) => n + Number(c === '(') - Number(c === ')'), 0);
  if (depth !== 0) return false; // in the head of a loop
  if (before === '' || /[;{}]$/.test(before) || /\b(?:else|do)$/.test(before)) return true;
  if (!before.endsWith(')')) return false;
  return /\b(?:if|while|for|switch)\s*$/.test(before.slice(0, openingOf(before, before.length - 1)));
}
