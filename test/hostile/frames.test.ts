/**
 * Where the frame of a call with shared objects was, later calls have variables that code which announces nothing
 * writes: callers that pass structures by value, and libraries. Reads find what is there. And nothing of what the
 * objects may hold is hidden by that.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drista, expectSuccess, folder } from '../support/command';

/** A call whose threads write to `full`, which has N objects; another one has its variables there afterwards. */
const frame = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#define N 64
static void *stores(void *full)
{
  for (int i = 0; i < N; i++) atomic_store_explicit((atomic_int *)full + i, 2, memory_order_relaxed);
  return 0;
}
__attribute__((noinline)) static void frame(void)
{
  pthread_t t;
  atomic_int full[N];
  for (int i = 0; i < N; i++) atomic_init(&full[i], 1);
  pthread_create(&t, 0, stores, full);
  pthread_join(t, 0);
}
`;
const structure = `${frame}
struct big { long v[30]; };
__attribute__((noinline)) static long sum(struct big b)
{
  long s = 0;
  for (volatile int i = 0; i < 30; i++) s += b.v[i];
  return s;
}
__attribute__((noinline)) static void check(struct big *b) { assert(sum(*b) == EXPECTED); }
static void *reads(void *b)
{
  for (int i = 0; i < 30; i++) assert(((struct big *)b)->v[i] == i);
  return 0;
}
__attribute__((noinline)) static void pass(struct big b)
{
  pthread_t t;
  pthread_create(&t, 0, reads, &b);
  pthread_join(t, 0);
}
__attribute__((noinline)) static void passes(struct big *b) { pass(*b); }
int main(void)
{
  struct big b;
  for (int i = 0; i < 30; i++) b.v[i] = i;
  frame();
  check(&b);
  frame();
  check(&b);
  if (THREAD) passes(&b);
  return 0;
}
`;
const streams = `#include <atomic>
#include <cassert>
#include <sstream>
#include <thread>
#include <mutex>
#if ATOMIC
__attribute__((noinline)) static void frame()
{
  std::atomic<int> full[200];
  for (auto &one : full) one.store(1, std::memory_order_relaxed);
  std::thread t([&] { for (auto &one : full) one.store(2, std::memory_order_relaxed); });
  t.join();
}
#else
__attribute__((noinline)) static void frame()
{
  int full[200];
  std::mutex mutex;
  auto add = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    for (auto &one : full) one++;
  };
  for (auto &one : full) one = 0;
  std::thread t(add);
  add();
  t.join();
  for (auto &one : full) assert(one == 2);
}
#endif
__attribute__((noinline)) static void check(int n)
{
  std::ostringstream out;
  out << n << " hi";
  assert(out.str() == std::to_string(n) + " hi");
  std::istringstream in("4 x");
  std::string word;
  int four = 0;
  in >> four >> word;
  assert(four == EXPECTED && word == "x");
}
int main() { check(1); frame(); check(2); frame(); check(3); }
`;

/** Checks the program; what it says in JSON. */
function checked(name: string, text: string, compiler: string, ...flags: string[]): unknown {
  writeFileSync(join(folder, name), text);
  const language = name.endsWith('.cc') ? ['c++', '-std=c++17'] : ['cc'];
  const program = `${name}${compiler}${flags[0]}`;
  expectSuccess(drista([...language, `--drista-compiler=${compiler}`, '-o', program, name, ...flags]));
  return JSON.parse(drista(['--report', 'json=-', program]).stdout);
}

describe.each(['-O0', '-O1', '-O2'])('with %s', (level) => {
  test('a structure that is passed by value is what it was', () => {
    expect(checked('structure.c', structure, 'clang', level, '-DEXPECTED=435', '-DTHREAD=0')).toMatchObject({
      verdict: 'verified',
      executions: 1,
    });
  });

  test('a thread that gets its address reads what it was', () => {
    expect(checked('thread.c', structure, 'clang', level, '-DEXPECTED=435', '-DTHREAD=1')).toMatchObject({
      verdict: 'verified',
      executions: 1,
    });
  });

  test('one that is not as expected is an error', () => {
    expect(checked('structure.c', structure, 'clang', level, '-DEXPECTED=434', '-DTHREAD=0')).toMatchObject({
      verdict: 'error',
    });
  });
});

test('with gcc, too', () => {
  expect(checked('structure.c', structure, 'gcc', '-O1', '-DEXPECTED=435', '-DTHREAD=0')).toMatchObject({
    executions: 1,
    errors: [],
  });
});

describe.each(['0', '1'])('streams and strings hold what libstdc++ has written, with ATOMIC=%s', (atomic) => {
  test.each([
    ['clang++', '-O0'],
    ['clang++', '-O2'],
    ['g++', '-O1'],
  ])('%s %s', (compiler, level) => {
    const flags = [level, `-DATOMIC=${atomic}`];
    expect(checked('streams.cc', streams, compiler, ...flags, '-DEXPECTED=4')).toMatchObject({
      verdict: 'verified',
      executions: atomic === '1' ? 1 : 4,
    });
    expect(checked('streams.cc', streams, compiler, ...flags, '-DEXPECTED=5')).toMatchObject({ verdict: 'error' });
  });
});

test('a thread starts from what std::thread keeps on the stack (g++ -O0)', () => {
  const text = `#include <atomic>
