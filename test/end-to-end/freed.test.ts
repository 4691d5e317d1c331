/** Whether memory was freed before it is used is a question of order: found whichever order a run happened to take. */
import { buildText, check } from '../support/compiled';

const program = (data: string, a: string, b: string, start: string): string =>
  buildText(`
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
${data}
static void lock(void) { pthread_mutex_lock(&m); }
static void unlock(void) { pthread_mutex_unlock(&m); }
static void *a(void *x) { (void)x; ${a} return 0; }
static void *b(void *x) { (void)x; ${b} return 0; }
int main(void) {
  pthread_t t[2];
  ${start}
  pthread_create(&t[0], 0, a, 0);
  pthread_create(&t[1], 0, b, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}`);

test.each<[string, string, string, string, string, string[]]>([
  [
    'the same values in both orders',
    'static struct n { int v; struct n *next; } *head;',
    'lock(); struct n *n = head; unlock(); if (n) { lock(); int v = n->v; unlock(); return (void *)(intptr_t)v; }',
    'lock(); struct n *n = head; if (n) head = n->next; unlock(); if (n) { lock(); free(n); unlock(); }',
    'head = malloc(sizeof *head); head->v = 1; head->next = 0;',
    ['memory'],
  ],
  [
    'free, then a write',
    'static int *g;',
    'lock(); free(g); unlock();',
    'lock(); *g = 1; unlock();',
    'g = malloc(4);',
    ['memory'],
  ],
  [
    'freed by both, in order',
    'static int *g;',
    'lock(); free(g); unlock();',
    'lock(); free(g); unlock();',
    'g = malloc(4);',
    ['memory'],
  ],
  ['freed by both, in no order', 'static int *g;', 'free(g);', 'free(g);', 'g = malloc(4);', ['data-race']],
  [
    'freed by the last user',
    'static int *g; static atomic_int users = 2;',
    '*g; if (atomic_fetch_sub(&users, 1) == 1) free(g);',
    '*g; if (atomic_fetch_sub(&users, 1) == 1) free(g);',
    'g = malloc(4); *g = 1;',
    [],
  ],
])('%s', (_, data, a, b, start, kinds) => {
  for (const model of ['rc11', 'sc'] as const) {
    for (const equivalence of ['rf', 'observational'] as const) {
      const { errors } = check(program(data, a, b, start), { model, equivalence });
      expect(errors.map((e) => e.kind)).toEqual(kinds);
    }
  }
});

test(
  "what a key's destructor frees, the runtime frees for the thread: no place of the program, and none " +
    'of the runtime',
  () => {
    const path = buildText(`#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static int *_Atomic shared;
static void *run(void *a)
{
	int *p = malloc(sizeof *p);
	*p = 1;
	shared = p;
	pthread_setspecific(key, p);
	return a;
}
int main(void)
{
	pthread_t t;
	pthread_key_create(&key, free);
	pthread_create(&t, 0, run, 0);
	int *p = shared, r = p && *p != 1;
	pthread_join(t, 0);
	return r;
}
`);
    const [error] = check(path, { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 }).errors;
    expect(error.kind).toBe('data-race');
    expect(error.involved.filter(({ thread }) => thread === 1).map(({ label }) => label.site)).toEqual([-1]);
  },
);
