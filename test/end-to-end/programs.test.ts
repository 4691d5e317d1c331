/**
 * Small programs with each kind of synchronisation object, right and wrong: what is found in them, and in how many
 * executions.
 */
import type { Language } from '../../src/compiler/language';
import { buildText, check, hasPass } from '../support/compiled';

/** A program that starts the threads, runs main's part, and joins them. */
const c = (declarations: string, threads: readonly string[], main = '', after = ''): string => `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int x, y;
static const struct timespec late = {1000000100, 5};
${declarations}
${threads.map((body, i) => `static void *thread${i}(void *a) { ${body}; return a; }`).join('\n')}
int main(void) {
	pthread_t t[${Math.max(1, threads.length)}];
	${main};
	${threads.map((_, i) => `pthread_create(&t[${i}], 0, thread${i}, 0);`).join(' ')}
	${threads.map((_, i) => `pthread_join(t[${i}], 0);`).join(' ')}
	${after};
	return 0;
}
`;

const locked = (body: string): string => `pthread_mutex_lock(&m); ${body}; pthread_mutex_unlock(&m)`;
const waitFor = (condition: string): string => locked(`while (!(${condition})) pthread_cond_wait(&c, &m)`);
const times = (n: number, body: string): string[] => Array.from({ length: n }, () => body);

/**
 * Its kinds of errors, all of them, or the number of executions under rf (`verified`: there are too many to count by
 * hand); and what the program is.
 */
type Row = [string, string | number, string];

const philosopher = (left: number, right: number): string =>
  `pthread_rwlock_wrlock(&f[${left}]); pthread_rwlock_wrlock(&f[${right}]); x++; ` +
  `pthread_rwlock_unlock(&f[${right}]); pthread_rwlock_unlock(&f[${left}])`;
const forks =
  'static pthread_rwlock_t f[3] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, ' +
  'PTHREAD_RWLOCK_INITIALIZER};';
const round =
  'x_of[I] = 1; pthread_barrier_wait(&b); assert(x_of[1 - I]); pthread_barrier_wait(&b); x_of[I] = 0; ' +
  'pthread_barrier_wait(&b); assert(!x_of[1 - I])';
const barrier = 'static pthread_barrier_t b; static int x_of[2];';
const robust =
  'pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, ' +
  'PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a)';
const recovers =
  'if (pthread_mutex_lock(&m) == EOWNERDEAD) { x = 0; pthread_mutex_consistent(&m); } assert(x == 0); ' +
  'pthread_mutex_unlock(&m)';
const kinds = (wakes: string): string =>
  c('', [waitFor('x'), waitFor('y'), `${locked(`x = 1; ${wakes}`)}; ${locked(`y = 1; ${wakes}`)}`]);

