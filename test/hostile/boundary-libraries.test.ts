/**
 * Libraries that drista does not see: races and refusals name them, and doctor does. Functions of a library that stand
 * in front of libc's.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectSuccess, folder } from '../support/command';

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const lock = file(
  'lock.c',
  `void lock(int *l) { while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE)); }
void unlock(int *l) { __atomic_store_n(l, 0, __ATOMIC_RELEASE); }
int tried(int *l) { return __atomic_fetch_add(l, 1, __ATOMIC_SEQ_CST); }
`,
);
const locked = file(
  'locked.c',
  `#include <pthread.h>
void lock(int *);
void unlock(int *);
static int l, count;
static void *body(void *a) { lock(&l); count++; unlock(&l); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, body, 0); body(0); pthread_join(t, 0); return 0; }
`,
);
const changing = file(
  'changing.c',
  `#include <pthread.h>
#include <stdatomic.h>
int tried(int *);
static int l;
static atomic_int a, b;
static void *body(void *x) { if (tried(&l)) a++; else b++; return x; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, body, 0);
	pthread_create(&u, 0, body, 0);
	a++;
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`,
);

const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, encoding: 'utf8' });

beforeAll(() => {
  mkdirSync(join(folder, 'lib'), { recursive: true });
  expectSuccess(run('gcc', '-g', '-shared', '-fPIC', '-o', 'lib/liblock.so', lock));
  expectSuccess(drista(['cc', '-shared', '-fPIC', '-o', 'lib/libseen.so', lock]));
});

/** The ways to link a library, and what names it. */
const links: Record<string, readonly string[]> = {
  'by its path': [join(folder, 'lib/liblock.so')],
  'by a relative path': ['lib/liblock.so'],
  'by its name': ['-Llib', '-llock', `-Wl,-rpath,${join(folder, 'lib')}`],
};

test('a library that is loaded while the program runs is named beside a race', () => {
  const loading = file(
    'loading.c',
    `#include <dlfcn.h>
#include <pthread.h>
static void (*lock)(int *), (*unlock)(int *);
static int l, count;
static void *body(void *a) { lock(&l); count++; unlock(&l); return a; }
int main(void)
{
	void *library = dlopen("lib/liblock.so", RTLD_NOW);
	lock = (void (*)(int *))dlsym(library, "lock");
	unlock = (void (*)(int *))dlsym(library, "unlock");
	pthread_t t;
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	return 0;
}
`,
  );
  expectSuccess(drista(['cc', '-o', 'loading', loading, '-ldl']));
  for (const jobs of ['1', '2']) {
    const done = drista(['--jobs', jobs, 'loading']);
    expect(done.stdout).toMatch(
      /^note: not seen: liblock\.so, not compiled with `drista cc`; the race may be ordered inside it$/m,
    );
    expect(done.status).toBe(1);
  }
});

describe.each(Object.entries(links))('a library linked %s', (how, flags) => {
  const program = `locked-${how.replaceAll(' ', '-')}`;
  beforeAll(() => {
    expectSuccess(drista(['cc', '-o', program, locked, ...flags]));
  });

  test('a race may be ordered inside it', () => {
    const done = drista([program]);
    expect(done.stdout).toMatch(
      /^note: not seen: liblock\.so, not compiled with `drista cc`; the race may be ordered inside it$/m,
    );
    expect(done.stdout).not.toMatch(/libc\.so|inline assembly/);
    expect(done.status).toBe(1);
  });

  test('doctor lists it', () => {
    expect(drista(['doctor', program]).stdout).toMatch(/^ +liblock\.so: not instrumented/m);
  });

  test('what does not repeat itself names it first', () => {
    expectSuccess(drista(['cc', '-o', 'changing', changing, ...flags]));
    for (const jobs of ['1', '2']) {
      const done = drista(['--jobs', jobs, 'changing']);
      expect(done.stderr).toMatch(
        /^drista: [^\n]*did not repeat itself: [^\n]*; it depends on liblock\.so, not compiled with `drista cc`, on time[^\n]*\n$/,
      );
      expect(done.status).toBe(2);
    }
  });
});

test('a library that is instrumented is not named', () => {
  expectSuccess(drista(['cc', '-o', 'seen', locked, 'lib/libseen.so']));
  expect(drista(['seen']).stdout).toMatch(/^verified/m);
  const racy = file(
    'racy.c',
    `#include <pthread.h>
static int count;
static void *body(void *a) { count++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, body, 0); body(0); pthread_join(t, 0); return 0; }
`,
  );
  expectSuccess(drista(['cc', '-o', 'racy', racy, '-Wl,--no-as-needed', 'lib/libseen.so']));
  expect(drista(['racy']).stdout).not.toMatch(/not seen/);
});

