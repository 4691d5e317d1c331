/** Operators of C, for all that reads expressions. */

/** Those of two operands, by how tightly they bind (C11 6.5.5 to 6.5.14). */
export const binaryOperators: readonly (readonly string[])[] = [
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

/** Those that assign (C11 6.5.16), with the operator that they combine it with. */
export const assignmentOperator = /^([-+*/%&|^]|<<|>>)?=$/;
