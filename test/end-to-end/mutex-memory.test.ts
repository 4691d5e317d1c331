/** The memory of mutexes: freed, overwritten or made while others use it. */
import { buildText, check } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 } as const;

const program = (routine: string, main: string) =>
  buildText(
    `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct node { pthread_mutex_t m; int count; };
static struct node *n;
static atomic_int ready, done;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static void *routine(void *a) { ${routine} return a; }
int main(void) { pthread_t t, u; ${main} }
`,
    ['-w', '-O1'],
  );

const make = 'n = malloc(sizeof *n); memset(n, 7, sizeof *n); pthread_mutex_init(&n->m, 0); n->count = 2;';
const use = 'pthread_mutex_lock(&n->m); pthread_mutex_unlock(&n->m);';
const start = 'pthread_create(&t, 0, routine, 0);';
const join = 'pthread_join(t, 0);';
const release =
  'pthread_mutex_lock(&n->m); int left = --n->count; pthread_mutex_unlock(&n->m); if (!left) { ' +
  'pthread_mutex_destroy(&n->m); free(n); }';

test.each([
  ['lock after free', '', `${make} free(n); pthread_mutex_lock(&n->m);`],
  ['trylock after free', '', `${make} free(n); pthread_mutex_trylock(&n->m);`],
  ['unlock after free', '', `${make} pthread_mutex_lock(&n->m); free(n); pthread_mutex_unlock(&n->m);`],
  ['destroy after free', '', `${make} free(n); pthread_mutex_destroy(&n->m);`],
  ['init after free', '', `${make} free(n); pthread_mutex_init(&n->m, 0);`],
])('%s', (_, routine, main) => {
  expect(check(program(routine, main), options).errors.map((e) => e.kind)).toEqual(['memory']);
});

test.each([
  ['freed by another thread', use, `${make} ${start} free(n); ${join}`],
  [
    'freed by another thread before it looks at a flag',
    `if (atomic_load(&ready)) { ${use} }`,
    `${make} ${start} atomic_store(&ready, 1); free(n); ${join}`,
  ],
  [
    'made while it is used',
    `if (atomic_load_explicit(&ready, memory_order_relaxed)) { ${use} }`,
    `n = malloc(sizeof *n); ${start} pthread_mutex_init(&n->m, 0); atomic_store_explicit(&ready, 1, ` +
      `memory_order_relaxed); ${join}`,
  ],
])('a race: %s', (_, routine, main) => {
  const { errors } = check(program(routine, main), options);
  expect(errors).toHaveLength(1);
  expect(['memory', 'data-race']).toContain(errors[0]?.kind);
});

test.each([
  ['who comes last frees it', release, `${make} ${start} ${release} ${join} return 0;`],
  [
    'made under another lock',
    `pthread_mutex_lock(&outer); struct node *k = n; pthread_mutex_unlock(&outer);
    if (k) { pthread_mutex_lock(&k->m); k->count++; pthread_mutex_unlock(&k->m); }`,
    `${start} struct node *k = malloc(sizeof *k); *k = (struct node){PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_mutex_lock(&outer); n = k; pthread_mutex_unlock(&outer);
    pthread_mutex_lock(&k->m); k->count++; pthread_mutex_unlock(&k->m); ${join} struct node copy = *k; free(k);
    return copy.count == 3;`,
  ],
  [
    'made and published',
    `if (atomic_load(&ready)) { ${use} atomic_store(&done, 1); }`,
    `${start} ${make} ${use} atomic_store(&ready, 1); if (atomic_load(&done)) { ` +
      `pthread_mutex_destroy(&n->m); free(n); } ${join} return 0;`,
  ],
])('no error: %s', (_, routine, main) => {
  const { errors, executions } = check(program(routine, main), { ...options, keepGoing: true });
  expect(errors).toEqual([]);
  expect(executions).toBeGreaterThan(1);
});
