/** Failed attempts of loops that update data: executions count without them, and show all errors (compiled programs). */
import { buildText, check, hasPass } from '../support/compiled';
import type { ExploreOptions } from '../../src/explore/explore-options';
import * as attempts from '../../src/explore/histories/failed-attempts';
import { createdBy } from '../support/c-text';

const rf: ExploreOptions = { model: 'rc11', equivalence: 'rf' };
const levels = ['-O0', '-O1', '-O2'];

/** Threads that push a node each; `loop`: one attempt after the other. */
const pushing = (loop: string, threads = 3): string =>
  createdBy(
    threads,
    `struct node { struct node *next; };
    static _Atomic(struct node *) top;
    static struct node nodes[${threads}];
    static void *each(void *me) { struct node *n = &nodes[(long)me]; ${loop} return 0; }`,
  );

const exchange = 'atomic_compare_exchange_strong_explicit';
const orders = 'memory_order_release, memory_order_relaxed';
const relaxed = 'atomic_load_explicit(&top, memory_order_relaxed)';

const loops: Record<string, string> = {
  'what failed is tried again': `struct node *t = ${relaxed};
    do n->next = t; while (!${exchange}(&top, &t, n, ${orders}));`,
  'each attempt looks anew': `struct node *t;
    do { t = ${relaxed}; n->next = t; } while (!${exchange}(&top, &t, n, ${orders}));`,
  'a weak exchange': `struct node *t = ${relaxed};
    do n->next = t; while (!atomic_compare_exchange_weak_explicit(&top, &t, n, ${orders}));`,
};

/** A ring for one producer and one consumer, each of which caches the index of the other. */
const cachingRing = `#include <assert.h>
  #include <pthread.h>
  #include <stdatomic.h>
  static atomic_long in, out;
  static long out_seen, in_seen;
  static int slots[2];
  static void push(int v) {
    long i = atomic_load(&in), next = (i + 1) % 2;
    while (next == out_seen) out_seen = atomic_load(&out);
    slots[i] = v;
    atomic_store(&in, next);
  }
  static int *front(void) {
    long i = atomic_load(&out);
    if (i == in_seen) { in_seen = atomic_load(&in); if (i == in_seen) return 0; }
    return &slots[i];
  }
  static void pop(void) { atomic_store(&out, (atomic_load(&out) + 1) % 2); }
  static void *producer(void *u) { for (int i = 1; i <= 2; i++) push(i); return u; }
  static void consume(void) {
    for (int i = 1; i <= 2; i++) { int *v; while (!(v = front())) {} assert(*v == i); pop(); }
  }
`;

describe.each(levels)('what follows an attempt is not taken for impossible before a run has shown it, %s', (level) => {
  const models = ['rc11', 'sc'] as const;
  test.each(models)('a thread that goes on only if it reads what another one has stored: %s', (model) => {
    const text = `${cachingRing}
      static atomic_int begin;
      static void *third(void *u) { atomic_store(&begin, 1); return u; }
      int main(void) {
        pthread_t p, q;
        pthread_create(&q, 0, third, 0);
        if (atomic_load(&begin)) {
          pthread_create(&p, 0, producer, 0);
          consume();
          pthread_join(p, 0);
          assert(0 && "reached");
        }
        pthread_join(q, 0);
      }`;
    const { errors } = check(buildText(text, [level]), { model, equivalence: 'observational' });
    expect(errors.map((e) => e.kind)).toEqual(['assertion']);
  });

  test.each(models)('there is an execution: %s', (model) => {
    const text = `${cachingRing}
      int main(void) {
        pthread_t p;
        pthread_create(&p, 0, producer, 0);
        consume();
        pthread_join(p, 0);
      }`;
    const { executions, errors } = check(buildText(text, [level]), { model, equivalence: 'observational' });
    expect([executions > 0, errors]).toEqual([true, []]);
  });
});

