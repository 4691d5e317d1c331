/**
 * Loops that ask again and again, with calls that need not wait: each ends, in an execution or as a livelock when
 * nobody ever helps.
 */
import { buildText, check } from '../support/compiled';

const program = (first: string, waits: string, help: string): string => `#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static int flag;
static atomic_int up;
static const struct timespec late = {1000000100, 5};
static struct timespec soon(clockid_t clock) { struct timespec t; clock_gettime(clock, &t); t.tv_sec += 1; return t; }
static struct timespec sooner(void) { struct timespec t = soon(CLOCK_REALTIME); t.tv_nsec += 100000000;
t.tv_sec += t.tv_nsec / 1000000000 - 1; t.tv_nsec %= 1000000000; return t; }
static void *waiter(void *a) { ${waits}; return a; }
static void help(void) { ${help}; }
int main(int argc, char **argv) {
	pthread_t t;
	sem_init(&s, 0, 0);
	${first};
	pthread_create(&t, 0, waiter, 0);
	if (HELPS) help();
	pthread_join(t, 0);
	return 0;
}
`;

const raise = 'pthread_mutex_lock(&m); flag = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m)';
const raiseUp = 'pthread_mutex_lock(&m); atomic_store(&up, 1); pthread_mutex_unlock(&m)';
const underRwlock = (lock: string) =>
  `for (int d = 0; !d;) { pthread_rwlock_${lock}(&l); d = flag; pthread_rwlock_unlock(&l); }`;
const raiseUnderRwlock = 'pthread_rwlock_wrlock(&l); flag = 1; pthread_rwlock_unlock(&l)';
const underMutex = (body: string) => `pthread_mutex_lock(&m); while (!flag) { ${body}; } pthread_mutex_unlock(&m)`;

