/**
 * All clients of a test, the smallest ones first. Clients count as one if threads are exchanged: they have the same
 * histories but for that. Keys are not exchanged, since a data structure may order them. Values of a call's own rise.
 */
import type { SpecDescription, SpecOperation } from './description';

export interface SpecClient {
  /** As the program reads it: `push(1) ; pop() | pop() ; pop()`. */
  readonly text: string;
  /** How many calls it has, without the last ones of main. */
  readonly calls: number;
  readonly threads: number;
}

/** A call without the values of its own: the operation, and of each parameter the value; 0: one of its own. */
interface Shape {
  readonly operation: SpecOperation;
  readonly values: readonly number[];
}

/** Each client once, by number of calls, then of threads. */
export function* clientsOf(description: SpecDescription): Generator<SpecClient> {
  const shapes = description.operations.flatMap(shapesOf);
  const { initial } = description;
  const first = initial && description.operations.find(({ name }) => name === initial.operation);
  for (let calls = 1; calls <= description.calls; calls++) {
    const found = new Map<string, SpecClient>();
    for (let before = 0; before <= Math.min(first === undefined ? 0 : initial!.calls, calls - 1); before++)
      for (const begin of sequences(first === undefined ? [] : shapesOf(first), before))
        for (const threads of divisions(shapes, calls - before, description.threads)) {
          const text = textOf(begin, threads, description);
          if (isSmallest(text, begin, threads, description)) found.set(text, { text, calls, threads: threads.length });
        }
    yield* [...found.values()].sort((a, b) => a.threads - b.threads);
  }
}

function shapesOf(operation: SpecOperation): Shape[] {
  return operation.parameters
    .reduce<number[][]>(
      (all, count) => all.flatMap((values) => choices(count).map((value) => [...values, value])),
      [[]],
    )
    .map((values) => ({ operation, values }));
}

function choices(count: number): number[] {
  return count === 0 ? [0] : Array.from({ length: count }, (_, i) => i + 1);
}

/** All sequences of so many of the shapes. */
function* sequences(shapes: readonly Shape[], length: number): Generator<readonly Shape[]> {
  if (length === 0) yield [];
  else for (const rest of sequences(shapes, length - 1)) for (const shape of shapes) yield [...rest, shape];
}

/** All ways to have so many calls in at most so many threads, each of which has some. Longer threads come first. */
function* divisions(
  shapes: readonly Shape[],
  calls: number,
  threads: number,
  most = calls,
): Generator<readonly (readonly Shape[])[]> {
  if (calls === 0) yield [];
  else if (threads > 0)
    for (let length = Math.min(calls, most); length >= 1; length--)
      for (const thread of sequences(shapes, length))
        for (const rest of divisions(shapes, calls - length, threads - 1, length)) yield [thread, ...rest];
}

/** Is it the first, as text, of those that exchanges of threads of one length make of it? */
function isSmallest(
  text: string,
  begin: readonly Shape[],
  threads: readonly (readonly Shape[])[],
  description: SpecDescription,
): boolean {
  for (const other of exchanges(threads)) if (textOf(begin, other, description) < text) return false;
  return true;
}

/** The threads in all orders in which longer ones come first. */
function* exchanges(threads: readonly (readonly Shape[])[]): Generator<readonly (readonly Shape[])[]> {
  if (threads.length === 0) yield [];
  for (const [i, thread] of threads.entries())
    if (thread.length === threads[0].length)
      for (const rest of exchanges(threads.toSpliced(i, 1))) yield [thread, ...rest];
}

function textOf(
  begin: readonly Shape[],
  threads: readonly (readonly Shape[])[],
  { operations, drain, look }: SpecDescription,
): string {
  let own = 0;
  const value = (v: number): number => (v === 0 ? ++own : v);
  const call = ({ operation, values }: Shape): string => `${operation.name}(${values.map(value).join(',')})`;
  const all = (calls: readonly Shape[]): string => calls.map(call).join(' ');
  const first = all(begin);
  const middle = threads.map(all);
  const emptying = drains(
    begin,
    threads,
    operations.find((o) => o.name === drain),
  );
  const looks = operations.filter((o) => o.name === look).flatMap(shapesOf);
  const looking = looks.map(({ operation, values }) => `${operation.name}(${values.join(',')})`);
  const last = [emptying, ...looking].join(' ').trim();
  if (begin.length === 0 && last === '') return middle.join(' | ');
  return `${first} ; ${middle.join(' | ')} ; ${last}`.trim();
}

/** Main empties the object: as many calls as others may have put something in, and one more. */
function drains(
  begin: readonly Shape[],
  threads: readonly (readonly Shape[])[],
  operation: SpecOperation | undefined,
): string {
  if (operation === undefined) return '';
  const others = [...begin, ...threads.flat()].filter((shape) => shape.operation !== operation).length;
  return Array.from({ length: others + 1 }, () => `${operation.name}()`).join(' ');
}
