/** What lies on stacks and in registers that a program has never set, and what its exit handlers use again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, folder } from '../support/command';

/** Checks the program, at each level of optimisation. */
function verdicts(name: string, text: string, options: readonly string[] = []): string[] {
  const isC = name.endsWith('.c');
  writeFileSync(join(folder, name), text);
  return ['-O0', '-O1', '-O2'].map((level) => {
    const program = join(folder, `${name}${level}`);
    const flags = isC ? [] : ['-std=c++17'];
    expect(drista([isC ? 'cc' : 'c++', ...flags, level, '-o', program, join(folder, name)])).toMatchObject({
      status: 0,
    });
    const done = drista([...options, program]);
    return (
      done.stderr +
      done.stdout
        .split('\n')
        .findLast((line) => line !== '')!
        .replace(/ \(.*/, '')
    );
  });
}

const verified = 'verified: no error in any execution under rc11, equivalence observational';

test("exit handlers and destructors in main use main's stack, which other threads have used", () => {
  const text = `
    #include <atomic>
    #include <thread>
    #include <cstdlib>
    #include <cassert>
    struct last {
      int n = 0;
      ~last() {
        int a[64];
        for (int &x : a) x = 1;
        std::atomic<int> y(0);
        y.store(3);
        assert(y.load() == 3 && a[5] == 1);
      }
    };
    static thread_local last object;
    static void deep(int d) {
      std::atomic<int> x(0);
      int y[8] = {0};
      std::thread other([&] { x.store(1); y[3] = 2; });
      other.join();
      assert(x.load() == 1 && y[3] == 2);
      if (d) deep(d - 1);
    }
    static void handler() {
      int a[256];
      for (int i = 0; i < 256; i++) a[i] = i;
      std::atomic<int> y(7);
      assert(y.load() == 7 && a[9] == 9);
    }
    int main() { std::atexit(handler); object.n = 1; deep(2); }`;
  expect(verdicts('last.cc', text)).toEqual([verified, verified, verified]);
});

test('a part of a structure that was never set is the same in each run', () => {
  const text = `
    #include <pthread.h>
    struct pair { long a, b; };
    struct large { long a, b, c, d; };
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static struct pair shared;
    static struct large larger;
    __attribute__((noinline)) static struct pair small_one(long n) { struct pair p; p.a = n; return p; }
    __attribute__((noinline)) static struct large large_one(long n) { struct large p; p.a = n; p.c = n; return p; }
    static void *run(void *n) {
      pthread_mutex_lock(&m);
      shared = small_one((long)n);
      larger = large_one((long)n);
      struct large mine = larger;
      pthread_mutex_unlock(&m);
      return (void *)mine.a;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, run, (void *)1);
      run((void *)2);
      pthread_join(t, 0);
      return shared.a == larger.a ? 0 : 1;
    }`;
  expect(verdicts('never-set.c', text)).toEqual([verified, verified, verified]);
});

test('a variable that another thread has set first has that value', () => {
  const text = `
    #include <pthread.h>
    #include <assert.h>
    #include <semaphore.h>
    static sem_t done;
    static void *set(void *p) { *(int *)p = 42; sem_post(&done); return p; }
    static int asks(int depth) {
      int value;
      pthread_t t;
      pthread_create(&t, 0, set, &value);
      sem_wait(&done);
      int found = value;
      pthread_join(t, 0);
      assert(found == 42 && value == 42);
      return depth ? asks(depth - 1) : 0;
    }
    int main(void) { sem_init(&done, 0, 0); return asks(0) + asks(1); }`;
  expect(verdicts('set-first.c', text)).toEqual([verified, verified, verified]);
});

test('handlers of exit share variables with threads', () => {
  const text = `
    #include <stdlib.h>
    #include <pthread.h>
    static void *set(void *p) { *(int *)p = 7; return 0; }
    static void done(void) {
      int x;
      pthread_t t;
      pthread_create(&t, 0, set, &x);
      pthread_join(t, 0);
      if (x != 7) abort();
    }
    int main(void) { atexit(done); return 0; }`;
  expect(verdicts('handler.c', text)).toEqual([verified, verified, verified]);
});

test('several threads copy a variable of which a part is not set yet', () => {
  const text = `
    #include <pthread.h>
    #include <assert.h>
    struct s { int a, b; };
    static void *copy(void *p) { struct s c = *(struct s *)p; assert(c.a == 1); return 0; }
    static void *set(void *p) { ((struct s *)p)->b = 5; return 0; }
    int main(void) {
      struct s s;
      s.a = 1;
      pthread_t t;
      pthread_create(&t, 0, copy, &s);
      struct s d = s;
      assert(d.a == 1);
      pthread_join(t, 0);
      pthread_create(&t, 0, set, &s);
      pthread_join(t, 0);
      assert(s.b == 5);
    }`;
  expect(verdicts('copies.c', text)).toEqual([verified, verified, verified]);
});

test('an execution in which the address of the arguments counts is replayed', () => {
  writeFileSync(
    join(folder, 'arguments.c'),
    `#include <assert.h>
    static _Atomic(char **) all;
    int main(int argc, char **argv) { all = argv; assert(all != argv || argc > 9); }`,
  );
  expect(drista(['cc', '-o', 'arguments', 'arguments.c'])).toMatchObject({ status: 0 });
  expect(drista(['--save', 'arguments.json', './arguments', '--', 'x'])).toMatchObject({ status: 1 });
  expect(drista(['replay', 'arguments.json'])).toMatchObject({ status: 1, stderr: '' });
});
