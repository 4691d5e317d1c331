/** State that drista does not see must be noticed: nothing may be claimed of a program whose threads depend on it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Nondeterminism } from '../../src/program/outcomes';
import { buildText, check } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'observational' } as const;
const twice = `int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}`;

describe('a counter in a library that is not instrumented', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drista-chance-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each([
    'int v = next_number(); atomic_store(&x, v);',
    'atomic_load(&x); int v = next_number(); atomic_store(&x, v);',
  ])('%s', (body) => {
    writeFileSync(join(folder, 'lib.c'), 'int next_number(void) { static int n; return n++; }\n');
    expect(
      spawnSync('cc', ['-shared', '-fPIC', '-o', join(folder, 'libchance.so'), join(folder, 'lib.c')]).status,
    ).toBe(0);
    const program = buildText(
      `#include <pthread.h>
#include <stdatomic.h>
int next_number(void);
static atomic_int x;
static void *f(void *a) { ${body} return a; }
${twice}`,
      [`-L${folder}`, '-lchance', `-Wl,-rpath,${folder}`],
    );
    expect(() => check(program, options)).toThrow(Nondeterminism);
  });
});

test('rand() is the same in every run, whoever calls it first', () => {
  const program = buildText(`#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *f(void *a) { atomic_store(&x, rand() % 1000); return a; }
${twice}`);
  expect(check(program, options)).toMatchObject({ executions: 1, errors: [] });
});
