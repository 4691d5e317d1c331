/** --check lock-free and obstruction-free, on compiled programs and in tests for `drista spec`. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../support/compiled';
import { drista, expectRefusal, folder } from '../support/command';

/** A program two threads of which do this; `i`: 0 or 1. */
function program(body: string): string {
  const source = join(mkdtempSync(join(folder, 'lock-free-')), 'test.c');
  writeFileSync(
    source,
    `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
atomic_int x, y, z[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
pthread_barrier_t b;
static void *one(void *u) { y++; return u; }
static void *none(void *u) { return u; }
static void *thread(void *u) {
  const int i = u != 0;
  ${body}
  return 0;
}
int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 0);
  pthread_barrier_init(&b, 0, 2);
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, thread, n ? &x : 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
`,
  );
  return build([source], ['-g', '-Wno-unused']);
}

/** The first line of the report of each guarantee. */
function answers(body: string): string[] {
  const path = program(body);
  return ['obstruction-free', 'lock-free'].map((guarantee) => {
    const { stdout, stderr } = drista(['--model', 'sc', '--check', guarantee, path]);
    expect(stderr).toBe('');
    return /^(verified|error: [a-z]+)/m.exec(stdout)![1];
  });
}

const neither = ['error: starvation', 'error: starvation'];
const both = ['verified', 'verified'];

test.each([
  ['updates', 'x++; y = x;', both],
  ['fences alone', 'atomic_thread_fence(memory_order_seq_cst);', both],
  ['a mutex', 'pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);', neither],
  ['a mutex that one thread uses', 'if (i) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }', both],
  ['a mutex that is tried', 'if (!pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); }', both],
  ['a spin lock', 'while (atomic_exchange(&x, 1)) { } x = 0;', neither],
  ['waiting for the other thread', 'if (i) y = 1; else while (!y) { }', neither],
  ['waiting in a bounded loop', 'if (i) y = 1; else for (int n = 0; n < 3 && !y; n++) { }', both],
  ['a semaphore', 'if (i) sem_post(&s); else sem_wait(&s);', neither],
  [
    'a condition variable',
    'pthread_mutex_lock(&m); if (i) { y = 1; pthread_cond_signal(&c); } ' +
      'else while (!y) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);',
    neither,
  ],
  ['a barrier', 'pthread_barrier_wait(&b);', neither],
  [
    'a thread that joins another one',
    'if (i) { pthread_t u; pthread_create(&u, 0, one, 0); pthread_join(u, 0); }',
    neither,
  ],
  [
    'a thread that joins one that does nothing',
    'if (i) { pthread_t u; pthread_create(&u, 0, none, 0); pthread_join(u, 0); }',
    neither,
  ],
  ['compare-exchange in a loop', 'int e = x; while (!atomic_compare_exchange_strong(&x, &e, e + 1)) { }', both],
  [
    'a weak one, which may fail spuriously',
    'int e = x; while (!atomic_compare_exchange_weak(&x, &e, e + 1)) { }',
    both,
  ],
  // Each withdraws where it sees the other: alone it gets through, but both may do so for ever.
  [
    'two that retreat, by turns',
    'for (;;) { const int seen = y; if (seen == 2) break; y = seen ? 0 : 1; if (x) break; ' +
      'if (atomic_load(&y) == (seen ? 0 : 1)) { x = 1; break; } }',
    ['verified', 'error: livelock'],
  ],
])('%s', (_, body, expected) => {
  expect(answers(body)).toEqual(expected);
});

test('one guarantee at a time, with states', () => {
  const path = program('x++;');
  expectRefusal(drista(['--check', 'lock-free', '--check', 'progress', path]), /--check progress.*--check lock-free/);
  expectRefusal(drista(['--check', 'lock-free', '--equivalence', 'rf', path]), /--check lock-free explores states/);
});

/** The first line of the report on a counter. */
function ofCounter(take: string, guarantee: string): string {
  const cwd = mkdtempSync(join(folder, 'lock-free-spec-'));
  writeFileSync(
    join(cwd, 'test.cc'),
    `#include <atomic>
#include <drista/spec.h>
#include <mutex>
struct counter {
  std::atomic<int> n{0};
  std::mutex m;
  int increment() { ${take} }
};
DRISTA_SPEC(counter, drista::spec::counter).operation("increment", &counter::increment).${guarantee}.calls(3);
`,
  );
  return drista(['spec', 'test.cc'], {}, cwd).stdout.split('\n')[0];
}

const verified = (is: string): string =>
  `verified: test.cc is a ${is} counter for all clients of up to 3 calls in 3 threads`;
const byExchange = 'int e = n.load(); while (!n.compare_exchange_weak(e, e + 1)) { } return e;';

/** Reads until it has seen the same twice, then increments. */
const byTwoReads = 'for (int a = n, b; (b = n) != a; ) a = n; return n++;';

test.each([
  ['lock_free()', 'std::lock_guard<std::mutex> l(m); return n++;', 'error: test.cc is not lock-free'],
  ['obstruction_free()', 'std::lock_guard<std::mutex> l(m); return n++;', 'error: test.cc is not obstruction-free'],
  ['lock_free()', byExchange, verified('lock-free')],
  ['wait_free(1)', 'return n.fetch_add(1);', verified('wait-free (1 step)')],
  // A load, and an exchange that fails once for each call of others.
  ['wait_free(4)', byExchange, verified('wait-free (4 steps)')],
  // Two reads of the same value: each call of another thread may come between two.
  ['wait_free(7)', byTwoReads, verified('wait-free (7 steps)')],
  ['wait_free(6)', byTwoReads, 'error: test.cc is not wait-free within 6 steps of a call'],
  ['wait_free(3)', byExchange, 'error: test.cc is not wait-free within 3 steps of a call'],
])('%s: %s', (guarantee, take, expected) => {
  expect(ofCounter(take, guarantee)).toBe(expected);
});
