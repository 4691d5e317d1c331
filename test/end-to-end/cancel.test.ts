/** Threads that are cancelled where they wait (POSIX.1-2017 2.9.5): every execution, with what it leaves behind. */
import type { Language } from '../../src/compiler/language';
import type { ExploreOptions } from '../../src/explore/explore-options';
import { alone } from '../runtime/driver';
import { buildText, check, type Checked } from '../support/compiled';

/** Exit code, null where a signal ends it, and output. */
type ByItself = readonly [number | null, unknown];
type Way = Pick<ExploreOptions, 'model' | 'equivalence'>;
const ways: readonly (readonly [string, Way])[] = [
  ['clang', { model: 'rc11', equivalence: 'observational' }],
  ['clang', { model: 'sc', equivalence: 'rf' }],
  ['gcc', { model: 'rc11', equivalence: 'rf' }],
];

/** One thread does `body`; main then does `rest` with its id `t`, and `r` for its result. */
const program = (body: string, rest: string, more = ''): string => `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s, never;
static pthread_t t, u;
static int up, cleaned, ends[2];
static void clean(void *x) { cleaned++; (void)x; }
static void unlock(void *x) { cleaned++; pthread_mutex_unlock((pthread_mutex_t *)x); }
static void *wait_for_post(void *a) { sem_wait(&s); return a; }
${more}
static void *body(void *a) { ${body} return a; }
int main(void) {
	void *r = 0;
	sem_init(&s, 0, 0);
	sem_init(&never, 0, 0);
	if (pipe(ends)) return 1;
	if (NEEDS_U) pthread_create(&u, 0, wait_for_post, 0);
	pthread_create(&t, 0, body, 0);
	${rest}
	return 0;
}
`;

const guarded = (wait: string): string => `pthread_cleanup_push(clean, 0); ${wait}; pthread_cleanup_pop(0);`;
const cancelled = 'pthread_join(t, &r); assert(r == PTHREAD_CANCELED);';
const waitForUp = (clean: string) =>
  `pthread_mutex_lock(&m); pthread_cleanup_push(${clean}, &m); while (!up) pthread_cond_wait(&c, &m); ` +
  'pthread_cleanup_pop(1);';

/**
 * Checks the program in all these ways, or in those of one compiler. `byItself`: its exit code and output without
 * drista.
 */
function checked(
  text: string,
  flags: readonly string[],
  byItself: ByItself,
  expected: (way: Way, found: Checked) => void,
  language: Language = 'c',
  compilers = ['clang', 'gcc'],
): void {
  for (const compiler of compilers) {
    const path = buildText(text, [`--drista-compiler=${compiler}`, '-w', ...flags], language);
    expect(alone(path)).toEqual(byItself);
    for (const [by, way] of ways) if (by === compiler) expected(way, check(path, { ...way, timeLimitSeconds: 60 }));
  }
}

