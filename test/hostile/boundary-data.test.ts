/**
 * Plain data that instrumented code shares, and code that is not seen changes, too: what it holds does not follow from
 * the events. Races of the instrumented accesses are found, and nothing is refused.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectSuccess, folder } from '../support/command';

/** Compiles the program; `plain`: its library, which is not instrumented. */
function compile(name: string, text: string, plain: string, ...flags: string[]): void {
  writeFileSync(join(folder, `${name}.c`), `#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n${text}`);
  writeFileSync(join(folder, `lib${name}.c`), `#include <pthread.h>\n${plain}`);
  const library = ['-O1', '-shared', '-fPIC', '-o', `lib${name}.so`, `lib${name}.c`];
  expectSuccess(spawnSync('gcc', library, { cwd: folder, encoding: 'utf8' }));
  expectSuccess(drista(['cc', '-o', name, `${name}.c`, `./lib${name}.so`, ...flags]));
}

const racing = `void set(int *at, int value);
static int *x;
static void *body(void *a) { (*x)++; return a; }
int main(void)
{
	pthread_t t;
	x = calloc(1, sizeof *x);
	BEFORE;
	set(x, 5);
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	return 0;
}
`;

describe.each([
  ['allocated', '(void)0'],
  ['written', '*x = 3'],
  ['cleared', 'memset(x, 0, sizeof *x)'],
])('a race on data that was %s before a library has set it', (name, before) => {
  beforeAll(() => {
    compile(name, racing, 'void set(int *at, int value) { *at = value; }\n', `-DBEFORE=${before}`);
  });

  test.each(['1', '2'])('is found by --jobs %s, and replayed', (jobs) => {
    const done = drista(['--jobs', jobs, '--save', join(folder, `out-${name}-${jobs}`), name]);
    expect(done.stdout).toMatch(/^error: possible data race on malloc@/);
    expect(done.stdout).toMatch(/^> +:6 {2}writes malloc@/m);
    const [, file] = /^See it again: drista replay (\S+)$/m.exec(done.stdout)!;
    expect(drista(['replay', '-q', file]).stdout).toMatch(/^error: possible data race on malloc@/);
  });
});

test('a race that is found before it is known that the data changes unseen is found again after that', () => {
  compile(
    'late',
    `void add(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *adding(void *a) { add(); return a; }
static void *racing(void *a)
{
	x++;
	pthread_mutex_lock(&mutex);
	x++;
	pthread_mutex_unlock(&mutex);
	return a;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, adding, 0);
	pthread_create(&u, 0, racing, 0);
	pthread_mutex_lock(&mutex);
	x++;
	pthread_mutex_unlock(&mutex);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`,
    `extern pthread_mutex_t mutex;
extern int x;
void add(void) { pthread_mutex_lock(&mutex); x += 4; pthread_mutex_unlock(&mutex); }
`,
  );
  for (const isolation of ['rollback', 'process']) {
    const done = drista(['--keep-going', '--tune', `isolation=${isolation}`, 'late']);
    expect([done.status, done.stderr]).toEqual([1, '']);
    expect(done.stdout).toMatch(/^error: possible data race on x: /);
  }
});

