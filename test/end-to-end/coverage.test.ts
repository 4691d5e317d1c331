/** Coverage of lines, as compilers count it: what a check has reached, without one execution more. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { drista, folder } from '../support/command';

const source = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *f(void *a) {
  atomic_store(&x, 1);
  if (atomic_load(&y))
    atomic_store(&x, 2);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  if (atomic_load(&x) == 5)
    atomic_store(&y, 7);
  atomic_store(&y, 1);
  pthread_join(t, 0);
  return 0;
}
`;

/** Compiles the program in the folder of this test. */
function compile(...flags: readonly string[]): void {
  writeFileSync(join(folder, 'covered.c'), source);
  const done = drista(['cc', '-pthread', ...flags, 'covered.c']);
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
}

/** What drista says of the program: its executions and runs. */
function checked(program: string): { verdict: string; executions: number; runs: number } {
  const { verdict, executions, runs } = JSON.parse(drista(['--json', '-', `./${program}`]).stdout) as {
    verdict: string;
    executions: number;
    runs: number;
  };
  return { verdict, executions, runs };
}

const withGcov = findCommand('gcc') !== undefined && findCommand('gcov') !== undefined ? test : test.skip;

withGcov('gcc: executions are those without, and gcov says which lines were reached', () => {
  const gcc = '--drista-compiler=gcc';
  compile(gcc, '-o', 'plain');
  compile(gcc, '--coverage', '-o', 'covered');
  const without = checked('plain');
  expect(without).toMatchObject({ verdict: 'verified', executions: 4 });
  expect(checked('covered')).toEqual(without);
  const shown = spawnSync('gcov', ['-t', 'covered-covered.gcno'], { cwd: folder, encoding: 'utf8' }).stdout;
  const counts = Object.fromEntries(
    shown.split('\n').flatMap((line) => {
      const { count, number } = /^ *(?<count>\S+): *(?<number>\d+):/.exec(line)?.groups ?? {};
      return count === undefined || count === '-' ? [] : [[number, count]];
    }),
  );
  const { runs } = without;
  expect(counts).toMatchObject({ 5: `${runs}`, 12: `${runs}`, 14: '#####', 17: `${runs}` });
  // Some run reads 1, some 0.
  expect(Number(counts[7])).toBeGreaterThan(0);
  expect(Number(counts[7])).toBeLessThan(runs);
});

test.each([
  ['-fprofile-instr-generate -fcoverage-mapping', '__profc_'],
  ['--coverage', '__llvm_gcov_ctr'],
])('clang, %s: counters are not events', (flags, counter) => {
  compile(...flags.split(' '), '-S', '-emit-llvm', '-o', 'covered.ll');
  const lines = readFileSync(join(folder, 'covered.ll'), 'utf8').split('\n');
  expect(lines.some((line) => line.includes(`@${counter}`) && line.includes('store i64'))).toBe(true);
  expect(lines.filter((line) => line.includes(counter) && line.includes('__tsan_'))).toEqual([]);
});
