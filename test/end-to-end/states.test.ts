/** Compiled programs that never end, explored by their states. */
import { explore } from '../../src/explore/explorer';
import { buildText, check, hasPass, withProgram, type Checked } from '../support/compiled';

const endless = 'the program does not end: some executions go on for ever';

function states(text: string, flags: readonly string[] = []): Checked {
  return check(buildText(text, flags), { model: 'sc', equivalence: 'state' });
}

const philosophers = (order: string): string => `#include <pthread.h>
  static pthread_mutex_t fork_[3];
  static void *eat(void *a) {
    long i = (long)a, l = i, r = (i + 1) % 3;
    ${order}
    for (;;) {
      pthread_mutex_lock(&fork_[l]); pthread_mutex_lock(&fork_[r]);
      pthread_mutex_unlock(&fork_[r]); pthread_mutex_unlock(&fork_[l]);
    }
    return 0;
  }
  int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, eat, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
  }`;

test.each(['-O0', '-O1', '-O2'])('philosophers who take the lower fork first eat for ever (%s)', (level) => {
  const verdict = states(philosophers('if (l > r) { long t = l; l = r; r = t; }'), [level]);
  expect(verdict).toMatchObject({ errors: [], limitsHit: [], byStates: true, executions: 1 });
  expect(verdict.notes).toEqual([endless]);
});

test('philosophers who all take the left fork first starve', () => {
  expect(states(philosophers('')).errors.map((e) => e.kind)).toEqual(['deadlock']);
});

const peterson = (condition: string): string => `#include <pthread.h>
  #include <stdatomic.h>
  static atomic_int flag[2], turn;
  static int shared;
  static void *use(void *a) {
    long i = (long)a;
    for (;;) {
      flag[i] = 1; turn = 1 - i;
      while (${condition}) ;
      shared = i;
      flag[i] = 0;
    }
    return 0;
  }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, use, (void *)1L);
    use(0);
    return 0;
  }`;

test("Peterson's lock for ever excludes", () => {
  expect(states(peterson('flag[1 - i] && turn == 1 - i'))).toMatchObject({ errors: [], limitsHit: [] });
});

test("Peterson's lock that looks at the wrong flag does not exclude", () => {
  expect(states(peterson('flag[i] && turn == i')).errors.map((e) => e.kind)).toEqual(['data-race']);
});

test('a ring of a producer and a consumer for ever, with condition variables', () => {
  const verdict = states(`#include <pthread.h>
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t space = PTHREAD_COND_INITIALIZER, items = PTHREAD_COND_INITIALIZER;
    static int buffer[2], n, in, out;
    static void *produce(void *a) {
      for (;;) {
        pthread_mutex_lock(&m);
        while (n == 2) pthread_cond_wait(&space, &m);
        buffer[in] = 1; in = (in + 1) % 2; n++;
        pthread_cond_signal(&items);
        pthread_mutex_unlock(&m);
      }
      return a;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, produce, 0);
      for (;;) {
        pthread_mutex_lock(&m);
        while (n == 0) pthread_cond_wait(&items, &m);
        if (buffer[out] != 1) __builtin_trap();
        out = (out + 1) % 2; n--;
        pthread_cond_signal(&space);
        pthread_mutex_unlock(&m);
      }
    }`);
  expect(verdict).toMatchObject({ errors: [], limitsHit: [], executions: 1 });
  expect(verdict.notes).toEqual([endless]);
});

test('a program that RC11 allows more than interleavings is explored by executions, and a note says so', () => {
  const path = buildText(`#include <pthread.h>
    #include <stdatomic.h>
    static atomic_int x, y;
    static void *other(void *a) {
      atomic_store_explicit(&y, 1, memory_order_relaxed);
      atomic_load_explicit(&x, memory_order_relaxed);
      return a;
    }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, other, 0);
      atomic_store_explicit(&x, 1, memory_order_relaxed);
      atomic_load_explicit(&y, memory_order_relaxed);
      pthread_join(t, 0);
      return 0;
    }`);
  const verdict = withProgram(path, (p) => explore(p, { model: 'rc11', equivalence: 'state' }));
  expect(verdict).toMatchObject({ executions: 4, errors: [] });
  expect(verdict.byStates).toBeUndefined();
  expect(verdict.notes).toEqual([expect.stringContaining('executions were explored, not states')]);
});

/** A lock with tickets modulo four, for ever; `kept`: what a thread does with the last number that it has seen. */
const tickets = (kept: string): string => `#include <pthread.h>
  #include <stdatomic.h>
  #include <assert.h>
  static atomic_int next, serving;
  atomic_int seen;
  static void *use(void *a) {
    for (;;) {
      int me = atomic_fetch_add(&next, 1) & 3, now, last = 0;
      while ((now = atomic_load(&serving) & 3) != me) last = now;
      ${kept}
      atomic_fetch_add(&serving, 1);
      atomic_fetch_and(&next, 3);
      atomic_fetch_and(&serving, 3);
    }
    return a;
  }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, use, 0);
    use(0);
    return 0;
  }`;

(hasPass ? test : test.skip)('what a thread has seen in vain makes no states, at any level of optimisation', () => {
  const counts = (kept: string): Set<number | undefined> =>
    new Set(['-O0', '-O1', '-O2'].map((level) => states(tickets(kept), [level]).states));
  const [dead, live] = [counts('(void)last;'), counts('atomic_store(&seen, last); atomic_store(&seen, 0);')];
  expect([dead.size, live.size]).toEqual([1, 1]);
  expect(Math.max(...[...live].map(Number))).toBeGreaterThan(Math.max(...[...dead].map(Number)));
});
