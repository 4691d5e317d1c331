/** Waiting loops that take locks, while others try these: what a trylock finds may be a turn of such a loop. */
import { modelNames } from '../../src/model/names';
import type { Litmus, Op } from './litmus';
import { buildText, check } from '../support/compiled';
import { alone } from '../runtime/driver';
import { differences, differencesLarge } from './compare';

const options = { model: 'rc11', equivalence: 'observational', timeLimitSeconds: 60 } as const;

const program = (looks: string, tries: string, give: string) => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int up;
static int done;
static void *waits(void *a) { for (int d = 0; !d;) { ${looks}; } return a; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, waits, 0);
	assert(${tries} == 0);
	done = 1;
	atomic_store(&up, 1);
	${give};
	pthread_join(t, 0);
	return 0;
}
`;

// The thread that waits may look, with the lock, before there is anything to be seen.
test.each([
  [
    'plain data under a mutex',
    'pthread_mutex_lock(&m); d = done; pthread_mutex_unlock(&m)',
    'pthread_mutex_trylock(&m)',
    'pthread_mutex_unlock(&m)',
  ],
  [
    'an atomic under a mutex',
    'pthread_mutex_lock(&m); d = up; pthread_mutex_unlock(&m)',
    'pthread_mutex_trylock(&m)',
    'pthread_mutex_unlock(&m)',
  ],
  [
    'a mutex between two looks',
    'pthread_mutex_lock(&m); pthread_mutex_unlock(&m); d = up',
    'pthread_mutex_trylock(&m)',
    'pthread_mutex_unlock(&m)',
  ],
  [
    'a read-write lock',
    'pthread_rwlock_rdlock(&l); d = done; pthread_rwlock_unlock(&l)',
    'pthread_rwlock_trywrlock(&l)',
    'pthread_rwlock_unlock(&l)',
  ],
])('a trylock finds that a loop holds the lock: %s', (_, looks, tries, give) => {
  const text = program(looks, tries, give);
  expect(check(buildText(text, ['-w']), options).errors.map((e) => e.kind)).toEqual(['assertion']);
  const right = check(buildText(text.replace(/assert\(.*\)/, `if (${tries}) return 0`), ['-w']), options);
  expect([right.errors, right.limitsHit]).toEqual([[], []]);
  // By itself the program ends too.
  expect(
    alone(
      buildText(
        text
          .replace(/assert\(.*\)/, 'pthread_mutex_lock(&m); pthread_rwlock_wrlock(&l)')
          .replace(give, 'pthread_mutex_unlock(&m); pthread_rwlock_unlock(&l)'),
        ['-w'],
      ),
    ),
  ).toEqual([0, '']);
});

const seen: readonly (readonly [string, Op[], Op[]])[] = [
  [
    'plain data',
    [{ op: 'LA', how: 'in', x: 0, o: 'plain', v: 1, m: 0 }],
    [
      { op: 'T', m: 0, r: 'a0' },
      { op: 'IF', r: 'a0', v: 0, skip: 2 },
      { op: 'PW', x: 0, v: 1 },
      { op: 'UL', m: 0 },
    ],
  ],
  [
    'two turns',
    [{ op: 'LA', how: 'in', x: 0, o: 'rlx', v: 1, m: 0 }],
    [
      { op: 'T', m: 0, r: 'a0' },
      { op: 'IF', r: 'a0', v: 0, skip: 1 },
      { op: 'UL', m: 0 },
      { op: 'L', m: 0 },
      { op: 'UL', m: 0 },
      { op: 'T', m: 0, r: 'a5' },
      { op: 'IF', r: 'a5', v: 0, skip: 1 },
      { op: 'UL', m: 0 },
      { op: 'W', x: 0, o: 'rlx', v: 1 },
    ],
  ],
  [
    'two threads that lock two mutexes',
    [
      { op: 'LB', m: 0, n: 1 },
      { op: 'UL', m: 1 },
      { op: 'UL', m: 0 },
    ],
    [
      { op: 'LB', m: 1, n: 0 },
      { op: 'UL', m: 0 },
      { op: 'UL', m: 1 },
    ],
  ],
];

test.each(seen)('as brute force says: %s', (_, waits, tries) => {
  const litmus: Litmus = { locs: 1, mutexes: 2, threads: [waits, tries] };
  expect(modelNames.flatMap((model) => differences(litmus, model))).toEqual([]);
});

test('a turn that must come before what the trylock comes after: there is one of them', () => {
  const litmus: Litmus = {
    locs: 2,
    mutexes: 1,
    rwlocks: 1,
    threads: [
      [
        { op: 'W', x: 1, o: 'rel', v: 1 },
        { op: 'T', m: 0, r: 'a1' },
        { op: 'IF', r: 'a1', v: 0, skip: 2 },
        { op: 'W', x: 0, o: 'rlx', v: 1 },
        { op: 'UL', m: 0 },
        { op: 'RL', l: 0 },
        { op: 'R', x: 0, o: 'acq', r: 'a6' },
        { op: 'RU', l: 0 },
      ],
      [{ op: 'LA', how: 'in', x: 1, o: 'sc', v: 1, m: 0 }],
    ],
  };
  expect(differencesLarge(litmus)).toEqual([]);
});

test('std::scoped_lock of two mutexes in opposite orders', () => {
  const text = `#include <mutex>
#include <thread>
std::mutex a, b;
int n;
int main() {
  std::thread t([] { std::scoped_lock l(a, b); n++; });
  { std::scoped_lock l(b, a); n++; }
  t.join();
}
`;
  for (const equivalence of ['observational', 'rf'] as const)
    expect(check(buildText(text, ['-std=c++17'], 'c++'), { ...options, equivalence })).toMatchObject({
      errors: [],
      limitsHit: [],
    });
  const wrong = text.replace('{ std::scoped_lock l(b, a); n++; }', '{ { std::scoped_lock l(b, a); } n++; }');
  expect(check(buildText(wrong, ['-std=c++17'], 'c++'), options).errors.map((e) => e.kind)).toEqual(['data-race']);
});