// How many executions there are, under observational and rf, and why.
test.each<[string, string, string, [number, number]]>([
  // Nobody posts, so the thread has to end by being cancelled.
  ['sem_wait', guarded('sem_wait(&s)'), `pthread_cancel(t); ${cancelled} assert(cleaned == 1);`, [1, 1]],
  // It takes what was posted, or is cancelled before: the post is left.
  [
    'sem_wait and a post',
    guarded('sem_wait(&s)'),
    'pthread_cancel(t); sem_post(&s); pthread_join(t, &r); int n; sem_getvalue(&s, &n); assert(n == ' +
      'cleaned && n == (r == PTHREAD_CANCELED));',
    [2, 2],
  ],
  [
    'sem_timedwait',
    guarded('struct timespec l = {1}; sem_timedwait(&s, &l)'),
    'pthread_cancel(t); pthread_join(t, &r);',
    [2, 2],
  ], // it times out, or not
  // Who joins it is cancelled, and leaves it to be joined; or the join is over before that.
  [
    'pthread_join',
    guarded('pthread_join(u, 0)'),
    `pthread_cancel(t); ${cancelled} sem_post(&s); assert(pthread_join(u, 0) == 0);`,
    [1, 1],
  ],
  [
    'pthread_join of one that may end',
    guarded('pthread_join(u, 0)'),
    'sem_post(&s); pthread_cancel(t); pthread_join(t, &r); if (r) pthread_join(u, 0);',
    [2, 2],
  ],
  // Main may lock the mutex before the thread does: that makes two under rf.
  [
    'pthread_cond_wait',
    waitForUp('unlock'),
    `pthread_mutex_lock(&m); pthread_cancel(t); pthread_mutex_unlock(&m); ${cancelled} ` +
      'pthread_mutex_lock(&m); assert(cleaned == 1);',
    [1, 2],
  ],
  // It sees that up is 1; or it waits, and is woken, and then cancelled or not.
  [
    'pthread_cond_wait and a signal',
    waitForUp('unlock'),
    'pthread_mutex_lock(&m); up = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); ' +
      'pthread_cancel(t); pthread_join(t, &r); pthread_mutex_lock(&m);',
    [3, 3],
  ],
  // What comes while it is disabled takes place at the next point after that.
  [
    'disabled',
    'pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &up); assert(up == PTHREAD_CANCEL_ENABLE); ' +
      'sem_wait(&s); cleaned = 1; pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0); pthread_testcancel(); assert(0);',
    `pthread_cancel(t); sem_post(&s); ${cancelled} assert(cleaned == 1);`,
    [1, 1],
  ],
  ['a loop of points', 'for (;;) pthread_testcancel();', `pthread_cancel(t); ${cancelled}`, [1, 1]],
  ['a loop that sleeps', 'for (;;) sleep(1);', `pthread_cancel(t); ${cancelled}`, [1, 1]],
  [
    'a loop that looks at data, and sleeps',
    'for (;;) { pthread_mutex_lock(&m); int x = up; pthread_mutex_unlock(&m); if (x) break; usleep(10); }',
    `pthread_cancel(t); ${cancelled}`,
    [1, 1],
  ],
  // It looks at once, and again each time it has found nothing, which is the same each time.
  ['read', 'char x; read(ends[0], &x, 1);', `pthread_cancel(t); ${cancelled}`, [2, 2]],
  [
    'read and write',
    'char x; read(ends[0], &x, 1);',
    'write(ends[1], "", 1); pthread_cancel(t); pthread_join(t, &r);',
    [3, 3],
  ],
  // A mutex is no cancellation point. Who locks it first is cancelled, or was not yet when it looked; who locks it
  // after main must be.
  [
    'pthread_mutex_lock',
    'pthread_mutex_lock(&m); cleaned = 1; pthread_mutex_unlock(&m); pthread_testcancel();',
    `pthread_mutex_lock(&m); pthread_cancel(t); pthread_mutex_unlock(&m); pthread_join(t, &r); assert(cleaned == 1);`,
    [2, 3],
  ], // under observational the orders are one where it is cancelled
  [
    'itself',
    'pthread_cancel(pthread_self()); cleaned = 1; sem_wait(&never); assert(0);',
    `${cancelled} assert(cleaned == 1);`,
    [1, 1],
  ],
  ['main', '', 'pthread_join(t, 0); pthread_cancel(pthread_self()); sleep(1); assert(0);', [1, 1]],
  // Its routine is given up, and run again.
  [
    'pthread_once',
    'pthread_once(&o, routine);',
    `pthread_cancel(t); ${cancelled} up = 1; pthread_once(&o, routine); assert(cleaned == 2);`,
    [1, 1],
  ],
])('%s', (_, body, rest, [observational, rf]) => {
  const more =
    'static pthread_once_t o = PTHREAD_ONCE_INIT; static void routine(void) { cleaned++; if (!up) sem_wait(&never); }';
  checked(
    program(body, rest, more),
    [`-DNEEDS_U=${/\bu\b/.test(body) ? 1 : 0}`],
    [0, ''],
    ({ equivalence }, found) => {
      expect(found).toMatchObject({ errors: [], limitsHit: [], executions: equivalence === 'rf' ? rf : observational });
    },
    'c',
    ['clang'],
  );
});

const deadlock: ByItself = [1, 'drista: deadlock\n'];