// How many executions there are under rf when somebody helps: one for each way in which the last turn, and those that
// differ from it, went.
test.each<[string, string, string, string, number]>([
  [
    'pthread_mutex_trylock',
    'pthread_mutex_lock(&m)',
    'while (pthread_mutex_trylock(&m)) usleep(10); pthread_mutex_unlock(&m)',
    'pthread_mutex_unlock(&m)',
    1,
  ],
  [
    'pthread_mutex_timedlock',
    'pthread_mutex_lock(&m)',
    'while (pthread_mutex_timedlock(&m, &late)); pthread_mutex_unlock(&m)',
    'pthread_mutex_unlock(&m)',
    1,
  ],
  [
    'pthread_rwlock_tryrdlock',
    'pthread_rwlock_wrlock(&l)',
    'while (pthread_rwlock_tryrdlock(&l)); pthread_rwlock_unlock(&l)',
    'pthread_rwlock_unlock(&l)',
    1,
  ],
  [
    'pthread_rwlock_timedwrlock',
    'pthread_rwlock_wrlock(&l)',
    'while (pthread_rwlock_timedwrlock(&l, &late)); pthread_rwlock_unlock(&l)',
    'pthread_rwlock_unlock(&l)',
    1,
  ],
  ['sem_trywait', '', 'while (sem_trywait(&s)) sched_yield()', 'sem_post(&s)', 1],
  ['sem_timedwait', '', 'while (sem_timedwait(&s, &late))', 'sem_post(&s)', 1],
  ['sem_getvalue', '', 'int n; do sem_getvalue(&s, &n); while (n == 0)', 'sem_post(&s)', 1],
  [
    'plain data under a mutex',
    '',
    underMutex('pthread_mutex_unlock(&m); sched_yield(); pthread_mutex_lock(&m)'),
    raise,
    2,
  ],
  [
    'an atomic under a mutex',
    '',
    'int z; do { pthread_mutex_lock(&m); z = atomic_load(&up); pthread_mutex_unlock(&m); } while (!z)',
    raiseUp,
    1,
  ],
  [
    'a mutex between two looks',
    '',
    'while (!atomic_load(&up)) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }',
    raiseUp,
    1,
  ],
  [
    'a trylock between two looks',
    '',
    'while (!atomic_load(&up)) if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m)',
    raiseUp,
    1,
  ],
  ['plain data under pthread_rwlock_rdlock', '', underRwlock('rdlock'), raiseUnderRwlock, 1],
  ['plain data under pthread_rwlock_wrlock', '', underRwlock('wrlock'), raiseUnderRwlock, 1],
  [
    'two conditions',
    '',
    'for (;;) { if (atomic_load(&up)) break; pthread_mutex_lock(&m); int d = flag; ' +
      'pthread_mutex_unlock(&m); if (d) break; }',
    raise,
    1,
  ],
  [
    'two mutexes',
    '',
    'for (int d = 0; !d;) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); d = flag; ' +
      'pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); }',
    raise,
    1,
  ],
  // It waits or not before the signal.
  [
    'pthread_cond_timedwait, and the mutex is given back in each turn',
    '',
    'for (;;) { pthread_mutex_lock(&m); int d = flag; if (!d) pthread_cond_timedwait(&c, &m, &late); ' +
      'pthread_mutex_unlock(&m); if (d) break; }',
    raise,
    2,
  ],
  // The flag is up when it looks first; or it blocks, and the signal comes before or after its time is over.
  ['pthread_cond_timedwait', '', underMutex('pthread_cond_timedwait(&c, &m, &late)'), raise, 3],
  // The first turn, one a year later, and one that is like that one; further ones are the same.
  [
    'pthread_cond_timedwait, a deadline in each turn',
    '',
    underMutex('struct timespec t = soon(CLOCK_REALTIME); pthread_cond_timedwait(&c, &m, &t)'),
    raise,
    7,
  ],
  [
    'pthread_cond_clockwait, a deadline in each turn',
    '',
    underMutex('struct timespec t = soon(CLOCK_MONOTONIC); pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &t)'),
    raise,
    7,
  ],
  [
    'pthread_mutex_timedlock, a deadline in each turn',
    'pthread_mutex_lock(&m)',
    'for (;;) { struct timespec t = soon(CLOCK_REALTIME); if (!pthread_mutex_timedlock(&m, &t)) break; } ' +
      'pthread_mutex_unlock(&m)',
    'pthread_mutex_unlock(&m)',
    3,
  ],
  [
    'sem_timedwait, a deadline in each turn, in parts of a second',
    '',
    'for (;;) { struct timespec t = sooner(); if (!sem_timedwait(&s, &t)) break; }',
    'sem_post(&s)',
    3,
  ],
  [
    'sem_timedwait, a deadline in each turn',
    '',
    'for (;;) { struct timespec t = soon(CLOCK_REALTIME); if (!sem_timedwait(&s, &t)) break; }',
    'sem_post(&s)',
    3,
  ],
])('%s', (_, first, waits, help, executions) => {
  const text = program(first, waits, help);
  const helped = buildText(text, ['-w', '-DHELPS=1']);
  for (const equivalence of ['observational', 'rf'] as const)
    expect(check(helped, { model: 'rc11', equivalence, timeLimitSeconds: 60 })).toMatchObject({
      errors: [],
      limitsHit: [],
      executions,
    });
  // An optimised program's first turn may differ from the second in registers.
  const optimised = check(buildText(text, ['-w', '-DHELPS=1', '-O2']), {
    model: 'rc11',
    equivalence: 'rf',
    timeLimitSeconds: 60,
  });
  expect(optimised).toMatchObject({ errors: [], limitsHit: [] });
  expect(optimised.executions).toBeGreaterThanOrEqual(executions);
  expect(optimised.executions).toBeLessThanOrEqual(2 * executions + 2);
  const alone = check(buildText(text, ['-w', '-DHELPS=0']), { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 });
  expect(alone.errors.map((e) => e.kind)).toEqual(['livelock']);
});