(hasPass ? describe : describe.skip)('with the pass', () => {
  describe.each(levels)('%s', (level) => {
    test.each(Object.entries(loops))('pushes in each order: %s', (_, loop) => {
      expect(check(buildText(pushing(loop), [level]), rf)).toMatchObject({ executions: 6, errors: [] });
    });
  });

  test('with attempts there are as many as an attempt may be followed by another', () => {
    const path = buildText(pushing(loops['what failed is tried again']));
    expect(check(path, { ...rf, attempts: false })).toMatchObject({ executions: 48, errors: [] });
  });

  test('a first look that acquires more than the exchange that fails is not replaced', () => {
    const acquires = loops['what failed is tried again'].replace('memory_order_relaxed', 'memory_order_acquire');
    // Before it succeeds, the second thread may fail once, having read one older value, the third one of two.
    expect(check(buildText(pushing(acquires)), rf).executions).toBe(6 * 2 * 3);
  });

  test('what an attempt stores counts where a thread may see it', () => {
    const path = buildText(
      createdBy(
        2,
        `static atomic_int x, y;
        static int seen;
        static void *each(void *me) {
          if (me == 0) {
            int e = atomic_load_explicit(&x, memory_order_relaxed);
            do atomic_store_explicit(&y, e + 10, memory_order_relaxed);
            while (!${exchange}(&x, &e, e + 1, memory_order_relaxed, memory_order_relaxed));
          } else {
            atomic_store_explicit(&x, 5, memory_order_relaxed);
            seen = atomic_load_explicit(&y, memory_order_relaxed);
          }
          return 0;
        }
        static void after(void) { assert(!(seen == 10 && x == 6)); }`,
      ),
    );
    expect(check(path, rf).errors).toMatchObject([{ kind: 'assertion' }]);
  });

  /**
   * The first thread reads what it finds, then sees that it was too late, and says that it gives up. The other one has
   * taken it away, and reuses it then.
   */
  const reused = (reads: string, reuses: string): string =>
    createdBy(
      2,
      `static atomic_int top = 1, leaves, other;
      static volatile int data;
      static void *each(void *me) {
        if (me == 0) {
          int t;
          do {
            t = atomic_load_explicit(&top, memory_order_acquire);
            if (t != 1) break;
            ${reads}
          } while (!${exchange}(&top, &t, 3, memory_order_acq_rel, memory_order_acquire));
          if (t != 1) atomic_store_explicit(&leaves, 1, memory_order_relaxed);
        } else {
          int t = 1;
          if (${exchange}(&top, &t, 2, memory_order_acq_rel, memory_order_acquire) &&
              atomic_load_explicit(&leaves, memory_order_relaxed)) {
            ${reuses}
          }
        }
        return 0;
      }`,
    );

  test('a race that only a failed attempt is part of is found', () => {
    expect(check(buildText(reused('(void)data;', 'data = 1;')), rf).errors).toMatchObject([{ kind: 'data-race' }]);
    expect(check(buildText(reused('(void)data;', 'other = 1;')), rf).errors).toEqual([]);
  });

  test('a thread that waits may stay there, whatever attempts another one makes', () => {
    const path = buildText(
      createdBy(
        2,
        `static atomic_int x, y;
        static void add(atomic_int *to) {
          int e = atomic_load_explicit(to, memory_order_relaxed);
          while (!${exchange}(to, &e, e + 1, memory_order_acq_rel, memory_order_acquire)) {}
        }
        static void *each(void *me) {
          if (me == 0) { while (atomic_exchange_explicit(&x, 1, memory_order_acquire) == 1) {} }
          else { add(&y); add(&x); }
          return 0;
        }`,
      ),
    );
    expect(check(path, rf)).toMatchObject({ executions: 1, errors: [{ kind: 'livelock' }] });
  });

  describe('mistakes are noticed', () => {
    const found = attempts.failedAttemptEndingAt;
    afterEach(() => {
      jest.restoreAllMocks();
    });
    const wrong = (change: (a: attempts.FailedAttempt) => Partial<attempts.FailedAttempt>): void => {
      jest.spyOn(attempts, 'failedAttemptEndingAt').mockImplementation((node) => {
        const attempt = found(node);
        return attempt === undefined ? undefined : { ...attempt, ...change(attempt) };
      });
    };

    test('what it reads may not race', () => {
      wrong(() => ({ reads: [] }));
      expect(check(buildText(reused('(void)data;', 'data = 1;')), rf).errors).toEqual([]);
    });

    test('each repeated look is one', () => {
      // All looks of the second thread count, as the state after them differs.
      const path = buildText(
        createdBy(
          2,
          `static atomic_int x;
          static void *each(void *me) {
            long sum = 0;
            if (me == 0) { x = 1; x = 2; }
            else for (int i = 0; i < 3; i++) sum += atomic_load_explicit(&x, memory_order_relaxed);
            return (void *)sum;
          }`,
        ),
      );
      expect(check(path, rf).executions).toBe(10);
      wrong(() => ({ isKnown: true }));
      expect(check(path, rf).executions).toBeLessThan(10);
    });
  });
});

test('without the pass there may be more executions, never fewer', () => {
  for (const loop of Object.values(loops)) {
    const { executions, errors } = check(buildText(pushing(loop), ['-O1'], 'c', null), rf);
    expect(errors).toEqual([]);
    expect(executions).toBeGreaterThanOrEqual(6);
  }
});