test.each<[string, string, string, string, ByItself]>([
  [
    'a mutex that nobody unlocks',
    waitForUp('clean'),
    `pthread_cancel(t); pthread_join(t, 0); pthread_mutex_lock(&m);`,
    'deadlock',
    deadlock,
  ],
  [
    'a wait, disabled',
    'pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0); sem_wait(&never);',
    `pthread_cancel(t); pthread_join(t, 0);`,
    'deadlock',
    deadlock,
  ],
  [
    'a loop of points, and nobody cancels',
    'for (;;) pthread_testcancel();',
    'pthread_join(t, 0);',
    'livelock',
    deadlock,
  ],
  [
    'an assertion that fails only where it was cancelled',
    'sem_wait(&s);',
    'pthread_cancel(t); sem_post(&s); pthread_join(t, &r); assert(r == 0);',
    'assertion',
    [null, expect.stringContaining("assertion `r == 0' failed")],
  ],
])('%s', (_, body, rest, kind, byItself) => {
  checked(program(body, rest), ['-DNEEDS_U=0'], byItself, (_way, { errors }) => {
    expect(errors.map((e) => e.kind)).toEqual([kind]);
  });
});

test('a signal that has chosen a thread which is cancelled goes to another one that waits', () => {
  // Both wait when the signal comes. It chooses u, and t is cancelled; or t, which goes on, and a second signal wakes
  // u; or t, which is cancelled, and u is woken. In the first and the last case either may lock the mutex first: that
  // makes 5. Either thread may have been the first to wait, and main may have seen its post before the other posted: 4
  // times as many.
  const body =
    'pthread_mutex_lock(&m); pthread_cleanup_push(unlock, &m); sem_post(&s); pthread_cond_wait(&c, &m); ' +
    'pthread_cleanup_pop(1);';
  const rest = `pthread_create(&u, 0, body, 0);
	sem_wait(&s), sem_wait(&s);
	pthread_mutex_lock(&m), pthread_mutex_unlock(&m);
	pthread_cond_signal(&c);
	pthread_cancel(t);
	pthread_join(t, &r);
	if (!r) pthread_cond_signal(&c);
	pthread_join(u, 0);`;
  checked(program(body, rest), ['-DNEEDS_U=0'], [0, ''], (_way, found) => {
    expect(found).toMatchObject({ errors: [], limitsHit: [], executions: 20 });
  });
});

test('destructors in C++ run, those of thread_local objects too', () => {
  const text = `#include <cassert>
#include <pthread.h>
static int gone;
struct Counted { ~Counted() { gone++; } };
static thread_local Counted own;
static void *body(void *) {
  (void)&own;
  Counted local;
  try { for (;;) pthread_testcancel(); }
  catch (...) { gone++; throw; }
}
int main() {
  pthread_t t;
  void *r;
  pthread_create(&t, nullptr, body, nullptr);
  pthread_cancel(t);
  pthread_join(t, &r);
  assert(r == PTHREAD_CANCELED && gone == 3);
}
`;
  checked(
    text,
    [],
    [0, ''],
    (_way, found) => {
      expect(found).toMatchObject({ errors: [], limitsHit: [], executions: 1 });
    },
    'c++',
  );
});

/** A thread that may be cancelled at any time, for a part of its life; then it waits for a post. */
const atAnyTime = `int old; pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
assert(old == PTHREAD_CANCEL_DEFERRED);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old); assert(old == PTHREAD_CANCEL_ASYNCHRONOUS); sem_wait(&s);`;

test('at any time: refused', () => {
  const path = buildText(program(atAnyTime, 'sem_post(&s); pthread_cancel(t); pthread_join(t, 0);'), [
    '-w',
    '-DNEEDS_U=0',
  ]);
  expect(() => check(path, { model: 'rc11', equivalence: 'rf' })).toThrow(
    /not supported yet: pthread_setcanceltype\(PTHREAD_CANCEL_ASYNCHRONOUS\)/,
  );
});

test('at any time, by nobody: of no consequence', () => {
  const path = buildText(program(atAnyTime, 'sem_post(&s); pthread_join(t, 0);'), ['-w', '-DNEEDS_U=0']);
  expect(check(path, { model: 'rc11', equivalence: 'rf' })).toMatchObject({ errors: [], limitsHit: [] });
});
