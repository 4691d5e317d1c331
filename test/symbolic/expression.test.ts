import { Symbolic, type SymbolicEntry } from '../../src/channel/symbolic';
import { questionsOf, type Condition } from '../../src/symbolic/conditions';
import { byteName, constant, Expressions } from '../../src/symbolic/expression';
import { inputText } from '../../src/symbolic/input-text';
import { Solver } from '../../src/symbolic/solver';

const entry = (id: bigint, op: Symbolic, bits: number, a = 0n, b = 0n, value = 0n): SymbolicEntry => ({
  id,
  op,
  bits,
  a,
  b,
  value,
  thread: 0,
  text: '',
});

const twoOperands = [
  Symbolic.Add,
  Symbolic.Sub,
  Symbolic.Mul,
  Symbolic.Udiv,
  Symbolic.Sdiv,
  Symbolic.Urem,
  Symbolic.Srem,
  Symbolic.Shl,
  Symbolic.Lshr,
  Symbolic.Ashr,
  Symbolic.And,
  Symbolic.Or,
  Symbolic.Xor,
  Symbolic.Eq,
  Symbolic.Ne,
  Symbolic.Ugt,
  Symbolic.Uge,
  Symbolic.Ult,
  Symbolic.Ule,
  Symbolic.Sgt,
  Symbolic.Sge,
  Symbolic.Slt,
  Symbolic.Sle,
];

test('values of expressions are what Z3 computes', () => {
  const expressions = new Expressions();
  const solver = new Solver();
  expressions.add(entry(1n, Symbolic.Input, 8, 5n, 0n));
  expressions.add(entry(2n, Symbolic.Input, 8, 5n, 1n));
  const made = twoOperands.map((op, i) => {
    expressions.add(entry(BigInt(10 + i), op, op >= Symbolic.Eq ? 1 : 8, 1n, 2n));
    return BigInt(10 + i);
  });
  expressions.add(entry(50n, Symbolic.Sext, 16, 1n));
  expressions.add(entry(51n, Symbolic.Zext, 16, 2n));
  expressions.add(entry(52n, Symbolic.Concat, 24, 1n, 50n));
  expressions.add(entry(53n, Symbolic.Extract, 8, 52n, 2n));
  expressions.add(entry(54n, Symbolic.Trunc, 4, 52n));
  try {
    for (const [x, y] of [
      [200, 7],
      [3, 0],
      [128, 255],
      [17, 17],
      [90, 9],
    ]) {
      const input = new Map([
        [byteName(5n, 0), x],
        [byteName(5n, 1), y],
      ]);
      const known = new Map<bigint, bigint>();
      const before = [1n, 2n].map((expression) => ({
        expression,
        value: expressions.evaluate(expression, input, known),
        after: new Map(),
      }));
      for (const expression of [...made, 50n, 51n, 52n, 53n, 54n]) {
        const value = expressions.evaluate(expression, input, known);
        // No other value is possible, and this one is.
        expect(solver.solve(expressions, { before, expression }, [value])).toBeUndefined();
        expect(solver.solve(expressions, { before, expression }, [])).toEqual(input);
      }
    }
  } finally {
    solver.stop();
  }
}, 60_000);

const condition = (expression: bigint, after: [number, number][] = []): Condition => ({
  expression,
  value: 1n,
  after: new Map(after),
});

test('each beginning of two threads asks about the next conditions', () => {
  const threads = new Map([
    [0, [condition(1n), condition(2n, [[0, 1]])]],
    [1, [condition(3n)]],
  ]);
  const asked = questionsOf({ threads, asks: [] }, 100)!.map(
    (q) => `${q.before.map((c) => c.expression).join()}?${q.expression}`,
  );
  expect(asked.sort()).toEqual(['1,2?3', '1,3?2', '1?2', '1?3', '3?1', '?1', '?3']);
  expect(questionsOf({ threads, asks: [] }, 3)).toBeUndefined();
});

test('conditions after a join come after those of the other thread', () => {
  const threads = new Map([
    [0, [condition(1n, [[1, 1]])]],
    [1, [condition(2n)]],
  ]);
  expect(questionsOf({ threads, asks: [] }, 100)!.map((q) => q.expression)).toEqual([2n, 1n]);
});

test('inputs are C declarations', () => {
  expect(inputText([{ name: 'a b', bytes: Uint8Array.of(1, 255) }])).toBe('unsigned char a_b[] = { 0x01, 0xff };');
  expect(constant(7n, 8)).toBe('(_ bv7 8)');
});
