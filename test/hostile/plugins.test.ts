/**
 * Libraries that programs load while they run: built with `drista cc -shared`, without it, loaded by threads, again, in
 * C++.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { drista } from '../support/command';

const at = mkdtempSync(join(tmpdir(), 'drista-plugins-'));
afterAll(() => {
  rmSync(at, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  writeFileSync(join(at, name), text);
  return name;
}

function build(tool: 'cc' | 'c++', ...args: string[]): void {
  const done = drista([tool, '-g', ...args], {}, at);
  if (done.status !== 0) throw new Error(done.stderr);
}

function check(program: string, ...options: string[]): { status: number | null; output: string } {
  const done = drista([...options, `./${program}`], {}, at);
  return { status: done.status, output: done.stdout + done.stderr };
}

const plugin = `#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared, locked; _Atomic int atomic;
int racy(void) { return shared++; } // line 5
int orderly(void) { pthread_mutex_lock(&m); int n = ++locked; pthread_mutex_unlock(&m); return n; }
int add(void) { return atomic_fetch_add(&atomic, 1); }
`;

/** Two threads that call a function of the library, which main has loaded. */
const user = (library: string, name: string): string => `#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static int (*f)(void);
static void *call(void *arg) { f(); return arg; }
int main(void) {
  pthread_t a, b;
  void *l = dlopen("./${library}", RTLD_NOW);
  assert(l);
  f = (int (*)(void))dlsym(l, "${name}");
  assert(f);
  pthread_create(&a, 0, call, 0);
  pthread_create(&b, 0, call, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return dlclose(l);
}
`;

beforeAll(() => {
  file('plug.c', plugin);
  build('cc', '-shared', '-fPIC', '-o', 'plug.so', 'plug.c');
  const plain = spawnSync('gcc', ['-shared', '-fPIC', '-o', 'plain.so', 'plug.c'], { cwd: at, encoding: 'utf8' });
  if (plain.status !== 0) throw new Error(plain.stderr);
});

const ways = [[], ['--equivalence', 'rf', '--tune', 'isolation=rollback'], ['--equivalence', 'co', '--jobs', '2']];

describe.each(ways.map((options) => [options.join(' ') || 'default options', options] as const))('%s', (_, options) => {
  test('a race in a library is found, with its line', () => {
    build('cc', '-o', 'racy', file('racy.c', user('plug.so', 'racy')));
    const { status, output } = check('racy', ...options);
    expect(output).toMatch(
      /^error: data race on shared: .*plug\.c:5 in racy \(thread 2\) and plug\.c:5 in racy \(thread 1\)/,
    );
    expect(status).toBe(1);
  });

  test('a library that is right is verified; its mutex is seen', () => {
    build('cc', '-o', 'orderly', file('orderly.c', user('plug.so', 'orderly')));
    const { status, output } = check('orderly', ...options);
    expect(output).toMatch(/verified: no error in any execution under .* \(2 executions/);
    expect(output).not.toContain('not compiled');
    expect(status).toBe(0);
  });

  test('threads load it themselves, and close it', () => {
    build(
      'cc',
      '-o',
      'threads',
      file(
        'threads.c',
        `#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static void *load(void *arg) {
  void *l = dlopen("./plug.so", RTLD_NOW);
  assert(l);
  int n = ((int (*)(void))dlsym(l, "add"))();
  assert(n == 0 || n == 1);
  dlclose(l);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, load, 0);
  pthread_create(&b, 0, load, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`,
      ),
    );
    const { status, output } = check('threads', ...options);
    expect(output).toMatch(/verified: no error/);
    expect(status).toBe(0);
  });
});

test('a library that was not compiled for it is named', () => {
  build('cc', '-o', 'plain', file('plain.c', user('plain.so', 'racy')));
  const { status, output } = check('plain');
  expect(output).toContain('plain.so, which the program loads while it runs, was not compiled with `drista cc`');
  expect(status).toBe(0);
});

test('a library of C++ with constructors and destructors, loaded twice', () => {
  file(
    'object.cc',
    `#include <string>
#include <vector>
struct Object { std::vector<std::string> all; Object() { all.push_back("begun"); } ~Object() { all.clear(); } };
static Object object;
static thread_local int mine = 7;
extern "C" int size() { object.all.push_back(std::string(100, 'x')); return (int)object.all.size() + mine; }
`,
  );
  build('c++', '-shared', '-fPIC', '-o', 'object.so', 'object.cc');
  build(
    'c++',
    '-o',
    'twice',
    file(
      'twice.cc',
      `#include <cassert>
#include <dlfcn.h>
#include <thread>
static int load() {
  void *l = dlopen("./object.so", RTLD_NOW);
  assert(l);
  int n = reinterpret_cast<int (*)()>(dlsym(l, "size"))();
  dlclose(l);
  return n;
}
int main() {
  assert(load() == 9);
  std::thread([] { assert(load() >= 9); }).join();
  std::thread([] { assert(load() >= 9); }).join();
}
`,
    ),
  );
  const { status, output } = check('twice');
  expect(output).toMatch(/verified: no error/);
  expect(status).toBe(0);
});

test('a library made with drista cc and linked as usual', () => {
  file('normal.c', 'extern int racy(void);\n' + user('plug.so', 'racy').replace('f();', 'racy();'));
  build('cc', '-o', 'normal', 'normal.c', './plug.so');
  const { status, output } = check('normal');
  expect(output).toMatch(/^error: data race on shared: .*plug\.c:5/);
  expect(status).toBe(1);
});

test.each(['RTLD_NEXT', 'RTLD_DEFAULT', 'dlopen("libc.so.6", RTLD_NOW)'])(
  'a lock that is looked up with dlsym(%s, ...) is seen',
  (where) => {
    build(
      'cc',
      '-o',
      'next',
      file(
        'next.c',
        `#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static int (*lock)(pthread_mutex_t *), (*unlock)(pthread_mutex_t *),
  (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *count(void *arg) { lock(&m); counter++; unlock(&m); return arg; }
int main(void) {
  pthread_t a, b;
  *(void **)&lock = dlsym(${where}, "pthread_mutex_lock");
  *(void **)&unlock = dlsym(${where}, "pthread_mutex_unlock");
  *(void **)&create = dlsym(${where}, "pthread_create");
  create(&a, 0, count, 0);
  create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
`,
      ),
    );
    const { status, output } = check('next');
    expect(output).toMatch(/verified: no error in any execution under .* \(2 executions/);
    expect(status).toBe(0);
  },
);

test('what dlerror, strerror and their like return can be printed', () => {
  build(
    'cc',
    '-o',
    'texts',
    file(
      'texts.c',
      `#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *fail(void *arg) {
  dlopen(arg, RTLD_NOW);
  fprintf(stderr, "cannot load %s: ", (char *)arg);
  const char *e = dlerror();
  assert(e && strstr(e, arg));
  puts(e);
  assert(!dlerror());
  puts(strerror(12345));
  puts(strsignal(77));
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, fail, "./none-a.so");
  pthread_create(&b, 0, fail, "./none-b.so");
  pthread_join(a, 0);
  pthread_join(b, 0);
  puts(getenv("PATH"));
  assert(!dlsym(RTLD_DEFAULT, "no_such_name"));
  puts(dlerror());
  return 0;
}
`,
    ),
  );
  const { status, output } = check('texts');
  expect(output).toMatch(/verified: no error/);
  expect(status).toBe(0);
});
