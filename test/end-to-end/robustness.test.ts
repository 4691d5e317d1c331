/**
 * Compiled lock-free programs that never end, with acquire and release accesses: robust ones have a verdict by their
 * states (docs/explanation/robustness.md).
 */
import type { ExploreOptions } from '../../src/explore/explore-options';
import { buildText, check, hasPass, type Checked } from '../support/compiled';

const program = (data: string, first: string, second: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(x, order) atomic_load_explicit(&x, memory_order_##order)
#define STORE(x, v, order) atomic_store_explicit(&x, v, memory_order_##order)
#define SWAP(x, v, order) atomic_exchange_explicit(&x, v, memory_order_##order)
static ${data};
static void *a(void *none) { for (;;) { ${first} } return none; }
static void *b(void *none) { for (;;) { ${second} } return none; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0);
  pthread_create(&t, 0, b, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
`;

const locked = (takes: string, releases: string): string =>
  `while (SWAP(taken, 1, ${takes})) ; data = !data; STORE(taken, 0, ${releases});`;

const spinLock = (takes: string, releases: string): string =>
  program('atomic_int taken; static int data', locked(takes, releases), locked(takes, releases));

/** One slot: `full` says whose turn it is. */
const slot = (releases: string): string =>
  program(
    'atomic_int full; static int slot',
    `while (LOAD(full, acquire)) ; slot = 1; STORE(full, 1, ${releases});`,
    'while (!LOAD(full, acquire)) ; assert(slot == 1); slot = 0; STORE(full, 0, release);',
  );

/** Of two threads that announce themselves, and look for the other one, both may enter. */
const announcing = program(
  'atomic_int x, y, inside',
  'STORE(x, 1, release); if (!LOAD(y, acquire)) { assert(!SWAP(inside, 1, relaxed)); STORE(inside, 0, relaxed); } ' +
    'STORE(x, 0, release);',
  'STORE(y, 1, release); if (!LOAD(x, acquire)) { assert(!SWAP(inside, 1, relaxed)); STORE(inside, 0, relaxed); } ' +
    'STORE(y, 0, release);',
);

/** By default: executions that do not end lead to states. */
function checked(text: string, options: Partial<ExploreOptions> = {}): Checked {
  const byDefault = { model: 'rc11', equivalence: 'observational', turns: { after: 100 } } as const;
  return check(buildText(text, ['-O1', '-w']), { ...byDefault, ...options });
}

const endless = 'the program does not end: some executions go on for ever';

const withPass = hasPass ? test : test.skip;

withPass.each([
  ['a spin lock', spinLock('acquire', 'release')],
  ['a slot for one producer and one consumer', slot('release')],
])('%s is verified, though it never ends', (_, text) => {
  for (const model of ['rc11', 'c20'] as const) {
    const verdict = checked(text, { model });
    expect({ model, ...verdict }).toMatchObject({ model, errors: [], limitsHit: [], byStates: true });
    expect(verdict.notes).toContain(endless);
  }
});

withPass.each([
  ['a spin lock that does not acquire', spinLock('relaxed', 'release'), 'data-race'],
  ['a slot that is not released', slot('relaxed'), 'data-race'],
  ['announcements without seq_cst', announcing, 'assertion'],
])('%s is wrong', (_, text, kind) => {
  expect(checked(text).errors.map((e) => e.kind)).toEqual([kind]);
});

withPass('a thread may wait for a spin lock for ever, and two that hand a slot over do not', () => {
  const progress = (text: string): string[] =>
    checked(text, { equivalence: 'state', progress: 'starvation-free', turns: undefined }).errors.map((e) => e.kind);
  expect(progress(spinLock('acquire', 'release'))).toEqual(['starvation']);
  expect(progress(slot('release'))).toEqual([]);
});

/** After a thread knows of a later write, a compare-exchange reads an older one. */
const comparing = (declared: string, others: string, main: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, v) atomic_store_explicit(&x, v, memory_order_relaxed)
static atomic_int ${declared};
${others}
int main(void) {
  pthread_t p, q, r;
  ${main}
  return 0;
}
`;

const create = (t: string, f: string): string => `pthread_create(&${t}, 0, ${f}, 0);`;

test.each([
  [
    'a weak one that fails though it finds what it expects',
    comparing(
      'x = 1, y',
      'static void *a(void *none) { STORE(x, 0); STORE(y, 1); return none; }',
      `${create('p', 'a')} while (!LOAD(y)) ; int e = 1;
       while (atomic_compare_exchange_weak_explicit(&x, &e, 1, memory_order_relaxed, memory_order_relaxed)) ;
       assert(e == 0); pthread_join(p, 0);`,
    ),
  ],
  [
    'a strong one that finds another value than it expects, which an update has followed',
    comparing(
      'x, y, z = 1',
      `static void *a(void *none) { STORE(x, 1); return none; }
       static void *b(void *none) { STORE(x, 2); return none; }
       static void *c(void *none) {
         if (atomic_exchange_explicit(&x, 3, memory_order_relaxed) == 9) STORE(z, 2);
         while (!LOAD(z)) ;
         STORE(y, 1);
         return none;
       }`,
      `${create('p', 'b')} ${create('q', 'a')} pthread_join(p, 0); pthread_join(q, 0); ${create('r', 'c')}
       while (!LOAD(y)) ; int e = 1;
       atomic_compare_exchange_strong_explicit(&x, &e, 5, memory_order_relaxed, memory_order_relaxed);
       assert(e == 3);`,
    ),
  ],
])('compare-exchanges: %s', (_, text) => {
  for (const model of ['rc11', 'c20'] as const) {
    const verdict = checked(text, { model, equivalence: 'state', turns: undefined });
    expect(verdict.errors.map((e) => e.kind)).toEqual(['assertion']);
  }
});
