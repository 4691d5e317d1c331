/** Handlers of exit run while other threads may still run, and may wait for them. */
import { buildText, check } from '../support/compiled';

const program = (handler: string, body: string, start: string): string =>
  buildText(`
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int n, s;
static atomic_int c;
static pthread_t t;
static void *a(void *x) { ${body} return x; }
static void h(void) { ${handler} }
int main(void) { atexit(h); ${start} pthread_create(&t, 0, a, 0); return 0; }`);

const lock = 'pthread_mutex_lock(&m);';
const unlock = 'pthread_mutex_unlock(&m);';

test.each<[string, string, string, string, string[]]>([
  ['a handler that locks', `${lock} n++; ${unlock}`, `${lock} n++; ${unlock}`, '', []],
  ['a handler that reads what threads wrote', 's = c;', 'c++;', '', []],
  ['a handler that joins', 'pthread_join(t, 0); s = n;', 'n++;', '', []],
  ['a handler that races', 'n++;', 'n++;', '', ['data-race']],
  [
    'a handler that waits for ever',
    `${lock} ${unlock}`,
    `${lock} pthread_mutex_lock(&m2);`,
    'pthread_mutex_lock(&m2);',
    ['deadlock'],
  ],
])('%s', (_, handler, body, start, kinds) => {
  for (const equivalence of ['rf', 'observational'] as const) {
    const { errors } = check(program(handler, body, start), { model: 'rc11', equivalence });
    expect(errors.map((e) => e.kind)).toEqual(kinds);
  }
});

test('a C++ static object whose destructor joins its thread', () => {
  const { errors } = check(
    buildText(
      `
#include <memory>
#include <thread>
struct worker { std::unique_ptr<std::thread> t; int n = 0; ~worker() { t->join(); n++; } };
static worker w;
int main() { w.t = std::make_unique<std::thread>([] { w.n++; }); }`,
      ['-std=c++17'],
      'c++',
    ),
    { model: 'rc11', equivalence: 'observational' },
  );
  expect(errors).toEqual([]);
});
