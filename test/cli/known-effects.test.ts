/** Calls that the compiler makes for a program are known, so all of it is seen; and programs that are not all seen. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectSuccess, folder } from '../support/command';

function compile(name: string, text: string, ...args: readonly string[]): void {
  writeFileSync(join(folder, `${name}.c`), text);
  expectSuccess(drista(['cc', '-g', '-o', name, `${name}.c`, ...args]));
}

test('clean-up handlers in C', () => {
  compile(
    'handlers',
    `#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void unlock(void *a) { pthread_mutex_unlock(a); }
static void *f(void *a) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_testcancel();
  pthread_cleanup_pop(1);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0), pthread_create(&u, 0, f, 0);
  pthread_cancel(t);
  pthread_join(t, 0), pthread_join(u, 0);
}
`,
  );
  expect(drista(['-q', './handlers']).stdout).toMatch(/^verified: /);
});

test('thread-local data of a shared library', () => {
  compile(
    'libown.so',
    '_Thread_local int own;\nint next(void) { return ++own; }\n',
    ...['-shared', '-fPIC', '-ftls-model=global-dynamic'],
  );
  compile(
    'own',
    `#include <assert.h>
#include <pthread.h>
extern int next(void);
static void *f(void *a) { assert(next() == 1); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  assert(next() == 1);
  pthread_join(t, 0);
}
`,
    ...['-L.', '-lown', '-Wl,-rpath,$ORIGIN'],
  );
  expect(drista(['-q', './own']).stdout).toMatch(/^verified: /);
});

test('sampled executions of a program that is not all seen take few runs', () => {
  writeFileSync(join(folder, 'hidden.c'), 'static int calls; int hidden(void) { return ++calls; }\n');
  expect(spawnSync('gcc', ['-c', 'hidden.c'], { cwd: folder }).status).toBe(0);
  compile(
    'hides',
    `#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
extern int hidden(void);
static int n;
static void *f(void *a) {
  for (int i = 0; i < 30; i++) {
    pthread_mutex_lock(&m);
    n += hidden();
    pthread_mutex_unlock(&m);
  }
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, f, 0), pthread_create(&u, 0, f, 0);
  pthread_join(t, 0), pthread_join(u, 0);
}
`,
    'hidden.o',
  );
  for (const strategy of ['random', 'pct', 'pos', 'pctwm']) {
    const done = drista(['--strategy', strategy, '--max-executions', '10', './hides']);
    expect(done.stderr).toBe('');
    const [, executions, runs] = /\((\d+) executions, (\d+) runs/.exec(done.stdout) ?? [];
    expect(executions).toBe('10');
    expect(Number(runs)).toBeLessThan(100);
  }
});
