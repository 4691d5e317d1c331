/**
 * Expressions and paths as data for other machines. A row of an expression names its operands by the places of their
 * rows, which come before it. Its name follows from its structure, as in the runtime (runtime/symbolic/expressions.c).
 */
import { Symbolic } from '../channel/symbolic';
import type { Condition, InputObject, Path } from './conditions';
import { isRelation, type Expressions, type ExpressionNode } from './expression';
import type { ShownByInput } from './shown-paths';

/**
 * What it is, its width in bits, and two operands: places of rows; of an input byte, its object and which byte it is;
 * of a constant, its value; of an extracted byte, which one it is.
 */
export type ExpressionRow = readonly [op: Symbolic, bits: number, a: bigint, b: bigint];

/** How many conditions of each thread come before something. */
type ClockRow = readonly (readonly [thread: number, conditions: number])[];

/** The conditions of threads and what compare-exchanges might do; expressions are places of rows. */
export interface PathRow {
  readonly threads: readonly (readonly [
    thread: number,
    conditions: readonly (readonly [expression: number, value: bigint, after: ClockRow])[],
  ])[];
  readonly asks: readonly (readonly [thread: number, position: number, expression: number, after: ClockRow])[];
}

/** What runs with an input have shown, as data. */
export interface ShownRows {
  readonly expressions: readonly ExpressionRow[];
  readonly paths: readonly PathRow[];
  readonly objects: readonly (readonly [id: bigint, size: number, name: string])[];
  readonly unseen: readonly (readonly [what: string, site: bigint])[];
}

/** The most rows of what is shown: so many fit into a message. */
const MOST_ROWS = 200_000;
/** The widest expression, the largest object, the most threads (DR_SYMBOLIC_LARGEST, DR_THREADS). */
const WIDEST = 255n,
  LARGEST = 4096,
  THREADS = 1024;

const mask = (1n << 64n) - 1n;

function mix(h: bigint, n: bigint): bigint {
  let mixed = ((h ^ n) * 0x9e3779b97f4a7c15n) & mask;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  return mixed ^ (mixed >> 29n);
}

/** The name of an expression: the same as in all runs of the program. */
export function expressionName({ op, bits, a, b, value }: ExpressionNode): bigint {
  const isConstant = op === Symbolic.Constant;
  const high = value >> 64n;
  let id = mix(mix((BigInt(op) << 8n) | BigInt(bits), a), b);
  id = mix(id, isConstant ? value & mask : 0n);
  if (isConstant && high !== 0n) id = mix(id, high);
  return id === 0n ? 1n : id;
}

/** What is shown, as data; undefined: it is too much for a message. */
export function shownRows({ paths, objects, unseen }: ShownByInput, expressions: Expressions): ShownRows | undefined {
  const conditions = paths.flatMap(({ threads }) => [...threads.values()].flat());
  const asks = paths.flatMap((path) => path.asks);
  const ids = expressions.below([...conditions, ...asks].map(({ expression }) => expression));
  if (conditions.length + asks.length + ids.length + paths.length + unseen.length > MOST_ROWS) return undefined;
  const places = new Map(ids.map((id, place) => [id, place]));
  const place = (id: bigint): number => places.get(id)!;
  return {
    expressions: ids.map((id) => rowOf(expressions.node(id), place)),
    paths: paths.map((path) => ({
      threads: [...path.threads].map(([thread, list]) => [
        thread,
        list.map(({ expression, value, after }) => [place(expression), value, [...after]]),
      ]),
      asks: path.asks.map(({ thread, position, expression, after }) => [
        thread,
        position,
        place(expression),
        [...after],
      ]),
    })),
    objects: objects.map(({ id, size, name }) => [id, size, name]),
    unseen: unseen.map(({ what, site }) => [what, site]),
  };
}

function rowOf({ op, bits, a, b, value }: ExpressionNode, place: (id: bigint) => number): ExpressionRow {
  const at = (id: bigint): bigint => BigInt(place(id));
  switch (op) {
    case Symbolic.Input:
      return [op, bits, a, b];
    case Symbolic.Constant:
      return [op, bits, value, 0n];
    case Symbolic.Extract:
      return [op, bits, at(a), b];
    case Symbolic.Zext:
    case Symbolic.Sext:
    case Symbolic.Trunc:
      return [op, bits, at(a), 0n];
    default:
      return [op, bits, at(a), at(b)];
  }
}