const programs: Row[] = [
  ['a signal may wake the other kind of waiter', 'deadlock', kinds('pthread_cond_signal(&c)')],
  ['a broadcast wakes both kinds', 'verified', kinds('pthread_cond_broadcast(&c)')],
  [
    'a semaphore as a mutex',
    2,
    c('', times(2, 'sem_wait(&s); x++; sem_post(&s)'), 'sem_init(&s, 0, 1)', 'assert(x == 2)'),
  ],
  [
    'a semaphore as a mutex, with one post too many',
    'data-race',
    c('', times(2, 'sem_wait(&s); x++; sem_post(&s)'), 'sem_init(&s, 0, 1); sem_post(&s)'),
  ],
  [
    'data handed over by a semaphore',
    1,
    c('', ['x = 1; sem_post(&s)', 'sem_wait(&s); assert(x == 1)'], 'sem_init(&s, 0, 0)'),
  ],
  // Without the pass: in each of three rounds either may come last.
  [
    'a barrier used again and again',
    hasPass ? 1 : 8,
    c(
      barrier,
      [round.replaceAll('I]', '0]').replaceAll('1 - I', '1'), round.replaceAll('I]', '1]').replaceAll('1 - 1', '0')],
      'pthread_barrier_init(&b, 0, 2)',
    ),
  ],
  // Which threads meet is up to the order in which they arrive.
  [
    'a barrier for fewer threads than there are',
    24,
    c(barrier, times(4, 'pthread_barrier_wait(&b)'), 'pthread_barrier_init(&b, 0, 2)'),
  ],
  // Either may come last.
  [
    'threads that are told who is last at a barrier',
    2,
    c(
      barrier,
      times(2, 'if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) x++'),
      'pthread_barrier_init(&b, 0, 2)',
      'assert(x == 1)',
    ),
  ],
  [
    'a barrier that is destroyed while others may come',
    'misuse',
    c(
      barrier,
      [...times(2, 'pthread_barrier_wait(&b)'), 'pthread_barrier_destroy(&b)'],
      'pthread_barrier_init(&b, 0, 2)',
    ),
  ],
  [
    'a barrier for more threads than there are',
    'deadlock',
    c(barrier, times(2, 'pthread_barrier_wait(&b)'), 'pthread_barrier_init(&b, 0, 3)'),
  ],
  [
    'a phase without its barrier',
    'data-race',
    c(
      barrier,
      ['x = 1; pthread_barrier_wait(&b)', 'y = x; pthread_barrier_wait(&b)'],
      'pthread_barrier_init(&b, 0, 2)',
    ),
  ],
  [
    'dining philosophers with read-write locks',
    'deadlock',
    c(
      forks,
      [philosopher(0, 1), philosopher(1, 2), philosopher(2, 0)].map((p) => p.replace('x++', '(void)x')),
    ),
  ],
  [
    'two readers, each of whom wants to write',
    'misuse',
    c(forks, times(2, 'pthread_rwlock_rdlock(&f[0]); pthread_rwlock_wrlock(&f[0])')),
  ],
  [
    'a write under a lock for reading',
    'data-race',
    c(forks, times(2, 'pthread_rwlock_rdlock(&f[0]); x++; pthread_rwlock_unlock(&f[0])')),
  ],
  // It looks last; or it is woken; or its time is over, before the other thread has the mutex or after.
  [
    'a wait that may be over before the signal',
    4,
    c('', [
      locked('int r = 0; while (!x && !r) r = pthread_cond_timedwait(&c, &m, &late); assert(x || r == ETIMEDOUT)'),
      locked('x = 1; pthread_cond_signal(&c)'),
    ]),
  ],
  [
    'a wait that is over is taken for a signal',
    'assertion',
    c('', [
      locked('if (!x) pthread_cond_timedwait(&c, &m, &late); assert(x)'),
      locked('x = 1; pthread_cond_signal(&c)'),
    ]),
  ],
  [
    'a lock that may come too late',
    3,
    c('', ['if (pthread_mutex_timedlock(&m, &late)) return a; x++; pthread_mutex_unlock(&m)', locked('x++')]),
  ],
  [
    'a lock that came too late is used',
    'data-race',
    c('', ['pthread_mutex_timedlock(&m, &late); x++; pthread_mutex_unlock(&m)', locked('x++')]),
  ],
  [
    'a semaphore that may come too late',
    2,
    c(
      '',
      ['if (sem_timedwait(&s, &late)) { assert(errno == ETIMEDOUT); return a; } assert(x == 1)', 'x = 1; sem_post(&s)'],
      'sem_init(&s, 0, 0)',
    ),
  ],
  ['a robust mutex is made good', 2, c('', ['pthread_mutex_lock(&m); x = 1', recovers], robust)],
  [
    'thread-specific data: each its own, destroyed at its end',
    2,
    c(
      'static pthread_key_t k; static atomic_int ended; static void end(void *p) { ended += *(int *)p; free(p); }',
      [
        'int *p = malloc(sizeof *p); *p = 1; pthread_setspecific(k, p); assert(pthread_getspecific(k) == p)',
        'int *p = malloc(sizeof *p); *p = 2; pthread_setspecific(k, p)',
      ],
      'pthread_key_create(&k, end)',
      'assert(ended == 3)',
    ),
  ],
  [
    'pthread_once',
    2,
    c(
      'static pthread_once_t o = PTHREAD_ONCE_INIT; static void make(void) { x++; }',
      times(2, 'pthread_once(&o, make); assert(x == 1)'),
    ),
  ],
  [
    'C11 threads',
    2,
    `#include <assert.h>
#include <threads.h>
static mtx_t m; static cnd_t c; static int ready;
static int wait(void *a) { mtx_lock(&m); while (!ready) cnd_wait(&c, &m); mtx_unlock(&m); return 7; }
int main(void) { thrd_t t; int r; mtx_init(&m, mtx_plain); cnd_init(&c); thrd_create(&t, wait, 0); mtx_lock(&m);
ready = 1; cnd_signal(&c); mtx_unlock(&m); thrd_join(t, &r); assert(r == 7); return 0; }
`,
  ],
];

