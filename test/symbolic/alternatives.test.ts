import { Symbolic } from '../../src/channel/symbolic';
import { Alternatives } from '../../src/symbolic/alternatives';
import { byteName, Expressions } from '../../src/symbolic/expression';

test('an input names all bytes that matter, also those that are zero where it comes from', () => {
  const expressions = new Expressions();
  const entry = { bits: 8, a: 0n, b: 0n, value: 0n, thread: 0, text: '' };
  expressions.add({ ...entry, id: 1n, op: Symbolic.Input });
  expressions.add({ ...entry, id: 2n, op: Symbolic.Constant });
  expressions.add({ ...entry, id: 3n, op: Symbolic.Eq, bits: 1, a: 1n, b: 2n });
  const alternatives = new Alternatives(expressions, () => {
    throw new Error('one byte needs no solver');
  });
  const question = { before: [], expression: 3n };
  const name = byteName(0n, 0);
  expect(alternatives.other(question, new Map([[1n, new Map()]]))).toEqual(new Map([[name, 1]]));
  expect(alternatives.other(question, new Map([[0n, new Map([[name, 5]])]]))).toEqual(new Map([[name, 0]]));
});