#include <thread>
__attribute__((noinline)) static void frame()
{
  std::atomic<long> full[12];
  for (auto &one : full) one.store(7, std::memory_order_relaxed);
  std::thread t([&] { for (auto &one : full) one.store(9, std::memory_order_relaxed); });
  t.join();
}
int main() { frame(); std::thread t([] { frame(); }); t.join(); }
`;
  expect(checked('starts.cc', text, 'g++', '-O0')).toMatchObject({ verdict: 'verified', executions: 1 });
});

describe.each([
  ['in the frame', 'atomic_int object; atomic_int *full = &object;'],
  ['that alloca has given', 'atomic_int *full = __builtin_alloca(argc * 64);'],
])('a plain read of an atomic object %s', (_, object) => {
  const text = (expected: string, join: string): string => `${frame}
__attribute__((noinline)) static int held(const void *full) { int i; memcpy(&i, full, sizeof i); return i; }
static void *three(void *full) { atomic_store_explicit((atomic_int *)full, 3, memory_order_relaxed); return 0; }
static void *two(void *full) { atomic_store_explicit((atomic_int *)full, 2, memory_order_relaxed); return 0; }
__attribute__((noinline)) static void plain(int argc)
{
  pthread_t s, t;
  ${object}
  (void)argc;
  atomic_init(full, 1);
  pthread_create(&s, 0, two, full);
  pthread_create(&t, 0, three, full);
  pthread_join(s, 0);
  ${join}
  assert(held(full) ${expected});
}
int main(int argc, char **argv) { (void)argv; plain(argc); frame(); plain(argc); return 0; }
`;

  test.each(['-O0', '-O1'])('finds all that threads may have left there (%s)', (level) => {
    const joined = 'pthread_join(t, 0);';
    expect(checked('plain.c', text('!= 1', joined), 'clang', level)).toMatchObject({
      verdict: 'verified',
      executions: 4,
    });
    for (const value of [2, 3])
      expect(checked('plain.c', text(`!= ${value}`, joined), 'clang', level)).toMatchObject({ verdict: 'error' });
  });

  test('races with a store that does not come before', () => {
    expect(checked('plain.c', text('!= 0', ''), 'clang', '-O1')).toMatchObject({
      errors: [{ kind: 'data-race' }],
    });
  });
});

// What the padding holds is what the runtime has left on the stack. It is not read but by memcpy.
test.each(['-O0', '-O2'])('padding that is copied where shared plain data was (%s)', (level) => {
  const text = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define N 64
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void add(int *full)
{
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < N; i++) full[i]++;
  pthread_mutex_unlock(&mutex);
}
static void *adds(void *full) { add(full); return 0; }
__attribute__((noinline)) static void frame(void)
{
  pthread_t t;
  int full[N];
  for (int i = 0; i < N; i++) full[i] = 0;
  pthread_create(&t, 0, adds, full);
  add(full);
  pthread_join(t, 0);
  for (int i = 0; i < N; i++) assert(full[i] == 2);
}
struct padded { char c; int i; };
__attribute__((noinline)) static void copies(void)
{
  struct padded from[N], *to = malloc(sizeof from);
  for (int i = 0; i < N; i++) { from[i].c = (char)i; from[i].i = i; }
  memcpy(to, from, sizeof from);
  for (int i = 0; i < N; i++) assert(to[i].c == (char)i && to[i].i == i);
  free(to);
}
int main(void)
{
  copies();
  frame();
  copies();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  copies();
  frame();
  return 0;
}
`;
  expect(checked('padding.c', text, 'clang', level)).toMatchObject({ verdict: 'verified', executions: 4 });
});

test.each(['-O0', '-O1'])('a condition variable of C++ where shared plain data was (%s)', (level) => {
  const text = `#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
__attribute__((noinline)) static void frame()
{
  unsigned char full[256];
  std::mutex mutex;
  auto add = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    for (auto &one : full) one += 3;
  };
  for (auto &one : full) one = 0;
  std::thread t(add);
  add();
  t.join();
}
__attribute__((noinline)) static void waits()
{
  std::mutex mutex;
  std::condition_variable opened;
  bool open = false;
  std::thread t([&] {
    { std::lock_guard<std::mutex> lock(mutex); open = true; }
    opened.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    while (!open) opened.wait(lock);
  }
  t.join();
}
int main() { frame(); waits(); }
`;
  expect(checked('condition.cc', text, 'clang++', level)).toMatchObject({ verdict: 'verified', executions: 4 });
});