function run(language: Language, flags: readonly string[], expected: string | number, text: string): void {
  const path = buildText(text, ['-w', ...flags], language);
  const verdict = check(path, { model: 'rc11', equivalence: 'rf', keepGoing: true, timeLimitSeconds: 60 });
  expect(verdict.limitsHit).toEqual([]);
  const found = [...new Set(verdict.errors.map((e) => e.kind))].sort().join(' ');
  expect(found === '' ? (expected === 'verified' ? expected : verdict.executions) : found).toBe(expected);
}

test.each(programs)('%s: %p', (_, expected, text) => run('c', [], expected, text));

const cc = (declarations: string, main: string): string => `#include <atomic>
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#if __cplusplus >= 202002L
#include <barrier>
#include <latch>
#include <semaphore>
#endif
static int x;
static std::mutex m;
${declarations}
int main() { ${main} }
`;
const two = (body: string): string => `auto f = [] { ${body} }; std::thread a(f), b(f); a.join(); b.join();`;

test.each<Row>([
  ['std::mutex', 2, cc('', `${two('std::lock_guard<std::mutex> l(m); x++;')} assert(x == 2);`)],
  ['a lock_guard that lives for one expression only', 'data-race', cc('', two('std::lock_guard<std::mutex>{m}; x++;'))],
  [
    'std::shared_mutex',
    2,
    cc(
      'static std::shared_mutex s;',
      'std::thread r([] { std::shared_lock<std::shared_mutex> l(s); assert(x == 0 || x == 2); }); { ' +
        'std::unique_lock<std::shared_mutex> l(s); x++; x++; } r.join();',
    ),
  ],
  [
    'std::condition_variable',
    2,
    cc(
      'static std::condition_variable c;',
      'std::thread t([] { std::unique_lock<std::mutex> l(m); c.wait(l, [] { return x; }); }); { ' +
        'std::lock_guard<std::mutex> l(m); x = 1; } c.notify_one(); t.join();',
    ),
  ],
  [
    'std::condition_variable_any',
    2,
    cc(
      'static std::condition_variable_any c;',
      'std::thread t([] { std::unique_lock<std::mutex> l(m); c.wait(l, [] { return x; }); }); { ' +
        'std::lock_guard<std::mutex> l(m); x = 1; } c.notify_one(); t.join();',
    ),
  ],
  ['std::call_once', 2, cc('static std::once_flag o;', two('std::call_once(o, [] { x++; }); assert(x == 1);'))],
  [
    'a static local is made once',
    'verified',
    cc('static int make() { return ++x; }', two('static int once = make(); assert(once == 1);')),
  ],
  ['std::async', 1, cc('', 'auto f = std::async(std::launch::async, [] { return 42; }); assert(f.get() == 42);')],
  [
    'an exception that a future hands over',
    1,
    cc(
      '',
      'auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); }); bool ' +
        'caught = false; try { f.get(); } catch (const std::runtime_error &) { caught = true; } assert(caught);',
    ),
  ],
  ['an exception that leaves its thread', 'abort', cc('', 'std::thread t([] { throw 1; }); t.join();')],
  ['a thread that nobody joins', 'abort', cc('', 'std::thread t([] {});')],
  [
    'exceptions in two threads',
    1,
    cc('', two('try { throw std::runtime_error("mine"); } catch (const std::exception &) {}')),
  ],
])('C++, %s: %p', (_, expected, text) => run('c++', ['-std=c++17'], expected, text));

test.each<Row>([
  [
    'std::latch',
    'verified',
    cc('static std::latch l(1);', 'std::thread t([] { l.wait(); assert(x == 1); }); x = 1; l.count_down(); t.join();'),
  ],
  [
    'std::barrier',
    'verified',
    cc(
      'static std::barrier<> b(2); static int of[2];',
      'auto f = [](int i) { of[i] = 1; b.arrive_and_wait(); assert(of[1 - i]); }; std::thread s(f, 0), ' +
        't(f, 1); s.join(); t.join();',
    ),
  ],
  [
    'std::counting_semaphore',
    'verified',
    cc(
      'static std::counting_semaphore<2> s(0);',
      'std::thread t([] { s.acquire(); assert(x == 1); }); x = 1; s.release(); t.join();',
    ),
  ],
  [
    'std::jthread and a stop_token',
    'verified',
    cc('', 'std::jthread t([](std::stop_token s) { while (!s.stop_requested()) std::this_thread::yield(); });'),
  ],
])('C++20, %s: %p', (_, expected, text) => run('c++', ['-std=c++20'], expected, text));
