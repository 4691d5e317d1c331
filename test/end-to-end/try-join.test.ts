/** pthread_tryjoin_np, pthread_timedjoin_np and pthread_clockjoin_np (glibc): every result that is possible. */
import type { ExploreOptions } from '../../src/explore/explore-options';
import { explore } from '../../src/explore/explorer';
import { alone } from '../runtime/driver';
import { buildText, check, checkTogether, hasPass, withProgram } from '../support/compiled';

type Options = Pick<ExploreOptions, 'model' | 'equivalence'>;
const runs: readonly (readonly [string, Options])[] = [
  ['clang', { model: 'rc11', equivalence: 'observational' }],
  ['clang', { model: 'sc', equivalence: 'rf' }],
  ['gcc', { model: 'c20', equivalence: 'rf' }],
];

/** Thread t stores to `data`; main then does `rest`. */
const program = (rest: string, body = '', more = ''): string => `#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static int data;
static pthread_t t, u;
static sem_t s;
static void *body(void *a) { ${body} data = 1; return a; }
static struct timespec soon(clockid_t clock) { struct timespec l; clock_gettime(clock, &l); l.tv_sec++; return l; }
${more}
int main(void) {
	void *r = 0;
	int e;
	struct timespec l;
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, body, &data);
	${rest}
	(void)r, (void)e, (void)l;
	return 0;
}
`;

const flags = ['-w', '-D_GNU_SOURCE'];
const fits = 'if (e) pthread_join(t, &r); assert(data == 1 && r == &data);';

test.each<[string, string, number, number?]>([
  // It fails, or succeeds.
  ['tryjoin', `e = pthread_tryjoin_np(t, &r); assert(!e || e == EBUSY); ${fits}`, 2],
  [
    'timedjoin',
    `l = soon(CLOCK_REALTIME); e = pthread_timedjoin_np(t, &r, &l); assert(!e || e == ETIMEDOUT); ${fits}`,
    2,
  ],
  [
    'clockjoin',
    'l = soon(CLOCK_MONOTONIC); e = pthread_clockjoin_np(t, &r, CLOCK_MONOTONIC, &l); assert(!e || e == ' +
      `ETIMEDOUT); ${fits}`,
    2,
  ],
  ['no time', `e = pthread_timedjoin_np(t, &r, 0); assert(!e); ${fits}`, 1],
  ['no result', 'if (pthread_tryjoin_np(t, 0)) pthread_join(t, 0); assert(data == 1);', 2],
  // An iteration that fails comes to nothing. With bytes alone the second one is as the first.
  ['a loop that only tries', `while ((e = pthread_tryjoin_np(t, &r)) == EBUSY) {} ${fits}`, hasPass ? 1 : 2, 2],
  [
    'the thread itself',
    `l = soon(CLOCK_REALTIME); e = pthread_timedjoin_np(pthread_self(), &r, &l); assert(e == EDEADLK); ${fits}`,
    1,
  ],
  [
    'an invalid clock',
    `l = soon(CLOCK_MONOTONIC); e = pthread_clockjoin_np(t, &r, 77, &l); assert(e == EINVAL); ${fits}`,
    1,
  ],
  ['an invalid time', `l.tv_nsec = -1; e = pthread_timedjoin_np(t, &r, &l); assert(e == EINVAL); ${fits}`, 1],
])('%s', (_, rest, executions, byGcc = executions) => {
  for (const compiler of ['clang', 'gcc']) {
    const path = buildText(program(rest), [`--drista-compiler=${compiler}`, ...flags]);
    expect(alone(path)).toEqual([0, '']);
    for (const [by, options] of runs)
      if (by === compiler)
        expect(check(path, { ...options, timeLimitSeconds: 60 })).toMatchObject({
          errors: [],
          limitsHit: [],
          executions: compiler === 'gcc' ? byGcc : executions,
        });
  }
});

test.each<[string, string, string, string, string]>([
  ['a join that fails orders nothing', 'e = pthread_tryjoin_np(t, 0); data++;', '', '', 'data-race'],
  ['the thread may have ended', 'assert(pthread_tryjoin_np(t, 0) == EBUSY);', '', '', 'assertion'],
  [
    'the thread need not have ended',
    'l = soon(CLOCK_REALTIME); assert(pthread_timedjoin_np(t, 0, &l) == 0);',
    '',
    '',
    'assertion',
  ],
  ['a loop that tries, for ever', 'while (pthread_tryjoin_np(t, 0)) {}', 'sem_wait(&s);', '', 'deadlock'],
  ['itself', 'while (pthread_tryjoin_np(pthread_self(), 0)) {}', '', '', 'livelock'],
  [
    'two threads',
    'pthread_create(&u, 0, other, 0); pthread_tryjoin_np(t, 0); pthread_join(u, 0);',
    '',
    'static void *other(void *a) { pthread_tryjoin_np(t, 0); return a; }',
    'misuse',
  ],
])('%s', (_, rest, body, more, kind) => {
  for (const [compiler, options] of runs) {
    const path = buildText(program(rest, body, more), [`--drista-compiler=${compiler}`, ...flags]);
    const { errors } = check(path, { ...options, timeLimitSeconds: 60 });
    expect(errors.map((e) => e.kind)).toEqual([kind]);
  }
});

test('a call with a time limit is a cancellation point, a try is none', () => {
  const joins = (call: string): string =>
    buildText(
      program(
        'pthread_create(&u, 0, other, 0); pthread_cancel(u); pthread_join(u, &r); if (r) pthread_join(t, 0);',
        '',
        `static void *other(void *a) { struct timespec l = soon(CLOCK_REALTIME); if (${call}) ` +
          'pthread_join(t, 0); return a; }',
      ),
      flags,
    );
  for (const [, options] of runs) {
    // Cancelled in the first call; not, and joined; or timed out, and then cancelled in pthread_join or not.
    expect(check(joins('pthread_timedjoin_np(t, 0, &l)'), { ...options, timeLimitSeconds: 60 })).toMatchObject({
      errors: [],
      executions: 4,
    });
    expect(check(joins('pthread_tryjoin_np(t, 0)'), { ...options, timeLimitSeconds: 60 })).toMatchObject({
      errors: [],
      executions: 3,
    });
  }
});

test('several workers', () => {
  const path = buildText(program(`e = pthread_tryjoin_np(t, &r); ${fits}`), flags);
  expect(checkTogether(path, 2, { model: 'rc11', equivalence: 'rf', timeLimitSeconds: 60 })).toMatchObject({
    errors: [],
    executions: 2,
  });
});

test('--tune timeouts bounds the calls with a time limit', () => {
  const path = buildText(
    program(
      `l = soon(CLOCK_REALTIME); int n = 0; while ((e = pthread_timedjoin_np(t, &r, &l))) n++; assert(n >= 0); ${fits}`,
    ),
    flags,
  );
  for (const [, options] of runs)
    for (const timeouts of [0, 1, 3])
      expect(withProgram(path, (p) => explore(p, { ...options, timeLimitSeconds: 60 }), { timeouts })).toMatchObject({
        errors: [],
        executions: timeouts + 1,
      });
});