// libc has a function `step` for old programs, of which nothing is known.
test('a function of an instrumented library that has a name of libc is that of the library', () => {
  const [library, user] = [
    file('step.c', 'int step(int *at) { return ++*at; }\n'),
    file('user.c', 'int step(int *at);\nint main(void) { int n = 0; return step(&n) - 1; }\n'),
  ];
  expectSuccess(drista(['cc', '-shared', '-fPIC', '-o', 'lib/libstep.so', library]));
  expectSuccess(drista(['cc', '-o', 'stepping', user, 'lib/libstep.so']));
  expect(drista(['stepping']).stdout).toMatch(/^verified(?!.*without known effects)/m);
  expect(drista(['doctor', 'stepping']).stdout).not.toContain('not known');
});

test('doctor names what a program loads by itself, and assembly in its libraries', () => {
  const assembly = file(
    'assembly.c',
    'int counted(int *p) { int v = 1; __asm__ volatile("lock btsl %0, %1" : "+r"(v), "+m"(*p)); return v; }\n',
  );
  expectSuccess(drista(['cc', '-shared', '-fPIC', '-o', 'lib/libassembly.so', assembly]));
  const loads = file(
    'loads.c',
    `#include <dlfcn.h>
int counted(int *);
int main(int n, char **a) { (void)a; return counted(&n) + (dlopen("lib/liblock.so", RTLD_NOW) == 0) - 1; }
`,
  );
  expectSuccess(drista(['cc', '-o', 'loads', loads, 'lib/libassembly.so', '-ldl']));
  const { stdout } = drista(['doctor', 'loads']);
  expect(stdout).toMatch(/^ {2}dlopen {8}lib\/liblock\.so: loaded while it runs/m);
  expect(stdout).toMatch(
    /^ {2}statements {4}the statement `lock btsl %0, \(%1\)` in counted \(assembly\.c:1\): not seen$/m,
  );
  expect(stdout.match(/not seen$/gm)).toHaveLength(1);
});

const sleeps = file(
  'sleeps.c',
  `#include <time.h>
#include <pthread.h>
int slept;
int nanosleep(const struct timespec *t, struct timespec *left) { (void)t, (void)left; slept++; return 7; }
void *calloc(unsigned long count, unsigned long size) { static char all[1 << 16]; static unsigned long used;
(void)count; used += 16 + count * size; return all + used - count * size; }
`,
);
const slept = file(
  'slept.c',
  `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
extern int slept;
static void *body(void *a) { struct timespec t = {1, 0}; nanosleep(&t, 0); return a; }
int main(void)
{
	pthread_t t;
	char *block = calloc(2, 8);
	block[16] = 1; /* beyond the block: of an allocator of the program nothing is known */
	pthread_create(&t, 0, body, 0);
	body(0);
	pthread_join(t, 0);
	assert(slept == 2);
	return 0;
}
`,
);

describe.each(['cc', 'c++'])("functions of a shared library win over libc's, %s", (command) => {
  const language = command === 'cc' ? ['-x', 'c'] : ['-x', 'c', '-w'];
  const build = (program: string, ...flags: string[]) => {
    expectSuccess(drista([command, ...language, '-shared', '-fPIC', '-o', `lib/libsleeps-${command}.so`, sleeps]));
    expectSuccess(
      drista([command, ...flags, ...language, '-o', program, slept, '-x', 'none', `lib/libsleeps-${command}.so`]),
    );
  };

  test('if it is instrumented: its accesses race as any', () => {
    build(`slept-${command}`);
    const done = drista([`slept-${command}`]);
    expect(done.stdout).toMatch(/^error: data race on slept/);
    expect(run(`./slept-${command}`).status).toBe(0);
  });
});

test('functions of a shared library that is not instrumented do not', () => {
  expectSuccess(run('gcc', '-shared', '-fPIC', '-w', '-o', 'lib/libplain.so', sleeps));
  expectSuccess(drista(['cc', '-o', 'plain-slept', slept, 'lib/libplain.so']));
  expect(drista(['plain-slept']).stdout).toMatch(/^error: out of bounds|^error: .*block/);
});