/**
 * What the rows show, of which only types are known; their expressions are added to those that are known. Throws an
 * Error if they make no sense.
 */
export function shownIn({ expressions: rows, paths, objects, unseen }: ShownRows, known: Expressions): ShownByInput {
  const size = paths.reduce(
    (n, { threads, asks }) => n + asks.length + threads.reduce((m, t) => m + t[1].length, 1),
    0,
  );
  if (rows.length + size + objects.length + unseen.length > MOST_ROWS) throw new Error('it shows too much');
  const nodes: (ExpressionNode & { readonly id: bigint })[] = [];
  for (const row of rows) {
    const node = nodeOf(row, nodes);
    if (node === undefined) throw new Error('it has an expression that is none');
    nodes.push({ ...node, id: expressionName(node) });
  }
  const expression = (place: number): ExpressionNode & { readonly id: bigint } => {
    const { [place]: node } = nodes;
    return node ?? wrong();
  };
  const made = paths.map((path) => pathIn(path, expression));
  const kept = objects.map(([id, bytes, name]): InputObject => {
    if (!isWord(id) || bytes > LARGEST || name.length > LARGEST) throw new Error('it has an input that is none');
    return { id, size: bytes, name };
  });
  for (const node of nodes) known.add(node);
  return { paths: made, objects: kept, unseen: unseen.map(([what, site]) => ({ what, site })) };
}

function wrong(): never {
  throw new Error('it has a path that is none');
}

const isWord = (n: bigint): boolean => n >= 0n && n <= mask;

/** The expression of a row; undefined: it makes no sense. `nodes`: those of the rows before. */
function nodeOf(
  [op, bits, a, b]: ExpressionRow,
  nodes: readonly (ExpressionNode & { readonly id: bigint })[],
): ExpressionNode | undefined {
  const node = (first: bigint, second: bigint, value = 0n): ExpressionNode => ({
    op,
    bits,
    a: first,
    b: second,
    value,
  });
  const width = BigInt(bits);
  if (width < 1n || width > WIDEST || a < 0n || b < 0n) return undefined;
  if (op === Symbolic.Input) return bits === 8 && isWord(a) && b < LARGEST ? node(a, b) : undefined;
  if (op === Symbolic.Constant) return b === 0n && a < 1n << width && bits <= 128 ? node(0n, 0n, a) : undefined;
  const left = nodes.at(Number(a));
  if (left === undefined || a >= nodes.length) return undefined;
  const from = left.bits;
  if (op === Symbolic.Extract) return bits === 8 && 8n * b + 8n <= from ? node(left.id, b) : undefined;
  if (op === Symbolic.Zext || op === Symbolic.Sext) return b === 0n && bits >= from ? node(left.id, 0n) : undefined;
  if (op === Symbolic.Trunc) return b === 0n && bits <= from ? node(left.id, 0n) : undefined;
  const right = nodes.at(Number(b));
  if (right === undefined || b >= nodes.length) return undefined;
  const fits =
    op === Symbolic.Concat
      ? bits === from + right.bits
      : from === right.bits &&
        (isRelation(op) ? bits === 1 : op >= Symbolic.Add && op <= Symbolic.Xor && bits === from);
  return fits ? node(left.id, right.id) : undefined;
}

function pathIn(
  { threads: rows, asks }: PathRow,
  expression: (place: number) => ExpressionNode & { readonly id: bigint },
): ShownByInput['paths'][number] {
  const counts = new Map(rows.map(([thread, list]) => [thread, list.length]));
  if (counts.size < rows.length || rows.some(([thread]) => thread >= THREADS)) wrong();
  const clock = (row: ClockRow): Map<number, number> => {
    if (row.some(([thread, n]) => n > (counts.get(thread) ?? 0))) wrong();
    return new Map(row);
  };
  const conditionOf = (place: number, value: bigint, after: ClockRow): Condition => {
    const { id, bits } = expression(place);
    if (value < 0n || value >= 1n << BigInt(bits)) wrong();
    return { expression: id, value, after: clock(after) };
  };
  return {
    threads: new Map(rows.map(([thread, list]) => [thread, list.map((row) => conditionOf(...row))])),
    asks: asks.map(([thread, position, place, after]): Path['asks'][number] => {
      if (position > (counts.get(thread) ?? 0)) wrong();
      return { thread, position, expression: expression(place).id, after: clock(after) };
    }),
  };
}
