/** Weak compare-exchanges that fail spuriously (C11 7.17.7.4p4). */
import { buildText, check, hasPass, withProgram } from '../support/compiled';
import { explore } from '../../src/explore/explorer';

const once = (type: string): string => `#include <assert.h>
  #include <pthread.h>
  #include <stdatomic.h>
  static _Atomic(${type}) locked;
  static void *f(void *a) { return a; }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    ${type} expected = 0;
    int taken = atomic_compare_exchange_weak(&locked, &expected, 1);
    assert(taken);
    pthread_join(t, 0);
  }`;

const stack = (weak: string): string => `#include <pthread.h>
  #include <stdatomic.h>
  struct node { struct node *next; };
  static _Atomic(struct node *) head;
  static struct node nodes[2];
  static void push(struct node *n) {
    struct node *old = atomic_load_explicit(&head, memory_order_relaxed);
    do { n->next = old; } while (!atomic_compare_exchange_${weak}_explicit(&head, &old, n, memory_order_release,
      memory_order_relaxed));
  }
  static void pop(void) {
    struct node *old = atomic_load_explicit(&head, memory_order_acquire);
    while (old && !atomic_compare_exchange_${weak}_explicit(&head, &old, old->next, memory_order_acq_rel,
      memory_order_acquire)) { }
  }
  static void *f(void *n) { push(n); pop(); return 0; }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, &nodes[1]);
    f(&nodes[0]);
    pthread_join(t, 0);
  }`;

const counter = (weak: string): string => `#include <pthread.h>
  #include <stdatomic.h>
  static atomic_int x;
  static void *adds(void *a) {
    int e = 0;
    while (!atomic_compare_exchange_${weak}(&x, &e, e + 1)) { }
    return a;
  }
  int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, adds, 0);
    adds(0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  }`;

/** Each iteration writes two objects: one in its body, and what the exchange has found. */
const writing = (weak: string): string => `#include <pthread.h>
  #include <stdatomic.h>
  static atomic_int x;
  static int copy, e;
  static void *adds(void *a) { atomic_fetch_add(&x, 1); return a; }
  int main(void) {
    pthread_t t;
    pthread_create(&t, 0, adds, 0);
    do { copy = e; } while (!atomic_compare_exchange_${weak}(&x, &e, e + 1));
    pthread_join(t, 0);
    return copy + 1 != e + 1;
  }`;

const counting = counter('weak')
  .replace('{ }', '{ tries++; }')
  .replace('int e = 0;', 'int e = 0; static _Thread_local volatile int tries;');

(hasPass ? describe : describe.skip)('with the pass', () => {
  test.each(['char', 'short', 'int', 'long'])('an exchange of %s that is not retried', (type) => {
    const path = buildText(once(type));
    const { errors } = check(path, { model: 'rc11', equivalence: 'rf' });
    expect(errors.map(({ kind }) => kind)).toEqual(['assertion']);
    expect(errors[0].trace.some(({ value, written }) => value === -1 && written === undefined)).toBe(true);
  });

  test('--tune weak-cas=strong: a limit, if an exchange could have failed', () => {
    const path = buildText(once('int'));
    const verdict = withProgram(path, (p) => explore(p, { model: 'rc11', equivalence: 'rf' }), {
      weakExchanges: 'strong',
    });
    expect(verdict).toMatchObject({ errors: [], limitsHit: ['weak-cas'], executions: 1 });
  });

  test.each([
    ['a stack', stack],
    ['a counter', counter],
    ['a loop with two writes', writing],
  ])('%s that retries has the executions that it has with strong ones', (_, text) => {
    const [weak, strong] = ['weak', 'strong'].map((how) => buildText(text(how)));
    for (const equivalence of ['observational', 'rf', 'co'] as const) {
      const [a, b] = [weak, strong].map((path) => check(path, { model: 'rc11', equivalence }));
      expect(a).toMatchObject({ executions: b.executions, errors: [], limitsHit: [] });
    }
  });

  test('a loop that counts its attempts: a limit', () => {
    const verdict = check(buildText(counting), { model: 'rc11', equivalence: 'rf' });
    expect(verdict).toMatchObject({ errors: [], limitsHit: ['weak-cas'] });
  });
});
