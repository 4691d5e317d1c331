/** Load buffering in compiled programs: dependencies through registers, memory, calls and branches. */
import type { ModelName } from '../../src/model/names';
import { buildText, check } from '../support/compiled';

/** Each thread loads one location and then does the statement; `read` is what it has loaded. Both load 1: an error. */
const program = (first: string, second: string): string => `#include <assert.h>
  #include <pthread.h>
  #include <stdatomic.h>
  static atomic_int x, y;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static int results[2];
  int shared[4];
  __attribute__((noinline)) int through(int v) { return v + 1; }
  #define load(a) atomic_load_explicit(&a, memory_order_relaxed)
  #define store(a, v) atomic_store_explicit(&a, v, memory_order_relaxed)
  static void *one(void *unused) { int read = load(x); results[0] = read; ${first} return unused; }
  static void *two(void *unused) { int read = load(y); results[1] = read; ${second} return unused; }
  int main(void) {
    pthread_t t[2];
    pthread_create(t, 0, one, 0);
    pthread_create(t + 1, 0, two, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(results[0] != 1 || results[1] != 1);
  }`;

const fails = (text: string, model: ModelName): boolean =>
  check(buildText(text, ['-O1']), { model, equivalence: 'observational' }).errors.length > 0;

const free: Record<string, [string, string]> = {
  constants: ['store(y, 1);', 'store(x, 1);'],
  'one side depends': ['store(y, read);', 'store(x, 1);'],
  'a value that is the same for all': ['store(y, through(read * 0));', 'store(x, read - read + 1);'],
  'a lock is taken in between': [
    'pthread_mutex_lock(&lock); store(y, 1); pthread_mutex_unlock(&lock);',
    'store(x, 1);',
  ],
  'memory of the thread is in between': ['shared[0] = read; shared[1] = 1; store(y, shared[1]);', 'store(x, 1);'],
};

const kept: Record<string, [string, string]> = {
  values: ['store(y, read);', 'store(x, read);'],
  'values through calls': ['store(y, through(read - 1));', 'store(x, through(read) - 1);'],
  'values through memory': ['shared[0] = read; store(y, shared[0]);', 'shared[2] = read; store(x, shared[2]);'],
  addresses: ['shared[read] = 1; store(y, shared[1]);', 'if (read) store(x, 1);'],
  branches: ['if (read == 1) store(y, 1);', 'while (read) { store(x, 1); break; }'],
  'the unlocking of a mutex': [
    'pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); atomic_thread_fence(memory_order_release); store(y, 1);',
    'atomic_thread_fence(memory_order_acquire); store(x, 1);',
  ],
};

test.each(Object.entries(free))('both may load 1: %s', (_, [first, second]) => {
  const text = program(first, second);
  expect([fails(text, 'imm'), fails(text, 'rc11')]).toEqual([true, false]);
});

test.each(Object.entries(kept))('not both load 1: %s', (_, [first, second]) => {
  expect(fails(program(first, second), 'imm')).toBe(false);
});

test('plain data becomes shared while loads are open: the exploration begins again', () => {
  // Without open loads main never reads the second result, as the first one is 0.
  const text = program('store(y, 1);', 'store(x, read);').replace(
    /assert\(.*\)/,
    'assert(!(results[0] && results[1]))',
  );
  expect([fails(text, 'imm'), fails(text, 'rc11')]).toEqual([true, false]);
});
