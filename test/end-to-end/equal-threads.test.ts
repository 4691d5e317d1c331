/** Threads that do the same are exchanged, and threads that only seem to do so are noticed (compiled programs). */
import { buildText, check } from '../support/compiled';
import type { ExploreOptions } from '../../src/explore/explore-options';
import * as exchangeable from '../../src/explore/symmetry/exchangeable';

const how: ExploreOptions = { model: 'rc11', equivalence: 'rf', symmetry: true };
const headers = '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n';

/** Main creates `n` threads, number i of which runs `start`, and then joins them. */
const alike = (
  n: number,
  text: string,
  { start = 'each', between = '', result = '0', last = '' } = {},
): string => `${headers}${text}
  int main(void)
  {
    pthread_t t[${n}];
    for (long i = 0; i < ${n}; i++)
      pthread_create(&t[i], 0, ${start}, (void *)i);
    for (int i = 0; i < ${n}; i++) {
      pthread_join(t[i], ${result});
      ${between}
    }
    ${last}
    return 0;
  }`;

const counter = 'static atomic_int x; static void *each(void *a) { atomic_fetch_add(&x, 1); return 0; }';
const numbers = 'static atomic_int x; static void *each(void *a) { return (void *)(long)atomic_fetch_add(&x, 1); }';
/** The thread that comes first needs what main does after it has joined the first thread. */
const needsMain = `static atomic_int x, go;
  static void *each(void *a) { if (atomic_fetch_add(&x, 1) == 0) while (!go); return 0; }`;

test.each([
  ['six threads that count', alike(6, counter), 1],
  [
    'three readers of one writer',
    alike(
      4,
      `static atomic_int x;
    static void *each(void *a) { (void)atomic_load(&x); return 0; }
    static void *writer(void *a) { atomic_store(&x, 1); return 0; }`,
      { start: 'i == 0 ? writer : each' },
    ),
    4,
  ],
  [
    'three critical sections',
    alike(
      3,
      `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int x;
    static void *each(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }`,
    ),
    1,
  ],
  ['what threads return tells them apart', alike(3, numbers), 6],
  [
    'so does their number',
    alike(
      3,
      `static atomic_int x, who[3];
    static void *each(void *a) { who[(long)a] = atomic_fetch_add(&x, 1); return 0; }`,
    ),
    6,
  ],
])('%s', (_, text, executions) => {
  const program = buildText(text);
  expect(check(program, how)).toMatchObject({ executions, errors: [] });
  expect(check(program, { ...how, symmetry: false }).executions).toBeGreaterThanOrEqual(executions);
});

test.each([
  [
    'a result that main looks at',
    alike(3, numbers, { last: 'assert(first != (void *)2);', result: 'i == 0 ? &first : 0' }).replace(
      'int main',
      'static void *first; int main',
    ),
    'assertion',
  ],
  [
    'what a thread does because of its number',
    alike(
      3,
      `static atomic_int x;
    static void *each(void *a) { assert(atomic_fetch_add(&x, 1) != 0 || (long)a != 2); return 0; }`,
    ),
    'assertion',
  ],
  [
    'who a thread is',
    alike(
      3,
      `static atomic_int x; static pthread_t first; static atomic_int set;
    static void *each(void *a) {
      int n = atomic_fetch_add(&x, 1);
      assert(n != 1 || pthread_self() != first);
      return 0;
    }`,
    ).replace('for (int i = 0', 'first = t[0];\n    for (int i = 0'),
    undefined,
  ],
  [
    'who of several waiting threads is woken',
    alike(
      3,
      `static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
      static int n;
      static void *each(void *a) {
        pthread_mutex_lock(&m);
        if (++n < 3) pthread_cond_wait(&c, &m); else pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
        return 0;
      }`,
    ),
    'deadlock',
  ],
  ['what main does between two joins', alike(2, needsMain, { between: 'go = 1;' }), 'deadlock'],
])('an error is found: %s', (_, text, kind) => {
  const { errors } = check(buildText(text), how);
  const { errors: all } = check(buildText(text), { ...how, symmetry: false });
  expect(errors.length > 0).toBe(all.length > 0);
  if (kind !== undefined) expect(errors.map((e) => (e.kind === 'livelock' ? 'deadlock' : e.kind))).toContain(kind);
});

test('a search that takes all threads for exchangeable is noticed', () => {
  const text = alike(
    2,
    `static atomic_int x;
    static void *first(void *a) { atomic_exchange(&x, 1); return 0; }
    static void *second(void *a) { assert(atomic_exchange(&x, 1)); return 0; }`,
    { start: 'i == 0 ? first : second' },
  );
  expect(check(buildText(text), how).errors).toHaveLength(1);
  const mistake = jest
    .spyOn(exchangeable, 'exchangeable')
    .mockImplementation((_graph, _exclusions, p, all) =>
      all.map(({ thread }) => thread).filter((t) => t !== p.thread && t !== 0),
    );
  try {
    expect(check(buildText(text), how).errors).toHaveLength(0);
  } finally {
    mistake.mockRestore();
  }
});
