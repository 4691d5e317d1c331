/** Coverage of lines, as compilers count it: what a check has reached, without one execution more. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../../src/compiler/compilers';
import { drista, folder } from '../support/command';

/** Two threads run the same lines, and wait in a loop. */
const source = `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *f(void *a) {
  while (atomic_load(&x) == 0)
    ;
  if (atomic_fetch_add(&x, 1) == 2)
    atomic_store(&x, 9);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0);
  pthread_create(&u, 0, f, 0);
  atomic_store(&x, 1);
  if (atomic_load(&x) == 5)
    atomic_store(&x, 7);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
`;

/** Compiles the program in the folder of this test. */
function compile(...flags: readonly string[]): void {
  compileText(source, flags);
}

function compileText(text: string, flags: readonly string[]): void {
  writeFileSync(join(folder, 'covered.c'), text);
  const done = drista(['cc', '-pthread', ...flags, 'covered.c']);
  expect(done.stderr).toBe('');
  expect(done.status).toBe(0);
}

interface Checked {
  readonly verdict: string;
  readonly executions: number;
  readonly runs: number;
}

function checked(program: string): Checked {
  return JSON.parse(drista(['--report', 'json=-', `./${program}`]).stdout) as Checked;
}

const withGcov = findCommand('gcc') !== undefined && findCommand('gcov') !== undefined ? test : test.skip;

withGcov('gcc: executions are at least those without, and gcov says which lines were reached', () => {
  const gcc = '--drista-compiler=gcc';
  compile(gcc, '-o', 'plain');
  compile(gcc, '--coverage', '-o', 'covered');
  const [without, covered] = [checked('plain'), checked('covered')];
  expect([without.verdict, covered.verdict]).toEqual(['verified', 'verified']);
  // Counters may leave other junk in registers, so that fewer states of a thread are equal.
  expect(covered.executions).toBeGreaterThanOrEqual(without.executions);
  const shown = spawnSync('gcov', ['-t', 'covered-covered.gcno'], { cwd: folder, encoding: 'utf8' }).stdout;
  const counts = Object.fromEntries(
    shown.split('\n').flatMap((line) => {
      const { count, number } = /^ *(?<count>\S+): *(?<number>\d+):/.exec(line)?.groups ?? {};
      return count === undefined || count === '-' ? [] : [[number, count]];
    }),
  );
  const { runs } = covered;
  expect(counts).toMatchObject({ 7: `${2 * runs}`, 13: `${runs}`, 17: '#####', 20: `${runs}` });
  // In most runs the thread that comes second stores 9.
  expect(Number(counts[8])).toBeGreaterThan(0);
  expect(Number(counts[8])).toBeLessThanOrEqual(runs);
});

withGcov('gcc: a function with no access but to its counter is not code that is not seen', () => {
  const text =
    '#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int x;\n' +
    'static void set(void) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }\n' +
    'static void *f(void *a) { set(); return a; }\n' +
    'int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); set(); pthread_join(t, 0); return 0; }\n';
  compileText(text, ['--drista-compiler=gcc', '--coverage', '-o', 'counted']);
  expect(checked('counted')).toMatchObject({ verdict: 'verified' });
});

describe.each([
  ['-fprofile-instr-generate -fcoverage-mapping', '__profc_'],
  ['--coverage', '__llvm_gcov_ctr'],
])('clang, %s: counters are not events', (flags, counter) => {
  const code = (text: string, ...more: readonly string[]): string[] => {
    compileText(text, [...flags.split(' '), ...more, '-S', '-emit-llvm', '-o', 'covered.ll']);
    return readFileSync(join(folder, 'covered.ll'), 'utf8').split('\n');
  };

  test('each counter', () => {
    const lines = code(source);
    expect(lines.some((line) => line.includes(`@${counter}`) && line.includes('store i64'))).toBe(true);
    expect(lines.filter((line) => line.includes(counter) && line.includes('__tsan_'))).toEqual([]);
  });

  test.each([[], ['-fprofile-update=atomic']])('one of two, by the way that was gone %j', (...update) => {
    const lines = code('int larger(int a, int b) { int c; if (a > b) c = a; else c = b; return c; }', '-O2', ...update);
    expect(lines.some((line) => line.includes(`@${counter}`))).toBe(true);
    expect(lines.filter((line) => /call .*@__tsan_(read|write|atomic)/.test(line))).toEqual([]);
  });
});
