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
