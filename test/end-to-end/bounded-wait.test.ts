/**
 * Loops that wait for a store, but not for ever: what counts their passes may lie outside the fingerprint of the
 * thread.
 */
import { buildText, check } from '../support/compiled';

const options = { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 } as const;

const program = (declarations: string, before: string, limit: string) => `#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static atomic_int flag;
static int gave;
${declarations}
static void *waits(void *a) {
	${before}
	while (!atomic_load_explicit(&flag, memory_order_relaxed)) { if (${limit}) { gave = 1; break; } }
	assert(!gave);
	return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, waits, 0); atomic_store(&flag, 1); pthread_join(t, 0); return 0; }
`;

const frame =
  'static int look(int *tries) { char buf[8192]; buf[*tries] = 1; int v = atomic_load_explicit(&flag, ' +
  'memory_order_relaxed); return v + buf[*tries] - 1; }';

test.each([
  ['the time', '', 'time_t t0 = time(0);', 'usleep(500000), time(0) - t0 >= 2'],
  ['the processor time', '', 'clock_t c = clock();', 'clock() - c >= 3'],
  ['random numbers', '', '', 'rand() % 7 == 3'],
  [
    'data of a key',
    'static pthread_key_t k;',
    'pthread_key_create(&k, 0);',
    'pthread_setspecific(k, (char *)pthread_getspecific(k) + 1), (long)pthread_getspecific(k) == 3',
  ],
  ['addresses of blocks', '', 'char *first = malloc(8);', '(char *)malloc(8) - first > 60'],
  ['strtok', 'static char text[] = "a b c d";', 'strtok(text, " ");', '!strtok(0, " ")'],
  ['strtok_r', 'static char text[] = "a b c d", *at;', 'strtok_r(text, " ", &at);', '!strtok_r(0, " ", &at)'],
  ['strcat', 'static char text[64];', '', 'strcat(text, "x"), strlen(text) == 3'],
  [
    'a local behind a large one',
    '',
    'volatile int tries = 0; char buf[8192]; volatile char *p = buf; p[0] = 0;',
    '++tries == 3 + p[0]',
  ],
])('%s', (_, declarations, before, limit) => {
  const { errors } = check(buildText(program(declarations, before, limit), ['-w', '-O1', '-fno-builtin']), options);
  expect(errors.map((e) => e.kind)).toEqual(['assertion']);
});

test('a local of the caller of a function with a large frame', () => {
  const text = program(
    frame,
    'volatile int n = 0; int tries = 0; volatile char room[8192]; room[0] = 0;',
    '++tries == 3',
  ).replace('while (!atomic_load_explicit(&flag, memory_order_relaxed))', 'while (!look(&tries))');
  expect(check(buildText(text, ['-w', '-O0']), options).errors.map((e) => e.kind)).toEqual(['assertion']);
});

test.each(['sched_yield(), 0', 'usleep(10), 0', '0'])('without a bound the executions are few: %s', (limit) => {
  const { executions, errors } = check(buildText(program('#include <sched.h>', '', limit), ['-w', '-O1']), options);
  expect(errors).toEqual([]);
  expect(executions).toBeLessThan(3); // the first pass may find another register than the second
});
