import * as fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { bruteForce } from './brute';
import { cForm } from './c-form';
import { dataProgram } from './data-program';
import { interleave } from './interleave';
import { counter, fib, petersonTry, ticketTry, treiber } from './larger';
import { litmusArbitrary, randomLitmus } from './random';
import type { Shape } from './random-shape';
import { shapes } from './shapes';
import type { Program } from '../../src/program/program';

/** Most sc rows of the corpus's larger/expected.tsv: those with at most 10,000 classes. */
const larger: [string, () => Program, number][] = [
  ['counter, 3 threads, 2 rounds', () => counter(3, 2), 463],
  ['counter, 2 threads, 5 rounds', () => counter(2, 5), 2811],
  ['fib 4', () => fib(4), 1107],
  ['fib 5 modulo 2', () => fib(5, 2), 254],
  ['fib 6 modulo 3', () => fib(6, 3), 7543],
  ['peterson_try 5', () => petersonTry(5), 3353],
  ['treiber, 2 pushers, 2 poppers', () => treiber(2, 2), 162],
  ['treiber, 3 pushers, 1 popper', () => treiber(3, 1), 840],
  ['ticket_try 4', () => ticketTry(4), 336],
];

test.each(larger)('interleavings of %s', (_, program, expected) => {
  const { value, deadlocks } = interleave(program());
  expect([value.size, deadlocks.size]).toEqual([expected, 0]);
});

const all: [string, Partial<Shape>][] = [
  ['atomics', {}],
  ['mutexes', { mutexes: 2, maxOps: 12 }],
  ['plain data', { plain: 1, mutexes: 1, locs: 1 }],
  ['atomic and plain on one location', { mixed: true, maxOps: 8 }],
  ['threads that create threads', { creation: true, mutexes: 1, plain: 1, maxOps: 8 }],
  ...Object.entries(shapes).filter(([, s]) => s.conds ?? s.rwlocks ?? s.semaphores ?? s.barriers ?? s.onces),
];

test.each(all)('brute force and interleaving agree under sc, and rc11 allows no less: %s', (_, shape) => {
  fc.assert(
    fc.property(litmusArbitrary(shape), (litmus) => {
      const sc = bruteForce(litmus, 'sc'),
        plain = interleave(dataProgram(litmus));
      expect(sc.value).toEqual(plain.value);
      expect(sc.deadlocks).toEqual(plain.deadlocks);
      const rc11 = bruteForce(litmus, 'rc11');
      expect([...sc.rf].filter((key) => !rc11.rf.has(key))).toEqual([]);
      expect([...sc.races].filter((race) => !rc11.races.has(race))).toEqual([]);
    }),
    { seed: 1, numRuns: 20 },
  );
});

test.each(all)('compilers accept the C form: %s', (_, shape) => {
  for (const litmus of randomLitmus(shape, 2, 5)) {
    const cc = spawnSync('cc', ['-std=c11', '-Wall', '-Wextra', '-Werror', '-fsyntax-only', '-xc', '-'], {
      input: cForm(litmus),
      encoding: 'utf8',
    });
    expect([cc.status, cc.stderr]).toEqual([0, '']);
  }
});