test.each([
  // Its time-limit ends the loop, in every unit that a program may tell it in.
  ['seconds', 'time_t end = time(0) + 3; while (!atomic_load(&up) && time(0) < end) usleep(1000)'],
  ['milliseconds', 'long end = ms() + 3000; while (!atomic_load(&up) && ms() < end) usleep(1000)'],
  [
    'a timespec',
    'struct timespec t, end = now(); end.tv_sec += 3; do t = now(); while (!atomic_load(&up) && t.tv_sec < end.tv_sec)',
  ],
  ['a double', 'double begun = f(); while (!atomic_load(&up) && f() - begun < 2.5)'],
  [
    'ten tries',
    'for (int i = 0; i < 10; i++) { long end = ms() + 100; while (!atomic_load(&up) && ms() < end) usleep(1000); }',
  ],
  ['data that others may see', 'limit = ms() + 3000; while (!atomic_load(&up) && ms() < limit)'],
])('a time-limit of the program: %s', (_, waits) => {
  const text = program('', waits, '').replace(
    'static void *waiter',
    `static long limit;
static struct timespec now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t; }
static long ms(void) { struct timespec t = now(); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
static double f(void) { struct timespec t = now(); return t.tv_sec + t.tv_nsec * 1e-9; }
static void *waiter`,
  );
  for (const flags of [['-O0'], ['-O2']])
    expect(
      check(buildText(text, ['-w', '-DHELPS=0', ...flags]), { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 }),
    ).toMatchObject({ errors: [], limitsHit: [], executions: 1 });
});

test('a number of waits, each with a time-limit, and a look at the clock that tells whether it is over', () => {
  const text = `#include <condition_variable>
#include <mutex>
#include <thread>
#include <cassert>
std::mutex m;
std::condition_variable c;
int main() {
  std::thread t([] {
    std::unique_lock<std::mutex> l(m);
    int late = 0;
    for (int i = 0; i < 4; i++) late += c.wait_for(l, std::chrono::milliseconds(100)) == std::cv_status::timeout;
    assert(late < 4);
  });
  t.join();
}
`;
  const { errors, limitsHit } = check(buildText(text, [], 'c++'), {
    model: 'rc11',
    equivalence: 'rf',
    timeLimitSeconds: 60,
  });
  expect([errors.map((e) => e.kind), limitsHit]).toEqual([['assertion'], []]);
});

test.each<[string, string]>([
  ['pthread_timedjoin_np', 'while (pthread_timedjoin_np(t, 0, &limit));'],
  [
    'pthread_mutex_timedlock',
    'while (pthread_mutex_timedlock(&m, &limit)); pthread_mutex_unlock(&m); pthread_join(t, 0);',
  ],
  ['sem_timedwait', 'while (sem_timedwait(&s, &limit)); pthread_join(t, 0);'],
  [
    'pthread_cond_timedwait',
    'pthread_mutex_lock(&n); while (!up) pthread_cond_timedwait(&c, &n, &limit); pthread_mutex_unlock(&n); ' +
      'pthread_join(t, 0);',
  ],
])('a look at the clock after a loop finds that %s has timed out in it', (_, waits) => {
  const text = (reads: string) => `#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int up;
static void *f(void *a) {
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&n);
	up = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&n);
	sem_post(&s);
	return a;
}
int main(void) {
	struct timespec limit = {1000000100, 0}, now = {0, 0};
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, f, 0);
	${waits}
	${reads};
	assert(now.tv_sec < limit.tv_sec);
	return 0;
}
`;
  const options = { model: 'rc11', timeLimitSeconds: 60 } as const;
  for (const [equivalence, flag] of [
    ['observational', '-O2'],
    ['rf', '-O0'],
  ] as const)
    expect(
      ['clock_gettime(CLOCK_REALTIME, &now)', 'now.tv_sec = time(0)', '']
        .map((reads) => check(buildText(text(reads), ['-w', flag]), { ...options, equivalence }))
        .map(({ errors, limitsHit }) => [errors.map((e) => e.kind), limitsHit]),
    ).toEqual([
      [['assertion'], []],
      [['assertion'], []],
      [[], []],
    ]);
});
