/**
 * Random C programs whose functions may be placed where drista does not see them: in an object of the program or in a
 * library that are not instrumented, or with the attribute that leaves them out. The same for the same seed.
 */
import { RandomNumbers } from '../../../src/explore/strategy/random-numbers';
import { FunctionWriter, type MixedFunction } from './function-writer';
import { randomData, randomLock } from './objects';
import type { Shared } from './shared';
import { textOf } from './program-text';
import { Handoffs } from './handoffs';

/** What may go wrong in the program. */
export type Danger = 'none' | 'deadlocks' | 'races';

export interface MixedProgram {
  /** One source for all places (program-text.ts). */
  readonly text: string;
  /** By number: may drista be blind to it? Not where it uses atomics, which it would not see. */
  readonly mayHide: readonly boolean[];
  /** By number: does the function itself access memory that others access? */
  readonly accesses: readonly boolean[];
  readonly names: readonly string[];
  /** The number of data objects, which have places, too. */
  readonly data: number;
  readonly danger: Danger;
  /** Are all atomics sequentially consistent? */
  readonly isSequential: boolean;
}

/** The program of that seed. */
export function randomMixed(seed: number): MixedProgram {
  const random = new RandomNumbers(seed);
  const one = <T>(items: readonly T[]): T => items[random.below(items.length)];
  const danger = one(['none', 'none', 'none', 'none', 'none', 'deadlocks', 'races'] as const);
  const threads = 2 + random.below(2);
  const locks = Array.from({ length: 1 + random.below(2) }, (_, i) => randomLock(random, i));
  const data = Array.from({ length: locks.length + random.below(2) }, (_, i) =>
    randomData(random, `data${i}`, i % locks.length),
  );
  const atomics = random.below(3) === 0 ? 1 + random.below(2) : 0;
  const isSequential = random.below(2) === 0;
  const shared: Shared = {
    danger,
    threads,
    locks,
    data,
    atomics,
    isSequential,
    asserts: random.below(3) === 0,
    once: random.below(5) === 0,
    key: random.below(6) === 0,
    locals: random.below(3) === 0 ? 1 : 0,
  };
  // A function calls those that were made before it.
  const functions: MixedFunction[] = [];
  const add = (name: string, start: Partial<MixedFunction>, budget: number, handoffs?: Handoffs): void => {
    const number = functions.length;
    functions.push(new FunctionWriter(random, shared, functions).write(number, name, start, budget, handoffs));
  };
  for (let i = 1 + random.below(3); i > 0; i--) {
    const lock = one(locks);
    const holds = random.below(3) === 0 ? [{ lock: lock.number, reads: false }] : [];
    add(`f${functions.length}`, { holds, usesAtomics: atomics > 0 && random.below(3) === 0 }, 2);
  }
  const handoffs = new Handoffs(random, threads);
  const budget = threads === 2 ? 5 : 3;
  for (let t = 1; t <= threads; t++)
    add(`thread${t}`, { thread: t, usesAtomics: atomics > 0 && random.below(3) === 0 }, budget, handoffs);
  // It is created when the first thread has been joined.
  if (random.below(4) === 0) add('late', { thread: threads + 1, usesAtomics: false }, 1);
  const main = functions.length;
  if (random.below(2) === 0) add('meanwhile', { thread: 0, usesAtomics: false }, 2);
  const text = textOf(random, shared, functions, handoffs, main < functions.length);
  return {
    text,
    mayHide: [...functions.map(({ usesAtomics }) => !usesAtomics), true],
    accesses: [...functions.map(({ accesses }) => accesses), true],
    names: [...functions.map(({ name }) => name), 'main'],
    data: data.length,
    danger,
    isSequential,
  };
}