describe('data that a library changes first in some orders, and instrumented code in others', () => {
  beforeAll(() => {
    compile(
      'initial',
      `void add(int k);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *first(void *a) { add(1); return a; }
static void *second(void *a)
{
	pthread_mutex_lock(&mutex);
	x = x * 4 + 2;
	pthread_mutex_unlock(&mutex);
	return a;
}
int main(int argc, char **argv)
{
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_mutex_lock(&mutex);
	x = x * 4 + 3;
	pthread_mutex_unlock(&mutex);
	pthread_join(t, 0);
	pthread_join(u, 0);
	if (argc > 1 && x == atoi(argv[1]))
		abort();
	return 0;
}
`,
      `extern pthread_mutex_t mutex;
extern int x;
void add(int k) { pthread_mutex_lock(&mutex); x = x * 4 + k; pthread_mutex_unlock(&mutex); }

`,
    );
  });

  test.each(['1', '2'])('each order is an execution, with --jobs %s', (jobs) => {
    const done = drista(['-q', '--jobs', jobs, 'initial']);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toMatch(/^no errors found under rc11, equivalence rf \(6 executions, /);
  });

  test.each([27, 30, 39, 45, 54, 57])('that with the sum %d is run', (sum) => {
    expect(drista(['-q', 'initial', '--', `${sum}`]).stdout).toMatch(/^error: abort|^error: .*abort/);
  });
});

describe('variables of code that is not seen, where a frame with an atomic object was', () => {
  const frames = `#include <assert.h>
#include <stdatomic.h>
void with_ints(int (*sum)(const int *, int), void (*fill)(int *, int));
static void *stores(void *full) { atomic_store_explicit((atomic_int *)full, 2, memory_order_relaxed); return 0; }
__attribute__((noinline)) static int frame(void)
{
  pthread_t t;
  atomic_int full = 1;
  pthread_create(&t, 0, stores, &full);
  atomic_store_explicit(&full, 3, memory_order_relaxed);
  pthread_join(t, 0);
  return atomic_load_explicit(&full, memory_order_relaxed);
}
static int sum(const int *ints, int n)
{
  int all = 0;
  for (int i = 0; i < n; i++) all += ints[i];
  return all;
}
static void fill(int *ints, int n)
{
  for (int i = 0; i < n; i++) ints[i] = 9;
}
int main(void)
{
  frame();
  with_ints(sum, fill);
  assert(frame() == 3 || MAY_BE_2);
  with_ints(sum, fill);
  return 0;
}
`;
  const library = `#include <stdlib.h>
void with_ints(int (*sum)(const int *, int), void (*fill)(int *, int))
{
  volatile int ints[1000];
  for (int n = 7; n < 9; n++) {
    for (int i = 0; i < 1000; i++) ints[i] = n;
    if (sum((const int *)ints, 1000) != n * 1000) abort();
  }
  fill((int *)ints, 1000);
  for (int i = 0; i < 1000; i++) ints[i]++;
  if (sum((const int *)ints, 1000) != 10000) abort();
}
`;

  test.each(['rollback', 'process'])('are read as that code has written them (%s)', (isolation) => {
    compile('frames', frames, library, '-O1', '-DMAY_BE_2=1');
    const done = drista(['--report', 'json=-', '--tune', `isolation=${isolation}`, 'frames']);
    expect(JSON.parse(done.stdout)).toMatchObject({ verdict: 'verified', executions: 4 });
  });

  test('are read so where they hold what the object may have held', () => {
    compile('frames-equal', frames, library.replace('n = 7; n < 9', 'n = 2; n < 4'), '-O1', '-DMAY_BE_2=1');
    const done = drista(['--report', 'json=-', 'frames-equal']);
    expect(JSON.parse(done.stdout)).toMatchObject({ verdict: 'verified', executions: 4 });
  });

  test('are refused where another thread reads them, as nothing orders what it reads', () => {
    const reads = `static void *reads(void *ints) { if (*(int *)ints != 7) abort(); return 0; }
static int sum(const int *ints, int n)
{
  pthread_t t;
  for (int i = 0; i < n; i++) {
    pthread_create(&t, 0, reads, (void *)&ints[i]);
    pthread_join(t, 0);
  }
  return n * 7;
}
static void fill(int *ints, int n)`;
    const program = frames
      .replace(/static int sum[^]*?static void fill[^\n]*/, reads)
      .replace(/ {2}assert\(frame[^]*?fill\);\n/, '');
    const few = library
      .replace('n < 9', 'n < 8')
      .replaceAll('1000', '60')
      .replace(/ {2}fill[^]*(?=\}\n$)/, '');
    compile('frames-thread', program, few, '-O1');
    const done = drista(['frames-thread']);
    expect([done.status, done.stdout]).toEqual([2, '']);
    expect(done.stderr).toMatch(/^drista: not supported yet: a read of another thread's stack, which code that drista/);
  });

  test('hide nothing of the object', () => {
    compile('frames-error', frames, library, '-O1', '-DMAY_BE_2=0');
    expect(drista(['frames-error']).stdout).toMatch(/^error: .*assert/);
  });
});
